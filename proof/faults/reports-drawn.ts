import { bodyOf, type Body } from '../../mock/call.ts';
import { sha256 } from '../../mock/rules/files.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { dropping, isPresent, sends, unless, both } from '../lib/only.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../lib/patches.ts';
import { changeReportList, duringReports, isAsked, itemsOf, reportIn, requery, storeReport } from '../lib/reports.ts';

/** Faults of reports and of what is placed of them, each drawn from a sentence for one history or input. */

const UPDATE = 'updateReport';
const CONNECT = 'connectReportToWorkbook';
const DISCONNECT = 'disconnectReportFromWorkbook';
const REFRESH = 'refreshReport';
const PLACEMENTS = 'listPlacements';

export const reportsDrawnFaults = faults({
  'reports.update.name-too-long': {
    name: 'with-a-title',
    sentence: 'A name of more than 255 characters is stored where a title comes with it.',
    patch: during(UPDATE, 'reports', () => ({ name: { max: 100_000 } as never }), sends('title', isPresent)),
  },
  'reports.update.expected-version-differs': [
    {
      name: 'unless-the-name-stays',
      sentence: 'A stale expectedVersion is accepted where the name is the one that is stored.',
      patch: during(
        UPDATE,
        'reports',
        () => ({ isExpected: () => true }),
        (call) => bodyOf(call)['name'] === reportIn(call)?.name,
      ),
    },
    {
      name: 'unless-the-title-stays',
      sentence: 'A stale expectedVersion is accepted where the title is the one that is stored.',
      patch: during(
        UPDATE,
        'reports',
        () => ({ isExpected: () => true }),
        (call) => bodyOf(call)['title'] === reportIn(call)?.title,
      ),
    },
  ],
  'reports.connect.several-spreadsheets': {
    name: 'third-for-the-first',
    sentence: 'A third spreadsheet takes the place of the first.',
    also: alsoThese('the first of three placements is to stay', 'reports.disconnect.keeps-other-placements'),
    patch: duringReports(CONNECT, {
      withPlacement: (placements, placement) => {
        const others = placements.filter(({ id }) => id !== placement.id);
        const documents = new Set(others.map((one) => one.externalWorkbookId)).add(placement.externalWorkbookId);
        return [...(documents.size > 2 ? others.slice(1) : others), placement];
      },
    }),
  },
  'reports.disconnect.keeps-other-addresses': {
    name: 'cells-by-their-beginning',
    sentence: 'Disconnecting by an address also ends placements at cells that begin with the same letter and digit.',
    patch: duringReports(DISCONNECT, {
      withoutPlacement: (placements, id) => {
        const target = placements.find((one) => one.id === id);
        const start = target?.anchorCell?.slice(0, 2);
        return placements.filter(
          (one) =>
            one.id !== id &&
            !(
              one.externalWorkbookId === target?.externalWorkbookId &&
              one.sheetName === target.sheetName &&
              one.anchorCell?.slice(0, 2) === start
            ),
        );
      },
    }),
  },
  'reports.refresh.keeps-other-placements': {
    name: 'of-the-same-sheet',
    sentence: 'A refresh by placementId refreshes the other placements on the same sheet as well.',
    patch: replaceSync(REFRESH, (call, original) => {
      const { placementId } = bodyOf(call);
      const answer = original(call);
      const target = reportIn(call)?.placements.find(({ id }) => id === placementId);
      if (!target) return answer;
      const placements = (reportIn(call)?.placements ?? []).map((one) =>
        one.externalWorkbookId === target.externalWorkbookId && one.sheetName === target.sheetName
          ? { ...one, refreshedAt: target.refreshedAt, refreshedByUserId: target.refreshedByUserId }
          : one,
      );
      storeReport(call, { placements });
      return answer;
    }),
  },
  'reports.list.count-ignores-pages': {
    name: 'the-rest-behind-a-cursor',
    sentence: 'Behind a cursor, count is of the reports that are left.',
    patch: replaceSync('listReports', (call, original) => {
      const answer = original(call);
      if (!isAsked(call, 'after') || !('body' in answer)) return answer;
      const list = answer.body as Body;
      const rest = original(requery(call, { first: '500' }));
      return { ...answer, body: { ...list, count: 'body' in rest ? itemsOf(rest.body as Body).length : 0 } };
    }),
  },
  'reports.list.search-pages-filtered': {
    name: 'not-behind-a-cursor-when-sorted',
    sentence: 'Behind a cursor, a list that is sorted is not searched any more.',
    also: alsoThese('a search with other filters is read in pages', 'reports.list.filters-together'),
    patch: replaceSync('listReports', (call, original) =>
      original(isAsked(call, 'after') && isAsked(call, 'sortBy') ? requery(call, { search: undefined }) : call),
    ),
  },
  'reports.list.folder-complete': {
    name: 'not-once-renamed',
    sentence: 'A report that was renamed is not listed in its folder.',
    patch: remembering(
      () => new Set<unknown>(),
      (renamed) =>
        all(
          replaceSync(UPDATE, (call, original) => {
            const before = reportIn(call)?.name;
            const answer = original(call);
            if (before !== reportIn(call)?.name) renamed.add(reportIn(call)?.id);
            return answer;
          }),
          changeReportList((list, call) =>
            isAsked(call, 'folderId') ? { ...list, items: itemsOf(list).filter(({ id }) => !renamed.has(id)) } : list,
          ),
        ),
    ),
  },
  'reports.file.hash-of-content': {
    name: 'another-encoding',
    sentence: 'The hash of text outside ASCII is taken of its characters in Latin-1.',
    patch: ({ reports: { file } }) => {
      file.hash = (content) => sha256(Buffer.from(content, 'latin1').toString('latin1'));
    },
  },
  'external-documents.entry.denied-no-name': {
    name: 'named-behind-a-cursor',
    sentence: 'Denied entries behind a cursor show their names.',
    patch: during(
      PLACEMENTS,
      'externalDocuments',
      () => ({ reportName: (name) => name }),
      (call) => isAsked(call, 'after'),
    ),
  },
  'external-documents.list.pages-complete': {
    name: 'a-report-goes-on-no-other-page',
    sentence: 'A page begins with the next report, so that further placements of the last one are left out.',
    also: alsoThese('pages of the list of each deployment are compared', 'external-documents.list.tenant-wide'),
    patch: remembering(
      () => new Map<string, unknown>(),
      (last) =>
        replaceSync(PLACEMENTS, (call, original) => {
          const answer = original(call);
          if (!('body' in answer)) return answer;
          const list = answer.body as Body;
          const items = itemsOf(list);
          const former = last.get(call.query.text('after') ?? '');
          const end = (list['pageInfo'] as Body)['endCursor'];
          if (typeof end === 'string') last.set(end, items.at(-1)?.['reportId']);
          return { ...answer, body: { ...list, items: items.filter((one) => !former || one['reportId'] !== former) } };
        }),
    ),
  },
  'external-documents.list.drops-placement': {
    name: 'not-the-second-of-a-report',
    sentence: 'A placement that is ended by its id stays in the list of its spreadsheet if its report has another one.',
    patch: remembering(
      () => new Map<unknown, Body>(),
      (shown) =>
        all(
          replaceSync(DISCONNECT, (call, original) => {
            const report = reportIn(call);
            const { placementId } = bodyOf(call);
            const answer = original(call);
            if (report && report.placements.length > 1 && shown.has(placementId))
              shown.set(`gone ${String(placementId)}`, shown.get(placementId) as Body);
            return answer;
          }),
          changeBodySync(PLACEMENTS, (list, call) => {
            const items = itemsOf(list);
            for (const one of items) shown.set(one['placementId'], { ...one, of: call.path['externalWorkbookId'] });
            const stale = [...shown].filter(
              ([key, one]) => String(key).startsWith('gone ') && one['of'] === call.path['externalWorkbookId'],
            );
            return { ...list, items: [...items, ...stale.map(([, { of: _, ...one }]) => one)] };
          }),
        ),
    ),
  },
  'reports.update.title-stored': {
    name: 'not-with-an-expected-version',
    sentence: 'A title that comes with expectedVersion and no name is not stored.',
    also: alsoThese('the longest title beside the refused one is looked for', 'reports.update.title-too-long'),
    patch: dropping(UPDATE, ['title'], both(sends('expectedVersion', isPresent), unless(sends('name', isPresent)))),
  },
});
