import type { Members } from '../../generators/members.ts';
import { ownerAmong } from '../../contracts/bindings/discovery/states.ts';
import type { components } from '../../contracts/generated/openapi.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { createdIdIn } from '../../harness/things/created-id.ts';
import { keyOfRun } from '../../harness/things/run-keys.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { sendOnceFree } from '../../harness/check/under-way.ts';
import { isGuess } from '../../harness/check/guesses.ts';
import { withFreshName } from '../../harness/client/unique.ts';
import { expect, type Check } from '../../harness/test.ts';
import { again, attempt, attemptTentatively, setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { continuationOf } from '../../harness/client/declared-list.ts';
import { walkUnprinted } from '../../harness/client/paging.ts';
import { numberOf } from '../../contracts/lossless-json.ts';

export type Delivery = components['schemas']['ReportDelivery'];

/** The body that creates a delivery of a provided report. */
export function deliveryBody(check: Check, report: PlainSetting = 'REPORT_ID'): Record<string, unknown> {
  const id = check.provided(report);
  return {
    ...withFreshName((check.tenant.wire.value('report-deliveries.create') as object | undefined) ?? {}, 'delivery'),
    reportId: /^\d+$/.test(id) ? numberOf(id) : id,
  };
}

/** The members that an update changes, under the names of this tenant. */
export function changeOf(check: Check): Readonly<Record<string, unknown>> {
  return (check.tenant.wire.value('report-deliveries.update-body') ?? {}) as Readonly<Record<string, unknown>>;
}

/** Creates a delivery as a setup step and returns its id. */
export async function createDelivery(check: Check, owner: Actor, report?: PlainSetting): Promise<string> {
  const isMember = owner.identity.name === 'member';
  const create = (of: PlainSetting | undefined) =>
    createWith(check, owner, of, (answer) => {
      // Who may create a delivery is open, except that an administrator may.
      if (isMember && NOT_ALLOWED.includes(answer.status)) return REFUSED;
      return granted(answer, 'the creation of a delivery');
    });
  // The provided report may be one that the user may not read.
  const readable = isMember && check.optional('READ_ONLY_REPORT_ID') !== undefined ? 'READ_ONLY_REPORT_ID' : report;
  const id = (await create(report)) ?? (readable === report ? undefined : await create(readable));
  return id ?? untested('let the user of MEMBER_TOKEN create deliveries of the report of REPORT_ID');
}

const HISTORY = ['runReportDelivery', 'shareReportDelivery', 'pauseReportDelivery'] as const;

/**
 * Creates a delivery with a history: it has run, and was shared and paused. What a tenant refuses of this, or serves at an
 * unknown address, is left out.
 */
export async function createUsedDelivery(
  check: Check,
  owner: Actor,
  operations: readonly AnyOperationId[] = HISTORY,
): Promise<string> {
  const id = await createDelivery(check, owner);
  for (const operation of operations) if (check.tenant.wire.route(operation)) await request(owner, operation, id);
  return id;
}

/** Creates a delivery where the creation is part of the requirement, and returns its id. */
export async function expectCreated(check: Check, owner: Actor): Promise<string> {
  const id = await createWith(check, owner, undefined, (answer) => {
    expect(answer).toSucceed();
  });
  return String(id);
}

/** Deliveries of another user than the one who asks, or of whom it is open who that is. */
const OF_OTHERS: readonly string[] = [
  'of another user',
  'an updated and shared one',
  'shared, and updated while paused',
  'once transferred',
  BY_OAUTH,
];

/** Whether a class may be refused: who may change the delivery of another user is printed for holders of a right alone. */
export function isOpenTo(name: string, { status }: Pick<Answer, 'status'>): boolean {
  return OF_OTHERS.includes(name) && status === 403;
}

/**
 * Statuses of a user who may read the deployment and not the report, or may not deliver it: who may is not printed. A body that
 * names what the user may not see is one that names nothing.
 */
const NOT_ALLOWED = [400, 403, 404, 422];

/** Creates a delivery of a user other than an administrator; undefined where this user may not create one. */
export async function createIfAllowed(check: Check, owner: Actor): Promise<string | undefined> {
  // A report that this user may not read may be refused as a body that names something unknown.
  const { value, failure } = await attemptTentatively(() =>
    createWith(check, owner, undefined, (answer) => {
      if (NOT_ALLOWED.includes(answer.status)) return REFUSED;
      return granted(answer, 'the creation of a delivery');
    }),
  );
  if (failure && failure.failure.kind !== 'setup') throw again(failure);
  return value;
}

const REFUSED = Symbol('refused');

/** By tenant, whose creations are answered with an id: they need no list before them. */
const showingIds = new WeakMap<object, Set<string>>();

async function createWith(
  check: Check,
  owner: Actor,
  report: PlainSetting | undefined,
  judge: (answer: Answer) => unknown,
): Promise<string | undefined> {
  // The body of the response is open: where it has no id, the list before and after shows which id is new.
  const answered = showingIds.get(check.tenant.wire) ?? new Set<string>();
  const isShown = answered.has(owner.identity.name);
  const { value: before = [] } = isShown ? {} : await attempt(() => idsOf(owner));
  const answer = await owner.raw('createReportDelivery', { body: deliveryBody(check, report) });
  if (judge(answer) === REFUSED) return undefined;
  const shown = await createdIdIn(check, 'report-deliveries.id', answer, (id) =>
    owner.raw('getReportDelivery', { path: { deliveryId: id } }),
  );
  if (shown !== undefined) {
    showingIds.set(check.tenant.wire, answered.add(owner.identity.name));
    return shown;
  }
  if (isShown) throw setupFailed('the response to the creation of a delivery has no id, as others had');
  const newOnes = async () => (await idsOf(owner)).filter((listed) => !before.includes(listed));
  const added = await readUntil(check, newOnes, (ids) => ids.length > 0);
  if (added.length === 1 && added[0] !== undefined) return added[0];
  throw setupFailed('neither the response nor the list shows the id of a new delivery');
}

export async function idsOf(actor: Actor): Promise<string[]> {
  const deliveries: Delivery[] = await walkUnprinted('deliveries', async (query) => {
    const answer = await actor.raw('listReportDeliveries', { query: { ...query } });
    const { items } = granted(answer, 'the list of deliveries').body as components['schemas']['ReportDeliveryList'];
    return { items, pageInfo: continuationOf(answer) };
  });
  return deliveries.map(({ id }) => String(id));
}

/** Sends a request to one of the operations on a delivery. */
export function request(actor: Actor, operation: AnyOperationId, id: string, body?: unknown): Promise<Answer> {
  return actor.raw(operation, { path: { deliveryId: id }, ...(body !== undefined && { body }) });
}

/** Updates a delivery. Whether an update is full or partial is open: if the full body is refused, the change is sent. */
export async function updateDelivery(check: Check, actor: Actor, id: string): Promise<Answer> {
  const { reportId, ...body } = deliveryBody(check);
  const report = String(check.tenant.wire.value('report-deliveries.report'));
  const change = changeOf(check);
  const full = await request(actor, 'updateReportDelivery', id, { ...body, [report]: reportId, ...change });
  return [400, 405, 415, 422].includes(full.status) ? request(actor, 'updateReportDelivery', id, change) : full;
}

/** A delivery as getReportDelivery returns it, under the names of this tenant. */
export async function readDelivery(actor: Actor, id: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = granted(await request(actor, 'getReportDelivery', id), 'the delivery');
  return (answer.body ?? {}) as Readonly<Record<string, unknown>>;
}

export async function exists(actor: Actor, id: string): Promise<boolean> {
  return (await idsOf(actor)).includes(id) && isSuccess(await request(actor, 'getReportDelivery', id));
}

/** A key of each run in a delivery's history. */
export async function runsOf(actor: Actor, id: string): Promise<string[]> {
  const runs = await walkUnprinted('runs of a delivery', async (query) => {
    const answer = await actor.raw('listReportDeliveryRuns', { path: { deliveryId: id }, query: { ...query } });
    const { items } = granted(answer, 'the run history').body as components['schemas']['ReportDeliveryRunList'];
    return { items, pageInfo: continuationOf(answer) };
  });
  return runs.map((run) => keyOfRun(run));
}

/** The deliveries that a check has run. */
const started = new WeakMap<Check, Set<string>>();

/** Runs a delivery now. The first run has none to wait for that may be under way. */
export async function startRun(check: Check, actor: Actor, id: string): Promise<Answer> {
  const known = started.get(check) ?? new Set();
  started.set(check, known);
  const send = () => request(actor, 'runReportDelivery', id);
  const answer = await (known.has(id) ? sendOnceFree(check, 'a run of a delivery', send) : send());
  if (isSuccess(answer)) known.add(id);
  return answer;
}

/** The body that transfers a delivery to the provided user. */
export function transferBody(check: Check, userId?: string | number): Members {
  const id = String(userId ?? check.provided('MEMBER_USER_ID'));
  const places = check.tenant.wire.stepsTo(newOwner(check)).toReversed();
  return places.reduce<unknown>((inner, name) => ({ [name]: inner }), /^\d+$/.test(id) ? numberOf(id) : id) as Members;
}

/** The member with the id of the new owner: as stated, or the only one of the document that names a user. */
function newOwner(check: Check): string {
  const { wire } = check.tenant;
  const standing = String(wire.value('report-deliveries.new-owner'));
  const route = wire.route('transferReportDelivery');
  const declared = route && wire.document?.find(route.method, route.path);
  const properties = declared && wire.document?.propertiesOf(wire.document.schemaOf(declared, 'request'));
  const owner = ownerAmong(Object.keys(properties ?? {}));
  const names =
    owner === undefined ? Object.keys(properties ?? {}).filter((name) => /owner|user/i.test(name)) : [owner];
  const [only] = names;
  const isKnown = !isGuess(check, 'report-deliveries.new-owner') || names.includes(standing);
  if (isKnown || only === undefined || names.length > 1) return standing;
  // The user may be named by the id within a member: `owner: { id }`.
  const inner = Object.keys(wire.document?.propertiesOf(properties?.[only]) ?? {});
  const id = inner.find((name) => /^(user_?)?id$/i.test(name));
  return id === undefined ? only : `${only}.${id}`;
}
