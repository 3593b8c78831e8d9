import { ADMIN_ROLE, BUILT_IN_ROLES, type Account, type Role, type User } from './account.ts';

/** A tenant, as far as it matters here. */
interface Holding {
  readonly account: Account;
}

/** A role that a user holds, with the ways in which it came to be held. */
export interface HeldRole {
  readonly role: Role;
  readonly direct: boolean;
  readonly groupIds: readonly number[];
}

export function roleById({ account }: Holding, id: number): Role | undefined {
  return BUILT_IN_ROLES.find((role) => role.id === id) ?? account.roles.get(id);
}

/** Every role of a user, directly or through groups, built-in and custom. */
export function rolesOf({ account }: Holding, user: User): HeldRole[] {
  const groups = account.groups.filter((group) => group.userIds.has(user.id));
  const ids = new Set([...user.roleIds, ...groups.flatMap((group) => [...group.roleIds])]);
  return [...ids]
    .sort((a, b) => a - b)
    .flatMap((id) => {
      const role = roleById({ account }, id);
      if (!role) return [];
      const groupIds = groups.filter((group) => group.roleIds.has(id)).map((group) => group.id);
      return [{ role, direct: user.roleIds.has(id), groupIds }];
    });
}

export function isAdminUser({ account }: Holding, user: User): boolean {
  if (!user.active) return false;
  if (user.roleIds.has(ADMIN_ROLE)) return true;
  return account.groups.find(({ userIds, roleIds }) => userIds.has(user.id) && roleIds.has(ADMIN_ROLE)) !== undefined;
}
