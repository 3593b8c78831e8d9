import type { Actor } from '../../harness/client/actor.ts';
import { there, type ValidCall, type ValidCalls, type Where } from '../../harness/check/valid-calls.ts';
import { untested } from '../../harness/failures/untested.ts';
import type { Check } from '../../harness/test.ts';
import { tenantToDelete } from './tenants.ts';

/** A tenant may belong to one deployment: a key of that one is refused elsewhere because there is no such tenant. */
async function requireTenantElsewhere(check: Check, admin: Actor, where: Where, embedTenantName: string) {
  if (where !== 'elsewhere') return;
  const actor = there(check, admin, where).preparing;
  const { status } = await actor.raw('listEmbedTenantWorkbooks', { path: { embedTenantName } });
  if (status === 404) untested('EMBED_TENANT is no embed tenant of OTHER_DEPLOYMENT_ID');
}

const workbooksAskedFor =
  (query?: { readonly accessSource: string }): ValidCall =>
  async (check, admin, where) => {
    const embedTenantName = check.provided('EMBED_TENANT');
    await requireTenantElsewhere(check, admin, where, embedTenantName);
    return { path: { embedTenantName }, ...(query && { query }) };
  };

export const calls: ValidCalls = {
  listEmbedTenantWorkbooks: [workbooksAskedFor(), workbooksAskedFor({ accessSource: 'tenant' })],
  deleteEmbedTenant: async (check, admin) => ({ path: { embedTenantName: await tenantToDelete(check, admin) } }),
};
