import type { Actor } from '../../harness/client/actor.ts';
import type { Check } from '../../harness/test.ts';
import { request, createIfAllowed, transferBody, updateDelivery } from './deliveries.ts';

export const byOAuth = (check: Check) => check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
/** Another user who may have deliveries. */
export const colleagueIn = (check: Check) => check.asOptional('TASK_MANAGER_TOKEN');

/** A delivery of another user, where there is one who may create it. */
export async function ofColleague(check: Check): Promise<string | undefined> {
  const colleague = colleagueIn(check);
  return colleague && createIfAllowed(check, colleague);
}

/** What happens to a delivery; what the tenant refuses of it is about other requirements. */
export type Step = (check: Check, actor: Actor, id: string) => Promise<unknown>;
export const nothing: Step = () => Promise.resolve();
export const run: Step = (_check, actor, id) => request(actor, 'runReportDelivery', id);
export const pause: Step = (_check, actor, id) => request(actor, 'pauseReportDelivery', id);
export const resume: Step = (_check, actor, id) => request(actor, 'resumeReportDelivery', id);
export const update: Step = (check, actor, id) => updateDelivery(check, actor, id);
export const share: Step = (check, actor, id) =>
  check.tenant.wire.route('shareReportDelivery') ? request(actor, 'shareReportDelivery', id) : Promise.resolve();
export const transfer: Step = (check, actor, id) =>
  check.tenant.wire.route('transferReportDelivery')
    ? request(actor, 'transferReportDelivery', id, transferBody(check))
    : Promise.resolve();
/** The same, where the user is known to whom deliveries are transferred. */
export const handOver: Step = (check, actor, id) =>
  check.optional('MEMBER_USER_ID') === undefined ? Promise.resolve() : transfer(check, actor, id);
export const oneAfterTheOther =
  (...steps: readonly Step[]): Step =>
  async (check, actor, id) => {
    for (const step of steps) await step(check, actor, id);
  };

/** A case that needs the user to whom deliveries are transferred. */
export function ifUserKnown<Case>(check: Check, one: Case): Case | undefined {
  return check.optional('MEMBER_USER_ID') === undefined ? undefined : one;
}
