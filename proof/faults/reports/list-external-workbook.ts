import { bodyOf, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Report } from '../../../mock/world/content.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { onlyWhere } from '../../lib/paging.ts';
import { all, changeBodySync, during, remembering, replaceSync, withBody } from '../../lib/patches.ts';
import { isBeyondAscii } from '../../lib/report-changes.ts';
import { byName } from '../../lib/report-histories.ts';
import { forgetting, reportsUnfilteredBehind } from '../../lib/report-lists.ts';
import {
  afterUpdates,
  changeReportList,
  isAsked,
  itemsOf,
  reportIn,
  requery,
  unreadable,
  wholeList,
  withItems,
} from '../../lib/reports.ts';
import { spreadsheetsInAnyCase } from '../../lib/letter-cases.ts';
import { notPlacedByReaders } from '../../lib/report-exceptions.ts';
import { findingNone, hasAmpersand, hasSlash } from '../../lib/texts-asked-for.ts';
import { placementText } from '../../lib/stored-texts.ts';

/** What went out of a spreadsheet is found there by the filter still. */
const foundOnceDisconnected: Patch = (rules) => {
  const left = new Map<number, Set<string>>();
  replaceSync('disconnectReportFromWorkbook', (call, original) => {
    const before = reportIn(call);
    const answer = original(call);
    const kept = new Set((reportIn(call)?.placements ?? []).map(({ externalWorkbookId }) => externalWorkbookId));
    const gone = (before?.placements ?? []).filter(({ externalWorkbookId }) => !kept.has(externalWorkbookId));
    const known = left.get(before?.id ?? 0) ?? new Set();
    for (const { externalWorkbookId } of gone) known.add(externalWorkbookId);
    left.set(before?.id ?? 0, known);
    return answer;
  })(rules);
  const { isPlacedIn } = rules.reports;
  rules.reports.isPlacedIn = (report, asked) =>
    isPlacedIn(report, asked) || (asked !== undefined && left.get(report.id)?.has(asked) === true);
};

function isIn(report: Report, externalWorkbookId: string | undefined): boolean {
  return report.placements.some((one) => one.externalWorkbookId === externalWorkbookId);
}

/** Faults of the list of reports, filtered by a spreadsheet. */
export const listExternalWorkbookFaults = faults({
  'reports.list.external-workbook-placed': [
    {
      name: 'ids-cut-at-64',
      sentence: 'The id of a spreadsheet is cut off after 64 characters.',
      patch: placementText('externalWorkbookId', (text) => text.slice(0, 64)),
    },
    {
      name: 'no-id-with-an-ampersand',
      sentence: 'The filter by a spreadsheet whose id has an ampersand finds nothing.',
      patch: findingNone('listReports', 'externalWorkbookId', hasAmpersand),
    },
    {
      name: 'no-id-with-a-slash',
      sentence: 'The filter by a spreadsheet whose id has a slash finds nothing.',
      patch: findingNone('listReports', 'externalWorkbookId', hasSlash),
    },
    {
      name: 'not-by-plain-users',
      sentence: 'The filter by a spreadsheet does not find what a user without the admin role has placed there.',
      patch: notPlacedByReaders,
    },
    {
      name: 'no-id-of-digits',
      sentence: 'The filter by a spreadsheet whose id is digits alone finds nothing.',
      patch: changeBodySync('listReports', (list, call) =>
        /^\d+$/.test(call.query.text('externalWorkbookId') ?? '') ? { ...list, items: [], data: [], count: 0 } : list,
      ),
    },
    {
      name: 'not-once-placed-again',
      toldBy: 'external-documents.list.shows-placement',
      sentence: 'The filter by a spreadsheet does not list a report that was taken out of it and placed there again.',
      patch: remembering(
        () => new Set<string>(),
        (ended) =>
          all(
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const before = reportIn(call);
              const answer = original(call);
              const left = new Set(reportIn(call)?.placements.map(({ externalWorkbookId }) => externalWorkbookId));
              for (const { externalWorkbookId } of before?.placements ?? [])
                if (!left.has(externalWorkbookId)) ended.add(`${before?.id ?? ''} ${externalWorkbookId}`);
              return answer;
            }),
            ({ reports }) => {
              const { isPlacedIn } = reports;
              reports.isPlacedIn = (report, id) =>
                isPlacedIn(report, id) && (id === undefined || !ended.has(`${report.id} ${id}`));
            },
          ),
      ),
    },
    {
      name: 'latest-placement-alone',
      also: alsoThese(
        'a report that lies in several spreadsheets is found in one of them',
        'reports.connect.several-spreadsheets',
        'reports.disconnect.keeps-other-placements',
      ),
      sentence: 'The filter by a spreadsheet looks at the latest placement of each report alone.',
      patch: ({ reports }) => {
        reports.isPlacedIn = ({ placements }, id) => id === undefined || placements.at(-1)?.externalWorkbookId === id;
      },
    },
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
    {
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
    {
      name: 'nothing-for-users',
      sentence: 'The filter by a spreadsheet lists nothing for a user without the admin role.',
      patch: changeReportList((list, call) =>
        isAsked(call, 'externalWorkbookId') && byPlainUser(call) ? withItems(list, []) : list,
      ),
    },
    {
      name: 'none-that-were-renamed',
      sentence: 'The filter by a spreadsheet lacks a report that was renamed.',
      patch: afterUpdates(byName, (former) =>
        changeReportList((list, call) =>
          isAsked(call, 'externalWorkbookId')
            ? withItems(
                list,
                itemsOf(list).filter(({ id }) => !former.has(Number(id))),
              )
            : list,
        ),
      ),
    },
  ],
  'reports.list.external-workbook-only': [
    {
      name: 'in-any-letter-case',
      sentence: 'The filter by a spreadsheet lists the reports of those whose ids differ in letter case alone.',
      patch: spreadsheetsInAnyCase,
    },
    {
      name: 'where-its-placement-was-before',
      sentence: 'A report whose placement was moved to another spreadsheet is listed in the former one still.',
      patch: remembering(
        () => new Map<number, string>(),
        (former) => (rules) => {
          const { isPlacedIn } = rules.reports;
          replaceSync('connectReportToWorkbook', (call, original) => {
            const before = reportIn(call)?.placements.find(({ id }) => id === bodyOf(call)['placementId']);
            const answer = original(call);
            const after = reportIn(call);
            const now = after?.placements.find(({ id }) => id === before?.id);
            if (after && before && now?.externalWorkbookId !== before.externalWorkbookId)
              former.set(after.id, before.externalWorkbookId);
            return answer;
          })(rules);
          rules.reports.isPlacedIn = (report, asked) =>
            isPlacedIn(report, asked) || (asked !== undefined && former.get(report.id) === asked);
        },
      ),
    },
    {
      name: 'taken-out-by-another',
      toldBy: 'reports.list.data-same',
      sentence: 'The filter by a spreadsheet lists a report to whoever placed it once somebody else has taken it out.',
      patch: remembering(
        () => new Set<string>(),
        (kept) =>
          all(
            replaceSync('disconnectReportFromWorkbook', (call, original) => {
              const before = reportIn(call)?.placements ?? [];
              const answer = original(call);
              const after = reportIn(call)?.placements ?? [];
              for (const { id, placedByUserId, externalWorkbookId } of before) {
                if (after.every((one) => one.id !== id) && placedByUserId !== callerId(call))
                  kept.add(`${placedByUserId} ${call.path['reportId']} ${externalWorkbookId}`);
              }
              return answer;
            }),
            during('listReports', 'reports', (own, call) => ({
              isPlacedIn: (report, document) =>
                own.isPlacedIn(report, document) || kept.has(`${callerId(call)} ${report.id} ${document}`),
            })),
          ),
      ),
    },
    {
      name: 'unplaced-for-none',
      sentence: 'The filter by a spreadsheet that holds no report lists those that are placed nowhere.',
      also: [
        {
          id: 'reports.list.filters-together',
          because: 'what the filter alone lists is listed beside another one too',
        },
        {
          id: 'reports.list.external-workbook-readable-only',
          because: 'a report that is not placed is one that nobody placed for the user',
        },
        {
          id: 'reports.list.external-workbook-pages-filtered',
          because: 'a report that is not placed is one that nobody placed for the user',
        },
      ],
      patch: replaceSync('listReports', (call, original) => {
        const answer = original(call);
        const isEmpty = answer.kind === 'ok' && itemsOf(answer.body as Body).length === 0;
        if (!isEmpty || !isAsked(call, 'externalWorkbookId')) return answer;
        const unplaced = wholeList(requery(call, { externalWorkbookId: undefined }), original).filter(
          (one) => one['externalWorkbookId'] === null,
        );
        return withBody(answer, (list) => withItems(list, unplaced));
      }),
    },
    {
      name: 'any-that-begins-so',
      sentence: 'The filter by a spreadsheet lists the reports of each spreadsheet whose id begins like its id.',
      patch: ({ reports }) => {
        reports.isPlacedIn = (report, asked) =>
          asked === undefined || report.placements.some(({ externalWorkbookId: id }) => id.startsWith(asked));
      },
    },
    {
      name: 'disconnected-too',
      sentence: 'The filter by a spreadsheet lists a report that was taken out of it.',
      patch: foundOnceDisconnected,
    },
  ],
  'reports.list.external-workbook-pages-filtered': [
    {
      ...reportsUnfilteredBehind('externalWorkbookId'),
      also: alsoThese('the list is read in pages', 'reports.list.external-workbook-readable-only'),
    },
    {
      ...forgetting('externalWorkbookId', 'the spreadsheet'),
      also: alsoThese('the list is read in pages', 'reports.list.external-workbook-readable-only'),
    },
  ],
  'reports.list.external-workbook-readable-only': [
    {
      name: 'unreadable-behind-a-cursor',
      sentence: 'A page after a cursor of what is in a spreadsheet adds reports there that the caller may not read.',
      patch: changeBodySync('listReports', (list, call) => {
        const id = call.query.text('externalWorkbookId');
        if (id === undefined || !isAsked(call, 'after')) return list;
        const more = unreadable(call, (report) => report.placements.some((one) => one.externalWorkbookId === id));
        return withItems(list, [...itemsOf(list), ...more]);
      }),
    },
    {
      name: 'unreadable-with-first',
      sentence: 'A page of some size of what is in a spreadsheet adds reports there that the caller may not read.',
      patch: changeReportList((list, call) => {
        const asked = call.query.text('externalWorkbookId');
        if (asked === undefined || !isAsked(call, 'first')) return list;
        const more = unreadable(call, ({ placements }) => placements.some((one) => one.externalWorkbookId === asked));
        return withItems(list, [...more, ...itemsOf(list)].slice(0, Number(call.query.text('first'))));
      }),
    },
    {
      name: 'own-placements',
      sentence: 'The filter by a spreadsheet shows whoever placed a report there that report, readable or not.',
      patch: changeReportList((list, call) => {
        const asked = call.query.text('externalWorkbookId');
        const own = unreadable(call, ({ placements }) =>
          placements.some((one) => one.externalWorkbookId === asked && one.placedByUserId === call.principal.user?.id),
        );
        return asked === undefined ? list : withItems(list, [...itemsOf(list), ...own]);
      }),
    },
    {
      name: 'unreadable-too',
      sentence: 'The filter by a spreadsheet adds the reports that are placed there and that the caller may not read.',
      patch: changeReportList((list, call) => {
        const externalWorkbookId = call.query.text('externalWorkbookId');
        if (externalWorkbookId === undefined) return list;
        const more = unreadable(call, (report) => isIn(report, externalWorkbookId));
        return withItems(list, [...itemsOf(list), ...more]);
      }),
    },
    {
      name: 'everything-by-oauth',
      seenWith: 'MEMBER_OAUTH_TOKEN',
      sentence: 'The filter by a spreadsheet lists with an OAuth token what its user may not read as well.',
      patch: changeReportList((list, call) => {
        const asked = call.query.text('externalWorkbookId');
        const isPlaced = (one: Report) => one.placements.some(({ externalWorkbookId }) => externalWorkbookId === asked);
        return byOAuth(call) ? withItems(list, [...itemsOf(list), ...unreadable(call, isPlaced)]) : list;
      }),
    },
  ],
  'reports.list.external-workbook-this-deployment': [
    {
      name: 'everywhere-for-oauth',
      sentence: 'The filter by a spreadsheet lists for an OAuth token reports of other deployments as well.',
      also: alsoThese('the list of a spreadsheet is one of those there', 'reports.list.this-deployment'),
      seenWith: 'OAUTH_TOKEN',
      patch: onlyWhere(
        'listReports',
        (call) => byOAuth(call) && isAsked(call, 'externalWorkbookId'),
        ({ reports }) => {
          reports.isOf = () => true;
        },
      ),
    },
    {
      name: 'other-too',
      sentence: 'The filter by a spreadsheet adds the reports of another deployment that are placed there.',
      patch: replaceSync('listReports', (call, original) => {
        const answer = original(call);
        const { home, other } = call.tenant.deployments;
        const elsewhere = Number(call.path['deploymentId']) === home ? other : home;
        if (!isAsked(call, 'externalWorkbookId')) return answer;
        const foreign = wholeList({ ...call, path: { ...call.path, deploymentId: String(elsewhere) } }, original);
        return withBody(answer, (list) => withItems(list, [...itemsOf(list), ...foreign]));
      }),
    },
  ],
});
