import type { Registry } from '../contracts/requirements/index.ts';
import type { Fault, FaultTables } from './lib/fault.ts';
import { aiFaults } from './faults/ai/index.ts';
import { apiKeysFaults } from './faults/api-keys/index.ts';
import { appConfigFaults } from './faults/app-config/index.ts';
import { authFaults } from './faults/auth/index.ts';
import { buildFaults } from './faults/build/index.ts';
import { coreDataFaults } from './faults/core-data/index.ts';
import { dashboardExportsFaults } from './faults/dashboard-exports/index.ts';
import { deploymentsFaults } from './faults/deployments/index.ts';
import { devModeFaults } from './faults/dev-mode/index.ts';
import { embedFaults } from './faults/embed/index.ts';
import { embedTenantsFaults } from './faults/embed-tenants/index.ts';
import { environmentsFaults } from './faults/environments/index.ts';
import { externalDocumentsFaults } from './faults/external-documents/index.ts';
import { foldersFaults } from './faults/folders/index.ts';
import { lakehouseFaults } from './faults/lakehouse/index.ts';
import { namedFaults } from './faults/named/index.ts';
import { oidcTokenConfigsFaults } from './faults/oidc-token-configs/index.ts';
import { openapiSpecFaults } from './faults/openapi-spec/index.ts';
import { promotionsFaults } from './faults/promotions/index.ts';
import { reportDeliveriesFaults } from './faults/report-deliveries/index.ts';
import { reportsFaults } from './faults/reports/index.ts';
import { roleHoldersFaults } from './faults/role-holders/index.ts';
import { rolesFaults } from './faults/roles/index.ts';
import { scheduledTasksFaults } from './faults/scheduled-tasks/index.ts';
import { scimFaults } from './faults/scim/index.ts';
import { transformSyncFaults } from './faults/transform-sync/index.ts';
import { usageAnalyticsFaults } from './faults/usage-analytics/index.ts';
import { usersFaults } from './faults/users/index.ts';
import { versioningFaults } from './faults/versioning/index.ts';
import { workbooksFaults } from './faults/workbooks/index.ts';
import { perOperationFaults } from './faults/every-family/per-operation.ts';

export type { Fault } from './lib/fault.ts';

/** The tables of faults of each family, and of what holds for the operations of every family. */
export function loadFaultTables(registry: Registry): FaultTables {
  return {
    ...aiFaults,
    ...apiKeysFaults,
    ...appConfigFaults,
    ...authFaults,
    ...buildFaults,
    ...coreDataFaults,
    ...dashboardExportsFaults,
    ...deploymentsFaults,
    ...devModeFaults,
    ...embedFaults,
    ...embedTenantsFaults,
    ...environmentsFaults,
    ...externalDocumentsFaults,
    ...foldersFaults,
    ...lakehouseFaults,
    ...namedFaults,
    ...oidcTokenConfigsFaults,
    ...openapiSpecFaults,
    ...promotionsFaults,
    ...reportDeliveriesFaults,
    ...reportsFaults,
    ...roleHoldersFaults,
    ...rolesFaults,
    ...scheduledTasksFaults,
    ...scimFaults,
    ...transformSyncFaults,
    ...usageAnalyticsFaults,
    ...usersFaults,
    ...versioningFaults,
    ...workbooksFaults,
    'proof/faults/every-family/per-operation.ts': perOperationFaults(registry),
  };
}

/** Every fault: the declared ones, and those that are derived for each operation. */
export function loadFaults(registry: Registry): readonly Fault[] {
  const faults = Object.values(loadFaultTables(registry)).flat();
  refuseTwins(faults);
  return faults;
}

/** A fault is selected by its id, so that of two faults with one id none could be selected alone. */
function refuseTwins(faults: readonly Fault[]): void {
  const seen = new Set<string>();
  const twins = faults.flatMap(({ id }) => (seen.size === seen.add(id).size ? [id] : []));
  if (twins.length > 0)
    throw new Error(`proof/faults: the ids of faults are unique, and these are not: ${twins.join(', ')}`);
}
