import type { AnyOperationId } from '../../contracts/operations.ts';
import { isMembers, type Members } from '../../generators/members.ts';
import { attempt } from '../failures/failure.ts';
import { granted, type Answer } from '../http/answer.ts';
import { requestsFor, type Asked } from '../requests/requests.ts';
import type { WireFormat } from '../tenant/wire-format.ts';
import { firstOf, type Page, type PageQuery } from './paging.ts';

interface Update {
  /** The list that shows the thing, and the path parameter with its id. */
  readonly list: AnyOperationId;
  readonly id: string;
  /** What the list shows and the update may name. */
  readonly members: readonly string[];
}

/** Updates that are not printed as partial. */
const UPDATES: Readonly<Partial<Record<AnyOperationId, Update>>> = {
  updateReport: { list: 'listReports', id: 'reportId', members: ['name', 'title', 'description', 'folderId'] },
};

export type Reading = (list: AnyOperationId, asked: Asked) => Promise<Answer>;

/**
 * An update with all that the tenant's document requires of it, with the values that the thing has: a tenant may require the
 * whole thing in an update. What the caller cannot read is made up by what the document says of it.
 */
export async function wholeUpdate(
  wire: WireFormat,
  operation: AnyOperationId,
  asked: Asked,
  read: Reading,
): Promise<Asked> {
  const update = UPDATES[operation];
  const { body, path = {}, omits = [] } = asked;
  if (!update || !isMembers(body)) return asked;
  const missing = update.members.filter(
    (one) => !Object.hasOwn(body, one) && !omits.includes(one) && requestsFor(wire).requires(operation, one),
  );
  if (missing.length === 0) return asked;
  const { deploymentId, [update.id]: id } = path;
  const page = async (query: PageQuery) => {
    const where = deploymentId === undefined ? {} : { path: { deploymentId } };
    return granted(await read(update.list, { ...where, query: { ...query } }), 'the list').body as Page<Members>;
  };
  const { value: thing = {} } = await attempt(() => firstOf(page, (one) => String(one['id']) === String(id)));
  const stored = missing.flatMap((name) => {
    const value = thing[name];
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return { ...asked, body: { ...Object.fromEntries(stored), ...body } };
}
