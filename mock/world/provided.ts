import type { TenantState, ProvidedSettings } from '../state.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES } from './account.ts';
import { EXTERNAL_WORKBOOK, OTHER_EXTERNAL_WORKBOOK } from './seed-content.ts';

/** What the seed of the world itself provides to a run; families add what is theirs. */
export function worldSettings({ account, deployments }: TenantState): ProvidedSettings {
  const { cast } = account;
  const [first, second] = deployments.environments.filter((one) => one.deploymentId === deployments.home);
  return {
    DEPLOYMENT_ID: String(deployments.home),
    OTHER_DEPLOYMENT_ID: String(deployments.other),
    ENVIRONMENT_ID: String(first?.id),
    OTHER_ENVIRONMENT_ID: String(second?.id),
    CROWDED_ENVIRONMENT_ID: String(deployments.crowded),
    BRANCH: 'feature/orders',
    RUNNING_BRANCH: 'feature-running',
    STOPPED_BRANCH: 'feature-stopped',
    OTHER_BRANCH: 'feature-budget',
    BROKEN_BRANCH: 'feature-broken',
    SPARE_BRANCH: 'feature/spare,feature/spare-later,feature/spare-last',
    OTHER_SPARE_BRANCH: 'feature/spare',
    ADMIN_USER_ID: String(cast.admin),
    MEMBER_USER_ID: String(cast.member),
    NO_ACCESS_USER_ID: String(cast.outsider),
    DEACTIVATED_USER_ID: String(cast.deactivated),
    GROUP_ID: String(cast.group),
    OTHER_GROUP_ID: String(cast.otherGroup),
    GROUP_ROLE_ID: String(cast.groupRole),
    OTHER_GROUP_ROLE_ID: String(cast.otherGroupRole),
    ADMIN_ROLE_ID: String(ADMIN_ROLE),
    BUILT_IN_ROLE_ID: String(BUILT_IN_ROLES.find((role) => role.id !== ADMIN_ROLE)?.id),
    ACCOUNT_NAME: account.name,
  };
}

/** What of the content is provided to a run, found by the names that it was seeded under. */
export function contentSettings({ content }: TenantState): ProvidedSettings {
  const report = (name: string) => String(content.reports.find((one) => one.name === name)?.id);
  const folder = (name: string) => String(content.folders.find((one) => one.name === name)?.id);
  return {
    REPORT_ID: report('Orders'),
    UNREADABLE_REPORT_ID: report('Private to administrators'),
    READ_ONLY_REPORT_ID: report('Read only for members'),
    EDITABLE_REPORT_ID: report('Editable by members'),
    MANAGED_REPORT_ID: report('Managed by members'),
    OTHER_REPORT_ID: report('Finance orders'),
    FOLDER_ID: folder('Quarterly'),
    OWN_FOLDER_ID: folder('Quarterly'),
    READ_ONLY_FOLDER_ID: folder('Drafts'),
    EDITABLE_FOLDER_ID: folder('Editable'),
    SHARED_FOLDER_ID: folder('From the main workspace'),
    EXTERNAL_WORKBOOK_ID: EXTERNAL_WORKBOOK,
    OTHER_EXTERNAL_WORKBOOK_ID: OTHER_EXTERNAL_WORKBOOK,
  };
}
