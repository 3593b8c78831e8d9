import { accessRules } from './access.ts';
import { aiRules } from './ai.ts';
import { apiKeysRules } from './api-keys.ts';
import { appConfigRules } from './app-config.ts';
import { authorityRules } from './authority.ts';
import { buildRules } from './build.ts';
import { coreDataRules } from './core-data.ts';
import { dashboardExportsRules } from './dashboard-exports.ts';
import { deploymentsRules } from './deployments.ts';
import { devModeRules } from './dev-mode.ts';
import { embedTenantsRules } from './embed-tenants.ts';
import { embedRules } from './embed.ts';
import { environmentsRules } from './environments.ts';
import { externalDocumentsRules } from './external-documents.ts';
import { foldersRules } from './folders.ts';
import { lakehouseRules } from './lakehouse.ts';
import { namedRules } from './named.ts';
import { oidcTokenConfigsRules } from './oidc-token-configs.ts';
import { openapiSpecRules } from './openapi-spec.ts';
import { pagesRules } from './pages.ts';
import { promotionsRules } from './promotions.ts';
import { reportDeliveriesRules } from './report-deliveries.ts';
import { reportsRules } from './reports.ts';
import { requestRules } from './requests.ts';
import { responseRules } from './responses.ts';
import { roleHoldersRules } from './role-holders.ts';
import { rolesRules } from './roles.ts';
import { scheduledTasksRules } from './scheduled-tasks.ts';
import { scimRules } from './scim.ts';
import { transformSyncRules } from './transform-sync.ts';
import { usageAnalyticsRules } from './usage-analytics.ts';
import { usersRules } from './users.ts';
import { workbooksRules } from './workbooks.ts';

/** The rules of each family, by its name in camel case, and those that families share. */
const RULE_SETS = {
  access: accessRules,
  authority: authorityRules,
  requests: requestRules,
  responses: responseRules,
  pages: pagesRules,
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

/** All rules of a tenant, as named values and small functions. */
export type RuleSets = { readonly [Name in keyof typeof RULE_SETS]: ReturnType<(typeof RULE_SETS)[Name]> };

export function makeRuleSets(): RuleSets {
  const made = Object.entries(RULE_SETS).map(([name, make]) => [name, make()]);
  return Object.fromEntries(made) as RuleSets;
}
