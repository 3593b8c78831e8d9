import type { AnyOperationId } from '../../contracts/operations.ts';
import type { SecretSetting } from '../tenant/secret-settings.ts';
import type { Actor } from '../client/actor.ts';
import { granted, isSuccess } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';
import { requireServed } from '../check/served.ts';
import { expect, type Check } from '../test.ts';
import { traceOf } from './effects.ts';
import type { On, Rule, Where } from '../check/valid-calls.ts';

/** Somebody who is to be refused; nobody where the run was not lent what it takes. */
export type Who = (on: On) => Actor | undefined | Promise<Actor>;

export const lent =
  (setting: SecretSetting): Who =>
  ({ check }) =>
    check.as(setting);

/** The row does not need it, and says more where it is there. */
export const alsoLent =
  (setting: SecretSetting): Who =>
  ({ check }) =>
    check.tenant.settings[setting] === undefined ? undefined : check.as(setting);

/** Sends the valid call as those who are to be refused, and then as an administrator, who is not. */
export function refusing(status: 401 | 403 | '4XX', where: Where, ...whos: readonly Who[]): Rule {
  return async (on) => {
    const { check, admin, operation, call } = on;
    const somebodies = [];
    for (const who of whos) somebodies.push(await who(on));
    const asked = inDeployment(check, where, await call(check, admin.preparing, where));
    const look = traceOf(operation, admin.preparing, asked);
    const before = await look?.();
    for (const somebody of somebodies) {
      if (!somebody) continue;
      const refused = await somebody.raw(operation, asked);
      requireServed(check, refused);
      if (status === '4XX') expect(refused, somebody.identity.name).toBeRefused();
      else expect(refused, somebody.identity.name).toBeRefusedWith(status);
    }
    if (before !== undefined) expect(await look?.(), 'what the refused request asks for').toEqual(before);
    await expectStillToDo(on, where, asked);
  };
}

/** What an operation is answered with where what it is to do was done already, or what it is about is gone. */
const TOO_LATE = [400, 403, 404, 409, 410, 412, 422];

/** A tenant may give whoever repeats an idempotency key the refusal that somebody was given before. */
const REPEATS_OUTCOMES: readonly AnyOperationId[] = ['applyPromotion'];

/** What was refused to others an administrator is granted; where nothing is left to do, somebody has done it. */
async function expectStillToDo({ check, admin, operation, call }: On, where: Where, asked: Asked): Promise<void> {
  const answer = await admin.raw(operation, asked);
  if (TOO_LATE.includes(answer.status) && !REPEATS_OUTCOMES.includes(operation)) {
    const anew = inDeployment(check, where, await call(check, admin.preparing, where));
    if (isSuccess(await admin.raw(operation, anew)))
      expect(answer, `what was refused to others, by ${admin.identity.name}`).toSucceed();
  }
  granted(answer, `the same call by ${admin.identity.name}`);
}

function inDeployment(check: Check, where: Where, asked: Asked): Asked {
  if (where === 'home') return asked;
  return { ...asked, path: { ...asked.path, deploymentId: check.provided('OTHER_DEPLOYMENT_ID') } };
}
