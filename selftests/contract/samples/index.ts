import { apiKeys } from './api-keys.ts';
import { appConfig } from './app-config.ts';
import { build } from './build.ts';
import { dashboardExports } from './dashboard-exports.ts';
import { deployments } from './deployments.ts';
import { devMode } from './dev-mode.ts';
import { embed } from './embed.ts';
import { embedTenants } from './embed-tenants.ts';
import { environments } from './environments.ts';
import { externalDocuments } from './external-documents.ts';
import { folders } from './folders.ts';
import { lakehouse } from './lakehouse.ts';
import { oidcTokenConfigs } from './oidc-token-configs.ts';
import { openapiSpec } from './openapi-spec.ts';
import { promotions } from './promotions.ts';
import { reportDeliveries } from './report-deliveries.ts';
import { reports } from './reports.ts';
import { roleHolders } from './role-holders.ts';
import { roles } from './roles.ts';
import { scheduledTasks } from './scheduled-tasks.ts';
import { shared } from './shared.ts';
import { transformSync } from './transform-sync.ts';
import { usageAnalytics } from './usage-analytics.ts';
import { users } from './users.ts';
import { workbooks } from './workbooks.ts';
import type { Samples } from './sample.ts';

/** The samples of every family that has schemas. */
export const SAMPLES: Readonly<Record<string, Samples>> = {
  'api-keys': apiKeys,
  'app-config': appConfig,
  build,
  'dashboard-exports': dashboardExports,
  deployments,
  'dev-mode': devMode,
  embed,
  'embed-tenants': embedTenants,
  environments,
  'external-documents': externalDocuments,
  folders,
  lakehouse,
  'oidc-token-configs': oidcTokenConfigs,
  'openapi-spec': openapiSpec,
  promotions,
  'report-deliveries': reportDeliveries,
  reports,
  'role-holders': roleHolders,
  roles,
  'scheduled-tasks': scheduledTasks,
  shared,
  'transform-sync': transformSync,
  'usage-analytics': usageAnalytics,
  users,
  workbooks,
};
