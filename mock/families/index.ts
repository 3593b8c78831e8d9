import type { Handlers } from '../call.ts';
import type { ProvidedSettings } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import { VENDOR_HANDLERS } from '../vendor/index.ts';
import { worldSettings, contentSettings } from '../world/provided.ts';
import { ai } from './ai.ts';
import { apiKeys } from './api-keys.ts';
import { appConfig } from './app-config.ts';
import { build } from './build.ts';
import { coreData } from './core-data.ts';
import { dashboardExports } from './dashboard-exports.ts';
import { deployments } from './deployments.ts';
import { devMode } from './dev-mode.ts';
import { embedTenants } from './embed-tenants.ts';
import { embed } from './embed.ts';
import { environments } from './environments.ts';
import { externalDocuments } from './external-documents.ts';
import type { DeclaredOperation, FamilyBehaviour } from './family.ts';
import { folders } from './folders.ts';
import { lakehouse } from './lakehouse.ts';
import { named, declared } from './named.ts';
import { oidcTokenConfigs } from './oidc-token-configs.ts';
import { openapiSpec } from './openapi-spec.ts';
import { promotions } from './promotions.ts';
import { reportDeliveries } from './report-deliveries.ts';
import { reports } from './reports.ts';
import { roleHolders } from './role-holders.ts';
import { roles } from './roles.ts';
import { scheduledTasks } from './scheduled-tasks.ts';
import { scim } from './scim.ts';
import { declaredNotifications } from './task-notifications.ts';
import { transformSync } from './transform-sync.ts';
import { usageAnalytics } from './usage-analytics.ts';
import { users } from './users.ts';
import { workbooks } from './workbooks.ts';

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

export const HANDLERS: Handlers = Object.assign(
  {},
  ...FAMILIES.map(({ handlers }) => handlers),
  VENDOR_HANDLERS,
) as Handlers;

export const DECLARED: readonly DeclaredOperation[] = [...declared, declaredNotifications];

/** What the seed of all families provides to a run. */
export function providedSettings(tenant: Tenant): ProvidedSettings {
  return Object.assign(
    worldSettings(tenant),
    contentSettings(tenant),
    ...FAMILIES.map((family) => family.settings?.(tenant) ?? {}),
  ) as ProvidedSettings;
}
