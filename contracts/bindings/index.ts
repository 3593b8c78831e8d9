import type { Binding, Bindings } from './binding.ts';
import { apiKeys } from './api-keys.ts';
import { build } from './build.ts';
import { dashboardExports } from './dashboard-exports.ts';
import { deployments } from './deployments.ts';
import { embed } from './embed.ts';
import { embedTenants } from './embed-tenants.ts';
import { environments } from './environments.ts';
import { externalDocuments } from './external-documents.ts';
import { folders } from './folders.ts';
import { lakehouse } from './lakehouse.ts';
import { named } from './named.ts';
import { paging } from './paging.ts';
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
import { workbooks } from './workbooks.ts';

/** Every name that the specification leaves open and a check needs, by its id. */
export const BINDINGS = {
  ...scim,
  ...roles,
  ...roleHolders,
  ...reports,
  ...folders,
  ...scheduledTasks,
  ...reportDeliveries,
  ...deployments,
  ...environments,
  ...dashboardExports,
  ...workbooks,
  ...promotions,
  ...externalDocuments,
  ...embed,
  ...embedTenants,
  ...usageAnalytics,
  ...apiKeys,
  ...users,
  ...transformSync,
  ...lakehouse,
  ...build,
  ...named,
  ...paging,
} as const satisfies Bindings;

export type BindingId = keyof typeof BINDINGS;

/**
 * Whether a check that needs a binding supposes something unless the user states it: no rule finds its value in a tenant's
 * document. An empty default supposes nothing.
 */
export function isAlwaysGuessed(id: BindingId): boolean {
  const binding: Binding = BINDINGS[id];
  const isEmpty = typeof binding.default === 'object' && Object.keys(binding.default).length === 0;
  return binding.discover === undefined && !isEmpty;
}
