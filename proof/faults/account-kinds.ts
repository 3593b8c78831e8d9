import { done, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth, fromEmbedSession } from '../lib/access.ts';
import { replaceWhere, sessionIn } from '../lib/embed.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { onlyWhere } from '../lib/paging.ts';
import { all, changeBody, during, remembering, replace, replaceSync, withBody, withRules } from '../lib/patches.ts';
import { changeRoleList } from '../lib/roles.ts';
import { itemsOf, requery, wholeList } from '../lib/reports.ts';

const isElsewhere = (call: Call): boolean => (sessionIn(call)?.deploymentId ?? homeOf(call)) !== homeOf(call);
const isOfBranch = (call: Call): boolean => sessionIn(call)?.branchName !== undefined;
const homeOf = ({ tenant }: Call): number => tenant.deployments.home;

/** Acknowledges the revocation of some sessions and does nothing. */
const unrevoked = (isMeant: (call: Call) => boolean): Patch =>
  replaceWhere('revokeEmbedSession', isMeant, () => done(204));

/** Refuses to exchange some sessions. */
const unexchanged = (isMeant: (call: Call) => boolean): Patch =>
  replaceWhere('exchangeEmbedSession', isMeant, () => refuse('gone', 'there is no such session'));

/** Goes on behind a cursor at its place in what was found, counted in the whole list. */
function countedInAll(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const { cursor } = call.tenant.dialect;
    const key = cursor.read(call.query.text('after') ?? '');
    if (!key || call.query.text('search') === undefined) return original(call);
    const place = wholeList(call, original).findIndex(({ id }) => id === key[0]);
    const target = wholeList(requery(call, { search: undefined }), original)[place];
    return original(target ? requery(call, { after: cursor.write([target['id'] as number]) }) : call);
  });
}

/** Takes a sign in a search for any text. */
function joker(sign: string): Patch {
  return ({ users }) => {
    users.matches = (text, search) => {
      const pieces = search.split(sign).map((piece) => piece.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
      return new RegExp(pieces.join('.*'), 'i').test(text);
    };
  };
}

/** Lists nobody but the caller to who comes with an OAuth access token. */
const selfAloneByOAuth = (operation: string): Patch =>
  replaceSync(operation, (call, original) =>
    withBody(original(call), (body) =>
      byOAuth(call) ? { ...body, items: itemsOf(body).filter(({ id }) => id === call.principal.user?.id) } : body,
    ),
  );

/** Lists keys with their tokens to some callers. */
const tokensListed = (isMeant: (call: Call) => boolean): Patch =>
  during('listApiKeys', 'apiKeys', ({ shown }) => ({ shown: (key) => ({ ...shown(key), token: key.token }) }), isMeant);

/** Faults of the account's families, of deployments and of sessions that show for one kind of caller, thing or input alone. */
export const accountKindsFaults = faults({
  'roles.list.shows-created': {
    name: 'those-of-oauth-to-oauth-alone',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'Roles that were made with an OAuth token are listed to who comes with one alone.',
    also: alsoThese('roles of each administrator are looked for', 'roles.list.same-as-read'),
    patch: remembering(
      () => new Set<unknown>(),
      (made) =>
        all(
          changeBody('createRole', (role, call) => {
            if (byOAuth(call)) made.add(role['id']);
            return role;
          }),
          changeRoleList((roles, call) => (byOAuth(call) ? roles : roles.filter(({ id }) => !made.has(id)))),
        ),
    ),
  },
  'api-keys.list.no-token': [
    {
      name: 'to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The list of keys shows their tokens to who comes with an OAuth access token.',
      patch: tokensListed(byOAuth),
    },
    {
      name: 'to-embed-sessions',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'The list of keys shows their tokens to embed sessions.',
      patch: tokensListed(fromEmbedSession),
    },
  ],
  'users.list.search-paged': {
    name: 'counted-in-all',
    sentence: 'A search of users goes on behind a cursor at its place among all users.',
    patch: countedInAll('listUsers'),
  },
  'users.groups.search-paged': {
    name: 'counted-in-all',
    sentence: 'A search of groups goes on behind a cursor at its place among all groups.',
    patch: countedInAll('listGroups'),
  },
  'users.list.search-no-match': [
    {
      name: 'percent',
      sentence: 'A percent sign in a search stands for any text.',
      also: alsoThese('groups are searched in the same way', 'users.groups.search-no-match'),
      patch: joker('%'),
    },
    {
      name: 'asterisk',
      sentence: 'An asterisk in a search stands for any text.',
      also: alsoThese('groups are searched in the same way', 'users.groups.search-no-match'),
      patch: joker('*'),
    },
  ],
  'users.list.shows-one': {
    name: 'self-alone-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'Who comes with an OAuth access token is shown as the only user.',
    patch: selfAloneByOAuth('listUsers'),
  },
  'users.groups.shows-one': {
    name: 'none-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'Who comes with an OAuth access token is shown no groups.',
    patch: selfAloneByOAuth('listGroups'),
  },
  'users.settings.changelog-id-ignored': {
    name: 'null-resets',
    sentence: 'A settings patch whose lastSeenChangelogId is null resets the settings that it does not name.',
    patch: replaceSync('updateMySettings', (call, original) => {
      const { user } = call.principal;
      if (bodyOf(call)['lastSeenChangelogId'] !== null || !user) return original(call);
      return original({ ...call, principal: { ...call.principal, user: { ...user, settings: {} } } });
    }),
  },

  'environments.tokens.others-hidden': {
    name: 'all-to-who-has-none',
    sentence: 'Who has minted no token for an environment is shown those of everybody.',
    patch: replaceSync('listEnvironmentTokens', (call, original) => {
      const answer = original(call);
      if (!('body' in answer) || itemsOf(answer.body as Body).length > 0) return answer;
      return withRules(call, 'environments', { isOwn: () => true }, () => original(call));
    }),
  },
  'build.delete-branch.removes': {
    name: 'not-upstream-not-at-all',
    sentence: 'The deletion of a branch whose removeOnUpstream is false is acknowledged and does nothing.',
    patch: replace('deleteBranch', (call, original) =>
      call.query.text('removeOnUpstream') === 'false' ? done() : original(call),
    ),
  },
  'deployments.update.several-members': {
    name: 'at-home-alone',
    sentence: 'An update of another deployment than the first is acknowledged and not stored.',
    patch: onlyWhere(
      'updateDeployment',
      (call) => Number(call.path['deploymentId']) !== homeOf(call),
      replaceSync('updateDeployment', () => done()),
    ),
  },
  'deployments.update.others-kept': {
    name: 'at-home-as-well',
    sentence: 'An update of another deployment than the first is stored for the first one as well.',
    patch: replaceSync('updateDeployment', (call, original) => {
      const answer = original(call);
      const { deployments, home } = call.tenant.deployments;
      const first = deployments.get(home);
      if (first && Number(call.path['deploymentId']) !== home) {
        deployments.replace({ ...first, configuration: { ...first.configuration, ...bodyOf(call) } });
      }
      return answer;
    }),
  },

  'embed.exchange.fresh-session': [
    {
      name: 'not-of-a-branch',
      sentence: 'The exchange of a session of a branch is refused.',
      also: alsoThese(
        'a session of a branch is exchanged there, too',
        'embed.revoke.token-refused',
        'auth.embed-session.whichever-session',
      ),
      patch: unexchanged(isOfBranch),
    },
    {
      name: 'not-elsewhere',
      sentence: 'The exchange of a session of another deployment than the first is refused.',
      patch: unexchanged(isElsewhere),
    },
  ],
  'embed.exchange.revoked-refused': [
    {
      name: 'not-of-a-branch',
      sentence: 'The revocation of a session of a branch is acknowledged, and the session can be exchanged.',
      also: alsoThese('a session of a branch is revoked there, too', 'embed.revoke.token-refused'),
      patch: unrevoked(isOfBranch),
    },
    {
      name: 'not-elsewhere',
      sentence: 'The revocation of a session of another deployment is acknowledged, and the session can be exchanged.',
      patch: unrevoked(isElsewhere),
    },
  ],
  'embed.revoke.token-refused': {
    name: 'not-of-a-branch',
    sentence: 'The revocation of an exchanged session of a branch is acknowledged, and its token stays in force.',
    patch: unrevoked((call) => isOfBranch(call) && (sessionIn(call)?.tokens.length ?? 0) > 0),
  },
});
