import { ai } from './ai.ts';
import { apiKeys } from './api-keys.ts';
import { appConfig } from './app-config.ts';
import { auth } from './auth.ts';
import { build } from './build.ts';
import { coreData } from './core-data.ts';
import { dashboardExports } from './dashboard-exports.ts';
import { deployments } from './deployments.ts';
import { devMode } from './dev-mode.ts';
import { embed } from './embed.ts';
import { embedTenants } from './embed-tenants.ts';
import { environments } from './environments.ts';
import { externalDocuments } from './external-documents.ts';
import { folders } from './folders.ts';
import { lakehouse } from './lakehouse.ts';
import { named } from './named.ts';
import { oidcTokenConfigs } from './oidc-token-configs.ts';
import { openapiSpec } from './openapi-spec.ts';
import { promotions } from './promotions.ts';
import { reportDeliveries } from './report-deliveries.ts';
import { reports } from './reports.ts';
import { roleHolders } from './role-holders.ts';
import { roles } from './roles.ts';
import { scheduledTasks } from './scheduled-tasks.ts';
import { scim } from './scim.ts';
import { transformSync } from './transform-sync.ts';
import { usageAnalytics } from './usage-analytics.ts';
import { users } from './users.ts';
import { versioning } from './versioning.ts';
import { workbooks } from './workbooks.ts';

/** The rows of all families in the order of reports. */
export const WRITTEN = [
  auth,
  scim,
  versioning,
  openapiSpec,
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
  named,
] as const;
