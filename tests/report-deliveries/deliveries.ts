import type { components } from '../../contracts/generated/openapi.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import { expect, type Check } from '../../harness/test.ts';
import { attempt, setupFailed } from '../../harness/failures/failure.ts';
import { walk } from '../../harness/client/paging.ts';

export type Delivery = components['schemas']['ReportDelivery'];

/** The body of a delivery of a lent report. */
export function deliveryBody(check: Check, report: PlainSetting = 'REPORT_ID'): Record<string, unknown> {
  const id = check.provided(report);
  return {
    ...(check.tenant.wire.value('report-deliveries.create') as object | undefined),
    reportId: /^\d+$/.test(id) ? Number(id) : id,
  };
}

/** What an update changes, in the names of this tenant. */
export function changeOf(check: Check): Readonly<Record<string, unknown>> {
  return (check.tenant.wire.value('report-deliveries.update-body') ?? {}) as Readonly<Record<string, unknown>>;
}

/** A delivery that a check starts from. */
export async function made(check: Check, owner: Actor, report?: PlainSetting): Promise<string> {
  return idAfter(check, owner, report, (answer) => granted(answer, 'the creation of a delivery'));
}

/** A delivery whose creation is what the promise is about. */
export async function created(check: Check, owner: Actor): Promise<string> {
  return idAfter(check, owner, undefined, (answer) => {
    expect(unlessGuessed(check, 'report-deliveries.create', answer)).toSucceed();
  });
}

async function idAfter(
  check: Check,
  owner: Actor,
  report: PlainSetting | undefined,
  hold: (answer: Answer) => unknown,
): Promise<string> {
  // What the answer holds is open: where it is no id, the list has one more than before.
  const { value: before = [] } = await attempt(() => idsOf(owner));
  const answer = await owner.raw('createReportDelivery', { body: deliveryBody(check, report) });
  hold(answer);
  const name = String(check.tenant.wire.value('report-deliveries.id'));
  const id = (answer.wire as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (typeof id === 'string' || typeof id === 'number') return String(id);
  const added = (await idsOf(owner)).filter((one) => !before.includes(one));
  if (added.length === 1 && added[0] !== undefined) return added[0];
  throw setupFailed('neither the answer nor the list shows the id of a delivery that was created');
}

export async function idsOf(actor: Actor): Promise<string[]> {
  const deliveries: Delivery[] = await walk(async (query) => {
    const answer = await actor.raw('listReportDeliveries', { query: { ...query } });
    return granted(answer, 'the list of deliveries').body as components['schemas']['ReportDeliveryList'];
  });
  return deliveries.map(({ id }) => String(id));
}

/** Asks for one of the operations on a delivery, with the body that this tenant wants for it. */
export function act(actor: Actor, operation: AnyOperationId, id: string, body?: unknown): Promise<Answer> {
  return actor.raw(operation, { path: { deliveryId: id }, ...(body !== undefined && { body }) });
}

/** Updates a delivery. Whether an update is a part or the whole is open: where the whole is refused, the part is sent. */
export async function update(check: Check, actor: Actor, id: string): Promise<Answer> {
  const { reportId, ...body } = deliveryBody(check);
  const report = String(check.tenant.wire.value('report-deliveries.report'));
  const change = changeOf(check);
  const whole = await act(actor, 'updateReportDelivery', id, { ...body, [report]: reportId, ...change });
  return [400, 405, 415, 422].includes(whole.status) ? act(actor, 'updateReportDelivery', id, change) : whole;
}

/** A delivery as it is shown, in the names of this tenant. */
export async function shownOf(actor: Actor, id: string): Promise<Readonly<Record<string, unknown>>> {
  const answer = granted(await act(actor, 'getReportDelivery', id), 'the delivery');
  return (answer.wire ?? {}) as Readonly<Record<string, unknown>>;
}

export async function isThere(actor: Actor, id: string): Promise<boolean> {
  return (await idsOf(actor)).includes(id) && isSuccess(await act(actor, 'getReportDelivery', id));
}

/** The runs in a delivery's history, each as it is shown. */
export async function runsOf(actor: Actor, id: string): Promise<string[]> {
  const runs = await walk(async (query) => {
    const answer = await actor.raw('listReportDeliveryRuns', { path: { deliveryId: id }, query: { ...query } });
    return granted(answer, 'the run history').body as components['schemas']['ReportDeliveryRunList'];
  });
  return runs.map(keyOf);
}

/** What tells a run from all others: its id, whose name is open, or all that it shows. */
function keyOf(run: object): string {
  const { id, runId } = run as { readonly id?: unknown; readonly runId?: unknown };
  return JSON.stringify(id ?? runId ?? run);
}

export function shareBody(check: Check): unknown {
  return check.tenant.wire.value('report-deliveries.share-body');
}

/** The body that hands a delivery to the lent user. */
export function transferBody(check: Check): Record<string, unknown> {
  const id = check.provided('MEMBER_USER_ID');
  return { [String(check.tenant.wire.value('report-deliveries.new-owner'))]: /^\d+$/.test(id) ? Number(id) : id };
}
