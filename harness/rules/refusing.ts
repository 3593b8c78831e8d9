import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SecretSetting } from '../tenant/secret-settings.ts';
import type { Actor } from '../client/actor.ts';
import { granted, isSuccess } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';
import { expect, type Check } from '../test.ts';
import { traceOf } from './effects.ts';
import type { On, Rule, Where } from '../check/valid-calls.ts';

/** An actor that must be refused; undefined if its credential is not provided. */
export type Who = (on: On) => Actor | undefined | Promise<Actor>;

export const provided =
  (setting: SecretSetting): Who =>
  ({ check }) =>
    check.as(setting);

/** An optional actor: the requirement does not need it, but it is checked too if its credential is provided. */
export const ifProvided =
  (setting: SecretSetting): Who =>
  ({ check }) =>
    check.optional(setting) === undefined ? undefined : check.as(setting);

/** Sends the valid call as each actor that must be refused, and then as an administrator, who must not. */
export function refusing(status: 401 | 403 | '4XX', where: Where, ...whos: readonly Who[]): Rule {
  return async (on) => {
    const { check, admin, operation, call } = on;
    const actors = [];
    for (const who of whos) actors.push(await who(on));
    const asked = inDeployment(check, where, await call(check, admin.preparing, where));
    const look = traceOf(check, { operation, reader: admin.preparing, asked });
    const before = await look?.before();
    for (const actor of actors) {
      if (!actor) continue;
      const refused = await actor.raw(operation, asked);
      if (status === '4XX') expect(refused, actor.identity.name).toBeRefused();
      else expect(refused, actor.identity.name).toBeRefusedWith(status);
    }
    const after = before === undefined ? undefined : await look?.after(before);
    if (after !== undefined) expect(after, 'what the refused request would change').toEqual(before);
    const isSeen = after !== undefined || check.tenant.wire.route(operation)?.method === 'get';
    await expectNotDone(on, { where, asked, isSeen });
  };
}

/** Statuses of a request whose effect already exists, or whose resource no longer exists. */
const ALREADY_DONE = [400, 403, 404, 409, 410, 412, 422];

/** Operations with an idempotency key, for which a tenant may repeat an earlier refusal. */
const REPEATS_OUTCOMES: readonly AnyOperationId[] = ['applyPromotion'];

interface Refused {
  readonly where: Where;
  readonly asked: Asked;
  /** Whether it is known that the refused request changed nothing. */
  readonly isSeen: boolean;
}

/** The administrator's request succeeds; a refusal because it is already done means that a refused request took effect. */
async function expectNotDone({ check, admin, operation, call }: On, { where, asked, isSeen }: Refused): Promise<void> {
  const what = `the same call by ${admin.identity.name}`;
  const send = () => admin.raw(operation, asked);
  // What is left to show is that such a call is valid, which one answer shows for all.
  const answer = isSeen && where === 'home' ? await check.shared(call, send, isSuccess) : await send();
  if (ALREADY_DONE.includes(answer.status) && !REPEATS_OUTCOMES.includes(operation)) {
    const repeated = inDeployment(check, where, await call(check, admin.preparing, where));
    if (isSuccess(await admin.raw(operation, repeated)))
      expect(answer, `what was refused to others: ${what}`).toSucceed();
  }
  granted(answer, what);
}

function inDeployment(check: Check, where: Where, asked: Asked): Asked {
  if (where === 'home') return asked;
  return { ...asked, path: { ...asked.path, deploymentId: check.provided('OTHER_DEPLOYMENT_ID') } };
}
