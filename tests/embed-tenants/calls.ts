import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { tenantToDelete } from './tenants.ts';

export const calls: ValidCalls = {
  listEmbedTenantWorkbooks: [
    (check) => ({ path: { embedTenantName: check.provided('EMBED_TENANT') } }),
    (check) => ({ path: { embedTenantName: check.provided('EMBED_TENANT') }, query: { accessSource: 'tenant' } }),
  ],
  deleteEmbedTenant: async (check, admin) => ({ path: { embedTenantName: await tenantToDelete(check, admin) } }),
};
