import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../support/actor.ts';
import { madeRole, type Role } from '../support/roles.ts';
import type { Check } from '../support/test.ts';
import { walk } from '../support/walk.ts';

export type Holder = components['schemas']['RoleHolder'];
export type UserRole = components['schemas']['UserRole'];
type Id = string | number;

/** A role of this check's own that has been granted to users. */
export async function grantedRole(admin: Actor, ...userIds: readonly Id[]): Promise<Role> {
  const role = await madeRole(admin);
  for (const userId of userIds) await admin.preparing.grantRole(role.id, userId);
  return role;
}

/** The lent user, whose roles no other check changes meanwhile. */
export async function lentUser(check: Check): Promise<string> {
  await check.turn('roles of users');
  return check.lent('MEMBER_USER_ID');
}

export function holdersOf(admin: Actor, roleId: Id): Promise<Holder[]> {
  return walk((page) => admin.listRoleHolders(roleId, page));
}

export function idsOf(holders: readonly Holder[]): string[] {
  return holders.map(({ id }) => String(id));
}

/** The roles that a holder is shown with, by their ids: an entry is a role or no more than its id. */
export function roleIdsOf(holder: Holder | undefined): string[] {
  return (holder?.roles ?? []).map((role) => String(typeof role === 'object' ? role.id : role));
}

/** The roles of a user, by their ids. */
export async function rolesOf(admin: Actor, userId: Id): Promise<Map<string, UserRole>> {
  const { roles } = await admin.listUserRoles(userId);
  return new Map((roles ?? []).map((role) => [String(role.id), role]));
}
