import type { Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { begunAnew, numbered, pageOfOneEndsIt } from '../../lib/cursors.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { hiding, isBehindCursor } from '../../lib/paging.ts';
import { changeBodySync, during, remembering, replaceSync } from '../../lib/patches.ts';
import { isAsked, requery } from '../../lib/reports.ts';
import {
  countedInAll,
  LISTS,
  OF_EITHER_LIST,
  oneMoreWhereSearched,
  pagesAndSearch,
  searching,
  selfAloneByOAuth,
} from '../../lib/user-lists.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { firstPageSearched, findingNone } from '../../lib/texts-asked-for.ts';
import { has } from '../../lib/signs-in-texts.ts';
import { sharedAnswer } from '../../lib/under-way.ts';
import { tenPagesAtMost } from '../../lib/few-of-many.ts';

const ofUsers = pagesAndSearch('users');
const GROUPS_TOO = alsoThese('groups are searched in the same way', 'users.groups.search-no-match');

const includes = (text: string, search: string): boolean => text.toLowerCase().includes(search.toLowerCase());

/** Takes a sign in a search for any text. */
function joker(sign: string): Patch {
  return ({ users }) => {
    users.matches = (text, search) => {
      const pieces = search.split(sign).map((piece) => piece.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
      return new RegExp(pieces.join('.*'), 'i').test(text);
    };
  };
}

/** Faults of the list of users. */
export const listFaults = faults({
  'users.list.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of users behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listUsers'),
    },
    oneMoreWhereSearched('listUsers', 'users', 'users.list.search-paged'),
    ...ofUsers['first-limits'],
  ],
  'users.list.after-continues': [
    ...begunAnew('listUsers', 'users'),
    numbered('listUsers', 'users', 'smaller'),
    ...ofUsers['after-continues'],
  ],
  'users.list.pages-complete': [
    {
      name: 'ten-pages-at-most',
      sentence: 'The list ends behind its tenth page.',
      patch: tenPagesAtMost('listUsers'),
    },
    {
      name: 'last-lost-with-room',
      sentence: 'A page of users with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listUsers'),
    },
    numbered('listUsers', 'users', 'larger'),
    pageOfOneEndsIt('listUsers', 'users.list.search-paged'),
    ...ofUsers['pages-complete'],
  ],
  'users.list.shows-one': [
    {
      name: 'self-alone-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Who comes with an OAuth access token is shown as the only user.',
      patch: selfAloneByOAuth('listUsers'),
    },
    {
      name: 'one-hidden',
      sentence: 'The list of users leaves out everybody but an administrator.',
      patch: hiding(LISTS.users, (id, { tenant }) => String(id) !== String(tenant.account.cast.admin)),
    },
  ],
  'users.list.search-substring': [
    {
      name: 'not-with-a-dot',
      sentence: 'A search of users for a text with a dot finds nobody.',
      patch: findingNone('listUsers', 'search', has('.')),
    },
    {
      name: 'not-with-an-at-sign',
      sentence: 'A search of users for a text with an at sign finds nobody.',
      patch: findingNone('listUsers', 'search', has('@')),
    },
    {
      name: 'with-a-dot',
      sentence: 'A search of users for a part with a dot or an at sign in it finds nothing, unless it is a whole text.',
      patch: changeBodySync('listUsers', (body, call) => {
        const search = (call.query.text('search') ?? '').toLowerCase();
        const isWhole = (one: Body) =>
          [one['email'], one['firstName']].some((text) => String(text).toLowerCase() === search);
        return /[.@]/.test(search) ? { ...body, items: (body['items'] as readonly Body[]).filter(isWhole) } : body;
      }),
    },
    ...ofUsers['search-substring'],
    ...OF_EITHER_LIST['search-substring'],
  ],
  'users.list.search-any-case': [
    ...ofUsers['search-any-case'],
    ...OF_EITHER_LIST['search-any-case'],
    {
      name: 'not-behind-a-cursor',
      sentence: 'Behind a cursor a search of users tells capitals from small letters.',
      patch: during('listUsers', 'users', () => ({ matches: (text, search) => text.includes(search) }), isBehindCursor),
    },
  ],
  'users.list.search-no-match': [
    {
      name: 'underscore',
      sentence: 'An underscore in a search stands for any character.',
      also: GROUPS_TOO,
      patch: searching((text, search) => {
        const pieces = search.split('_').map((piece) => piece.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
        return new RegExp(pieces.join('.'), 'i').test(text);
      }),
    },
    {
      name: 'any-of-its-words',
      sentence: 'A search finds what has any of its words.',
      also: GROUPS_TOO,
      patch: searching((text, search) => search.split(' ').some((word) => includes(text, word))),
    },
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
    ...ofUsers['search-no-match'],
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two searches at the same time the second finds what the first is for.',
      patch: sharedAnswer('listUsers'),
    },
  ],
  'users.list.search-paged': [
    {
      name: 'first-page-alone',
      sentence: 'A search of users with a size of its pages looks through the first page of all users alone.',
      patch: firstPageSearched,
    },
    {
      name: 'lost-on-the-third-page',
      sentence: 'The third page of a search of users and those behind it are not searched.',
      patch: remembering(
        () => new Set<string>(),
        (behind) =>
          replaceSync('listUsers', (call, original) => {
            const after = call.query.text('after');
            if (after === undefined || !isAsked(call, 'search')) return original(call);
            const answer = original(behind.has(after) ? requery(call, { search: undefined }) : call);
            if ('body' in answer) {
              const { endCursor } = (answer.body as Body)['pageInfo'] as Body;
              if (typeof endCursor === 'string') behind.add(endCursor);
            }
            return answer;
          }),
      ),
    },
    {
      name: 'counted-in-all',
      sentence: 'A search of users goes on behind a cursor at its place among all users.',
      patch: countedInAll('listUsers'),
    },
    ...ofUsers['search-paged'],
  ],
});
