import { ok, refuse, type Answer } from '../answer.ts';
import { idIn, type Call } from '../call.ts';
import { Collection } from '../collection.ts';
import type { OidcTokenConfig } from '../rules/oidc-token-configs.ts';
import { slice } from '../state.ts';
import type { FamilyBehaviour } from './family.ts';

export const oidcConfigs = slice('oidc-token-configs', ({ clock }) => {
  const all = new Collection<OidcTokenConfig>(5001);
  const createdAt = clock.now() - 90 * 86_400_000;
  for (const [name, isEnabled] of [
    ['Warehouse', true],
    ['Archive', false],
  ] as const) {
    all.add({
      id: all.nextId(),
      name,
      audience: `https://${name.toLowerCase()}.example.com`,
      audienceType: 'url',
      isEnabled,
      subFormat: 'deployment',
      customClaims: { team: 'data' },
      targetEnvVar: `${name.toUpperCase()}_TOKEN`,
      createdAt,
      updatedAt: createdAt + 86_400_000,
    });
  }
  return all;
});

function getOidcTokenConfig(call: Call): Answer {
  const id = idIn(call, 'id');
  const rules = call.tenant.rules.oidcTokenConfigs;
  if (!rules.mayRead(call.principal.user !== undefined)) refuse('forbidden', 'only users of the account may do this');
  const config = id === undefined ? undefined : rules.named(oidcConfigs(call.tenant), id);
  return config ? ok(rules.shown(config)) : refuse('unknown', 'there is no such config');
}

export const oidcTokenConfigs: FamilyBehaviour = {
  handlers: { getOidcTokenConfig },
  settings(tenant) {
    const configs = oidcConfigs(tenant).all();
    return {
      OIDC_TOKEN_CONFIG_ID: String(configs[0]?.id),
      DISABLED_OIDC_TOKEN_CONFIG_ID: String(configs.find(({ isEnabled }) => !isEnabled)?.id),
    };
  },
};
