import type { Lent, Tenant } from '../tenant.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES } from './account.ts';

/** What the seed of the world itself lends to a run; families add what is theirs. */
export function lendWorld({ account, deployments }: Tenant): Lent {
  const { cast } = account;
  const [first, second] = deployments.environments.filter((one) => one.deploymentId === deployments.home);
  return {
    DEPLOYMENT_ID: String(deployments.home),
    OTHER_DEPLOYMENT_ID: String(deployments.other),
    ENVIRONMENT_ID: String(first?.id),
    OTHER_ENVIRONMENT_ID: String(second?.id),
    CROWDED_ENVIRONMENT_ID: String(deployments.crowded),
    BRANCH: 'feature-orders',
    RUNNING_BRANCH: 'feature-running',
    STOPPED_BRANCH: 'feature-stopped',
    OTHER_BRANCH: 'feature-orders',
    BROKEN_BRANCH: 'feature-broken',
    SPARE_BRANCH: 'feature-spare',
    OTHER_SPARE_BRANCH: 'feature-spare',
    MEMBER_USER_ID: String(cast.member),
    NO_ACCESS_USER_ID: String(cast.outsider),
    DEACTIVATED_USER_ID: String(cast.deactivated),
    GROUP_ID: String(cast.group),
    GROUP_ROLE_ID: String(cast.groupRole),
    ADMIN_ROLE_ID: String(ADMIN_ROLE),
    BUILT_IN_ROLE_ID: String(BUILT_IN_ROLES.find((role) => role.id !== ADMIN_ROLE)?.id),
    ACCOUNT_NAME: account.name,
  };
}
