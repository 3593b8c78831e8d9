import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { madeRole, PERMITTING_NOTHING, type Role } from '../../harness/things/roles.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { found } from '../../harness/check/guesses.ts';
import type { Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { walk, walkLarge, type PageQuery } from '../../harness/client/paging.ts';

export type Holder = components['schemas']['RoleHolder'];
export type UserRole = components['schemas']['UserRole'];
type Id = string | number;

/** Creates a role that permits nothing as a setup step, and grants it to the users. */
export async function createGrantedRole(admin: Actor, ...userIds: readonly Id[]): Promise<Role> {
  const role = await madeRole(admin, PERMITTING_NOTHING);
  for (const userId of userIds) await admin.preparing.grantRole(role.id, userId);
  return role;
}

export async function holdersOf(admin: Actor, roleId: Id, first?: number): Promise<Holder[]> {
  const ask = (page: PageQuery) => admin.listRoleHolders(roleId, page);
  const holders = await (first === undefined ? walk(ask) : walkLarge(ask, first));
  // Holders whose ids nobody can read cannot be told apart, so that nothing is missing among them.
  idsOf(holders);
  return holders;
}

/** The same once new holders are among them, because the list may show them with a delay. */
export function holdersListed(check: Check, admin: Actor, roleId: Id, ...userIds: readonly Id[]): Promise<Holder[]> {
  return holdersListedIn(check, () => holdersOf(admin, roleId), ...userIds);
}

/** The same of holders that are read in another way. */
export function holdersListedIn(
  check: Check,
  read: () => Promise<Holder[]>,
  ...userIds: readonly Id[]
): Promise<Holder[]> {
  return readUntil(check, read, (holders) =>
    userIds.every((userId) => holders.some(({ id }) => String(id) === String(userId))),
  );
}

/** Creates a role as a setup step, grants it to the users, and waits until the list of its holders shows them. */
export async function createListedRole(check: Check, admin: Actor, ...userIds: readonly Id[]): Promise<Role> {
  const role = await createGrantedRole(admin, ...userIds);
  await holdersListed(check, admin.preparing, role.id, ...userIds);
  return role;
}

/** The entry of a user in the list of holders, once it has the given roles; undefined if the list shows none. */
export async function entryOf(
  check: Check,
  admin: Actor,
  roleId: Id,
  userId: Id,
  ...expected: readonly Id[]
): Promise<Holder | undefined> {
  const entryIn = (holders: readonly Holder[]) => holders.find(({ id }) => String(id) === String(userId));
  const hasRoles = (held: readonly string[]) => expected.every((id) => held.includes(String(id)));
  const holders = await readUntil(
    check,
    () => holdersOf(admin, roleId),
    (all) => {
      const entry = entryIn(all);
      return entry !== undefined && hasRoles(roleIdsOf(check, entry));
    },
  );
  return entryIn(holders);
}

export function idsOf(holders: readonly Holder[]): string[] {
  return shownIds(
    holders.map(({ id }) => id),
    'holders of a role',
  );
}

/** Ids as strings. The name of the member is open, so the check is untested where a list shows no ids at all. */
function shownIds(ids: readonly (Id | null | undefined)[], subject: string): string[] {
  const hasNoIds = ids.length > 0 && ids.every((id) => id === undefined || id === null);
  return hasNoIds ? untested(`the ${subject} are not shown with ids: state their binding`) : ids.map(String);
}

/** The ids of the roles in an entry of the list of holders; each role may be an object or only an id. */
export function roleIdsOf(check: Check, holder: Holder | undefined): string[] {
  const roles: unknown = (holder && found(check, 'role-holders.roles', holder.roles)) ?? [];
  if (!Array.isArray(roles)) untested(unstated('role-holders.roles', 'the roles of a holder are not shown as a list'));
  const entries = roles as NonNullable<Holder['roles']>;
  return shownIds(
    entries.map((role) => (typeof role === 'object' ? role.id : role)),
    'roles of a holder',
  );
}

/** The name under which a holder or a user is shown with a role; undefined where no name is shown. */
export function nameIn({ roles }: { readonly roles?: unknown }, roleId: Id): string | undefined {
  const shown: unknown = (Array.isArray(roles) ? roles : []).find(
    (role: unknown) => String((role as { readonly id?: unknown } | null)?.id) === String(roleId),
  );
  const { name } = (shown ?? {}) as { readonly name?: unknown };
  return typeof name === 'string' ? name : undefined;
}

/** The same once roles that the user holds are among them, because what was just granted may show with a delay. */
export function rolesListed(
  check: Check,
  admin: Actor,
  userId: Id,
  ...roleIds: readonly Id[]
): Promise<Map<string, UserRole>> {
  return readUntil(
    check,
    () => rolesOf(admin, userId),
    (roles) => roleIds.every((id) => roles.has(String(id))),
  );
}

/** The same once a role that was revoked is no longer among them. */
export function rolesWithout(check: Check, admin: Actor, userId: Id, roleId: Id): Promise<Map<string, UserRole>> {
  return readUntil(
    check,
    () => rolesOf(admin, userId),
    (roles) => !roles.has(String(roleId)),
  );
}

/** Sees to it as a setup step that a user holds a built-in role; whether it can be granted to who holds it is open. */
export async function holdBuiltIn(admin: Actor, builtIn: Id, userId: Id): Promise<void> {
  const answer = await admin.preparing.ask('grantRole', builtIn, userId);
  if (isSuccess(answer) || (await rolesOf(admin.preparing, userId)).has(String(builtIn))) return;
  granted(answer, 'the grant of a built-in role');
}

/** The roles of a user by id. */
export async function rolesOf(admin: Actor, userId: Id): Promise<Map<string, UserRole>> {
  const { roles } = await admin.listUserRoles(userId);
  const listed = roles ?? [];
  const ids = shownIds(
    listed.map(({ id }) => id),
    'roles of a user',
  );
  return new Map(listed.map((role, at) => [ids[at] ?? '', role]));
}
