import { ADMIN_ROLE, type Role, type User } from '../world/account.ts';
import type { HeldRole } from '../world/held-roles.ts';

/** Rules of role holders, as data. */
export const roleHoldersRules = () => ({
  isGrantable: (role: Role): boolean => role.id !== ADMIN_ROLE,
  granted: (roleIds: ReadonlySet<number>, id: number): ReadonlySet<number> => new Set([...roleIds, id]),
  revoked: (roleIds: ReadonlySet<number>, id: number): ReadonlySet<number> =>
    new Set([...roleIds].filter((one) => one !== id)),
  isHolder: (held: readonly HeldRole[], id: number): boolean => held.some(({ role }) => role.id === id),
  isListed: (_user: User): boolean => true,
  /** The roles that an entry of the list carries. */
  carried: (held: readonly HeldRole[], _listed: Role): readonly HeldRole[] => held,
  shown: ({ role, direct, groupIds }: HeldRole): Record<string, unknown> => ({
    id: role.id,
    name: role.name,
    direct,
    groupIds,
  }),
  isAdmin: (isAdministrator: boolean): boolean => isAdministrator,
});
