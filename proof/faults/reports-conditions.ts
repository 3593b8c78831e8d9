import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Key } from '../../mock/dialects/dialect.ts';
import { mayEditFolder, mayEditReport } from '../../mock/families/report-access.ts';
import type { Patch } from '../../mock/index.ts';
import { SORTS } from '../../mock/rules/reports.ts';
import { byOAuth } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { during, replaceSync } from '../lib/patches.ts';
import { refusedYet, reportIn, requery, storeReport } from '../lib/reports.ts';

const LIST = 'listReports';
const UPDATE = 'updateReport';
const CONNECT = 'connectReportToWorkbook';
const DISCONNECT = 'disconnectReportFromWorkbook';

const isBeyondAscii = (value: unknown): boolean => typeof value === 'string' && /[^\0-\x7f]/.test(value);

/** What the cursor of a page stands for, if it is one of this tenant. */
function cursorOf({ tenant, query }: Call): Key | undefined {
  return tenant.dialect.cursor.read(query.text('after') ?? '');
}

/** A page behind a cursor begins behind all that has the same value as the element that the cursor stands for. */
const skippingEquals: Patch = replaceSync(LIST, (call, original) => {
  const { tenant, query } = call;
  const sort = query.oneOf('sortBy', SORTS);
  const key = cursorOf(call);
  if (sort === undefined || key?.[0] === undefined) return original(call);
  const direction = query.oneOf('sortDirection', ['ASC', 'DESC']);
  const isDescending = tenant.rules.reports.isDescending(direction, tenant.dialect.order === 'descending');
  const last = isDescending ? 0 : Number.MAX_SAFE_INTEGER;
  return original(requery(call, { after: tenant.dialect.cursor.write([key[0], last]) }));
});

/** A refused update counts the version up. */
function countedUpBy(status: 400 | 409): Patch {
  return refusedYet(UPDATE, (call, _original, { why }) => {
    const report = reportIn(call);
    if (why === status && report) storeReport(call, { version: report.version + 1 });
  });
}

const RENAMED: Patch = refusedYet(UPDATE, (call) => {
  const { folderId, name } = bodyOf(call);
  if (folderId !== undefined && typeof name === 'string') storeReport(call, { name });
});

/** Refuses some of the refreshes that name their placement in one of the two ways. */
function notRefreshing(by: 'placementId' | 'sheetName', isMeant: (call: Call) => boolean): Patch {
  return replaceSync('refreshReport', (call, original) => {
    if (bodyOf(call)[by] !== undefined && isMeant(call)) refuse('unknown', 'the report has no such placement');
    return original(call);
  });
}

/** Whether the placement that a call names was made by somebody else. */
function isOfOthers(call: Call): boolean {
  const { placementId, sheetName } = bodyOf(call);
  const placement = reportIn(call)?.placements.find((one) => one.id === placementId || one.sheetName === sheetName);
  return placement !== undefined && placement.placedByUserId !== call.principal.user?.id;
}

/** Faults of reports that show after some history, for some actor or for some text alone. */
export const reportsConditionFaults = faults({
  'reports.list.pages-complete': {
    name: 'equals-skipped',
    toldBy: 'reports.list.external-workbook-pages-filtered',
    sentence: 'A page behind a cursor of a sorted list begins behind every report with the same value as the last one.',
    patch: skippingEquals,
  },
  'reports.list.after-continues': {
    name: 'started-over-beyond-ascii',
    toldBy: 'reports.list.external-workbook-pages-filtered',
    sentence: 'A cursor at a report whose name has letters beyond ASCII leads to the first page of a list by name.',
    patch: replaceSync(LIST, (call, original) =>
      original(
        call.query.text('sortBy') === 'name' && isBeyondAscii(cursorOf(call)?.[0])
          ? requery(call, { after: undefined })
          : call,
      ),
    ),
  },
  'reports.list.external-workbook-placed': [
    {
      name: 'first-placement-alone',
      also: alsoThese(
        'a report that lies in several spreadsheets is found in one of them',
        'reports.connect.by-placement-id',
        'reports.connect.several-spreadsheets',
        'reports.disconnect.keeps-other-placements',
      ),
      sentence: 'The filter by a spreadsheet looks at the first placement of each report alone.',
      patch: ({ reports }) => {
        reports.isPlacedIn = (report, id) => id === undefined || report.placements[0]?.externalWorkbookId === id;
      },
    },
    {
      name: 'no-id-beyond-ascii',
      sentence: 'The filter by a spreadsheet whose id has letters beyond ASCII finds nothing.',
      patch: ({ reports }) => {
        const { isPlacedIn } = reports;
        reports.isPlacedIn = (report, id) => isPlacedIn(report, id) && !isBeyondAscii(id);
      },
    },
  ],
  'reports.update.expected-version-matches': [
    {
      name: 'advanced-by-a-conflict',
      sentence: 'An update that is refused for its version has counted the version up.',
      patch: countedUpBy(409),
      also: alsoThese(
        'a version that was none yet has become the current one',
        'reports.update.expected-version-differs',
        'reports.update.expected-version-on-move',
      ),
    },
    {
      name: 'advanced-by-a-refused-text',
      sentence: 'An update that is refused for a text that is too long has counted the version up.',
      patch: countedUpBy(400),
    },
  ],
  'reports.update.move-without-manage': {
    name: 'refused-and-renamed',
    sentence: 'A move that is refused stores the new name that came with it.',
    patch: RENAMED,
    also: [
      { id: 'reports.update.move-without-edit', because: 'that move is refused, too' },
      ...alsoThese(
        'the update after a refused one renames the report as well',
        'reports.update.expected-version-on-move',
      ),
    ],
  },
  'reports.update.move-without-edit': [
    {
      name: 'edits-where-it-lies',
      also: [
        { id: 'reports.update.move-permitted', because: 'a report is moved out of a folder that may not be edited' },
      ],
      sentence: 'A move asks for edit access to the folder in which the report lies, in place of its destination.',
      patch: during(UPDATE, 'reports', (_own, call) => {
        const { tenant, principal } = call;
        const folder = tenant.content.folders.get(reportIn(call)?.folderId ?? 0);
        const edits = folder === undefined || mayEditFolder(tenant, principal, folder);
        return { mayMove: (manages) => manages && edits };
      }),
    },
    {
      name: 'refused-and-renamed',
      sentence: 'A move that is refused stores the new name that came with it.',
      patch: RENAMED,
      also: [
        { id: 'reports.update.move-without-manage', because: 'that move is refused, too' },
        ...alsoThese(
          'the update after a refused one renames the report as well',
          'reports.update.expected-version-on-move',
        ),
      ],
    },
  ],
  'reports.connect.read-access-suffices': {
    name: 'unless-placed-by-others',
    sentence: 'Whoever may only read a report connects it no more once somebody else has placed it.',
    patch: replaceSync(CONNECT, (call, original) => {
      const { tenant, principal } = call;
      const report = reportIn(call);
      const isOthers = report?.placements.some(({ placedByUserId }) => placedByUserId !== principal.user?.id);
      if (report && isOthers && !mayEditReport(tenant, principal, report)) refuse('forbidden', 'others have placed it');
      return original(call);
    }),
  },
  'reports.disconnect.keeps-other-addresses': {
    name: 'whole-sheet',
    sentence: 'A disconnect by an address takes out every placement of that sheet.',
    patch: replaceSync(DISCONNECT, (call, original) => {
      const { placementId, externalWorkbookId, sheetName } = bodyOf(call);
      const answer = original(call);
      const left = reportIn(call)?.placements.filter(
        (one) =>
          placementId !== undefined || one.externalWorkbookId !== externalWorkbookId || one.sheetName !== sheetName,
      );
      if (left) storeReport(call, { placements: left });
      return answer;
    }),
  },
  'reports.refresh.by-placement-id': {
    name: 'not-of-others',
    sentence: 'A refresh with a placementId finds no placement that somebody else made.',
    patch: notRefreshing('placementId', isOfOthers),
  },
  'reports.refresh.by-address': [
    {
      name: 'sheet-beyond-ascii-unknown',
      sentence: 'A refresh by an address finds no sheet whose name has letters beyond ASCII.',
      patch: notRefreshing('sheetName', (call) => isBeyondAscii(bodyOf(call)['sheetName'])),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A refresh by an address with an OAuth token finds no placement.',
      patch: notRefreshing('sheetName', byOAuth),
    },
  ],
});
