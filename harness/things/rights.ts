import type { Actor } from '../client/actor.ts';
import type { Answer } from '../http/answer.ts';
import { eventually } from '../check/eventually.ts';
import { asSetup } from '../failures/failure.ts';
import type { Check } from '../check/check.ts';
import { expect } from '../check/expect.ts';
import { newRole, policy, type Policy } from './roles.ts';

/** Actions on one deployment that a user is to hold. */
interface Grant {
  readonly userId: string | number;
  readonly deployment: string;
  readonly actions: readonly Policy['actions'][number][];
}

/**
 * Grants a user actions on a deployment by a role of its own, as a setup step, and waits until each of the requests shows that
 * they count. Returns the id of the role.
 */
export async function grantOn(
  check: Check,
  admin: Actor,
  { userId, deployment, actions }: Grant,
  ...shownBy: readonly (() => Promise<Answer>)[]
): Promise<number> {
  const { id } = await newRole(admin, { policies: [policy({ actions: [...actions], resources: [deployment] })] });
  await admin.preparing.grantRole(id, userId);
  const counts = () =>
    eventually(check, async () => {
      for (const request of shownBy) expect(await request()).toSucceed();
    });
  await asSetup(counts, 'the granted role does not permit a read of the deployment');
  return id;
}
