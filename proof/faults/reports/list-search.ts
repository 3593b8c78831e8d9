import { type Body, bodyOf } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import type { When } from '../../lib/conditions.ts';
import { all, changeBodySync, remembering, replaceSync } from '../../lib/patches.ts';
import { oncePatched } from '../../lib/report-changes.ts';
import { forgetting, reportsUnfilteredBehind } from '../../lib/report-lists.ts';
import {
  afterUpdates,
  changeReportList,
  isAsked,
  itemsOf,
  pageInfoOf,
  reportIn,
  requery,
  withItems,
} from '../../lib/reports.ts';
import { findingNone, hasAmpersand, hasPercent, isBeyondAscii } from '../../lib/texts-asked-for.ts';
import { has } from '../../lib/signs-in-texts.ts';

/** Names of reports that a search lost when their titles were updated. */
const lostNames: Patch = remembering(
  () => new Set<number>(),
  (lost) => (rules) => {
    replaceSync('updateReport', (call, original) => {
      const before = reportIn(call);
      const answer = original(call);
      const now = reportIn(call);
      if (now && now.title !== before?.title) lost.add(now.id);
      return answer;
    })(rules);
    const { matches } = rules.reports;
    rules.reports.matches = (report, search) => matches(lost.has(report.id) ? { ...report, name: '' } : report, search);
  },
);

/** Reports that an operation succeeded on are left out of some lists. */
function leftOutAfter(operation: string, isMeant: When): Patch {
  return remembering(
    () => new Set<number>(),
    (seen) =>
      all(
        replaceSync(operation, (call, original) => {
          const answer = original(call);
          const { id = 0 } = reportIn(call) ?? {};
          seen.add(id);
          return answer;
        }),
        changeReportList((list, call) =>
          isMeant(call)
            ? withItems(
                list,
                itemsOf(list).filter(({ id }) => !seen.has(Number(id))),
              )
            : list,
        ),
      ),
  );
}

/** Faults of the list of reports, searched for a text. */
export const listSearchFaults = faults({
  'reports.list.search-finds': [
    {
      name: 'nothing-with-brackets',
      sentence: 'A search for a text with brackets finds nothing.',
      patch: findingNone('listReports', 'search', (text) => /[()[\]]/.test(text)),
    },
    {
      name: 'nothing-by-a-long-text',
      sentence: 'A search for a text of more than 100 characters finds nothing.',
      patch: findingNone('listReports', 'search', (text) => text.length > 100),
    },
    {
      name: 'nothing-with-a-backslash',
      sentence: 'A search for a text with a backslash finds nothing.',
      patch: findingNone('listReports', 'search', (text) => text.includes('\\')),
    },
    {
      name: 'nothing-with-a-quotation-mark',
      sentence: 'A search for a text with a quotation mark finds nothing.',
      patch: findingNone('listReports', 'search', (text) => text.includes('"')),
    },
    {
      name: 'no-apostrophe',
      sentence: 'A search for a text with an apostrophe finds nothing.',
      patch: findingNone('listReports', 'search', has("'")),
    },
    {
      name: 'none-beyond-ascii',
      sentence: 'A search for a text with letters beyond ASCII finds nothing.',
      patch: findingNone('listReports', 'search', isBeyondAscii),
    },
    {
      name: 'no-percent-sign',
      sentence: 'A search for a text with a percent sign finds nothing.',
      patch: findingNone('listReports', 'search', hasPercent),
    },
    {
      name: 'no-ampersand',
      sentence: 'A search for a text with an ampersand finds nothing.',
      patch: findingNone('listReports', 'search', hasAmpersand),
    },
    {
      name: 'no-digits-alone',
      sentence: 'A search for digits alone finds nothing.',
      patch: changeBodySync('listReports', (list, call) =>
        /^\d+$/.test(call.query.text('search') ?? '') ? { ...list, items: [], data: [] } : list,
      ),
    },
    {
      name: 'not-once-renamed-in-its-file',
      toldBy: 'reports.file.patch-keeps-the-rest',
      sentence: 'A report whose name was changed by a patch of its file is found by its former name alone.',
      patch: remembering(
        () => new Map<number, string>(),
        (former) =>
          all(
            oncePatched((before, call) => {
              if (reportIn(call)?.name !== before.name) former.set(before.id, before.name);
            }),
            replaceSync('updateReport', (call, original) => {
              const answer = original(call);
              if (bodyOf(call)['name'] !== undefined) former.delete(Number(call.path['reportId']));
              return answer;
            }),
            ({ reports }) => {
              const { matches } = reports;
              reports.matches = (report, search) => {
                const name = former.get(report.id);
                return matches(name === undefined ? report : { ...report, name, title: name }, search);
              };
            },
          ),
      ),
    },
    {
      name: 'after-another-title',
      sentence: 'A search does not find a report by its name once its title was updated.',
      patch: lostNames,
    },
    {
      name: 'parts-only',
      sentence: 'A search finds a report outside workbooks by a part of its name and not by all of it.',
      patch: ({ reports }) => {
        const { matches } = reports;
        reports.matches = (report, search) =>
          matches(report, search) && (report.workbookId !== null || report.name.toLowerCase() !== search.toLowerCase());
      },
    },
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
    {
      name: 'former-name-alone',
      sentence: 'A search finds a report that was renamed by its former name, and not by its new one.',
      patch: afterUpdates(
        ({ name }) => name,
        (former) =>
          ({ reports }) => {
            const { matches } = reports;
            reports.matches = (report, search) => {
              const name = former.get(report.id);
              return name === undefined ? matches(report, search) : matches({ ...report, name, title: name }, search);
            };
          },
      ),
    },
    {
      name: 'none-that-were-placed',
      sentence: 'A search lacks a report once it was connected to a spreadsheet.',
      patch: leftOutAfter(
        'connectReportToWorkbook',
        (call) => isAsked(call, 'search') && !isAsked(call, 'externalWorkbookId'),
      ),
    },
    {
      name: 'plus-as-a-blank',
      sentence: 'A plus in a search is taken for a blank.',
      patch: replaceSync('listReports', (call, original) => {
        const search = call.query.text('search');
        return original(search?.includes('+') ? requery(call, { search: search.replaceAll('+', ' ') }) : call);
      }),
    },
  ],
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
    patch: replaceSync('listReports', (call, original) => {
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
  'reports.list.search-pages-filtered': [
    {
      name: 'third-page-forgets',
      sentence: 'The third page of a search of reports and those behind it are not searched.',
      patch: remembering(
        () => new Set<string>(),
        (second) =>
          replaceSync('listReports', (call, original) => {
            const after = call.query.text('after');
            if (!isAsked(call, 'search')) return original(call);
            const isLater = after !== undefined && second.has(after);
            const answer = original(isLater ? requery(call, { search: undefined }) : call);
            const end = answer.kind === 'ok' ? pageInfoOf(answer.body as Body)['endCursor'] : undefined;
            if (after !== undefined && typeof end === 'string') second.add(end);
            return answer;
          }),
      ),
    },
    reportsUnfilteredBehind('search'),
    {
      ...forgetting('search', 'the search'),
      also: alsoThese('a search with other filters is read in pages', 'reports.list.filters-together'),
    },
    {
      name: 'not-behind-a-cursor-when-sorted',
      sentence: 'Behind a cursor, a list that is sorted is not searched any more.',
      also: alsoThese('a search with other filters is read in pages', 'reports.list.filters-together'),
      patch: replaceSync('listReports', (call, original) =>
        original(isAsked(call, 'after') && isAsked(call, 'sortBy') ? requery(call, { search: undefined }) : call),
      ),
    },
  ],
});
