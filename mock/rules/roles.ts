import { LIMITS } from '../../contracts/limits.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { BUILT_IN_ROLES, type Role } from '../world/account.ts';
import { ACTIONS, RESOURCE_TYPES } from './vocabulary.ts';

/** Rules of roles and policies, as data. */
export const rolesRules = () => ({
  name: { ...LIMITS.roleName } as { min: number; max: number },
  description: { ...LIMITS.roleDescription } as { max: number },
  policies: { ...LIMITS.policiesPerRole } as { max: number },
  fewestActions: 1,
  fewestResources: 1,
  actions: ACTIONS,
  resourceTypes: RESOURCE_TYPES,
  /** What stands for a deployment in a policy: an id, or the single entry All. */
  isDeploymentId: (resource: string): boolean => /^\d+$/.test(resource),
  isWhole: (resources: readonly string[]): boolean => resources.length === 1 && resources[0] === 'All',
  isBuiltInName: (name: string): boolean => BUILT_IN_ROLES.some((role) => role.name === name),
  isTaken: (name: string, roles: Iterable<Role>, except: number | undefined): boolean => {
    for (const role of roles) if (role.name === name && role.id !== except) return true;
    return false;
  },
  /** Whether a creation without policies is refused. */
  needsPolicies: ({ outcomes }: Dialect): boolean => outcomes.roleWithoutPolicies === 'refused',
  /** Whether a role stays as long as somebody holds it. */
  keepsHeld: ({ outcomes }: Dialect): boolean => outcomes.heldRole === 'kept',
  /** What an update makes of a role: only members that are present change. */
  merged: (role: Role, change: Partial<Role>): Role => ({ ...role, ...change }),
  /** How many problems of a body are told. */
  told: (problems: readonly string[]): readonly string[] => problems,
});
