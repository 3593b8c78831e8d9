import type { Actor } from '../../harness/client/actor.ts';
import { PERMITTING_NOTHING, roleBody } from '../../harness/things/roles.ts';

export type Turn = (roleId: number, userId: string) => Promise<unknown>;

export async function takeTurns(turns: readonly Turn[], roleId: number, userId: string): Promise<void> {
  for (const turn of turns) await turn(roleId, userId);
}

/** Changes all that a role shows of itself. */
export function changeOf(actor: Actor): Turn {
  return (roleId) =>
    actor.preparing.updateRole(roleId, { ...roleBody(), policies: PERMITTING_NOTHING.policies.slice(0, 1) });
}

/** Grants and revocations of an actor; whether a role can be granted to who holds it is open. */
export function turnsOf(actor: Actor) {
  const grant: Turn = (roleId, userId) => actor.grantRole(roleId, userId);
  const revoke: Turn = (roleId, userId) => actor.revokeRole(roleId, userId);
  const grantAgain: Turn = (roleId, userId) => actor.ask('grantRole', roleId, userId);
  return { grant, revoke, grantAgain };
}
