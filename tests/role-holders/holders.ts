import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { madeRole, type Role } from '../../harness/things/roles.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';

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
  await check.lock('roles of users');
  return check.provided('MEMBER_USER_ID');
}

export function holdersOf(admin: Actor, roleId: Id): Promise<Holder[]> {
  return walk((page) => admin.listRoleHolders(roleId, page));
}

export function idsOf(holders: readonly Holder[]): string[] {
  return shownIds(
    holders.map(({ id }) => id),
    'holders of a role',
  );
}

/** Ids as texts; what the member is called is open, so that a list which shows none at all says nothing. */
function shownIds(ids: readonly (Id | null | undefined)[], what: string): string[] {
  const isSilent = ids.length > 0 && ids.every((id) => id === undefined || id === null);
  return isSilent ? untested(`the ${what} are not shown with ids: state their binding`) : ids.map(String);
}

/** The roles that a holder is shown with, by their ids: an entry is a role or no more than its id. */
export function roleIdsOf(holder: Holder | undefined): string[] {
  const roles: unknown = holder?.roles ?? [];
  if (!Array.isArray(roles)) untested('the roles of a holder are not shown as a list: state role-holders.roles');
  const entries = roles as NonNullable<Holder['roles']>;
  return shownIds(
    entries.map((role) => (typeof role === 'object' ? role.id : role)),
    'roles of a holder',
  );
}

/** The roles of a user, by their ids. */
export async function rolesOf(admin: Actor, userId: Id): Promise<Map<string, UserRole>> {
  const { roles } = await admin.listUserRoles(userId);
  const listed = roles ?? [];
  const ids = shownIds(
    listed.map(({ id }) => id),
    'roles of a user',
  );
  return new Map(listed.map((role, at) => [ids[at] ?? '', role]));
}
