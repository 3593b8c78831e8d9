import { ai, aiRules } from './ai.ts';
import { apiKeys, apiKeysRules } from './api-keys.ts';
import { appConfig, appConfigRules } from './app-config.ts';
import { build, buildRules } from './build.ts';
import { coreData, coreDataRules } from './core-data.ts';
import { dashboardExports, dashboardExportsRules } from './dashboard-exports.ts';
import { deployments, deploymentsRules } from './deployments.ts';
import { devMode, devModeRules } from './dev-mode.ts';
import { embed, embedRules } from './embed.ts';
import { embedTenants, embedTenantsRules } from './embed-tenants.ts';
import { environments, environmentsRules } from './environments.ts';
import { externalDocuments, externalDocumentsRules } from './external-documents.ts';
import { folders, foldersRules } from './folders.ts';
import { lakehouse, lakehouseRules } from './lakehouse.ts';
import { named, namedRules, declared } from './named.ts';
import { oidcTokenConfigs, oidcTokenConfigsRules } from './oidc-token-configs.ts';
import { openapiSpec, openapiSpecRules } from './openapi-spec.ts';
import { promotions, promotionsRules } from './promotions.ts';
import { reportDeliveries, reportDeliveriesRules } from './report-deliveries.ts';
import { reports, reportsRules } from './reports.ts';
import { roleHolders, roleHoldersRules } from './role-holders.ts';
import { roles, rolesRules } from './roles.ts';
import { scheduledTasks, scheduledTasksRules } from './scheduled-tasks.ts';
import { declaredNotifications } from './task-notifications.ts';
import { scim, scimRules } from './scim.ts';
import { transformSync, transformSyncRules } from './transform-sync.ts';
import { usageAnalytics, usageAnalyticsRules } from './usage-analytics.ts';
import { users, usersRules } from './users.ts';
import { workbooks, workbooksRules } from './workbooks.ts';
import { lendWorld } from '../world/lend.ts';
import { lendContent } from '../world/seed-content.ts';
import type { Handlers } from '../call.ts';
import type { Lent, Tenant } from '../tenant.ts';
import type { DeclaredOperation, FamilyBehaviour } from './family.ts';

const FAMILIES: readonly FamilyBehaviour[] = [
  roles,
  roleHolders,
  reports,
  folders,
  oidcTokenConfigs,
  devMode,
  scheduledTasks,
  reportDeliveries,
  deployments,
  environments,
  dashboardExports,
  workbooks,
  promotions,
  externalDocuments,
  embed,
  embedTenants,
  appConfig,
  usageAnalytics,
  apiKeys,
  users,
  transformSync,
  lakehouse,
  build,
  coreData,
  ai,
  scim,
  openapiSpec,
  named,
];

export const HANDLERS: Handlers = Object.assign({}, ...FAMILIES.map(({ handlers }) => handlers)) as Handlers;

/** How each family makes its rules. */
export const FAMILY_RULES = {
  roles: rolesRules,
  roleHolders: roleHoldersRules,
  reports: reportsRules,
  folders: foldersRules,
  oidcTokenConfigs: oidcTokenConfigsRules,
  devMode: devModeRules,
  scheduledTasks: scheduledTasksRules,
  reportDeliveries: reportDeliveriesRules,
  deployments: deploymentsRules,
  environments: environmentsRules,
  dashboardExports: dashboardExportsRules,
  workbooks: workbooksRules,
  promotions: promotionsRules,
  externalDocuments: externalDocumentsRules,
  embed: embedRules,
  embedTenants: embedTenantsRules,
  appConfig: appConfigRules,
  usageAnalytics: usageAnalyticsRules,
  apiKeys: apiKeysRules,
  users: usersRules,
  transformSync: transformSyncRules,
  lakehouse: lakehouseRules,
  build: buildRules,
  coreData: coreDataRules,
  ai: aiRules,
  scim: scimRules,
  openapiSpec: openapiSpecRules,
  named: namedRules,
};

export const DECLARED: readonly DeclaredOperation[] = [...declared, declaredNotifications];

/** What the seed of all families lends to a run. */
export function lend(tenant: Tenant): Lent {
  return Object.assign(
    lendWorld(tenant),
    lendContent(tenant),
    ...FAMILIES.map((family) => family.lend?.(tenant) ?? {}),
  ) as Lent;
}
