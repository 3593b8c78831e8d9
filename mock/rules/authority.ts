import type { TenantState } from '../state.ts';
import type { User, Role } from '../world/account.ts';
import { rolesOf } from '../world/held-roles.ts';

/** Rules of authority, as data. */
export const authorityRules = () => ({
  /** The roles whose policies count when a user asks for something. */
  counted: (tenant: TenantState, user: User): readonly Role[] => rolesOf(tenant, user).map(({ role }) => role),
  /** Whether a policy's actions include one: by name, or because it grants all. */
  grants: (actions: readonly string[], action: string): boolean => actions.includes('All') || actions.includes(action),
  /** Administrators may everything. */
  adminMayEverything: true,
});
