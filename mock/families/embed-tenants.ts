import { done, ok, refuse, type Answer } from '../answer.ts';
import { isAdmin } from '../authority.ts';
import type { Call } from '../call.ts';
import { pageOfCollection, shown } from '../pages.ts';
import type { EmbedTenant } from '../rules/embed-tenants.ts';
import type { Tenant } from '../tenant.ts';
import type { Workbook } from '../world/content.ts';
import { forgetComments } from './dashboard-comments.ts';
import { embedAccess, PROVIDED_TENANT, sourcesOf, spareTenants } from './embed-access.ts';
import { endSessionsOf } from './embed-sessions.ts';
import type { FamilyBehaviour } from './family.ts';

function embedTenantIn({ tenant, path }: Call): EmbedTenant {
  const { tenants } = embedAccess(tenant);
  return tenants.get(path['embedTenantName'] ?? '') ?? refuse('unknown', 'there is no such embed tenant');
}

function listEmbedTenantWorkbooks(call: Call): Answer {
  const { tenant, query } = call;
  const rules = tenant.rules.embedTenants;
  const { workbooks } = tenant.content;
  const embedTenant = embedTenantIn(call);
  const deploymentId = Number(call.path['deploymentId']);
  const asked = query.oneOf('accessSource', rules.sources);
  const isListed = (one: Workbook) =>
    one.deploymentId === deploymentId && rules.isListed(sourcesOf(tenant, one, embedTenant), asked);
  const pages = pageOfCollection(call, workbooks, (one) => isListed(one));
  return ok(shown(pages, (one) => show(tenant, one, embedTenant)));
}

function show(tenant: Tenant, workbook: Workbook, embedTenant: EmbedTenant): Record<string, unknown> {
  const { id, name, slug, userId } = workbook;
  const user = tenant.account.users.get(userId);
  return {
    id,
    name,
    slug,
    user: user ? { id: user.id, email: user.email, firstName: user.firstName, picture: user.picture } : null,
    accessSources: sourcesOf(tenant, workbook, embedTenant),
  };
}

function deleteEmbedTenant(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.embedTenants;
  if (!rules.mayDelete(isAdmin(tenant, principal), principal.scope, principal.kind === 'api-key')) {
    refuse('forbidden', 'only an administrator of the whole account may do this');
  }
  const named = embedTenantIn(call);
  const { tenants } = embedAccess(tenant);
  for (const one of [...tenants.values()].filter((each) => rules.goes(each, named))) {
    tenants.delete(one.name);
    endSessionsOf(tenant, one.name);
    forgetComments(tenant, one.name);
  }
  return done();
}

function settings(tenant: Tenant) {
  const { dashboard, ofTenant, inFolder } = embedAccess(tenant).provided;
  return {
    EMBED_TENANT: PROVIDED_TENANT,
    SPARE_EMBED_TENANT: spareTenants(tenant),
    ...(ofTenant && { TENANT_WORKBOOK_ID: String(ofTenant.id) }),
    ...(dashboard && {
      ALL_EMBED_USERS_WORKBOOK_ID: String(dashboard.id),
      DASHBOARD_PUBLIC_ID: dashboard.publicId,
      EMBED_DASHBOARD_PUBLIC_ID: dashboard.publicId,
    }),
    ...(inFolder && { FOLDER_WORKBOOK_ID: String(inFolder.id) }),
  };
}

export const embedTenants: FamilyBehaviour = { handlers: { listEmbedTenantWorkbooks, deleteEmbedTenant }, settings };
