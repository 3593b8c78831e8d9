import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byOAuth } from './access.ts';
import { alsoThese, type Deviation } from './fault.ts';
import { continuing, endingEarly, isSearched, onlyWhere, pagesOf, startingOver } from './paging.ts';
import { during, replaceSync, withBody } from './patches.ts';
import { isAsked, itemsOf, requery, wholeList } from './reports.ts';
import type { UserRules } from './user-settings.ts';

/** How faults of the lists of users and groups are written. */

export const oneMoreWhereSearched = (operation: string, what: string, toldBy: RequirementId): Deviation => ({
  name: 'one-more-where-searched',
  toldBy,
  sentence: `A page of a search of ${what} holds one more than was asked for.`,
  patch: onlyWhere(
    operation,
    (call) => isAsked(call, 'search'),
    pagesOf(operation, (first) => first + 1),
  ),
});

export const LISTS = { users: 'listUsers', groups: 'listGroups' } as const;

type Rule =
  | 'first-limits'
  | 'after-continues'
  | 'pages-complete'
  | 'search-substring'
  | 'search-any-case'
  | 'search-no-match'
  | 'search-paged';

const isWhole = (call: Call): boolean => !isSearched(call);

/** Another way of finding a text, in one of the two lists. */
function matching(operation: string, matches: UserRules['matches']): Patch {
  return replaceSync(operation, (call, original) => {
    const { users } = call.tenant.rules;
    const own = users.matches;
    users.matches = matches;
    try {
      return original(call);
    } finally {
      users.matches = own;
    }
  });
}

const small = (text: string): string => text.toLowerCase();

/** A text of words alone, each with a space in front. */
const worded = (text: string): string => ` ${small(text).replace(/[^a-z0-9]+/g, ' ')}`;

export function searching(matches: UserRules['matches']): Patch {
  return ({ users }) => {
    users.matches = matches;
  };
}

/** What a search finds that takes one sign of its text for any. */
function patternOf(search: string, joker: string): RegExp {
  const signs = Array.from(search, (sign) => (sign === joker ? '.' : sign.replace(/[$()*+.?[\\\]^{|}]/, '\\$&')));
  return new RegExp(signs.join(''), 'i');
}

/** What goes wrong with the pages and the search of either list. */
export function pagesAndSearch(list: keyof typeof LISTS): Readonly<Record<Rule, readonly Deviation[]>> {
  const operation = LISTS[list];
  return {
    'first-limits': [
      {
        name: 'one-more',
        sentence: `A page of ${list} holds one more than was asked for.`,
        patch: pagesOf(operation, (first) => first + 1),
      },
      {
        name: 'least-of-two',
        sentence: `A page of one of the ${list} holds two.`,
        patch: pagesOf(operation, (first) => Math.max(2, first)),
      },
    ],
    'after-continues': [
      {
        name: 'one-early',
        sentence: `A page of ${list} begins with the last of the page before it.`,
        patch: onlyWhere(operation, isWhole, continuing(operation, 'one-early')),
      },
      {
        name: 'starting-over',
        sentence: `The cursor behind the second of the ${list} or a later one leads back to the start.`,
        patch: onlyWhere(operation, isWhole, startingOver(operation)),
      },
    ],
    'pages-complete': [
      {
        name: 'one-late',
        sentence: `A page of ${list} leaves out the one that it should begin with.`,
        patch: onlyWhere(operation, isWhole, continuing(operation, 'one-late')),
      },
      {
        name: 'ending-early',
        sentence: `The list of ${list} ends before its last one where that would stand on a page of its own.`,
        patch: onlyWhere(operation, isWhole, endingEarly(operation)),
      },
    ],
    'search-substring': [
      {
        name: 'prefix',
        sentence: `A search of ${list} finds what begins with a text.`,
        patch: matching(operation, (text, search) => small(text).startsWith(small(search))),
      },
      {
        name: 'words',
        sentence: `A search of ${list} finds what has a word that begins with a text.`,
        patch: matching(operation, (text, search) => worded(text).includes(worded(search))),
      },
      {
        name: 'suffix',
        sentence: `A search of ${list} finds what ends with a text.`,
        patch: matching(operation, (text, search) => small(text).endsWith(small(search))),
      },
    ],
    'search-any-case': [
      {
        name: 'case-sensitive',
        sentence: `A search of ${list} tells capitals from small letters.`,
        patch: matching(operation, (text, search) => text.includes(search)),
      },
      {
        name: 'small-letters-alone',
        sentence: `A search of ${list} for capitals finds nothing.`,
        also: alsoThese(
          'a text with capitals in it is searched for as it stands',
          `users.${list === 'users' ? 'list' : 'groups'}.search-substring`,
        ),
        patch: matching(operation, (text, search) => small(text).includes(search)),
      },
      {
        name: 'dotless-i',
        sentence: `A search of ${list} takes a capital I for another letter than a small one.`,
        patch: matching(operation, turkish),
      },
      capitalsAtTheStart(operation, list),
      {
        name: 'not-in-pages',
        sentence: `The search of a page of ${list} looks for its text in the same case.`,
        patch: onlyWhere(
          operation,
          (call) => call.query.text('first') !== undefined,
          matching(operation, (text, search) => text.includes(search)),
        ),
      },
    ],
    'search-no-match': [
      {
        name: 'a-dot-for-any',
        sentence: `A search of ${list} takes a dot for any sign.`,
        patch: searching((text, search) => patternOf(search, '.').test(text)),
      },
      {
        name: 'a-low-line-for-any',
        sentence: `A search of ${list} takes a low line for any sign.`,
        patch: searching((text, search) => patternOf(search, '_').test(text)),
      },
      {
        name: 'everything',
        sentence: `A search of ${list} that finds nothing lists them all.`,
        patch: onlyWhere(
          operation,
          isSearched,
          replaceSync(operation, (call, original) => {
            const answer = original(call);
            const isNothing =
              answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0 && !isAsked(call, 'after');
            return isNothing ? original(requery(call, { search: undefined })) : answer;
          }),
        ),
      },
      {
        name: 'long-texts-ignored',
        sentence: `A search of ${list} for more than 20 characters is ignored unless it finds something.`,
        patch: replaceSync(operation, (call, original) => {
          const search = call.query.text('search') ?? '';
          const answer = original(call);
          const isLost = search.length > 20 && answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0;
          return isLost ? original(requery(call, { search: undefined, after: undefined })) : answer;
        }),
      },
    ],
    'search-paged': [
      {
        name: 'search-lost',
        sentence: `A search of ${list} that goes on behind a cursor goes on through all of them.`,
        patch: replaceSync(operation, (call, original) =>
          original(isAsked(call, 'after') ? requery(call, { search: undefined }) : call),
        ),
      },
      {
        name: 'one-late',
        sentence: `A page of a search of ${list} leaves out the one that it should begin with.`,
        patch: onlyWhere(operation, isSearched, continuing(operation, 'one-late')),
      },
    ],
  };
}

/** Lists nobody but the caller to who comes with an OAuth access token. */
export const selfAloneByOAuth = (operation: string): Patch =>
  replaceSync(operation, (call, original) =>
    withBody(original(call), (body) =>
      byOAuth(call) ? { ...body, items: itemsOf(body).filter(({ id }) => id === call.principal.user?.id) } : body,
    ),
  );

const has = (text: string, search: string): boolean => small(text).includes(small(search));

/** What goes wrong with a search of either list for some of the texts that it should find. */
export const OF_EITHER_LIST = {
  'search-substring': [
    {
      name: 'not-at-the-start',
      sentence: 'A search finds a text everywhere but at the start.',
      patch: searching((text, search) => small(text).indexOf(small(search), 1) > 0),
    },
    {
      name: 'not-at-the-end',
      sentence: 'A search finds a text everywhere but at the end.',
      patch: searching((text, search) => has(text.slice(0, -1), search)),
    },
    {
      name: 'no-whole-text',
      sentence: 'A search finds nothing by its whole text.',
      patch: searching((text, search) => text.length > search.length && has(text, search)),
    },
  ],
  'search-any-case': [
    {
      name: 'whole-texts-alone',
      sentence: 'A search tells capitals from small letters unless it is for the whole text.',
      patch: searching((text, search) => text.includes(search) || small(text) === small(search)),
    },
    {
      name: 'mixed-letters',
      sentence: 'A search for capitals and small letters together tells them apart.',
      patch: searching((text, search) =>
        search === small(search) || search === search.toUpperCase() ? has(text, search) : text.includes(search),
      ),
    },
  ],
} as const satisfies Record<string, readonly Deviation[]>;

/** Compares as software does in whose language a capital I belongs to another letter. */
const turkish = (text: string, search: string): boolean =>
  text.toLocaleLowerCase('tr').includes(search.toLocaleLowerCase('tr'));

/** A search that has a capital in it compares the beginnings of texts alone. */
function capitalsAtTheStart(operation: string, what: string): Deviation {
  return {
    name: 'capitals-at-the-start-alone',
    sentence: `A search of ${what} for a text with a capital in it finds only what begins with that.`,
    patch: during(operation, 'users', ({ matches }) => ({
      matches: (text, search) =>
        matches(text, search) && (!/[A-Z]/.test(search) || text.toLowerCase().startsWith(search.toLowerCase())),
    })),
  };
}

/** Goes on behind a cursor at its place in what was found, counted in the whole list. */
export function countedInAll(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const { cursor } = call.tenant.dialect;
    const key = cursor.read(call.query.text('after') ?? '');
    if (!key || call.query.text('search') === undefined) return original(call);
    const place = wholeList(call, original).findIndex(({ id }) => id === key[0]);
    const target = wholeList(requery(call, { search: undefined }), original)[place];
    return original(target ? requery(call, { after: cursor.write([target['id'] as number]) }) : call);
  });
}
