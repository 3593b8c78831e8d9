import { refuse } from '../answer.ts';
import { idIn, type Body, type Call } from '../call.ts';
import { embedAccess, openEmbedTenant } from '../families/embed-access.ts';
import { oidcConfigs } from '../families/oidc-token-configs.ts';
import type { OidcTokenConfig } from '../rules/oidc-token-configs.ts';
import { FLAG, ID, NAME, TEXT, type Thing, type VendorOperations } from './operation.ts';

const CONFIG = { id: ID, name: NAME, audience: TEXT, isEnabled: FLAG };

function configView({ id, name, audience, isEnabled }: OidcTokenConfig): Thing {
  return { id, name, audience, isEnabled };
}

function createOidcTokenConfig({ tenant }: Call, body: Body): Thing {
  const configs = oidcConfigs(tenant);
  const { name, audience, isEnabled, targetEnvVar } = body as unknown as Partial<OidcTokenConfig> & { name: string };
  if (configs.find((one) => one.name === name)) refuse('conflict', 'there is a config of this name');
  const now = tenant.clock.now();
  const config: OidcTokenConfig = {
    id: configs.nextId(),
    name,
    audience: audience ?? 'https://example.com',
    audienceType: 'url',
    isEnabled: isEnabled ?? true,
    subFormat: 'deployment',
    customClaims: {},
    targetEnvVar: targetEnvVar ?? 'OIDC_TOKEN',
    createdAt: now,
    updatedAt: now,
  };
  return configView(configs.add(config));
}

function deleteOidcTokenConfig(call: Call): void {
  if (!oidcConfigs(call.tenant).remove(idIn(call, 'id') ?? 0)) refuse('unknown', 'there is no such config');
}

export const oidc: VendorOperations = {
  createOidcTokenConfig: {
    kind: 'oidc-token-configs',
    family: 'oidc-token-configs',
    does: 'create',
    summary: 'Make an OIDC token config',
    body: { name: NAME, audience: NAME, isEnabled: FLAG, targetEnvVar: NAME },
    needed: ['name', 'audience'],
    shows: CONFIG,
    listedBy: 'listOidcTokenConfigs',
    run: createOidcTokenConfig,
  },
  listOidcTokenConfigs: {
    kind: 'oidc-token-configs',
    family: 'oidc-token-configs',
    does: 'list',
    summary: 'List OIDC token configs',
    shows: CONFIG,
    by: 'id',
    run: ({ tenant }) => oidcConfigs(tenant).all().map(configView),
  },
  deleteOidcTokenConfig: {
    kind: 'oidc-token-configs',
    family: 'oidc-token-configs',
    does: 'remove',
    summary: 'Remove an OIDC token config',
    run: deleteOidcTokenConfig,
  },
};

/** Embed tenants are removed by a printed operation. */
export const embedTenants: VendorOperations = {
  createEmbedTenant: {
    kind: 'embed-tenants',
    family: 'embed-tenants',
    does: 'create',
    summary: 'Make an embed tenant',
    body: { name: NAME },
    needed: ['name'],
    shows: { name: NAME },
    listedBy: 'listEmbedTenants',
    run: ({ tenant }, { name }) => {
      if (embedAccess(tenant).tenants.has(String(name))) refuse('conflict', 'there is an embed tenant of this name');
      openEmbedTenant(tenant, String(name));
      return { name };
    },
  },
  listEmbedTenants: {
    kind: 'embed-tenants',
    family: 'embed-tenants',
    does: 'list',
    summary: 'List embed tenants',
    shows: { name: NAME },
    by: 'name',
    run: ({ tenant }) => [...embedAccess(tenant).tenants.keys()].map((name) => ({ name })),
  },
};
