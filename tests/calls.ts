import { calls as ai } from './ai/calls.ts';
import { calls as apiKeys } from './api-keys/calls.ts';
import { calls as appConfig } from './app-config/calls.ts';
import { calls as build } from './build/calls.ts';
import { calls as coreData } from './core-data/calls.ts';
import { calls as dashboardExports } from './dashboard-exports/calls.ts';
import { calls as deployments } from './deployments/calls.ts';
import { calls as devMode } from './dev-mode/calls.ts';
import { calls as embed } from './embed/calls.ts';
import { calls as embedTenants } from './embed-tenants/calls.ts';
import { calls as environments } from './environments/calls.ts';
import { calls as externalDocuments } from './external-documents/calls.ts';
import { calls as folders } from './folders/calls.ts';
import { calls as lakehouse } from './lakehouse/calls.ts';
import { calls as oidcTokenConfigs } from './oidc-token-configs/calls.ts';
import { calls as openapiSpec } from './openapi-spec/calls.ts';
import { calls as promotions } from './promotions/calls.ts';
import { calls as reportDeliveries } from './report-deliveries/calls.ts';
import { calls as reports } from './reports/calls.ts';
import { calls as roleHolders } from './role-holders/calls.ts';
import { calls as roles } from './roles/calls.ts';
import { calls as scheduledTasks } from './scheduled-tasks/calls.ts';
import { calls as scim } from './scim/calls.ts';
import { calls as transformSync } from './transform-sync/calls.ts';
import { calls as usageAnalytics } from './usage-analytics/calls.ts';
import { calls as users } from './users/calls.ts';
import { calls as workbooks } from './workbooks/calls.ts';
import type { ValidCalls } from '../harness/check/valid-calls.ts';

/** A valid call of every operation of the contract. */
export const EVERY_CALL: ValidCalls = {
  ...ai,
  ...apiKeys,
  ...appConfig,
  ...build,
  ...coreData,
  ...dashboardExports,
  ...deployments,
  ...devMode,
  ...embed,
  ...embedTenants,
  ...environments,
  ...externalDocuments,
  ...folders,
  ...lakehouse,
  ...oidcTokenConfigs,
  ...openapiSpec,
  ...promotions,
  ...reportDeliveries,
  ...reports,
  ...roleHolders,
  ...roles,
  ...scheduledTasks,
  ...scim,
  ...transformSync,
  ...usageAnalytics,
  ...users,
  ...workbooks,
};
