import { refuse } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import { branchInDevMode } from '../../mock/families/dev-mode.ts';
import type { Patch } from '../../mock/index.ts';
import { LIFETIMES } from '../../contracts/limits.ts';
import { byOAuth, byPlainUser, fromEmbedSession } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changedIf, type When } from '../lib/only.ts';
import { byTimes, changeBodySync, remembering, replaceSync, withBody, withRules } from '../lib/patches.ts';
import { isAsked, itemsOf, requery } from '../lib/reports.ts';

/** Faults of dev mode, folders, configurations, embed tenants and tokens that show only to some, or after something else. */

const ENTER = 'enterDevMode';
const FOLDERS = 'listFolders';
const CONFIG = 'getOidcTokenConfig';
const TOKEN = 'createUsageAnalyticsToken';
const WORKBOOKS = 'listEmbedTenantWorkbooks';
const DELETE_TENANT = 'deleteEmbedTenant';

/** The branch on which the caller stands before the call. */
function standing({ tenant, path, principal }: Call): string | undefined {
  const deployment = tenant.deployments.deployments.get(Number(path['deploymentId']));
  return deployment && branchInDevMode(tenant, deployment, principal.user?.id)?.name;
}

/** The state that some entries answer, by where the caller stood before. */
function entering(change: (state: Body, before: string | undefined, call: Call) => Body): Patch {
  return replaceSync(ENTER, (call, original) => {
    const before = standing(call);
    return withBody(original(call), (state) => change(state, before, call));
  });
}

const behindACursor: When = (call) => isAsked(call, 'after');
const bySize: When = (call) => isAsked(call, 'first');

/** Some calls get a token of another lifetime. */
function lasting(when: (call: Call, times: number) => boolean, lifetime: number): Patch {
  return byTimes(
    TOKEN,
    () => 'any',
    (times, call, original) =>
      when(call, times) ? withRules(call, 'usageAnalytics', { lifetime }, () => original(call)) : original(call),
  );
}

const DAY = 24 * 3_600_000;

/** The values of accessSource, by what the requirements call them. */
const SOURCES = { tenant: 'tenant', 'all-embed-users': 'allEmbedUsers', folder: 'folder' } as const;
const asksFor = ({ query }: Call, source: string): boolean => query.text('accessSource') === source;

function tokenless(when: (call: Call, times: number) => boolean): Patch {
  return byTimes(
    TOKEN,
    () => 'any',
    (times, call, original) =>
      when(call, times) ? withBody(original(call), (body) => ({ ...body, token: '' })) : original(call),
  );
}

export const accountOnlyFaults = faults({
  // Dev mode.
  'dev-mode.enter.activates': [
    {
      name: 'left-by-entering-again',
      sentence: 'Entering the branch on which the caller works already leaves dev mode.',
      patch: entering((state, before) => ({ ...state, active: before !== state['branchName'] })),
    },
    {
      name: 'inactive-on-another',
      sentence: 'Entering another branch than the one before answers that active is false.',
      also: alsoThese('the state of the second branch is not active', 'dev-mode.enter.switches-branch'),
      patch: entering((state, before) => ({
        ...state,
        active: before === undefined || before === state['branchName'],
      })),
    },
    {
      name: 'inactive-for-oauth',
      sentence: 'Entering dev mode with an OAuth token answers that active is false.',
      patch: changedIf(ENTER, byOAuth, (state) => ({ ...state, active: false })),
    },
  ],
  'dev-mode.enter.on-that-branch': [
    {
      name: 'the-second-for-good',
      sentence: 'Who goes back to a branch is told of the branch before.',
      also: [{ id: 'dev-mode.enter.switches-branch', because: 'the branch that a switch is told with is another one' }],
      patch: remembering(
        () => new Set<unknown>(),
        (visited) =>
          entering((state, before) => {
            const branch = state['branchName'];
            const isBack = visited.has(branch) && before !== undefined && before !== branch;
            visited.add(branch);
            return isBack ? { ...state, branchName: before } : state;
          }),
      ),
    },
    {
      name: 'parent-for-oauth',
      sentence: 'The branchName that an OAuth token is answered is that of the parent.',
      also: [{ id: 'dev-mode.enter.switches-branch', because: 'the branch that a switch is told with is another one' }],
      patch: changedIf(ENTER, byOAuth, (state) => ({ ...state, branchName: state['parentBranch'] })),
    },
    {
      name: 'parent-when-again',
      sentence: 'Who enters the same branch again is told the name of its parent.',
      patch: entering((state, before) =>
        before === state['branchName'] ? { ...state, branchName: state['parentBranch'] } : state,
      ),
    },
  ],

  // Folders.
  'folders.list.items': [
    {
      name: 'ids-when-paged',
      sentence: 'The items of a page of folders of some size are the ids of folders.',
      patch: changedIf(FOLDERS, bySize, (list) => ({ ...list, items: itemsOf(list).map(({ id }) => id) })),
    },
    {
      name: 'absent-for-oauth',
      sentence: 'A list of folders has no items for an OAuth token.',
      also: alsoThese('both names are compared for each caller', 'folders.list.data'),
      patch: changedIf(FOLDERS, byOAuth, ({ items: _, ...list }) => list),
    },
    {
      name: 'absent-for-plain-users',
      sentence: 'A list of folders has no items for a user without the admin role.',
      also: alsoThese('both names are compared for each caller', 'folders.list.data'),
      patch: changedIf(FOLDERS, byPlainUser, ({ items: _, ...list }) => list),
    },
  ],
  'folders.list.page-info': [
    {
      name: 'absent-behind-a-cursor',
      sentence: 'A page of folders after a cursor has no pageInfo.',
      patch: changedIf(FOLDERS, behindACursor, ({ pageInfo: _, ...list }) => list),
    },
    {
      name: 'absent-for-plain-users',
      sentence: 'A list of folders has no pageInfo for a user without the admin role.',
      patch: changedIf(FOLDERS, byPlainUser, ({ pageInfo: _, ...list }) => list),
    },
  ],
  'folders.list.data': [
    {
      name: 'absent-behind-a-cursor',
      sentence: 'A page of folders after a cursor has no data.',
      patch: changedIf(FOLDERS, behindACursor, ({ data: _, ...list }) => list),
    },
    {
      name: 'empty-for-oauth',
      sentence: 'The data of a list of folders is empty for an OAuth token.',
      patch: changedIf(FOLDERS, byOAuth, (list) => ({ ...list, data: [] })),
    },
    {
      name: 'empty-for-plain-users',
      sentence: 'The data of a list of folders is empty for a user without the admin role.',
      patch: changedIf(FOLDERS, byPlainUser, (list) => ({ ...list, data: [] })),
    },
    {
      name: 'in-the-place-of-items',
      sentence: 'A page of folders of some size has them in data and none in items.',
      patch: changedIf(FOLDERS, bySize, (list) => ({ ...list, items: [] })),
    },
  ],
  'folders.list.count': [
    {
      name: 'absent-when-paged',
      sentence: 'A page of folders of some size has no count.',
      patch: changedIf(FOLDERS, bySize, ({ count: _, ...list }) => list),
    },
    {
      name: 'null-for-plain-users',
      sentence: 'The count of a list of folders is null for a user without the admin role.',
      patch: changedIf(FOLDERS, byPlainUser, (list) => ({ ...list, count: null })),
    },
  ],
  'folders.folder.user-of-owner': [
    {
      name: 'hidden-from-others',
      sentence: 'Nobody but its owner is shown the owner of a folder.',
      patch: changeBodySync(FOLDERS, (list, { principal }) => {
        const shown = (folders: unknown) =>
          (folders as readonly Body[]).map((folder) => {
            const user = folder['user'] as Body | null;
            return { ...folder, user: user?.['id'] === principal.user?.id ? user : null };
          });
        return { ...list, items: shown(list['items']), data: shown(list['data']) };
      }),
    },
    {
      name: 'hidden-from-all',
      sentence: 'The user of every folder is null.',
      patch: changeBodySync(FOLDERS, (list) => {
        const shown = (folders: unknown) => (folders as readonly Body[]).map((folder) => ({ ...folder, user: null }));
        return { ...list, items: shown(list['items']), data: shown(list['data']) };
      }),
    },
  ],

  // OIDC token configs.
  'oidc-token-configs.get.same-config': [
    {
      name: 'the-one-before',
      sentence: 'A reading of a config answers the config that was read before.',
      patch: remembering(
        (): { last?: Body } => ({}),
        (memory) =>
          changeBodySync(CONFIG, (config) => {
            const { last = config } = memory;
            memory.last = config;
            return last;
          }),
      ),
    },
    {
      name: 'another-for-oauth',
      sentence: 'A reading with an OAuth token answers the id of another config.',
      patch: changedIf(CONFIG, byOAuth, (config, call) => ({ ...config, id: (idIn(call, 'id') ?? 0) + 1 })),
    },
  ],
  'oidc-token-configs.config.is-enabled': {
    name: 'left-out-when-false',
    sentence: 'A config that is not enabled comes without isEnabled.',
    patch: changedIf(
      CONFIG,
      () => true,
      ({ isEnabled, ...config }) => (isEnabled === false ? config : { ...config, isEnabled }),
    ),
  },

  // Tokens for usage analytics.
  'usage-analytics.create.token': [
    {
      name: 'the-second-empty',
      sentence: 'The second token that is asked for is an empty text.',
      patch: tokenless((_, times) => times > 1),
    },
    {
      name: 'empty-for-oauth',
      sentence: 'The token for who asks with an OAuth token is an empty text.',
      patch: tokenless(byOAuth),
    },
    {
      name: 'empty-from-an-embed-session',
      sentence: 'The token for an administrator in an embed session is an empty text.',
      patch: tokenless(fromEmbedSession),
    },
  ],
  'usage-analytics.create.lifetime': [
    {
      name: 'a-day-for-oauth',
      sentence: 'A token lasts a day for who asks with an OAuth token.',
      patch: lasting(byOAuth, DAY),
    },
    {
      name: 'a-day-from-an-embed-session',
      sentence: 'A token lasts a day for an administrator in an embed session.',
      patch: lasting(fromEmbedSession, DAY),
    },
    {
      name: 'a-quarter-the-second-time',
      sentence: 'The second token that is asked for lasts a quarter of an hour.',
      patch: lasting((_, times) => times > 1, LIFETIMES.usageAnalyticsToken / 4),
    },
  ],

  // Embed tenants.
  ...Object.fromEntries(
    Object.entries(SOURCES).flatMap(([source, asked]) => [
      [
        `embed-tenants.list-workbooks.source-${source}`,
        [
          {
            name: 'none-for-oauth',
            sentence: `A list with the accessSource ${asked} is empty for an OAuth token.`,
            patch: changedIf(
              WORKBOOKS,
              (call) => byOAuth(call) && asksFor(call, asked),
              (list) => ({ ...list, items: [] }),
            ),
          },
          {
            name: 'none-when-paged',
            sentence: `A page of some size of a list with the accessSource ${asked} is empty.`,
            also: alsoThese('the list of each source is read in pages', 'embed-tenants.list-workbooks.pages-complete'),
            patch: changedIf(
              WORKBOOKS,
              (call) => bySize(call) && asksFor(call, asked),
              (list) => ({ ...list, items: [] }),
            ),
          },
        ],
      ],
      [
        `embed-tenants.list-workbooks.source-${source}-only`,
        [
          {
            name: 'all-for-oauth',
            sentence: `The accessSource ${asked} that comes with an OAuth token is ignored.`,
            patch: replaceSync(WORKBOOKS, (call, original) =>
              original(byOAuth(call) && asksFor(call, asked) ? requery(call, { accessSource: undefined }) : call),
            ),
          },
        ],
      ],
    ]),
  ),
  'embed-tenants.list-workbooks.filter-optional': {
    name: 'own-alone-for-oauth',
    sentence: 'Without an accessSource an OAuth token is shown the workbooks of the embed tenant itself alone.',
    patch: replaceSync(WORKBOOKS, (call, original) =>
      original(byOAuth(call) && !isAsked(call, 'accessSource') ? requery(call, { accessSource: 'tenant' }) : call),
    ),
  },
  'embed-tenants.delete.succeeds': [
    {
      name: 'once',
      sentence: 'A second embed tenant cannot be deleted.',
      patch: byTimes(
        DELETE_TENANT,
        () => 'any',
        (times, call, original) => {
          if (times > 1) refuse('conflict', 'an embed tenant was deleted a moment ago');
          return original(call);
        },
      ),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An embed tenant cannot be deleted with an OAuth token.',
      patch: replaceSync(DELETE_TENANT, (call, original) => {
        if (byOAuth(call)) refuse('forbidden', 'this needs an API key');
        return original(call);
      }),
    },
  ],
});
