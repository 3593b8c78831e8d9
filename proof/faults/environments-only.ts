import type { Body } from '../../mock/call.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { bodyOf, idIn } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { isAdministrator } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changedIf, isPresent, sends, type When } from '../lib/only.ts';
import { all, during, remembering, replaceSync, withBody } from '../lib/patches.ts';
import { itemsOf } from '../lib/reports.ts';

/** Deviations of environment tokens that show under one condition alone. */

const isFilled = (value: unknown) => Object.keys(value ?? {}).length > 0;

/** Shows, or hides, the tokens that some requests have minted, whoever looks. */
function listing(minting: 'createEnvironmentToken' | 'createMetaSyncToken', isMeant: When, isShown: boolean): Patch {
  return remembering(
    () => new Set<unknown>(),
    (minted) =>
      all(
        replaceSync(minting, (call, original) => {
          const answer = original(call);
          if (isMeant(call) && 'body' in answer) minted.add(((answer.body as Body)['data'] as Body)['id']);
          return answer;
        }),
        ({ environments }) => {
          const { isOwn } = environments;
          environments.isOwn = (token, userId) => (minted.has(token.id) ? isShown : isOwn(token, userId));
        },
      ),
  );
}

export const environmentsOnlyFaults = faults({
  'environments.tokens.others-hidden': [
    {
      name: 'meta-sync',
      sentence: 'The meta-sync tokens of an environment are shown to everybody.',
      patch: listing('createMetaSyncToken', () => true, true),
    },
    {
      name: 'meta-sync-of-plain-users',
      sentence: 'The meta-sync tokens of users without the admin role are shown to everybody.',
      patch: listing('createMetaSyncToken', (call) => !isAdministrator(call), true),
    },
  ],
  'environments.tokens.own-shown': [
    {
      name: 'with-context',
      sentence: 'A token with members in its security_context is not listed.',
      patch: listing('createEnvironmentToken', sends('security_context', isFilled), false),
    },
  ],
  'environments.meta-sync.private-held': [
    {
      name: 'beside-others',
      sentence: 'Beside a scope that is ignored, meta-private is ignored as well.',
      patch: ({ environments }) => {
        const { metaSync } = environments;
        environments.metaSync = (requested, may) =>
          metaSync(requested, may && requested.every((one) => one.startsWith('meta')));
      },
    },
    {
      name: 'on-all-deployments',
      toldBy: 'environments.meta-sync.private-elsewhere',
      sentence: 'SchemaRead on All deployments does not count.',
      patch: during('createMetaSyncToken', 'environments', ({ mayReadSchema }, { tenant, principal, path }) => ({
        mayReadSchema: (holds, isAdministrator, rbac) => {
          const named =
            principal.user &&
            rolesOf(tenant, principal.user).some(({ role }) =>
              role.policies.some(
                ({ actions, resources }) =>
                  actions.includes('SchemaRead') && resources.includes(path['deploymentId'] ?? ''),
              ),
            );
          return mayReadSchema(holds && (named === true || isAdministrator), isAdministrator, rbac);
        },
      })),
    },
  ],
  'environments.meta-sync.private-elsewhere': {
    name: 'held-before',
    sentence: 'Whoever once got meta-private gets it after SchemaRead was taken away.',
    also: alsoThese('who had the right before asks for the scope there', 'environments.meta-sync.private-not-held'),
    patch: remembering(
      () => new Set<string>(),
      (held) =>
        during('createMetaSyncToken', 'environments', ({ mayReadSchema }, { principal, path }) => ({
          mayReadSchema: (...how) => {
            const who = `${principal.user?.id}/${path['deploymentId']}`;
            if (mayReadSchema(...how)) held.add(who);
            return held.has(who);
          },
        })),
    ),
  },
  'environments.token.scopes-not-invented': {
    name: 'with-context',
    sentence: 'The answer to a request with a security_context repeats the scopes of the request.',
    patch: changedIf('createEnvironmentToken', sends('security_context', isPresent), (body, call) => ({
      ...body,
      data: { ...(body['data'] as Body), scopes: bodyOf(call)['scopes'] ?? [] },
    })),
  },
  'environments.tokens.environment-only': {
    name: 'same-name',
    toldBy: 'environments.tokens.scoped-key-stays',
    sentence: 'The list has the tokens of environments of the same name in other deployments.',
    patch: replaceSync('listEnvironmentTokens', (call, original) => {
      const { environments } = call.tenant.deployments;
      const own = environments.get(idIn(call, 'environmentId') ?? 0);
      const others = environments.filter((one) => one.name === own?.name && one.id !== own.id);
      const lists = others.map(({ id, deploymentId }) =>
        original({ ...call, path: { environmentId: String(id), deploymentId: String(deploymentId) } }),
      );
      const further = lists.flatMap((list) => ('body' in list ? itemsOf(list.body as Body) : []));
      return withBody(original(call), (body) => ({ ...body, items: [...itemsOf(body), ...further] }));
    }),
  },
});
