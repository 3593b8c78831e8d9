import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Report } from '../../mock/world/content.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { changeReportList, isAsked, itemsOf, pageInfoOf, requery, unreadable, withItems } from '../lib/reports.ts';
import { changeBodySync, replaceSync, withBody } from '../lib/patches.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { hashOf } from '../lib/text-files.ts';

const LIST = 'listReports';
type Name = 'first' | 'sortBy' | 'search' | 'folderId' | 'externalWorkbookId';

const SPOKEN: Readonly<Record<Name, string>> = {
  first: 'the page size',
  sortBy: 'the order',
  search: 'the search',
  folderId: 'the folder',
  externalWorkbookId: 'the spreadsheet',
};
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A query parameter that the list ignores where another stands beside it. */
function ignoring(name: Name, beside: Name): Deviation {
  return {
    name: `${kebab(name)}-ignored-with-${kebab(beside)}`,
    sentence: `A list ignores ${SPOKEN[name]} that it is asked for beside ${SPOKEN[beside]}.`,
    patch: replaceSync(LIST, (call, original) =>
      original(isAsked(call, beside) ? requery(call, { [name]: undefined }) : call),
    ),
  };
}

/** A filtered list that is asked for by name, in no direction, is in its usual order. */
function unsorted(name: Name): Deviation {
  return {
    name: `order-ignored-with-${kebab(name)}`,
    sentence: `A list that is asked for by name beside ${SPOKEN[name]}, in no direction, is in its usual order.`,
    patch: replaceSync(LIST, (call, original) => {
      const isMeant = call.query.text('sortBy') === 'name' && !isAsked(call, 'sortDirection') && isAsked(call, name);
      return original(isMeant ? requery(call, { sortBy: undefined }) : call);
    }),
  };
}

/** A filtered list that is asked for by name in a direction is in one alone, whichever that was. */
function turned(sortDirection: 'ASC' | 'DESC', name: Name): Deviation {
  const isMeant = (call: Call) =>
    call.query.text('sortBy') === 'name' && isAsked(call, 'sortDirection') && isAsked(call, name);
  return {
    name: `one-direction-with-${kebab(name)}`,
    sentence: `A list that is asked for by name in a direction beside ${SPOKEN[name]} is in the direction ${sortDirection}.`,
    patch: replaceSync(LIST, (call, original) => original(isMeant(call) ? requery(call, { sortDirection }) : call)),
  };
}

/** The envelope of a list is another one where something is asked for. */
function beside(name: Name, change: (list: Body) => Body): Patch {
  return changeReportList((list, call) => (isAsked(call, name) ? change(list) : list));
}

function emptyWith(name: Name): Deviation {
  return {
    name: `empty-with-${kebab(name)}`,
    sentence: `The data of a list that is asked for with ${SPOKEN[name]} is an empty array.`,
    patch: beside(name, (list) => ({ ...list, data: [] })),
  };
}

/** Lists that end with what their caller may not read, as far as it fits the folder that is asked for. */
function revealing(isMeant: (call: Call) => boolean): Patch {
  return changeReportList((list, call) => {
    if (!isMeant(call)) return list;
    const folderId = call.query.text('folderId');
    const more = unreadable(call, (one) => folderId === undefined || String(one.folderId) === folderId);
    return withItems(list, [...itemsOf(list), ...more]);
  });
}

/** A list that passes over its cursor, so that each page is the first one. */
function startedOver(name: string, what: string, isMeant: (call: Call) => boolean): Omit<Deviation, 'seenWith'> {
  return {
    name: `started-over-${name}`,
    sentence: `A page after a cursor is the first page again where the list is ${what}.`,
    patch: replaceSync(LIST, (call, original) => original(isMeant(call) ? requery(call, { after: undefined }) : call)),
  };
}

const isSortedBy =
  (sortBy: string) =>
  (call: Call): boolean =>
    call.query.text('sortBy') === sortBy;

/** The reports of each page behind the first stand in the opposite order. */
function turnedLater(sortBy: 'createdAt' | 'updatedAt', direction: 'ASC' | 'DESC'): Deviation {
  return {
    name: 'turned-on-later-pages',
    sentence: `A page after a cursor of a list by ${sortBy} in the direction ${direction} is in the opposite order.`,
    patch: changeReportList((list, call) => {
      const isMeant = isSortedBy(sortBy)(call) && call.query.text('sortDirection') === direction;
      return isMeant && isAsked(call, 'after') ? withItems(list, [...itemsOf(list)].reverse()) : list;
    }),
  };
}

/** The count of a list includes what its caller may not read. */
function countingAll(isMeant: (call: Call) => boolean): Patch {
  return changeReportList((list, call) =>
    isMeant(call) ? { ...list, count: Number(list['count']) + unreadable(call, () => true).length } : list,
  );
}

function isLastOfSeveral(list: Body, call: Call): boolean {
  return isAsked(call, 'after') && pageInfoOf(list)['hasNextPage'] === false;
}

/** Faults of lists of reports that are asked for several things at once, or in another way than most. */
export const reportsCombinedFaults = faults({
  'reports.list.data-populated': [emptyWith('search'), emptyWith('folderId'), emptyWith('sortBy')],
  'reports.list.count-ignores-pages': [
    {
      name: 'page-of-one-sorted',
      sentence: 'The count of a list in an order that was asked for is that of the page.',
      patch: beside('sortBy', (list) => ({ ...list, count: itemsOf(list).length })),
    },
    {
      name: 'none-sorted',
      sentence: 'The count of a list in an order that was asked for is 0.',
      patch: beside('sortBy', (list) => ({ ...list, count: 0 })),
    },
  ],
  'reports.list.count-accessible': [
    {
      name: 'all-when-sorted',
      sentence: 'The count of a list in an order that was asked for includes what the caller may not read.',
      patch: countingAll((call) => isAsked(call, 'sortBy')),
    },
    {
      name: 'all-on-later-pages',
      sentence: 'The count of a page after a cursor includes what the caller may not read.',
      patch: countingAll((call) => isAsked(call, 'after')),
    },
    {
      name: 'all-by-oauth',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'The count of a list for an OAuth token includes what its user may not read.',
      patch: countingAll(byOAuth),
    },
  ],
  'reports.list.after-continues': [
    startedOver('with-search', 'searched', (call) => isAsked(call, 'search')),
    startedOver('with-folder', 'that of a folder', (call) => isAsked(call, 'folderId')),
    startedOver('by-created-at', 'sorted by createdAt', isSortedBy('createdAt')),
    { ...startedOver('by-oauth', 'asked for with an OAuth token', byOAuth), seenWith: 'OAUTH_TOKEN' },
  ],
  'reports.list.search-finds': [
    {
      name: 'nothing-for-users',
      seenWith: 'MEMBER_TOKEN',
      sentence: 'A search by whoever is no administrator finds nothing.',
      patch: changeReportList((list, call) =>
        isAsked(call, 'search') && byPlainUser(call) ? withItems(list, []) : list,
      ),
    },
    {
      name: 'nothing-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A search with an OAuth token finds nothing.',
      patch: changeReportList((list, call) => (isAsked(call, 'search') && byOAuth(call) ? withItems(list, []) : list)),
    },
  ],
  'reports.list.external-workbook-readable-only': {
    name: 'everything-by-oauth',
    seenWith: 'MEMBER_OAUTH_TOKEN',
    sentence: 'The filter by a spreadsheet lists with an OAuth token what its user may not read as well.',
    patch: changeReportList((list, call) => {
      const asked = call.query.text('externalWorkbookId');
      const isPlaced = (one: Report) => one.placements.some(({ externalWorkbookId }) => externalWorkbookId === asked);
      return byOAuth(call) ? withItems(list, [...itemsOf(list), ...unreadable(call, isPlaced)]) : list;
    }),
  },
  'reports.connect.several-spreadsheets': {
    name: 'two-at-most',
    sentence: 'A connect keeps the last two placements of a report.',
    patch: ({ reports }) => {
      const { withPlacement } = reports;
      reports.withPlacement = (placements, placement) => withPlacement(placements, placement).slice(-2);
    },
    also: alsoThese(
      'the third of several placements takes the place of the first',
      'reports.disconnect.keeps-other-placements',
      'reports.disconnect.keeps-other-addresses',
      'reports.refresh.keeps-other-placements',
      'external-documents.list.shows-placement',
    ),
  },
  'reports.file.hash-of-content': {
    name: 'salted-for-users',
    seenWith: 'MEMBER_TOKEN',
    sentence: 'The hash of a file that is read by whoever is no administrator is that of another text.',
    patch: changeBodySync('getReportFile', (file, call) =>
      byPlainUser(call) ? { ...file, hash: hashOf(call, `${String(file['content'])} `) } : file,
    ),
  },
  'reports.list.created-at-ascending': turnedLater('createdAt', 'ASC'),
  'reports.list.updated-at-descending': turnedLater('updatedAt', 'DESC'),
  'reports.list.this-deployment': [
    {
      name: 'elsewhere-at-the-end',
      sentence: 'The last of several pages ends with a report of another deployment.',
      also: [
        ...alsoThese(
          'a report too many at the end stands in no order and fits on no full page',
          'reports.list.first-limits',
          'reports.list.pages-keep-order',
          'reports.list.direction-kept',
          'reports.list.sort-by-name',
          'reports.list.name-ascending',
          'reports.list.name-descending',
          'reports.list.created-at-ascending',
          'reports.list.created-at-descending',
          'reports.list.updated-at-ascending',
          'reports.list.updated-at-descending',
        ),
        ...alsoThese(
          'a report of another deployment stands at the end whatever the order',
          'reports.list.updated-at-after-update',
        ),
        { id: 'reports.list.after-continues', because: 'the report of another deployment stands on the last page' },
      ],
      patch: replaceSync(LIST, (call, original) => {
        const path = { ...call.path, deploymentId: String(call.tenant.deployments.other) };
        return withBody(original(call), (list) => {
          if (!isLastOfSeveral(list, call)) return list;
          const there = original({ ...requery(call, { after: undefined }), path });
          const foreign = there.kind === 'ok' ? itemsOf(there.body as Body).slice(0, 1) : [];
          return withItems(list, [...itemsOf(list), ...foreign]);
        });
      }),
    },
    {
      name: 'search-everywhere',
      sentence: 'A search lists the reports of all deployments.',
      patch: replaceSync(LIST, (call, original) => {
        const answer = original(call);
        const { home, other } = call.tenant.deployments;
        const elsewhere = Number(call.path['deploymentId']) === home ? other : home;
        if (!isAsked(call, 'search') || isAsked(call, 'externalWorkbookId')) return answer;
        const there = original({ ...call, path: { ...call.path, deploymentId: String(elsewhere) } });
        const foreign = there.kind === 'ok' ? itemsOf(there.body as Body) : [];
        return withBody(answer, (list) => withItems(list, [...itemsOf(list), ...foreign]));
      }),
    },
  ],
  'reports.list.readable-only': [
    {
      name: 'descending-too',
      sentence: 'A list in descending order ends with the reports that the caller may not read.',
      patch: revealing((call) => call.query.text('sortDirection') === 'DESC'),
    },
    {
      name: 'search-too',
      sentence: 'A search ends with the reports that the caller may not read.',
      also: alsoThese('the list for an OAuth token shows them as well', 'reports.list.oauth-readable-only'),
      patch: revealing((call) => isAsked(call, 'search')),
    },
    {
      name: 'last-viewed-too',
      sentence: 'A list by lastViewedAt ends with the reports that the caller may not read.',
      patch: revealing((call) => call.query.text('sortBy') === 'lastViewedAt'),
    },
    {
      name: 'created-at-too',
      sentence: 'A list by createdAt ends with the reports that the caller may not read.',
      patch: revealing((call) => call.query.text('sortBy') === 'createdAt'),
    },
  ],
  'reports.list.oauth-readable-only': {
    name: 'everything',
    sentence: 'Whoever has an OAuth token is listed the reports that they may not read as well.',
    patch: revealing(byOAuth),
  },
  'reports.list.folder-readable-only': {
    name: 'everything',
    sentence: 'The filter by a folder lists the reports there that the caller may not read as well.',
    patch: revealing((call) => isAsked(call, 'folderId')),
  },
  'reports.list.first-limits': [
    ignoring('first', 'search'),
    ignoring('first', 'folderId'),
    ignoring('first', 'sortBy'),
  ],
  'reports.list.sort-by-name': [unsorted('search'), unsorted('folderId')],
  'reports.list.name-ascending': turned('DESC', 'search'),
  'reports.list.name-descending': turned('ASC', 'folderId'),
  'reports.list.filters-together': [
    ignoring('search', 'folderId'),
    ignoring('folderId', 'search'),
    ignoring('folderId', 'externalWorkbookId'),
    ignoring('externalWorkbookId', 'folderId'),
    ignoring('externalWorkbookId', 'search'),
    ignoring('search', 'externalWorkbookId'),
  ],
});
