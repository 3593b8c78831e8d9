import type { Actor } from '../../harness/client/actor.ts';
import { PERMITTING_NOTHING, roleBody } from '../../harness/things/roles.ts';

export type HolderChange = (roleId: number, userId: string) => Promise<unknown>;

export async function makeChanges(changes: readonly HolderChange[], roleId: number, userId: string): Promise<void> {
  for (const change of changes) await change(roleId, userId);
}

/** Changes all that a role shows of itself. */
export function changeOf(actor: Actor): HolderChange {
  return (roleId) =>
    actor.preparing.updateRole(roleId, { ...roleBody(), policies: PERMITTING_NOTHING.policies.slice(0, 1) });
}

/** Grants and revocations of an actor; whether a role can be granted to who holds it is open. */
export function holderChangesOf(actor: Actor) {
  const grant: HolderChange = (roleId, userId) => actor.grantRole(roleId, userId);
  const revoke: HolderChange = (roleId, userId) => actor.revokeRole(roleId, userId);
  const grantAgain: HolderChange = (roleId, userId) => actor.ask('grantRole', roleId, userId);
  return { grant, revoke, grantAgain };
}
