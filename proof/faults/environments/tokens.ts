import { toTheSecond } from '../../lib/at-once.ts';
import { isAdmin, may } from '../../../mock/authority.ts';
import { idIn, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser, byScopedKey, isAdministrator } from '../../lib/access.ts';
import { anywhere, environmentOf, optionalBody, ruled, ruledByPast } from '../../lib/environment-tokens.ts';
import { faults, alsoThese } from '../../lib/fault.ts';
import { everySecond } from '../../lib/earlier-calls.ts';
import { bodyIn, onItems, callerId } from '../../lib/other-operations.ts';
import { sends, type When } from '../../lib/conditions.ts';
import {
  all,
  changeBodySync,
  during,
  remembering,
  replace,
  replaceSync,
  withBody,
  withRules,
} from '../../lib/patches.ts';
import { itemsOf } from '../../lib/reports.ts';
import { notOnceAnotherMinted } from '../../lib/few-callers.ts';
import { latestOfEach } from '../../lib/ties.ts';
import { sharedAnswer, cachedForAll } from '../../lib/under-way.ts';

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

const isFilled = (value: unknown) => Object.keys(value ?? {}).length > 0;

/** A list that has the tokens of everybody for some who ask for it. */
function showingAll(isMeant: (call: Call) => boolean): Patch {
  return replace('listEnvironmentTokens', (call, original) =>
    withRules(call, 'environments', isMeant(call) ? { isOwn: () => true } : {}, () => original(call)),
  );
}

/** Faults of the list of an environment's tokens. */
export const tokensFaults = faults({
  'environments.tokens.own-shown': [
    {
      name: 'latest-of-the-same-scopes',
      sentence: 'Of several tokens with the same scopes the latest alone is listed.',
      also: alsoThese('the tokens of that check all have the same scopes', 'environments.tokens.covers-1000'),
      patch: latestOfEach(
        'listEnvironmentTokens',
        ({ id }) => Number(id),
        ({ scopes }) => String(scopes),
      ),
    },
    {
      name: 'not-once-another-minted',
      sentence: 'The tokens of a caller are not listed once somebody else has minted a later one.',
      patch: notOnceAnotherMinted,
    },
    {
      name: 'until-a-meta-sync',
      toldBy: 'environments.tokens.others-hidden',
      sentence: 'The tokens that a caller minted before are not listed once the caller has minted one for a meta sync.',
      patch: remembering(
        () => new Map<string, number>(),
        (last) => {
          const keyOf = (call: Call) => `${callerId(call)} ${call.path['environmentId']}`;
          return all(
            replaceSync('createMetaSyncToken', (call, original) => {
              const answer = original(call);
              last.set(keyOf(call), Number((bodyIn(answer)['data'] as Body)['id']));
              return answer;
            }),
            changeBodySync(
              'listEnvironmentTokens',
              onItems((items, call) => items.filter(({ id }) => Number(id) >= (last.get(keyOf(call)) ?? 0))),
            ),
          );
        },
      ),
    },
    {
      name: 'not-to-scoped-keys',
      sentence: 'Who mints a token with a key that is scoped to the deployment does not see it in the list.',
      patch: during('listEnvironmentTokens', 'environments', () => ({ isOwn: () => false }), byScopedKey),
    },
    {
      name: 'with-context',
      sentence: 'A token with members in its security_context is not listed.',
      patch: listing('createEnvironmentToken', sends('security_context', isFilled), false),
    },
    {
      name: 'not-to-oauth',
      sentence: 'Who mints a token with an OAuth token does not see it in the list.',
      patch: ruledByPast('listEnvironmentTokens', byOAuth, () => ({ isOwn: () => false })),
    },
    {
      name: 'not-to-plain-users',
      sentence: 'A plain user is shown no token, and an administrator is.',
      patch: ruledByPast(
        'listEnvironmentTokens',
        (call) => !isAdministrator(call),
        () => ({ isOwn: () => false }),
      ),
      also: [{ id: 'environments.tokens.others-hidden', because: 'nothing at all is shown to plain users' }],
    },
    {
      name: 'the-last-one-alone',
      sentence: 'The list has the newest token of the caller alone.',
      also: (['covers-1000', 'live-only'] as const).map((id) => ({
        id: `environments.tokens.${id}` as const,
        because: 'what is left out is not covered',
      })),
      patch: ruledByPast(
        'listEnvironmentTokens',
        () => true,
        () => {
          let shown = false;
          return {
            isOwn: (token, userId) => {
              if (shown || token.mintedBy !== userId) return false;
              shown = true;
              return true;
            },
          };
        },
      ),
    },
    {
      name: 'not-with-two-scopes',
      sentence: 'A token with more than one scope is not in the list.',
      patch: during('listEnvironmentTokens', 'environments', ({ isOwn }) => ({
        isOwn: (token, userId) => isOwn(token, userId) && token.scopes.length < 2,
      })),
    },
    {
      name: 'with-context-left-out',
      sentence: 'A token that was minted with a security context that is not empty is in no list.',
      patch: (rules) => {
        const hidden = new Set<unknown>();
        replace('createEnvironmentToken', async (call, original) => {
          const answer = await original(call);
          const { data } = (answer.kind === 'created' ? answer.body : {}) as { readonly data?: Body };
          const { security_context: context } = optionalBody(call);
          if (Object.keys(context ?? {}).length > 0) hidden.add(data?.['id']);
          return answer;
        })(rules);
        const { isOwn } = rules.environments;
        rules.environments.isOwn = (token, userId) => isOwn(token, userId) && !hidden.has(token.id);
      },
    },
    {
      name: 'a-minute-late',
      sentence: 'A token is listed from a minute after it was minted.',
      patch: ({ environments }) => {
        const { isLive } = environments;
        environments.isLive = (token, now) => isLive(token, now) && now - token.mintedAt >= 60_000;
      },
      also: [
        { id: 'environments.tokens.covers-1000', because: 'a list that is a minute late has not the newest token' },
        { id: 'environments.tokens.live-only', because: 'what is not listed while it lives cannot be seen to go' },
      ],
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two tokens that are minted at the same time one is not listed.',
      patch: remembering(
        () => new Set<unknown>(),
        (lost) =>
          all(
            toTheSecond('createEnvironmentToken', (_call, answer) =>
              lost.add((answer as { body: { data: Body } }).body.data['id']),
            ),
            changeBodySync('listEnvironmentTokens', (body) => ({
              ...body,
              items: itemsOf(body).filter(({ id }) => !lost.has(id)),
            })),
          ),
      ),
    },
  ],
  'environments.tokens.others-hidden': [
    {
      name: 'as-another-was-just-shown',
      sentence:
        'A list of tokens that somebody asked for within the last second is the answer to whoever asks for the same.',
      patch: cachedForAll('listEnvironmentTokens'),
    },
    {
      name: 'those-of-another-at-once',
      sentence:
        'Of two lists that are asked for at the same time the second holds the tokens of the caller of the first.',
      patch: sharedAnswer('listEnvironmentTokens'),
    },
    {
      name: 'all-to-scoped-keys',
      sentence: 'A key that is scoped to the deployment is shown the tokens of everybody.',
      patch: during('listEnvironmentTokens', 'environments', () => ({ isOwn: () => true }), byScopedKey),
    },
    {
      name: 'of-a-meta-sync',
      seenIn: 'a meta-sync token, a plain user',
      sentence: 'Tokens of others that were minted for a meta sync are listed.',
      patch: remembering(
        () => new Set<unknown>(),
        (synced) =>
          all(
            replaceSync('createMetaSyncToken', (call, original) =>
              withBody(original(call), (body) => {
                synced.add((body['data'] as Body)['id']);
                return body;
              }),
            ),
            during('listEnvironmentTokens', 'environments', ({ isOwn }) => ({
              isOwn: (token, userId) => isOwn(token, userId) || synced.has(token.id),
            })),
          ),
      ),
    },
    {
      name: 'all-to-who-has-none',
      sentence: 'Who has minted no token for an environment is shown those of everybody.',
      patch: replaceSync('listEnvironmentTokens', (call, original) => {
        const answer = original(call);
        if (!('body' in answer) || itemsOf(answer.body as Body).length > 0) return answer;
        return withRules(call, 'environments', { isOwn: () => true }, () => original(call));
      }),
    },
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
    {
      name: 'second-look-shows-all',
      sentence: 'Every second read of the tokens of an environment shows those of everybody.',
      also: [{ id: 'environments.tokens.covers-1000', because: 'the counts are of all tokens' }],
      patch: ruledByPast('listEnvironmentTokens', everySecond, () => ({ isOwn: () => true })),
    },
    {
      name: 'all-to-administrators-by-oauth',
      sentence: 'An administrator who asks with an OAuth token is shown the tokens of everybody.',
      also: [{ id: 'environments.tokens.live-only', because: 'the tokens of others are among those that it looks at' }],
      patch: ruled(
        'listEnvironmentTokens',
        (call) => byOAuth(call) && isAdministrator(call),
        () => ({ isOwn: () => true }),
      ),
    },
    {
      name: 'administrators-see-all',
      sentence: 'An administrator is shown the tokens of everybody.',
      patch: replace('listEnvironmentTokens', (call, original) => {
        const { environments } = call.tenant.rules;
        const { isOwn } = environments;
        if (isAdmin(call.tenant, call.principal)) environments.isOwn = () => true;
        try {
          return original(call);
        } finally {
          environments.isOwn = isOwn;
        }
      }),
    },
    {
      name: 'everybody-sees-those-of-administrators',
      sentence: 'Everybody is shown the tokens that an administrator minted.',
      patch: replace('listEnvironmentTokens', (call, original) => {
        const { environments } = call.tenant.rules;
        const { isOwn } = environments;
        const { admin } = call.tenant.account.cast;
        environments.isOwn = (token, userId) => isOwn(token, userId) || token.mintedBy === admin;
        try {
          return original(call);
        } finally {
          environments.isOwn = isOwn;
        }
      }),
    },
    {
      name: 'oauth-sees-all',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'Who asks with an OAuth token is shown the tokens of everybody.',
      patch: showingAll(byOAuth),
    },
    {
      name: 'holders-of-all-see-all',
      sentence: 'Who holds All on the deployment and is no administrator is shown the tokens of everybody.',
      patch: showingAll(
        ({ tenant, principal, path }) =>
          !isAdmin(tenant, principal) && may(tenant, principal, 'All', Number(path['deploymentId'])),
      ),
    },
  ],
  'environments.tokens.environment-only': [
    {
      name: 'all-to-oauth',
      sentence: 'An OAuth token is shown the tokens of every environment of the deployment.',
      patch: during(
        'listEnvironmentTokens',
        'environments',
        () => ({ listedWith: (id, beside) => [id, ...beside.map((one) => one.id)] }),
        (call) => byOAuth(call),
      ),
    },
    {
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
    {
      name: 'after-another-was-looked-at',
      sentence: 'A plain read of the tokens shows those of all environments once another one was read.',
      patch: (rules) => {
        const seen = new Set<unknown>();
        ruledByPast(
          'listEnvironmentTokens',
          (call) => {
            seen.add(environmentOf(call));
            return seen.size > 1;
          },
          () => ({ listedWith: (id, beside) => [id, ...beside.map((one) => one.id)] }),
        )(rules);
      },
    },
    {
      name: 'all-to-plain-users',
      sentence: 'A plain user is shown his tokens of every environment of the deployment.',
      patch: during(
        'listEnvironmentTokens',
        'environments',
        () => ({ listedWith: (id, beside) => [id, ...beside.map((one) => one.id)] }),
        byPlainUser,
      ),
    },
    {
      name: 'deployment',
      sentence: 'The list has the tokens of all environments of the deployment.',
      patch: ({ environments }) => {
        environments.listedWith = (environmentId, beside) => [
          environmentId,
          // The crowd of tokens of one environment would push those of the others out of the list.
          ...beside.flatMap(({ id, name }) => (name === 'continuous integration' ? [] : [id])),
        ];
      },
    },
    {
      name: 'of-a-meta-sync',
      sentence:
        'The tokens for a meta sync that a caller has minted are listed in every environment of the deployment.',
      patch: remembering(
        () =>
          [] as {
            readonly shown: Body;
            readonly by: number | undefined;
            readonly environment: string;
            readonly deployment: string;
          }[],
        (made) =>
          all(
            replaceSync('createMetaSyncToken', (call, original) => {
              const answer = original(call);
              const { token: _, ...shown } = bodyIn(answer)['data'] as Record<string, unknown>;
              made.push({
                shown,
                by: call.principal.user?.id,
                environment: String(call.path['environmentId']),
                deployment: String(call.path['deploymentId']),
              });
              return answer;
            }),
            changeBodySync('listEnvironmentTokens', (body, call) => ({
              ...body,
              items: [
                ...itemsOf(body),
                ...made
                  .filter(
                    ({ by, environment, deployment }) =>
                      by === call.principal.user?.id &&
                      environment !== call.path['environmentId'] &&
                      deployment === call.path['deploymentId'],
                  )
                  .map(({ shown }) => shown),
              ],
            })),
          ),
      ),
    },
  ],
  'environments.tokens.scoped-key-stays': {
    name: 'wherever-it-is',
    sentence: 'The tokens of an environment are listed in whatever deployment that is, with any key.',
    patch: anywhere('listEnvironmentTokens'),
  },
  'environments.tokens.live-only': [
    {
      name: 'until-another-is-minted',
      sentence: 'An expired token is in the list again once another is minted.',
      patch: (rules) => {
        let listed = false;
        const { isLive } = rules.environments;
        replaceSync('createEnvironmentToken', (call, original) => {
          listed = true;
          return original(call);
        })(rules);
        replaceSync('listEnvironmentTokens', (call, original) => {
          const isAfterMint = listed;
          listed = false;
          rules.environments.isLive = (token, now) => isLive(token, now) || isAfterMint;
          try {
            return original(call);
          } finally {
            rules.environments.isLive = isLive;
          }
        })(rules);
      },
    },
    {
      name: 'expired-shown-to-plain-users',
      sentence: 'A plain user is shown tokens that have expired.',
      patch: ruled('listEnvironmentTokens', byPlainUser, () => ({ isLive: () => true })),
    },
    {
      name: 'expired-shown-to-oauth',
      sentence: 'Who asks with an OAuth token is shown tokens that have expired.',
      patch: ruled('listEnvironmentTokens', byOAuth, () => ({ isLive: () => true })),
    },
    {
      name: 'for-ever',
      sentence: 'A token stays in the list when it has expired.',
      patch: ({ environments }) => {
        environments.isLive = () => true;
      },
    },
    {
      name: 'an-hour-more',
      sentence: 'A token stays in the list for an hour after it has expired.',
      patch: ({ environments }) => {
        environments.isLive = (token, now) => now < token.expiresAt + 3_600_000;
      },
    },
    {
      name: 'of-a-meta-sync',
      seenIn: 'of a meta sync',
      sentence: 'A token for a meta sync stays in the list when it has expired.',
      patch: remembering(
        () => new Set<unknown>(),
        (made) =>
          all(
            replaceSync('createMetaSyncToken', (call, original) => {
              const answer = original(call);
              made.add((bodyIn(answer)['data'] as Body)['id']);
              return answer;
            }),
            during('listEnvironmentTokens', 'environments', ({ isLive }) => ({
              isLive: (token, now) => made.has(token.id) || isLive(token, now),
            })),
          ),
      ),
    },
  ],
  'environments.tokens.covers-1000': [
    {
      name: 'one-less',
      sentence: 'The list covers the 999 most recent tokens.',
      patch: ({ environments }) => {
        environments.covered = 999;
      },
    },
    {
      name: 'oldest',
      sentence: 'The list covers the 1000 oldest tokens.',
      patch: ({ environments }) => {
        environments.inOrder = (tokens) => tokens;
      },
    },
    {
      name: 'expired-count',
      sentence: 'Of the 1000 tokens that the list covers some have expired and are not shown.',
      patch: ({ environments }) => {
        environments.takesPlace = () => true;
      },
    },
  ],
  'environments.tokens.at-most-1000': [
    {
      name: 'one-more',
      sentence: 'The list covers the 1001 most recent tokens.',
      patch: ({ environments }) => {
        environments.covered = 1001;
      },
    },
    {
      name: 'all',
      sentence: 'The list covers every live token.',
      patch: ({ environments }) => {
        environments.covered = Number.MAX_SAFE_INTEGER;
      },
    },
  ],
});
