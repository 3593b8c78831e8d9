import { refuse } from '../../mock/answer.ts';
import { isAdmin } from '../../mock/authority.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Report } from '../../mock/world/content.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { all, replaceSync, type SyncHandler, withBody } from '../lib/patches.ts';
import {
  changeReportList,
  isAsked,
  itemsOf,
  pageInfoOf,
  requery,
  unreadable,
  withItems,
  wholeList,
} from '../lib/reports.ts';

const LIST = 'listReports';
const DECLARED = {
  id: 'openapi-spec.serving.body-declared',
  because: "the tenant's own document declares what is printed, and the answer departs from that as well",
} as const;

function isFiltered(call: Call): boolean {
  return isAsked(call, 'search', 'folderId', 'externalWorkbookId');
}

function sizeOf(call: Call): number {
  return Number(call.query.text('first') ?? Number.NaN);
}

/** Changes what pageInfo says. */
function paging(change: (pageInfo: Body, list: Body, call: Call) => Body): Patch {
  return changeReportList((list, call) => ({ ...list, pageInfo: change(pageInfoOf(list), list, call) }));
}

/** A page behind another report than the one that its cursor stands for: so many further on, or back. */
function shifted(call: Call, original: SyncHandler, by: 1 | -1): ReturnType<SyncHandler> {
  const { cursor } = call.tenant.dialect;
  const id = cursor.read(call.query.text('after') ?? '')?.at(-1);
  const ids = wholeList(call, original).map((report) => report['id'] as number);
  const place = ids.findIndex((one) => one === id);
  if (place < 0) return original(call);
  const target = ids[place + by];
  // In front of the first report there is no cursor, and behind the last no report.
  if (target === undefined) return original(by < 0 ? requery(call, { after: undefined }) : call);
  const report = call.tenant.content.reports.get(target);
  const sort = (call.query.text('sortBy') ?? 'id') as 'id' | 'name' | 'createdAt' | 'updatedAt' | 'lastViewedAt';
  return original(report ? requery(call, { after: cursor.write([report[sort], report.id]) }) : call);
}

/** A list that is sorted by one thing is sorted by another, in the directions that `when` names. */
function sortedOtherwise(
  by: string,
  when: readonly (string | undefined)[],
  others: Parameters<typeof requery>[1],
): Patch {
  return replaceSync(LIST, (call, original) => {
    const isMeant = call.query.text('sortBy') === by && when.includes(call.query.text('sortDirection'));
    return original(isMeant ? requery(call, others) : call);
  });
}

/** The last report of a first page stands before the others. */
function lastFirst(by: string, direction: string): Patch {
  return changeReportList((list, call) => {
    const isMeant = call.query.text('sortBy') === by && call.query.text('sortDirection') === direction;
    const items = itemsOf(list);
    if (!isMeant || isAsked(call, 'after')) return list;
    return withItems(list, [...items.slice(-1), ...items.slice(0, -1)]);
  });
}

function isIn(report: Report, externalWorkbookId: string | undefined): boolean {
  return report.placements.some((one) => one.externalWorkbookId === externalWorkbookId);
}

function isElsewhere(call: Call): (report: Body) => boolean {
  return ({ deploymentId }) => deploymentId !== Number(call.path['deploymentId']);
}

/** Whether a report is placed in a spreadsheet and lies neither in a folder nor in a workbook. */
function isOnlyPlaced({ folderId, workbookId, externalWorkbookId }: Body): boolean {
  return folderId === null && workbookId === null && externalWorkbookId !== null;
}

/** A page after a cursor is one of the list without a filter, or in its usual direction. */
function forgetting(name: 'search' | 'folderId' | 'externalWorkbookId' | 'sortDirection', what: string): Deviation {
  return {
    name: 'forgotten',
    sentence: `A page after a cursor forgets ${what} of the list.`,
    patch: replaceSync(LIST, (call, original) =>
      original(isAsked(call, 'after') ? requery(call, { [name]: undefined }) : call),
    ),
  };
}

const NO_FURTHER_PAGE = 'nobody comes to the pages behind the first without a cursor';

/** Faults of the list of reports: its envelope, its pages, its order and its filters. */
export const reportsListFaults = faults({
  // The envelope.
  'reports.list.answers-200': {
    name: 'partial',
    sentence: 'The list answers 206, as if a page were a range, unless it is sorted by lastViewedAt.',
    patch: replaceSync(LIST, (call, original) => {
      const answer = original(call);
      const isMeant = answer.kind === 'ok' && call.query.text('sortBy') !== 'lastViewedAt';
      return isMeant ? { ...answer, status: 206 } : answer;
    }),
    also: [
      {
        id: 'openapi-spec.serving.status-declared',
        because: "the tenant's own document declares 200 as well, as is printed",
      },
    ],
  },
  'reports.list.items': {
    name: 'one-by-name',
    sentence: 'The unsorted list holds the publicId alone of a report that is only placed in a spreadsheet.',
    patch: changeReportList((list, call) => {
      if (isFiltered(call) || isAsked(call, 'sortBy')) return list;
      return { ...list, items: itemsOf(list).map((one) => (isOnlyPlaced(one) ? one['publicId'] : one)) };
    }),
    also: [DECLARED],
  },
  'reports.list.page-info': {
    name: 'left-out-without-first',
    sentence: 'A list that is asked for no page has no pageInfo.',
    patch: changeReportList((list, call) => {
      const { pageInfo, ...rest } = list;
      return isAsked(call, 'first', 'after') ? { ...rest, pageInfo } : rest;
    }),
    also: [DECLARED],
  },
  'reports.page-info.has-next-page': {
    name: 'text',
    sentence: 'The hasNextPage of a list that is asked for no page is text.',
    patch: paging(({ hasNextPage, ...rest }, _list, call) => ({
      ...rest,
      hasNextPage: isAsked(call, 'first', 'after') ? hasNextPage : String(hasNextPage),
    })),
    also: [DECLARED],
  },
  'reports.page-info.has-previous-page': {
    name: 'number',
    sentence: 'The hasPreviousPage of pageInfo is 0 or 1.',
    patch: paging((pageInfo) => ({ ...pageInfo, hasPreviousPage: Number(pageInfo['hasPreviousPage']) })),
    also: [DECLARED],
  },
  'reports.page-info.end-cursor': {
    name: 'number',
    sentence: 'The endCursor of the last page is the id of its last report, a number.',
    patch: paging((pageInfo, list) => {
      const isMeant = pageInfo['hasNextPage'] === false && pageInfo['endCursor'] !== null;
      return isMeant ? { ...pageInfo, endCursor: itemsOf(list).at(-1)?.['id'] } : pageInfo;
    }),
    also: [DECLARED],
  },
  'reports.page-info.start-cursor': {
    name: 'number',
    sentence: 'The startCursor of a page is the id of its first report, a number.',
    patch: paging((pageInfo, list) => {
      const isMeant = pageInfo['startCursor'] !== null;
      return isMeant ? { ...pageInfo, startCursor: itemsOf(list)[0]?.['id'] } : pageInfo;
    }),
    also: [DECLARED],
  },
  'reports.list.data': {
    name: 'left-out',
    sentence: 'The list has no data any more.',
    patch: changeReportList(({ data: _, ...rest }) => rest),
    also: [DECLARED, { id: 'reports.list.data-populated', because: 'what is left out holds no reports' }],
  },
  'reports.list.data-populated': [
    {
      name: 'empty',
      sentence: 'The data of a list is an empty array, whatever items holds.',
      patch: ({ reports }) => {
        reports.legacy = (_items, count) => ({ data: [], count });
      },
    },
    {
      name: 'empty-page-two',
      sentence: 'The data of a page after a cursor is an empty array.',
      patch: changeReportList((list, call) => (isAsked(call, 'after') ? { ...list, data: [] } : list)),
    },
    {
      name: 'empty-with-first',
      sentence: 'The data of a page whose size was asked for is an empty array.',
      patch: changeReportList((list, call) => (isAsked(call, 'first') ? { ...list, data: [] } : list)),
    },
  ],
  'reports.list.data-same': [
    {
      name: 'older-title',
      sentence: 'The data of a list shows the name of a report where items shows its title.',
      patch: ({ reports }) => {
        reports.legacy = (items, count) => ({
          data: (items as readonly Body[]).map((one) => ({ ...one, title: `${String(one['name'])} (copy)` })),
          count,
        });
      },
    },
    {
      name: 'refreshed-by-the-next',
      sentence: 'The data of a list shows the id of another user as who refreshed a report.',
      patch: ({ reports }) => {
        reports.legacy = (items, count) => ({
          data: (items as readonly Body[]).map((one) => ({
            ...one,
            ...(typeof one['refreshedBy'] === 'number' && { refreshedBy: one['refreshedBy'] + 1 }),
          })),
          count,
        });
      },
    },
    {
      name: 'version-behind',
      sentence: 'The data of a list shows each report one version behind.',
      patch: ({ reports }) => {
        reports.legacy = (items, count) => ({
          data: (items as readonly Body[]).map((one) => ({ ...one, version: Number(one['version']) - 1 })),
          count,
        });
      },
    },
  ],
  'reports.list.count': {
    name: 'left-out-without-first',
    sentence: 'A list that is asked for no page has no count.',
    patch: changeReportList((list, call) => {
      const { count, ...rest } = list;
      return isAsked(call, 'first', 'after') ? { ...rest, count } : rest;
    }),
    also: [
      DECLARED,
      ...(['count-total', 'count-ignores-pages', 'count-accessible'] as const).map(
        (rule) => ({ id: `reports.list.${rule}`, because: 'what is left out is no number' }) as const,
      ),
    ],
  },
  'reports.list.count-total': {
    name: 'every-deployment',
    sentence: 'The count that an administrator gets is that of the reports of all deployments.',
    patch: changeReportList((list, { tenant, principal }) =>
      isAdmin(tenant, principal) ? { ...list, count: tenant.content.reports.size } : list,
    ),
  },
  'reports.list.count-ignores-pages': [
    {
      name: 'page-of-one',
      sentence: 'The count of a page of one report is 1.',
      patch: changeReportList((list, call) => (sizeOf(call) === 1 ? { ...list, count: itemsOf(list).length } : list)),
    },
    {
      name: 'behind-a-cursor',
      sentence: 'The count of a page after a cursor is one lower.',
      patch: changeReportList((list, call) =>
        isAsked(call, 'after') ? { ...list, count: Number(list['count']) - 1 } : list,
      ),
    },
  ],
  'reports.list.count-accessible': {
    name: 'unreadable-too',
    sentence: 'The count is that of the reports of the deployment, whoever may read them.',
    patch: changeReportList((list, { tenant, path }) => {
      const deploymentId = Number(path['deploymentId']);
      return { ...list, count: tenant.content.reports.filter((one) => one.deploymentId === deploymentId).length };
    }),
  },
  'reports.list.this-deployment': {
    name: 'every-deployment',
    sentence: 'The list holds the reports of every deployment, unless it is of one spreadsheet.',
    patch: all(
      ({ reports }) => {
        reports.isOf = () => true;
      },
      changeReportList((list, call) => {
        if (!isAsked(call, 'externalWorkbookId')) return list;
        const foreign = isElsewhere(call);
        return withItems(
          list,
          itemsOf(list).filter((one) => !foreign(one)),
        );
      }),
    ),
  },
  'reports.list.readable-only': [
    {
      name: 'at-the-end',
      sentence: 'The last page of a list without filters ends with the reports that the caller may not read.',
      patch: changeReportList((list, call) => {
        if (isFiltered(call) || pageInfoOf(list)['hasNextPage'] === true) return list;
        return withItems(list, [...itemsOf(list), ...unreadable(call, () => true)]);
      }),
      also: [{ id: 'reports.list.oauth-readable-only', because: 'the list is the same with an OAuth token' }],
    },
    {
      name: 'behind-a-cursor',
      sentence: 'A page after a cursor, in a list without filters, ends with the reports that the caller may not read.',
      patch: changeReportList((list, call) => {
        if (isFiltered(call) || !isAsked(call, 'after')) return list;
        return withItems(list, [...itemsOf(list), ...unreadable(call, () => true)]);
      }),
    },
  ],

  // Pages.
  'reports.list.first-zero': {
    name: 'taken-as-none',
    sentence: 'A first of 0 is taken as if it were left out.',
    patch: replaceSync(LIST, (call, original) =>
      original(sizeOf(call) === 0 ? requery(call, { first: undefined }) : call),
    ),
  },
  'reports.list.first-smallest': {
    name: 'empty-page',
    sentence: 'A page of one report holds none.',
    patch: changeReportList((list, call) => (sizeOf(call) === 1 ? { ...list, items: [] } : list)),
    also: [{ id: 'reports.list.pages-complete', because: 'pages of one report show no report' }],
  },
  'reports.list.first-limits': {
    name: 'one-more',
    sentence: 'A page of two reports or more holds one more than first asks for.',
    also: alsoThese('pages of a size are compared with it there', 'reports.list.first-full'),
    patch: replaceSync(LIST, (call, original) => {
      const size = sizeOf(call);
      return original(size > 1 ? requery(call, { first: String(size + 1) }) : call);
    }),
  },
  'reports.list.after-continues': {
    name: 'repeats-one',
    sentence: 'A page of two reports or more after a cursor starts with the report that the cursor stands for.',
    patch: replaceSync(LIST, (call, original) =>
      isAsked(call, 'after') && sizeOf(call) !== 1 ? shifted(call, original, -1) : original(call),
    ),
    also: [{ id: 'reports.list.count-total', because: 'the pages together show more reports than are counted' }],
  },
  'reports.list.pages-complete': {
    name: 'skips-one',
    sentence: 'A page after a cursor leaves out the report that should come first on it.',
    patch: replaceSync(LIST, (call, original) =>
      isAsked(call, 'after') ? shifted(call, original, 1) : original(call),
    ),
    also: [{ id: 'reports.list.count-total', because: 'the pages together hold fewer reports than are counted' }],
  },
  'reports.list.pages-keep-order': {
    name: 'turned-round',
    sentence: 'A page after a cursor, in a list sorted by name, stands in the opposite order.',
    patch: changeReportList((list, call) => {
      const isMeant = isAsked(call, 'after') && call.query.text('sortBy') === 'name';
      return isMeant ? withItems(list, [...itemsOf(list)].reverse()) : list;
    }),
  },
  'reports.list.direction-kept': {
    ...forgetting('sortDirection', 'the direction that it is sorted in'),
    also: alsoThese(
      'the pages of a list by a date forget the direction as well',
      'reports.list.created-at-ascending',
      'reports.list.created-at-descending',
      'reports.list.updated-at-ascending',
      'reports.list.updated-at-descending',
    ),
  },
  'reports.list.next-page-announced': {
    name: 'denied',
    sentence: 'The hasNextPage of a first page that is followed by another is false.',
    patch: paging((pageInfo) =>
      pageInfo['hasPreviousPage'] === true ? pageInfo : { ...pageInfo, hasNextPage: false },
    ),
    also: [
      { id: 'reports.list.pages-complete', because: 'whoever believes the first page asks for no other' },
      { id: 'reports.list.count-total', because: 'whoever believes the first page counts that one alone' },
    ],
  },
  'reports.list.last-page-announced': {
    name: 'until-empty',
    sentence: 'Every page that holds a report says that another follows.',
    patch: paging((pageInfo, list, call) => {
      const isMeant = itemsOf(list).length > 0 && call.query.text('sortBy') !== 'lastViewedAt';
      return isMeant ? { ...pageInfo, hasNextPage: true } : pageInfo;
    }),
  },
  'reports.list.end-cursor-continues': {
    name: 'no-cursor',
    sentence: 'A page of a list without sortBy that is followed by another has no endCursor.',
    patch: paging((pageInfo, _list, call) => {
      const isMeant = pageInfo['hasNextPage'] === true && !isAsked(call, 'sortBy');
      return isMeant ? { ...pageInfo, endCursor: null } : pageInfo;
    }),
    also: (
      ['pages-complete', 'count-total', 'after-continues', 'next-page-announced', 'last-page-announced'] as const
    ).map((rule) => ({ id: `reports.list.${rule}`, because: NO_FURTHER_PAGE }) as const),
  },

  // Order. In the seed the order of ids is one of dates as well, and not one of names.
  'reports.list.sort-by-name': {
    name: 'by-id',
    sentence: 'A list sorted by name in no direction is sorted by id.',
    patch: sortedOtherwise('name', [undefined], { sortBy: undefined }),
    also: [{ id: 'reports.list.pages-keep-order', because: 'what is sorted by id is in no order of names' }],
  },
  'reports.list.sort-by-created-at': {
    name: 'by-name',
    sentence: 'A list sorted by createdAt in no direction is sorted by name.',
    patch: sortedOtherwise('createdAt', [undefined], { sortBy: 'name' }),
  },
  'reports.list.sort-by-updated-at': {
    name: 'by-name',
    sentence: 'A list sorted by updatedAt in no direction is sorted by name.',
    patch: sortedOtherwise('updatedAt', [undefined], { sortBy: 'name' }),
  },
  'reports.list.sort-by-last-viewed-at': {
    name: 'unknown',
    sentence: 'A list sorted by lastViewedAt is refused.',
    also: alsoThese('a list with all filters is sorted', 'reports.list.filters-together'),
    patch: replaceSync(LIST, (call, original) => {
      if (call.query.text('sortBy') === 'lastViewedAt') refuse('invalid', 'sortBy is unknown');
      return original(call);
    }),
  },
  'reports.list.name-ascending': {
    name: 'descending',
    sentence: 'A list sorted by name in the direction ASC is descending.',
    patch: sortedOtherwise('name', ['ASC'], { sortDirection: 'DESC' }),
  },
  'reports.list.name-descending': {
    name: 'ascending',
    sentence: 'A list sorted by name in the direction DESC is ascending.',
    patch: sortedOtherwise('name', ['DESC'], { sortDirection: 'ASC' }),
  },
  'reports.list.created-at-ascending': {
    name: 'descending',
    sentence: 'A list sorted by createdAt in the direction ASC is descending.',
    patch: sortedOtherwise('createdAt', ['ASC'], { sortDirection: 'DESC' }),
  },
  'reports.list.created-at-descending': {
    name: 'last-first',
    sentence: 'A page sorted by createdAt in the direction DESC starts with its oldest report.',
    patch: lastFirst('createdAt', 'DESC'),
  },
  'reports.list.updated-at-ascending': {
    name: 'last-first',
    sentence: 'A page sorted by updatedAt in the direction ASC starts with the report that was updated last.',
    patch: lastFirst('updatedAt', 'ASC'),
  },
  'reports.list.updated-at-descending': {
    name: 'ascending',
    sentence: 'A list sorted by updatedAt in the direction DESC is ascending.',
    patch: sortedOtherwise('updatedAt', ['DESC'], { sortDirection: 'ASC' }),
  },
  'reports.list.updated-at-after-update': {
    name: 'by-created-at',
    sentence: 'A list sorted by updatedAt is sorted by createdAt.',
    patch: sortedOtherwise('updatedAt', [undefined, 'ASC', 'DESC'], { sortBy: 'createdAt' }),
  },

  // Filters.
  'reports.list.search-finds': {
    name: 'parts-only',
    sentence: 'A search finds a report outside workbooks by a part of its name and not by all of it.',
    patch: ({ reports }) => {
      const { matches } = reports;
      reports.matches = (report, search) =>
        matches(report, search) && (report.workbookId !== null || report.name.toLowerCase() !== search.toLowerCase());
    },
  },
  'reports.list.search-narrows': {
    name: 'everything-for-nothing',
    sentence: 'A search that finds no report lists all of them.',
    also: [
      {
        id: 'reports.list.filters-together',
        because: 'what the search alone lists is listed beside another filter too',
      },
      { id: 'reports.list.search-pages-filtered', because: 'a search that finds nothing is read in pages' },
    ],
    patch: replaceSync(LIST, (call, original) => {
      const answer = original(call);
      const isEmpty = answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0;
      return isEmpty && isAsked(call, 'search') ? original(requery(call, { search: undefined })) : answer;
    }),
  },
  'reports.list.search-inside-workbook': {
    name: 'outside-only',
    sentence: 'A search finds no report that lies in a workbook.',
    patch: ({ reports }) => {
      const { matches } = reports;
      reports.matches = (report, search) => report.workbookId === null && matches(report, search);
    },
  },
  'reports.list.search-pages-filtered': {
    ...forgetting('search', 'the search'),
    also: alsoThese('a search with other filters is read in pages', 'reports.list.filters-together'),
  },
  'reports.list.folder-only': {
    name: 'root-too',
    sentence: 'The filter by a folder adds the reports in no folder, which it shows in folder 0.',
    also: alsoThese('pages of a folder are compared with the whole list', 'reports.list.after-continues'),
    patch: replaceSync(LIST, (call, original) => {
      const answer = original(call);
      if (!isAsked(call, 'folderId')) return answer;
      const loose = wholeList(requery(call, { folderId: undefined }), original)
        .filter((one) => one['folderId'] === null)
        .map((one) => ({ ...one, folderId: 0 }));
      return withBody(answer, (list) => withItems(list, [...itemsOf(list), ...loose]));
    }),
  },
  'reports.list.folder-complete': {
    name: 'not-the-placed',
    sentence: 'The filter by a folder leaves out the reports that are placed in a spreadsheet.',
    patch: ({ reports }) => {
      const own = reports.isIn;
      reports.isIn = (report, folderId) =>
        own(report, folderId) && (folderId === undefined || report.placements.length === 0);
    },
  },
  'reports.list.folder-pages-filtered': {
    ...forgetting('folderId', 'the folder'),
    also: alsoThese('later pages of a folder are read there as well', 'reports.list.filters-together'),
  },
  'reports.list.external-workbook-placed': {
    name: 'several-only',
    sentence: 'The filter by a spreadsheet leaves out the reports that are placed in that one alone.',
    patch: ({ reports }) => {
      const own = reports.isPlacedIn;
      reports.isPlacedIn = (report, externalWorkbookId) =>
        own(report, externalWorkbookId) &&
        (externalWorkbookId === undefined ||
          report.placements.some((one) => one.externalWorkbookId !== externalWorkbookId));
    },
    also: [
      {
        id: 'reports.disconnect.keeps-other-placements',
        because: 'a report that is left in one spreadsheet is not found there',
      },
    ],
  },
  'reports.list.external-workbook-only': {
    name: 'unplaced-for-none',
    sentence: 'The filter by a spreadsheet that holds no report lists those that are placed nowhere.',
    also: [
      { id: 'reports.list.filters-together', because: 'what the filter alone lists is listed beside another one too' },
      {
        id: 'reports.list.external-workbook-readable-only',
        because: 'a report that is not placed is one that nobody placed for the user',
      },
      {
        id: 'reports.list.external-workbook-pages-filtered',
        because: 'a report that is not placed is one that nobody placed for the user',
      },
    ],
    patch: replaceSync(LIST, (call, original) => {
      const answer = original(call);
      const isEmpty = answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0;
      if (!isEmpty || !isAsked(call, 'externalWorkbookId')) return answer;
      const unplaced = wholeList(requery(call, { externalWorkbookId: undefined }), original).filter(
        (one) => one['externalWorkbookId'] === null,
      );
      return withBody(answer, (list) => withItems(list, unplaced));
    }),
  },
  'reports.list.external-workbook-pages-filtered': {
    ...forgetting('externalWorkbookId', 'the spreadsheet'),
    also: alsoThese('the list is read in pages', 'reports.list.external-workbook-readable-only'),
  },
  'reports.list.external-workbook-readable-only': {
    name: 'unreadable-too',
    sentence: 'The filter by a spreadsheet adds the reports that are placed there and that the caller may not read.',
    patch: changeReportList((list, call) => {
      const externalWorkbookId = call.query.text('externalWorkbookId');
      if (externalWorkbookId === undefined) return list;
      const more = unreadable(call, (report) => isIn(report, externalWorkbookId));
      return withItems(list, [...itemsOf(list), ...more]);
    }),
  },
  'reports.list.external-workbook-this-deployment': {
    name: 'other-too',
    sentence: 'The filter by a spreadsheet adds the reports of another deployment that are placed there.',
    patch: replaceSync(LIST, (call, original) => {
      const answer = original(call);
      const { home, other } = call.tenant.deployments;
      const elsewhere = Number(call.path['deploymentId']) === home ? other : home;
      if (!isAsked(call, 'externalWorkbookId')) return answer;
      const foreign = wholeList({ ...call, path: { ...call.path, deploymentId: String(elsewhere) } }, original);
      return withBody(answer, (list) => withItems(list, [...itemsOf(list), ...foreign]));
    }),
  },
});
