import { refuse } from '../../../mock/answer.ts';
import type { Body } from '../../../mock/call.ts';
import { begunAnew, numbered, pageOfOneEndsIt } from '../../lib/cursors.ts';
import { faults } from '../../lib/fault.ts';
import { hiding } from '../../lib/paging.ts';
import { changeBodySync, during, remembering, replaceSync } from '../../lib/patches.ts';
import { isAsked } from '../../lib/reports.ts';
import {
  countedInAll,
  LISTS,
  OF_EITHER_LIST,
  oneMoreWhereSearched,
  pagesAndSearch,
  selfAloneByOAuth,
  searching,
} from '../../lib/user-lists.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { has } from '../../lib/signs-in-texts.ts';
import { findingNone } from '../../lib/texts-asked-for.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

const ofGroups = pagesAndSearch('groups');

const inSmallAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Faults of the list of groups. */
export const groupsFaults = faults({
  'users.groups.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of groups behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listGroups'),
    },
    oneMoreWhereSearched('listGroups', 'groups', 'users.groups.search-paged'),
    ...ofGroups['first-limits'],
  ],
  'users.groups.after-continues': [
    ...begunAnew('listGroups', 'groups'),
    numbered('listGroups', 'groups', 'smaller'),
    ...ofGroups['after-continues'],
  ],
  'users.groups.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of groups with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listGroups'),
    },
    numbered('listGroups', 'groups', 'larger'),
    pageOfOneEndsIt('listGroups', 'users.groups.search-paged'),
    ...ofGroups['pages-complete'],
  ],
  'users.groups.shows-one': [
    {
      name: 'none-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Who comes with an OAuth access token is shown no groups.',
      patch: selfAloneByOAuth('listGroups'),
    },
    {
      name: 'with-roles-hidden',
      sentence: 'The list of groups leaves out groups that hold a role.',
      patch: hiding(LISTS.groups, (id, { tenant }) => (tenant.account.groups.get(Number(id))?.roleIds.size ?? 0) > 0),
    },
  ],
  'users.groups.search-substring': [
    {
      name: 'not-with-a-blank',
      sentence: 'A search of groups for a text with a blank finds none.',
      patch: findingNone('listGroups', 'search', has(' ')),
    },
    {
      name: 'across-words',
      sentence: 'A search of groups for a part of more than one word finds nothing.',
      patch: changeBodySync('listGroups', (body, call) =>
        /\S\s\S/.test(call.query.text('search') ?? '') ? { ...body, items: [] } : body,
      ),
    },
    ...ofGroups['search-substring'],
    ...OF_EITHER_LIST['search-substring'],
  ],
  'users.groups.search-any-case': [
    {
      name: 'ascii-alone',
      sentence: 'A search of groups tells capitals beyond ASCII from small letters.',
      patch: during('listGroups', 'users', () => ({
        matches: (text, search) => inSmallAscii(text).includes(inSmallAscii(search)),
      })),
    },
    ...ofGroups['search-any-case'],
    ...OF_EITHER_LIST['search-any-case'],
  ],
  'users.groups.search-no-match': [
    {
      name: 'percent-for-all',
      sentence: 'A search of groups for a percent sign finds all of them.',
      patch: searching((text, search) => search === '%' || text.toLowerCase().includes(search.toLowerCase())),
    },
    {
      name: 'star-for-all',
      sentence: 'A search of groups for a star finds all of them.',
      patch: searching((text, search) => search === '*' || text.toLowerCase().includes(search.toLowerCase())),
    },
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two searches at the same time the second finds what the first is for.',
      patch: sharedAnswer('listGroups'),
    },
    {
      name: 'words-in-another-order',
      sentence: 'A search of groups finds a name that has the words of the search in another order.',
      patch: during('listGroups', 'users', ({ matches }) => ({
        matches: (text, search) => matches(text, search) || search.split(' ').every((word) => matches(text, word)),
      })),
    },
    ...ofGroups['search-no-match'],
  ],
  'users.groups.search-paged': [
    {
      name: 'lost-on-the-third-page',
      sentence: 'The third page of a search of groups is refused.',
      patch: remembering(
        () => new Set<string>(),
        (behind) =>
          replaceSync('listGroups', (call, original) => {
            const after = call.query.text('after');
            if (after === undefined || !isAsked(call, 'search')) return original(call);
            if (behind.has(after)) refuse('invalid', 'after is no cursor of this list');
            const answer = original(call);
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
      sentence: 'A search of groups goes on behind a cursor at its place among all groups.',
      patch: countedInAll('listGroups'),
    },
    ...ofGroups['search-paged'],
  ],
});
