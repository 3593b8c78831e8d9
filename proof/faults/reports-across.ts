import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { mayReadReport } from '../../mock/families/report-access.ts';
import { viewOf } from '../../mock/families/report-view.ts';
import type { Report } from '../../mock/world/content.ts';
import { who } from '../lib/meeting.ts';
import { faults } from '../lib/fault.ts';
import { all, changeBodySync, during, remembering, replaceSync, withRules } from '../lib/patches.ts';
import { reaching } from '../lib/other-deployments.ts';
import { afterUpdates, isAsked, itemsOf, reportIn, storeReport, withItems } from '../lib/reports.ts';

const idsOf = (list: Body): readonly number[] => itemsOf(list).map(({ id }) => Number(id));
const NARROWED = ['after', 'search', 'folderId', 'externalWorkbookId'] as const;

/** What a patch of a report's file found and left, once it has changed something. */
const oncePatched = (act: (before: Report, call: Call) => void) =>
  replaceSync('patchReportFile', (call, original) => {
    const before = reportIn(call);
    const answer = original(call);
    if (before) act(before, call);
    return answer;
  });

const addressOf = ({ externalWorkbookId, sheetName, anchorCell }: Body) =>
  JSON.stringify([externalWorkbookId, sheetName, anchorCell]);

/** Faults of reports that show where two of their features meet, or what one caller did and another sees. */
export const reportsAcrossFaults = faults({
  'reports.list.count-accessible': {
    name: 'of-who-asked-before',
    sentence: 'The count is worked out for whoever asks first, and is kept for all until a report changes.',
    patch: remembering(
      () => new Map<string, unknown>(),
      (counts) =>
        changeBodySync('listReports', (list, call) => {
          if (isAsked(call, ...NARROWED)) return list;
          const key = `${call.path['deploymentId']} ${call.tenant.content.reports.version}`;
          const count = counts.get(key) ?? list['count'];
          counts.set(key, count);
          return { ...list, count };
        }),
    ),
  },
  'reports.list.folder-only': {
    name: 'moved-away-by-another',
    sentence: 'The list of a folder keeps what it showed a user there before another user moved it away.',
    patch: remembering(
      () => ({ listed: new Map<string, Set<number>>(), movers: new Map<number, number>() }),
      ({ listed, movers }) =>
        all(
          replaceSync('updateReport', (call, original) => {
            const before = reportIn(call);
            const answer = original(call);
            const after = reportIn(call);
            if (before && after && before.folderId !== after.folderId) movers.set(after.id, who(call));
            return answer;
          }),
          changeBodySync('listReports', (list, call) => {
            const folderId = call.query.text('folderId');
            if (folderId === undefined || isAsked(call, 'after')) return list;
            const key = `${who(call)} ${folderId}`;
            const known = listed.get(key) ?? new Set();
            listed.set(key, new Set([...known, ...idsOf(list)]));
            const { tenant, principal } = call;
            const gone = tenant.content.reports.filter(
              (one) =>
                known.has(one.id) &&
                one.folderId !== Number(folderId) &&
                movers.get(one.id) !== who(call) &&
                mayReadReport(tenant, principal, one),
            );
            return withItems(list, [...itemsOf(list), ...gone.map((one) => viewOf(tenant, principal, one))]);
          }),
        ),
    ),
  },
  'reports.list.search-finds': {
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
  'reports.list.updated-at-after-update': {
    name: 'not-once-patched',
    sentence: 'A report whose file was patched keeps its place in a list that is sorted by updatedAt.',
    patch: remembering(
      () => new Map<number, number>(),
      (former) =>
        all(
          oncePatched((before) => former.set(before.id, former.get(before.id) ?? before.updatedAt)),
          changeBodySync('listReports', (list, call) => {
            if (call.query.text('sortBy') !== 'updatedAt' || isAsked(call, 'after', 'first')) return list;
            const { reports } = call.tenant.content;
            const now = (id: number) => reports.get(id)?.updatedAt ?? 0;
            const ids = idsOf(list);
            const sign = now(ids[0] ?? 0) > now(ids.at(-1) ?? 0) ? -1 : 1;
            const at = (one: Body) => former.get(Number(one['id'])) ?? now(Number(one['id']));
            return withItems(
              list,
              itemsOf(list).toSorted((a, b) => (at(a) - at(b)) * sign),
            );
          }),
        ),
    ),
  },
  'reports.list.external-workbook-placed': {
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
  'reports.update.expected-version-differs': {
    name: 'of-before-a-patch',
    toldBy: 'reports.file.patch-keeps-the-rest',
    sentence: 'An update may expect the version that the report had before the latest patch of its file.',
    patch: remembering(
      () => new Map<number, number>(),
      (former) =>
        all(
          oncePatched((before) => former.set(before.id, before.version)),
          replaceSync('updateReport', (call, original) => {
            const version = former.get(Number(call.path['reportId']));
            const { isExpected } = call.tenant.rules.reports;
            return withRules(
              call,
              'reports',
              { isExpected: (expected, stored) => isExpected(expected, stored) || expected === version },
              () => original(call),
            );
          }),
        ),
    ),
  },
  'reports.disconnect.by-address': {
    name: 'not-once-re-addressed',
    sentence:
      'A placement whose cell was changed by a connect with its placementId is disconnected by its first address alone.',
    patch: remembering(
      () => new Map<string, string>(),
      (first) =>
        all(
          replaceSync('connectReportToWorkbook', (call, original) => {
            const { placementId } = bodyOf(call);
            const before = reportIn(call)?.placements.find(({ id }) => id === placementId);
            const answer = original(call);
            if (before) first.set(before.id, first.get(before.id) ?? addressOf({ ...before }));
            return answer;
          }),
          replaceSync('disconnectReportFromWorkbook', (call, original) => {
            const { isAt } = call.tenant.rules.reports;
            return withRules(
              call,
              'reports',
              {
                isAt: (placement, address) => {
                  const known = first.get(placement.id);
                  return known === undefined ? isAt(placement, address) : known === addressOf({ ...address });
                },
              },
              () => original(call),
            );
          }),
        ),
    ),
  },
  'reports.refresh.by-address': {
    name: 'not-once-refreshed-by-id',
    sentence: 'A placement that was refreshed by its placementId is not found by its address any more.',
    patch: remembering(
      () => new Set<unknown>(),
      (byId) =>
        replaceSync('refreshReport', (call, original) => {
          const { placementId, ...address } = bodyOf(call);
          if (placementId === undefined) {
            const { isAt } = call.tenant.rules.reports;
            const found = reportIn(call)?.placements.find((one) =>
              isAt(one, {
                externalWorkbookId: address['externalWorkbookId'],
                sheetName: address['sheetName'],
                anchorCell: address['anchorCell'],
              }),
            );
            if (byId.has(found?.id)) refuse('unknown', 'there is no such placement');
          }
          const answer = original(call);
          byId.add(placementId);
          return answer;
        }),
    ),
  },
  'reports.file.hash-of-content': {
    name: 'of-before-another-patched',
    toldBy: 'reports.file.patch-keeps-the-rest',
    sentence: 'Whoever has read a report file is shown its hash as they saw it, once another user has patched it.',
    patch: remembering(
      () => ({ seen: new Map<string, unknown>(), patchers: new Map<unknown, number>() }),
      ({ seen, patchers }) =>
        all(
          oncePatched(({ id }, call) => patchers.set(String(id), who(call))),
          changeBodySync('getReportFile', (file, call) => {
            const { reportId } = call.path;
            const key = `${who(call)} ${reportId}`;
            const patcher = patchers.get(reportId);
            const hash = seen.has(key) && patcher !== undefined && patcher !== who(call) ? seen.get(key) : file['hash'];
            seen.set(key, hash);
            return { ...file, hash };
          }),
        ),
    ),
  },
  'reports.file.patch-keeps-the-rest': [
    {
      name: 'but-the-folder',
      sentence: 'A patch of its file takes a report out of its folder.',
      patch: oncePatched((_before, call) => {
        storeReport(call, { folderId: null });
      }),
    },
    {
      name: 'but-the-placements',
      sentence: 'A patch of its file takes a report out of every spreadsheet.',
      patch: oncePatched((_before, call) => {
        storeReport(call, { placements: [] });
      }),
    },
  ],
  'reports.update.move-without-edit': {
    name: 'moved-back',
    sentence: 'Whoever may not edit a folder moves a report back there that came from it.',
    patch: afterUpdates(
      ({ folderId }) => folderId,
      (former) =>
        during(
          'updateReport',
          'reports',
          () => ({ mayMove: (managesReport: boolean) => managesReport }),
          (call) => former.get(reportIn(call)?.id ?? 0) === bodyOf(call)['folderId'],
        ),
    ),
  },
  'reports.list.external-workbook-only': {
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
  'reports.file.scoped-key-stays': {
    name: 'but-when-it-patches',
    sentence: 'A patch of a report file is carried out in whatever deployment that lies in, with any key.',
    patch: reaching('patchReportFile', (call) => reportIn(call)?.deploymentId),
  },
  'reports.update.move-with-name': {
    name: 'not-beside-a-title',
    seenWith: 'MEMBER_TOKEN',
    sentence: 'A move with a name and a title stores the title alone.',
    patch: replaceSync('updateReport', (call, original) => {
      const { name, ...others } = bodyOf(call);
      const isMeant = name !== undefined && 'title' in others && 'folderId' in others;
      return original(isMeant ? { ...call, body: others } : call);
    }),
  },
});
