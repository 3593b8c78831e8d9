import type { Principal } from './principal.ts';
import type { Tenant } from './tenant.ts';
import type { Policy, User } from './world/account.ts';
import { isAdminUser } from './world/held-roles.ts';

export function isAdmin(tenant: Tenant, principal: Principal): boolean {
  return principal.user !== undefined && isAdminUser(tenant, principal.user);
}

/** Whether a policy is about a thing: one that names it, or all of its kind. */
function isAbout(policy: Policy, resourceType: string, resource: string): boolean {
  return policy.resourceType === resourceType && policy.resources.some((one) => one === resource || one === 'All');
}

/** What a user is granted on a thing by policies alone. `All` grants every action. */
function isGranted(tenant: Tenant, user: User, action: string, resourceType: string, resource: string): boolean {
  return tenant.rules.authority
    .counted(tenant, user)
    .some((role) =>
      role.policies.some(
        (policy) => isAbout(policy, resourceType, resource) && tenant.rules.authority.grants(policy.actions, action),
      ),
    );
}

/** Whether the caller may do something on a deployment. Every right is worked out here, from users, groups and roles. */
export function may(tenant: Tenant, principal: Principal, action: string, deploymentId: number): boolean {
  if (principal.scope !== 'all' && !principal.scope.includes(deploymentId)) return false;
  if (tenant.rules.authority.adminMayEverything && isAdmin(tenant, principal)) return true;
  const { user } = principal;
  return user !== undefined && user.active && isGranted(tenant, user, action, 'Deployment', String(deploymentId));
}

/** Whether the caller may do something that is no single deployment's, by a policy on the account as a whole. */
export function mayGlobally(tenant: Tenant, principal: Principal, action: string): boolean {
  if (principal.scope !== 'all') return false;
  if (tenant.rules.authority.adminMayEverything && isAdmin(tenant, principal)) return true;
  const { user } = principal;
  return user !== undefined && user.active && isGranted(tenant, user, action, 'Global', 'All');
}

/** Whether the caller may do something to one thing of a deployment, by a policy on it or on its deployment. */
export function mayOn(
  tenant: Tenant,
  principal: Principal,
  action: string,
  thing: { readonly type: string; readonly id: number; readonly deploymentId: number },
): boolean {
  if (may(tenant, principal, action, thing.deploymentId)) return true;
  if (principal.scope !== 'all' && !principal.scope.includes(thing.deploymentId)) return false;
  const { user } = principal;
  return user !== undefined && user.active && isGranted(tenant, user, action, thing.type, String(thing.id));
}

/** Whether the caller may read a deployment: granted to read it, or in an embed session that was opened on it. */
export function reads(tenant: Tenant, principal: Principal, deploymentId: number): boolean {
  if (principal.embed) return principal.embed.deploymentId === deploymentId;
  return may(tenant, principal, 'DeploymentRead', deploymentId);
}
