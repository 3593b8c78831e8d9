import type { Registry } from '../contracts/requirements/index.ts';
import type { Fault } from './lib/fault.ts';
import { apiKeysFaults } from './faults/api-keys.ts';
import { apisFaults } from './faults/apis.ts';
import { appConfigFaults } from './faults/app-config.ts';
import { authFaults } from './faults/auth.ts';
import { buildFaults } from './faults/build.ts';
import { dashboardExportsFaults } from './faults/dashboard-exports.ts';
import { deploymentTokensFaults } from './faults/deployment-tokens.ts';
import { deploymentsFaults } from './faults/deployments.ts';
import { devModeFaults } from './faults/dev-mode.ts';
import { environmentsFaults } from './faults/environments.ts';
import { embedCommentsFaults } from './faults/embed-comments.ts';
import { embedRevokeFaults } from './faults/embed-revoke.ts';
import { embedTenantsFaults } from './faults/embed-tenants.ts';
import { embedFaults } from './faults/embed.ts';
import { externalDocumentsFaults } from './faults/external-documents.ts';
import { foldersFaults } from './faults/folders.ts';
import { lakehouseFaults } from './faults/lakehouse.ts';
import { namedFaults } from './faults/named.ts';
import { oidcTokenConfigsFaults } from './faults/oidc-token-configs.ts';
import { openapiSpecSchemasFaults } from './faults/openapi-spec-schemas.ts';
import { openapiSpecFaults } from './faults/openapi-spec.ts';
import { perOperationFaults } from './faults/per-operation.ts';
import { promotionsFaults } from './faults/promotions.ts';
import { reportDeliveriesFaults } from './faults/report-deliveries.ts';
import { reportsChangeFaults } from './faults/reports-change.ts';
import { reportsCombinedFaults } from './faults/reports-combined.ts';
import { reportsListFaults } from './faults/reports-list.ts';
import { reportsFaults } from './faults/reports.ts';
import { roleHoldersFaults } from './faults/role-holders.ts';
import { rolesFaults } from './faults/roles.ts';
import { scheduledTasksAccessFaults } from './faults/scheduled-tasks-access.ts';
import { scheduledTasksConditionsFaults } from './faults/scheduled-tasks-conditions.ts';
import { scheduledTasksFieldsFaults } from './faults/scheduled-tasks-fields.ts';
import { scheduledTasksLimitFaults } from './faults/scheduled-tasks-limit.ts';
import { scheduledTasksListsFaults } from './faults/scheduled-tasks-lists.ts';
import { scheduledTasksScheduleFaults } from './faults/scheduled-tasks-schedule.ts';
import { scheduledTasksFaults } from './faults/scheduled-tasks.ts';
import { transformSyncListsFaults } from './faults/transform-sync-lists.ts';
import { transformSyncFaults } from './faults/transform-sync.ts';
import { usageAnalyticsFaults } from './faults/usage-analytics.ts';
import { usersFaults } from './faults/users.ts';
import { versioningFaults } from './faults/versioning.ts';
import { workbooksFaults } from './faults/workbooks.ts';

export type { Fault } from './lib/fault.ts';

/** Every fault: those that are written down, family by family, and those that are made for each operation. */
export function loadFaults(registry: Registry): readonly Fault[] {
  const faults = [
    ...authFaults,
    ...versioningFaults,
    ...openapiSpecFaults,
    ...openapiSpecSchemasFaults,
    ...rolesFaults,
    ...roleHoldersFaults,
    ...reportsFaults,
    ...reportsListFaults,
    ...reportsCombinedFaults,
    ...reportsChangeFaults,
    ...oidcTokenConfigsFaults,
    ...devModeFaults,
    ...dashboardExportsFaults,
    ...workbooksFaults,
    ...promotionsFaults,
    ...externalDocumentsFaults,
    ...deploymentTokensFaults,
    ...deploymentsFaults,
    ...environmentsFaults,
    ...embedFaults,
    ...embedRevokeFaults,
    ...embedCommentsFaults,
    ...embedTenantsFaults,
    ...appConfigFaults,
    ...usageAnalyticsFaults,
    ...apiKeysFaults,
    ...scheduledTasksFaults,
    ...scheduledTasksListsFaults,
    ...scheduledTasksFieldsFaults,
    ...scheduledTasksScheduleFaults,
    ...scheduledTasksConditionsFaults,
    ...scheduledTasksLimitFaults,
    ...scheduledTasksAccessFaults,
    ...reportDeliveriesFaults,
    ...foldersFaults,
    ...usersFaults,
    ...transformSyncFaults,
    ...transformSyncListsFaults,
    ...lakehouseFaults,
    ...buildFaults,
    ...apisFaults,
    ...namedFaults,
    ...perOperationFaults(registry),
  ];
  refuseTwins(faults);
  return faults;
}

/** A fault is asked for by its id, so two of one id would be one that nobody can ask for. */
function refuseTwins(faults: readonly Fault[]): void {
  const seen = new Set<string>();
  const twins = faults.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : []));
  if (twins.length > 0)
    throw new Error(`proof/faults: the ids of faults are unique, and these are not: ${twins.join(', ')}`);
}
