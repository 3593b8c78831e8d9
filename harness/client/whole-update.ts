import type { AnyOperationId } from '../../contracts/operations.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { attempt } from '../failures/failure.ts';
import { granted, isSuccess, type Answer } from '../http/answer.ts';
import { requestsFor, type Asked } from '../requests/requests.ts';
import { standingBody } from '../requests/standing.ts';
import type { WireFormat } from '../tenant/wire-format.ts';
import { firstOf, type Page, type PageQuery } from './paging.ts';

interface Update {
  /** The list that shows the thing, and the path parameter with its id. */
  readonly list: AnyOperationId;
  readonly id: string;
  /** What the list shows and the update may name. */
  readonly members: readonly string[];
}

/** Updates of what is read in a list alone, and that are not printed as partial. */
const UPDATES: Readonly<Partial<Record<AnyOperationId, Update>>> = {
  updateReport: { list: 'listReports', id: 'reportId', members: ['name', 'title', 'description', 'folderId'] },
};

interface Read {
  readonly operation: AnyOperationId;
  /** The path parameter with the id. */
  readonly id: string;
}

const TASK: Read = { operation: 'getScheduledTask', id: 'taskId' };
const DELIVERY: Read = { operation: 'getReportDelivery', id: 'deliveryId' };

/** Updates of what can be read by itself, and actions that may be such updates. */
const READS: Readonly<Partial<Record<AnyOperationId, Read>>> = {
  updateScheduledTask: TASK,
  pauseScheduledTask: TASK,
  resumeScheduledTask: TASK,
  shareScheduledTask: TASK,
  updateReportDelivery: DELIVERY,
  pauseReportDelivery: DELIVERY,
  resumeReportDelivery: DELIVERY,
  shareReportDelivery: DELIVERY,
  transferReportDelivery: DELIVERY,
};

/** What was last read of each thing, for callers who may not read it: a body without its version may be refused for that alone. */
const lastRead = new WeakMap<WireFormat, Map<string, unknown>>();

export type Reading = (list: AnyOperationId, asked: Asked) => Promise<Answer>;

/**
 * An update with all that the tenant's document requires of it, with the values that the thing has: a tenant may require the
 * whole thing in an update, its version included. What nobody has read is made up by what the document says of it.
 */
export async function wholeUpdate(
  wire: WireFormat,
  operation: AnyOperationId,
  asked: Asked,
  read: Reading,
): Promise<Asked> {
  const one = READS[operation];
  if (one) return withStored(wire, operation, asked, one, read);
  const update = UPDATES[operation];
  const { body, path = {}, omits = [] } = asked;
  if (!update || !isMembers(body)) return asked;
  const missing = update.members.filter(
    (name) => !Object.hasOwn(body, name) && !omits.includes(name) && requestsFor(wire).requires(operation, name),
  );
  if (missing.length === 0) return asked;
  const { deploymentId, [update.id]: id } = path;
  const page = async (query: PageQuery) => {
    const where = deploymentId === undefined ? {} : { path: { deploymentId } };
    return granted(await read(update.list, { ...where, query: { ...query } }), 'the list').body as Page<Members>;
  };
  const { value: thing = {} } = await attempt(() => firstOf(page, (listed) => String(listed['id']) === String(id)));
  const stored = missing.flatMap((name) => {
    const value = thing[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...asked, body: { ...Object.fromEntries(stored), ...body } };
}

async function withStored(
  wire: WireFormat,
  operation: AnyOperationId,
  asked: Asked,
  { operation: reading, id }: Read,
  read: Reading,
): Promise<Asked> {
  if (!isUpdate(wire, operation, reading)) return asked;
  const body = asked.body ?? standingBody(wire, operation, asked);
  const said = { ...asked, body };
  const requests = requestsFor(wire);
  const missing = isMembers(body) && asked.text === undefined ? requests.lacks(operation, said) : [];
  if (missing.length === 0) return asked;
  const { deploymentId, [id]: thing = '' } = asked.path ?? {};
  const path = { ...(deploymentId !== undefined && { deploymentId }), [id]: thing };
  const known = lastRead.get(wire) ?? new Map<string, unknown>();
  lastRead.set(wire, known);
  const { value: answer } = await attempt(() => read(reading, { path }));
  const key = `${reading} ${String(thing)}`;
  if (answer && isSuccess(answer)) known.set(key, wire.unwrapped(reading, answer.wire));
  const stored = requests.stored(operation, missing, known.get(key));
  return { ...said, body: { ...stored, ...(body as Members) }, stored: Object.keys(stored) };
}

/** Whether an operation is served where the thing is read: an action with a path of its own has a body of its own. */
function isUpdate(wire: WireFormat, operation: AnyOperationId, reading: AnyOperationId): boolean {
  const bare = (one: AnyOperationId) =>
    wire
      .route(one)
      ?.path.replace(/\{[^}]*\}/g, '{}')
      .replace(/\/$/, '');
  return bare(operation) !== undefined && bare(operation) === bare(reading);
}

/** Whether an update with a stored version came too late: the thing was changed between the read and the update. */
export function isOvertaken({ stored = [] }: Asked, { status }: Pick<Answer, 'status'>): boolean {
  return stored.length > 0 && (status === 409 || status === 412);
}
