import { idIn, type Body } from '../../../mock/call.ts';
import { oidcConfigs } from '../../../mock/families/oidc-token-configs.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { changedIf } from '../../lib/conditions.ts';
import { changeBodySync, remembering, replace, replaceSync } from '../../lib/patches.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** Faults of reading an OIDC token config. */
export const getFaults = faults({
  'oidc-token-configs.get.answers-200': [
    {
      name: 'disabled-not-found',
      sentence: 'A config that is not enabled is not found.',
      also: alsoThese(
        'it is looked at as well',
        'oidc-token-configs.get.same-config',
        'oidc-token-configs.config.is-enabled',
      ),
      patch: ({ oidcTokenConfigs }) => {
        const { named } = oidcTokenConfigs;
        oidcTokenConfigs.named = (configs, id) => {
          const config = named(configs, id);
          return config?.isEnabled === true ? config : undefined;
        };
      },
    },
    {
      name: 'another-success',
      sentence: 'A reading of a config answers 203.',
      patch: replace('getOidcTokenConfig', async (call, original) => {
        const answer = await original(call);
        return answer.kind === 'ok' ? { ...answer, status: 203 } : answer;
      }),
    },
  ],
  'oidc-token-configs.get.same-config': [
    {
      name: 'first-for-plain-users-the-second-time',
      sentence: 'A user without the admin role who reads a second config is shown the one that they read first.',
      patch: remembering(
        () => new Map<unknown, Body>(),
        (first) =>
          changeBodySync('getOidcTokenConfig', (config, call) => {
            if (!byPlainUser(call)) return config;
            const known = first.get(call.principal.user?.id) ?? config;
            first.set(call.principal.user?.id, known);
            return known;
          }),
      ),
    },
    {
      name: 'by-a-plain-user',
      sentence: 'A user without the admin role is answered the first config, whichever was asked for.',
      patch: replaceSync('getOidcTokenConfig', (call, original) => {
        const answer = original(call);
        const [first] = oidcConfigs(call.tenant).all();
        return first && byPlainUser(call)
          ? original({ ...call, path: { ...call.path, id: String(first.id) } })
          : answer;
      }),
    },
    {
      name: 'another-config',
      sentence: 'A reading of a config answers with another one of the account.',
      patch: ({ oidcTokenConfigs }) => {
        const { named } = oidcTokenConfigs;
        oidcTokenConfigs.named = (all, id) => named(all, id) && all.find((config) => config.id !== id);
      },
    },
    {
      name: 'first-for-unknown',
      sentence: 'A reading of a config that there is not answers with the first one of the account.',
      patch: ({ oidcTokenConfigs }) => {
        const { named } = oidcTokenConfigs;
        oidcTokenConfigs.named = (all, id) => named(all, id) ?? all.all()[0];
      },
    },
    {
      name: 'the-one-before',
      sentence: 'A reading of a config answers the config that was read before.',
      patch: remembering(
        (): { last?: Body } => ({}),
        (memory) =>
          changeBodySync('getOidcTokenConfig', (config) => {
            const { last = config } = memory;
            memory.last = config;
            return last;
          }),
      ),
    },
    {
      name: 'another-for-oauth',
      sentence: 'A reading with an OAuth token answers the id of another config.',
      patch: changedIf('getOidcTokenConfig', byOAuth, (config, call) => ({
        ...config,
        id: (idIn(call, 'id') ?? 0) + 1,
      })),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two readings at the same time the second answers the config of the first.',
      patch: sharedAnswer('getOidcTokenConfig'),
    },
  ],
});
