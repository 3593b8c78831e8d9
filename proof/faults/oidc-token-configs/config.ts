import { idIn, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { changedIf } from '../../lib/conditions.ts';
import { changeBodySync, replace, without } from '../../lib/patches.ts';

/** Shows a config otherwise. */
function showing(change: (config: Body) => Body): Patch {
  return ({ oidcTokenConfigs }) => {
    const { shown } = oidcTokenConfigs;
    oidcTokenConfigs.shown = (config) => change(shown(config));
  };
}

/** Faults of the members of an OIDC token config. */
export const configFaults = faults({
  'oidc-token-configs.config.id': [
    {
      name: 'string',
      sentence: 'The id of a config is a string of digits.',
      also: [
        { id: 'oidc-token-configs.get.same-config', because: 'the id that is answered is no longer the same value' },
      ],
      patch: showing((config) => ({ ...config, id: String(config['id']) })),
    },
    {
      name: 'absent',
      sentence: 'A config is answered without its id, which the client knows.',
      also: [{ id: 'oidc-token-configs.get.same-config', because: 'nothing tells which config was answered' }],
      patch: showing(without('id')),
    },
  ],
  'oidc-token-configs.config.name': [
    {
      name: 'by-language',
      sentence: 'The name of a config is an object of names by language.',
      patch: showing((config) => ({ ...config, name: { en: config['name'] } })),
    },
    { name: 'absent', sentence: 'A config is answered without its name.', patch: showing(without('name')) },
  ],
  'oidc-token-configs.config.audience': [
    {
      name: 'list-for-plain-users',
      sentence: 'The audience of a config is a list for a user without the admin role.',
      seenWith: 'MEMBER_TOKEN',
      patch: changedIf('getOidcTokenConfig', byPlainUser, (config) => ({ ...config, audience: [config['audience']] })),
    },
    {
      name: 'list',
      sentence: 'The audience of a config is a list of one, as in a token.',
      patch: showing((config) => ({ ...config, audience: [config['audience']] })),
    },
  ],
  'oidc-token-configs.config.audience-type': {
    name: 'code',
    sentence: 'The audienceType of a config is the number of the type.',
    patch: showing((config) => ({ ...config, audienceType: 1 })),
  },
  'oidc-token-configs.config.is-enabled': [
    {
      name: 'text-for-oauth',
      sentence: 'The isEnabled of a config is a word for an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: changedIf('getOidcTokenConfig', byOAuth, (config) => ({
        ...config,
        isEnabled: String(config['isEnabled']),
      })),
    },
    {
      name: 'text',
      sentence: 'The isEnabled of a config is the word true or false.',
      patch: showing((config) => ({ ...config, isEnabled: String(config['isEnabled']) })),
    },
    {
      name: 'left-out-when-true',
      sentence: 'A config that is enabled comes without isEnabled.',
      patch: showing(({ isEnabled, ...rest }) => (isEnabled === true ? rest : { ...rest, isEnabled })),
    },
    {
      name: 'left-out-when-false',
      sentence: 'A config that is not enabled comes without isEnabled.',
      patch: changedIf(
        'getOidcTokenConfig',
        () => true,
        ({ isEnabled, ...config }) => (isEnabled === false ? config : { ...config, isEnabled }),
      ),
    },
  ],
  'oidc-token-configs.config.sub-format': {
    name: 'object',
    sentence: 'The subFormat of a config is an object around the format.',
    patch: showing((config) => ({ ...config, subFormat: { format: config['subFormat'] } })),
  },
  'oidc-token-configs.config.custom-claims': [
    {
      name: 'text-for-plain-users',
      sentence: 'The customClaims of a config are a text for a user without the admin role.',
      patch: changeBodySync('getOidcTokenConfig', (config, call) =>
        byPlainUser(call) ? { ...config, customClaims: JSON.stringify(config['customClaims']) } : config,
      ),
    },
    {
      name: 'of-a-disabled-one',
      toldBy: 'oidc-token-configs.get.same-config',
      sentence: 'The customClaims of a config that is not enabled are a text.',
      patch: changeBodySync('getOidcTokenConfig', (body) =>
        body['isEnabled'] === false ? { ...body, customClaims: JSON.stringify(body['customClaims']) } : body,
      ),
    },
    {
      name: 'pairs',
      sentence: 'The customClaims of a config are a list of names and values.',
      patch: showing((config) => ({
        ...config,
        customClaims: Object.entries(config['customClaims'] as Body).map(([name, value]) => ({ name, value })),
      })),
    },
  ],
  'oidc-token-configs.config.target-env-var': {
    name: 'list',
    sentence: 'The targetEnvVar of a config is a list of one.',
    patch: showing((config) => ({ ...config, targetEnvVar: [config['targetEnvVar']] })),
  },
  'oidc-token-configs.config.created-at': {
    name: 'absent',
    sentence: 'A config is answered without createdAt.',
    patch: showing(without('createdAt')),
  },
  'oidc-token-configs.config.updated-at': [
    {
      name: 'seconds-of-a-disabled-one',
      sentence: 'The updatedAt of a config that is not enabled is a number of seconds since 1970.',
      patch: changedIf(
        'getOidcTokenConfig',
        () => true,
        (config) => (config['isEnabled'] === false ? { ...config, updatedAt: 1_700_000_000 } : config),
      ),
    },
    {
      name: 'seconds',
      sentence: 'The updatedAt of a config is a number of seconds since 1970.',
      patch: replace('getOidcTokenConfig', async (call, original) => {
        const answer = await original(call);
        const seconds = Math.floor(call.tenant.clock.now() / 1000) - (idIn(call, 'id') ?? 0);
        return answer.kind === 'ok' ? { ...answer, body: { ...(answer.body as Body), updatedAt: seconds } } : answer;
      }),
    },
  ],
});
