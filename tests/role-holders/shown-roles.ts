import type { Actor } from '../../harness/client/actor.ts';
import { type Role } from '../../harness/things/roles.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** Revokes a role that was granted and grants it again. */
export async function granting(admin: Actor, roleId: string | number, userId: string): Promise<void> {
  await admin.preparing.revokeRole(roleId, userId);
  await admin.preparing.grantRole(roleId, userId);
}

export function requireHeld(held: ReadonlyMap<string, unknown>, { id }: Pick<Role, 'id'>): void {
  if (!held.has(String(id))) throw setupFailed('the roles of the user do not show a granted role');
}
