import type { Body, Call } from '../../../mock/call.ts';
import type { Key } from '../../../mock/dialects/dialect.ts';
import type { Patch } from '../../../mock/index.ts';
import { SORTS } from '../../../mock/rules/reports.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { begunAnew, numbered } from '../../lib/cursors.ts';
import { DECLARED } from '../../lib/documented.ts';
import { alsoThese, type Deviation, faults } from '../../lib/fault.ts';
import type { When } from '../../lib/conditions.ts';
import { isSearched, onlyWhere, isBehindCursor } from '../../lib/paging.ts';
import { all, changeBodySync, remembering, replaceSync, type SyncHandler, withBody } from '../../lib/patches.ts';
import { isBeyondAscii } from '../../lib/report-changes.ts';
import {
  forgetting,
  ignoringBeside,
  isSortedBy,
  kebab,
  type Name,
  pageSizeOf,
  paging,
  revealingUnreadable,
  SPOKEN,
} from '../../lib/report-lists.ts';
import {
  changeReportList,
  isAsked,
  itemsOf,
  pageInfoOf,
  requery,
  unreadable,
  wholeList,
  withItems,
} from '../../lib/reports.ts';
import { lackingWithRoom, lackingWithRoomBehind, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { tiesSkipped } from '../../lib/ties.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { sharedAnswer, cachedForAll } from '../../lib/under-way.ts';
import { tenPagesAtMost } from '../../lib/few-of-many.ts';

function isFiltered(call: Call): boolean {
  return isAsked(call, 'search', 'folderId', 'externalWorkbookId');
}

/** Whether a report is placed in a spreadsheet and lies neither in a folder nor in a workbook. */
function isOnlyPlaced({ folderId, workbookId, externalWorkbookId }: Body): boolean {
  return folderId === null && workbookId === null && externalWorkbookId !== null;
}

function isElsewhere(call: Call): (report: Body) => boolean {
  return ({ deploymentId }) => deploymentId !== Number(call.path['deploymentId']);
}

function isLastOfSeveral(list: Body, call: Call): boolean {
  return isAsked(call, 'after') && pageInfoOf(list)['hasNextPage'] === false;
}

const lasts = (list: Body): boolean => pageInfoOf(list)['hasNextPage'] === false;

/** A query parameter that the list ignores where another stands beside it. */
function ignoring(name: Name, beside: Name): Deviation {
  return {
    name: `${kebab(name)}-ignored-with-${kebab(beside)}`,
    sentence: `A list ignores ${SPOKEN[name]} that it is asked for beside ${SPOKEN[beside]}.`,
    patch: replaceSync('listReports', (call, original) =>
      original(isAsked(call, beside) ? requery(call, { [name]: undefined }) : call),
    ),
  };
}

/** What the cursor of a page stands for, if it is one of this tenant. */
function cursorOf({ tenant, query }: Call): Key | undefined {
  return tenant.dialect.cursor.read(query.text('after') ?? '');
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

/** A list that passes over its cursor, so that each page is the first one. */
function startedOver(name: string, what: string, isMeant: (call: Call) => boolean): Omit<Deviation, 'seenWith'> {
  return {
    name: `started-over-${name}`,
    sentence: `A page after a cursor is the first page again where the list is ${what}.`,
    patch: replaceSync('listReports', (call, original) =>
      original(isMeant(call) ? requery(call, { after: undefined }) : call),
    ),
  };
}

/** Some lists of reports end before a report that would stand on a page of its own. */
function endingBeforeTheLast(isMeant: (call: Call) => boolean): Patch {
  return onlyWhere(
    'listReports',
    (call) => isAsked(call, 'first') && isMeant(call),
    replaceSync('listReports', (call, original) => {
      const answer = original(call);
      if (answer.kind !== 'ok') return answer;
      const list = answer.body as Body;
      const { hasNextPage, endCursor } = pageInfoOf(list);
      if (hasNextPage !== true || typeof endCursor !== 'string') return answer;
      const rest = original(requery(call, { first: '2', after: endCursor }));
      if (rest.kind !== 'ok' || itemsOf(rest.body as Body).length !== 1) return answer;
      return { ...answer, body: { ...list, pageInfo: { ...pageInfoOf(list), hasNextPage: false } } };
    }),
  );
}

/** A page behind a cursor begins behind all that has the same value as the element that the cursor stands for. */
const skippingEquals: Patch = replaceSync('listReports', (call, original) => {
  const { tenant, query } = call;
  const sort = query.oneOf('sortBy', SORTS);
  const key = cursorOf(call);
  if (sort === undefined || key?.[0] === undefined) return original(call);
  const direction = query.oneOf('sortDirection', ['ASC', 'DESC']);
  const isDescending = tenant.rules.reports.isDescending(direction, tenant.dialect.order === 'descending');
  const last = isDescending ? 0 : Number.MAX_SAFE_INTEGER;
  return original(requery(call, { after: tenant.dialect.cursor.write([key[0], last]) }));
});

function announcing(when: When, hasNextPage: (call: Call, shown: number, total: () => number) => boolean): Patch {
  return replaceSync('listReports', (call, original) => {
    const answer = original(call);
    if (!when(call)) return answer;
    const unfiltered = requery(call, { folderId: undefined, search: undefined });
    const total = () => wholeList(unfiltered, original).length;
    return withBody(answer, (list) => ({
      ...list,
      pageInfo: { ...pageInfoOf(list), hasNextPage: hasNextPage(call, itemsOf(list).length, total) },
    }));
  });
}

const never = (what: string, when: When): Omit<Deviation, 'name'> => ({
  sentence: `A page of the list ${what} never announces a further one.`,
  also: alsoThese('nobody comes to the pages behind the first', 'reports.list.pages-complete'),
  patch: announcing(when, () => false),
});

const inFolder: When = (call) => isAsked(call, 'folderId');
const sortedByDate: When = ({ query }) => ['createdAt', 'updatedAt'].includes(query.text('sortBy') ?? '');

/** A further page is announced wherever the page is not empty and there are more reports than it shows. */
const byAll = (what: string, when: When): Omit<Deviation, 'name'> => ({
  sentence: `Whether a page follows in the list ${what} is told by how many reports the deployment has.`,
  patch: announcing(when, (_call, shown, total) => shown > 0 && total() > shown),
});

const byFullness = (what: string, when: When): Omit<Deviation, 'name'> => ({
  sentence: `Behind a full page of the list ${what} a further one is announced, whether or not there is one.`,
  patch: announcing(when, ({ query }, shown) => shown > 0 && query.text('first') === String(shown)),
});

const NO_FURTHER_PAGE = 'nobody comes to the pages behind the first without a cursor';

/** Faults of the list of reports: its envelope, its pages and who sees what. */
export const listFaults = faults({
  'reports.list.answers-200': {
    name: 'partial',
    sentence: 'The list answers 206, as if a page were a range, unless it is sorted by lastViewedAt.',
    patch: replaceSync('listReports', (call, original) => {
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
  'reports.list.this-deployment': [
    {
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
      patch: replaceSync('listReports', (call, original) => {
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
      patch: replaceSync('listReports', (call, original) => {
        const answer = original(call);
        const { home, other } = call.tenant.deployments;
        const elsewhere = Number(call.path['deploymentId']) === home ? other : home;
        if (!isAsked(call, 'search') || isAsked(call, 'externalWorkbookId')) return answer;
        const there = original({ ...call, path: { ...call.path, deploymentId: String(elsewhere) } });
        const foreign = there.kind === 'ok' ? itemsOf(there.body as Body) : [];
        return withBody(answer, (list) => withItems(list, [...itemsOf(list), ...foreign]));
      }),
    },
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two lists that are asked for at the same time the second is that of the deployment of the first.',
      patch: sharedAnswer('listReports'),
    },
  ],
  'reports.list.readable-only': [
    {
      name: 'as-another-was-just-shown',
      sentence: 'A list that somebody asked for within the last second is the answer to whoever asks for the same.',
      patch: cachedForAll('listReports'),
    },
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two lists that are asked for at the same time the second is that for the caller of the first.',
      patch: sharedAnswer('listReports'),
    },
    {
      name: 'read-once',
      toldBy: 'reports.list.external-workbook-readable-only',
      sentence: 'A list without filters ends with the reports that the caller could read before.',
      patch: remembering(
        () => new Map<string, Set<number>>(),
        (known) =>
          changeReportList((list, call) => {
            const seen = known.get(call.principal.token) ?? new Set<number>();
            for (const { id } of itemsOf(list)) seen.add(Number(id));
            known.set(call.principal.token, seen);
            if (isAsked(call, 'externalWorkbookId', 'folderId', 'search')) return list;
            return withItems(list, [...itemsOf(list), ...unreadable(call, ({ id }) => seen.has(id))]);
          }),
      ),
    },
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
    {
      name: 'descending-too',
      sentence: 'A list in descending order ends with the reports that the caller may not read.',
      patch: revealingUnreadable((call) => call.query.text('sortDirection') === 'DESC'),
    },
    {
      name: 'search-too',
      sentence: 'A search ends with the reports that the caller may not read.',
      also: alsoThese('the list for an OAuth token shows them as well', 'reports.list.oauth-readable-only'),
      patch: revealingUnreadable((call) => isAsked(call, 'search')),
    },
    {
      name: 'last-viewed-too',
      sentence: 'A list by lastViewedAt ends with the reports that the caller may not read.',
      patch: revealingUnreadable((call) => call.query.text('sortBy') === 'lastViewedAt'),
    },
    {
      name: 'created-at-too',
      sentence: 'A list by createdAt ends with the reports that the caller may not read.',
      patch: revealingUnreadable((call) => call.query.text('sortBy') === 'createdAt'),
    },
    {
      name: 'on-the-last-page',
      sentence: 'The last of several pages ends with what its caller may not read.',
      also: alsoThese('the last page of a spreadsheet is one', 'reports.list.external-workbook-readable-only'),
      patch: changeReportList((list, call) =>
        byPlainUser(call) && isAsked(call, 'after') && lasts(list)
          ? withItems(list, [...itemsOf(list), ...unreadable(call, () => true)])
          : list,
      ),
    },
  ],
  'reports.list.oauth-readable-only': [
    {
      name: 'unreadable-by-name',
      sentence: 'A list by name that is asked for with an OAuth token adds the reports that its user may not read.',
      patch: changeReportList((list, call) =>
        byOAuth(call) && call.query.text('sortBy') === 'name' && pageInfoOf(list)['hasNextPage'] !== true
          ? withItems(list, [...itemsOf(list), ...unreadable(call, () => true)])
          : list,
      ),
    },
    {
      name: 'unreadable-where-searched',
      sentence: 'A search with an OAuth token finds reports that its user may not read.',
      patch: changeReportList((list, call) => {
        const search = call.query.text('search');
        if (!byOAuth(call) || search === undefined || pageInfoOf(list)['hasNextPage'] === true) return list;
        return withItems(list, [...itemsOf(list), ...unreadable(call, ({ name }) => name === search)]);
      }),
    },
    {
      name: 'everything',
      sentence: 'Whoever has an OAuth token is listed the reports that they may not read as well.',
      patch: revealingUnreadable(byOAuth),
    },
  ],
  'reports.list.first-zero': {
    name: 'taken-as-none',
    sentence: 'A first of 0 is taken as if it were left out.',
    patch: replaceSync('listReports', (call, original) =>
      original(pageSizeOf(call) === 0 ? requery(call, { first: undefined }) : call),
    ),
  },
  'reports.list.first-smallest': {
    name: 'empty-page',
    sentence: 'A page of one report holds none.',
    patch: changeReportList((list, call) => (pageSizeOf(call) === 1 ? { ...list, items: [] } : list)),
    also: [{ id: 'reports.list.pages-complete', because: 'pages of one report show no report' }],
  },
  'reports.list.first-full': [
    {
      name: 'one-less-than-2',
      sentence: 'A page holds one report less where first is 2.',
      patch: replaceSync('listReports', (call, original) =>
        original(call.query.text('first') === '2' ? requery(call, { first: '1' }) : call),
      ),
    },
    {
      name: 'two-at-most',
      sentence: 'A page holds two reports, however many more first asks for.',
      patch: replaceSync('listReports', (call, original) => {
        const first = Number(call.query.text('first') ?? 0);
        return original(first > 2 && first < 10 ? requery(call, { first: '2' }) : call);
      }),
    },
    {
      name: 'one-less-where-sorted',
      sentence: 'A page of a sorted list holds one report less than first asks for.',
      patch: replaceSync('listReports', (call, original) => {
        const first = Number(call.query.text('first'));
        return original(isAsked(call, 'sortBy') && first > 1 ? requery(call, { first: String(first - 1) }) : call);
      }),
    },
  ],
  'reports.list.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Behind a cursor first is that of the first page of the walk.',
      patch: sizeOfTheWalk('listReports'),
    },
    {
      name: 'one-more',
      sentence: 'A page of two reports or more holds one more than first asks for.',
      also: alsoThese('pages of a size are compared with it there', 'reports.list.first-full'),
      patch: replaceSync('listReports', (call, original) => {
        const size = pageSizeOf(call);
        return original(size > 1 ? requery(call, { first: String(size + 1) }) : call);
      }),
    },
    ignoring('first', 'search'),
    ignoring('first', 'folderId'),
    ignoring('first', 'sortBy'),
    {
      name: 'one-more-for-users',
      sentence: 'A page of one report holds two for a user without the admin role.',
      patch: replaceSync('listReports', (call, original) =>
        original(byPlainUser(call) && call.query.text('first') === '1' ? requery(call, { first: '2' }) : call),
      ),
    },
  ],
  'reports.list.after-continues': [
    ...begunAnew('listReports', 'reports'),
    numbered('listReports', 'reports', 'smaller'),
    {
      name: 'started-over-beyond-ascii',
      toldBy: 'reports.list.external-workbook-pages-filtered',
      sentence: 'A cursor at a report whose name has letters beyond ASCII leads to the first page of a list by name.',
      patch: replaceSync('listReports', (call, original) =>
        original(
          call.query.text('sortBy') === 'name' && isBeyondAscii(cursorOf(call)?.[0])
            ? requery(call, { after: undefined })
            : call,
        ),
      ),
    },
    {
      name: 'repeats-one',
      sentence: 'A page of two reports or more after a cursor starts with the report that the cursor stands for.',
      patch: replaceSync('listReports', (call, original) =>
        isAsked(call, 'after') && pageSizeOf(call) !== 1 ? shifted(call, original, -1) : original(call),
      ),
      also: [{ id: 'reports.list.count-total', because: 'the pages together show more reports than are counted' }],
    },
    startedOver('with-search', 'searched', (call) => isAsked(call, 'search')),
    startedOver('with-folder', 'that of a folder', (call) => isAsked(call, 'folderId')),
    startedOver('by-created-at', 'sorted by createdAt', isSortedBy('createdAt')),
    { ...startedOver('by-oauth', 'asked for with an OAuth token', byOAuth), seenWith: 'OAUTH_TOKEN' },
    {
      name: 'started-over-for-users',
      sentence: 'A page after a cursor is the first page again for a user without the admin role.',
      patch: replaceSync('listReports', (call, original) =>
        original(byPlainUser(call) ? requery(call, { after: undefined }) : call),
      ),
    },
  ],
  'reports.list.pages-complete': [
    {
      name: 'ten-pages-at-most',
      sentence: 'The list ends behind its tenth page.',
      patch: tenPagesAtMost('listReports'),
    },
    {
      name: 'names-alike-skipped',
      sentence:
        'A cursor of a list by name is a name: reports with the name at which a page ends are not on the next one.',
      patch: tiesSkipped('listReports', isSortedBy('name'), ({ name }, at) => name === at),
    },
    {
      name: 'last-lost-with-room-behind-a-cursor',
      sentence: 'A page of reports behind a cursor with room for more than are left lacks the last one.',
      patch: lackingWithRoomBehind('listReports'),
    },
    {
      name: 'last-lost-with-room',
      sentence: 'A page of reports with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listReports'),
    },
    {
      name: 'ending-before-the-last',
      sentence: 'A last page of reports with a single one is never announced.',
      patch: endingBeforeTheLast((call) => !isAsked(call, 'sortBy', 'search', 'folderId', 'externalWorkbookId')),
    },
    {
      name: 'ending-before-the-last-by-name',
      sentence: 'A last page of a list by name with a single report is never announced.',
      patch: endingBeforeTheLast((call) => call.query.text('sortBy') === 'name'),
    },
    {
      name: 'ending-before-the-last-for-oauth',
      sentence: 'A last page of reports with a single one is never announced to an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: endingBeforeTheLast(byOAuth),
    },
    numbered('listReports', 'reports', 'larger'),
    {
      name: 'equals-skipped',
      toldBy: 'reports.list.external-workbook-pages-filtered',
      sentence:
        'A page behind a cursor of a sorted list begins behind every report with the same value as the last one.',
      patch: skippingEquals,
    },
    {
      name: 'skips-one',
      sentence: 'A page after a cursor leaves out the report that should come first on it.',
      patch: replaceSync('listReports', (call, original) =>
        isAsked(call, 'after') ? shifted(call, original, 1) : original(call),
      ),
      also: [{ id: 'reports.list.count-total', because: 'the pages together hold fewer reports than are counted' }],
    },
  ],
  'reports.list.pages-keep-order': [
    {
      name: 'by-id-behind-a-cursor',
      sentence: 'Behind a cursor the reports of a page sorted by name stand in the order of their ids.',
      patch: changeBodySync('listReports', (list, call) =>
        isAsked(call, 'after') && call.query.text('sortBy') === 'name'
          ? withItems(
              list,
              itemsOf(list).toSorted((a, b) => Number(a['id']) - Number(b['id'])),
            )
          : list,
      ),
    },
    {
      name: 'turned-round',
      sentence: 'A page after a cursor, in a list sorted by name, stands in the opposite order.',
      patch: changeReportList((list, call) => {
        const isMeant = isAsked(call, 'after') && call.query.text('sortBy') === 'name';
        return isMeant ? withItems(list, [...itemsOf(list)].reverse()) : list;
      }),
    },
    {
      name: 'not-where-searched',
      sentence: 'Behind a cursor the reports of a search that is sorted by name stand in the order of their ids.',
      patch: changeBodySync('listReports', (list, call) =>
        isBehindCursor(call) && isAsked(call, 'search') && call.query.text('sortBy') === 'name'
          ? withItems(
              list,
              [...itemsOf(list)].sort((a, b) => Number(a['id']) - Number(b['id'])),
            )
          : list,
      ),
    },
  ],
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
  'reports.list.next-page-announced': [
    { name: 'in-a-folder', ...never('of a folder', inFolder) },
    { name: 'searched', ...never('of a search', isSearched) },
    { name: 'by-date', ...never('in the order of a date', sortedByDate) },
    { name: 'by-oauth', ...never('for an OAuth token', byOAuth) },
    { name: 'of-plain-user', ...never('for a user without the admin role', byPlainUser) },
    {
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
  ],
  'reports.list.last-page-announced': [
    { name: 'in-a-folder', ...byAll('of a folder', inFolder) },
    { name: 'searched', ...byAll('of a search', isSearched) },
    { name: 'full-page-by-date', ...byFullness('in the order of a date', sortedByDate) },
    { name: 'full-page-by-oauth', ...byFullness('for an OAuth token', byOAuth) },
    { name: 'full-page-of-plain-user', ...byFullness('for a user without the admin role', byPlainUser) },
    {
      name: 'until-empty',
      sentence: 'Every page that holds a report says that another follows.',
      patch: paging((pageInfo, list, call) => {
        const isMeant = itemsOf(list).length > 0 && call.query.text('sortBy') !== 'lastViewedAt';
        return isMeant ? { ...pageInfo, hasNextPage: true } : pageInfo;
      }),
    },
  ],
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
  'reports.list.filters-together': [
    {
      name: 'either',
      sentence: 'Of a folder and a spreadsheet a list holds what one of them finds.',
      patch: replaceSync('listReports', (call, original) => {
        if (!isAsked(call, 'folderId') || !isAsked(call, 'externalWorkbookId')) return original(call);
        const more = itemsOf(bodyIn(original(requery(call, { folderId: undefined }))));
        return withBody(original(requery(call, { externalWorkbookId: undefined })), (list) => ({
          ...list,
          items: [...itemsOf(list), ...more],
        }));
      }),
    },
    {
      name: 'folder-id-ignored-on-later-pages',
      sentence: 'A page after a cursor ignores the folder where another filter stands beside it.',
      patch: replaceSync('listReports', (call, original) =>
        original(
          isAsked(call, 'after') && isAsked(call, 'search', 'externalWorkbookId')
            ? requery(call, { folderId: undefined })
            : call,
        ),
      ),
    },
    {
      name: 'folder-id-ignored-when-sorted',
      also: alsoThese('the pages of that list are looked at in an order, too', 'reports.list.folder-pages-filtered'),
      sentence: 'A list that is sorted ignores the folder.',
      patch: ignoringBeside('folderId', (call) => isAsked(call, 'sortBy')),
    },
    {
      name: 'external-workbook-id-ignored-when-sorted',
      also: alsoThese(
        'the pages of that list are looked at in an order, too',
        'reports.list.external-workbook-pages-filtered',
      ),
      sentence: 'A list that is sorted ignores the spreadsheet.',
      patch: ignoringBeside('externalWorkbookId', (call) => isAsked(call, 'sortBy')),
    },
    {
      name: 'folder-id-ignored-by-last-view',
      sentence: 'A list by lastViewedAt ignores the folder.',
      patch: ignoringBeside('folderId', (call) => call.query.text('sortBy') === 'lastViewedAt'),
    },
    {
      name: 'external-workbook-id-ignored-by-last-view',
      sentence: 'A list by lastViewedAt ignores the spreadsheet.',
      patch: ignoringBeside('externalWorkbookId', (call) => call.query.text('sortBy') === 'lastViewedAt'),
    },
    {
      name: 'search-ignored-when-sorted',
      also: alsoThese('the pages of that list are looked at in an order, too', 'reports.list.search-pages-filtered'),
      sentence: 'A list that is sorted ignores the search.',
      patch: ignoringBeside('search', (call) => isAsked(call, 'sortBy')),
    },
    ignoring('search', 'folderId'),
    ignoring('folderId', 'search'),
    ignoring('folderId', 'externalWorkbookId'),
    ignoring('externalWorkbookId', 'folderId'),
    ignoring('externalWorkbookId', 'search'),
    ignoring('search', 'externalWorkbookId'),
    {
      name: 'search-ignored-on-later-pages',
      sentence: 'A page after a cursor ignores the search where another filter stands beside it.',
      patch: replaceSync('listReports', (call, original) =>
        original(
          isAsked(call, 'after') && isAsked(call, 'folderId', 'externalWorkbookId')
            ? requery(call, { search: undefined })
            : call,
        ),
      ),
    },
  ],
});
