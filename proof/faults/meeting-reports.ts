import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Report } from '../../mock/world/content.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { marking, onItems, type once, who } from '../lib/meeting.ts';
import { all, changeBodySync, during, remembering, replaceSync } from '../lib/patches.ts';
import {
  changeReportList,
  isAsked,
  itemsOf,
  pageInfoOf,
  reportIn,
  requery,
  storeReport,
  withItems,
} from '../lib/reports.ts';
import { hashOf } from '../lib/text-files.ts';

/** Faults of reports, folders and placements that show where two of their features meet. */

const UPDATE = 'updateReport';

/** A patch that knows which reports an update changed in something. */
const changed = (of: (report: Report) => unknown, patch: Parameters<typeof once>[2]) =>
  remembering(
    () => new Set<string | number>(),
    (marked) =>
      all(
        marking(
          UPDATE,
          marked,
          (call, _answer, before) => {
            const after = reportIn(call);
            return after && of(after) !== of(before as Report) ? after.id : undefined;
          },
          reportIn,
        ),
        patch(marked),
      ),
  );
const moved = (patch: Parameters<typeof once>[2]) => changed(({ folderId }) => folderId, patch);
const renamed = (patch: Parameters<typeof once>[2]) => changed(({ name }) => name, patch);

/** What reports were before updates, by something that the update has to have changed. */
const formerly = <Kept>(
  kept: (before: Report, after: Report) => Kept | undefined,
  patch: (former: Map<number, Kept>) => ReturnType<typeof all>,
) =>
  remembering(
    () => new Map<number, Kept>(),
    (former) =>
      all(
        replaceSync(UPDATE, (call, original) => {
          const before = reportIn(call);
          const answer = original(call);
          const after = reportIn(call);
          const known = before && after && kept(before, after);
          if (before && known !== undefined) former.set(before.id, known);
          return answer;
        }),
        patch(former),
      ),
  );

/** The report file as members of a definition. */
const DEFINITION = ['name', 'title', 'description', 'jsonQuery', 'sqlQuery', 'meta', 'pivotItems'] as const;

export const meetingReportsFaults = faults({
  'reports.list.folder-only': {
    name: 'moved-with-a-name',
    sentence: 'The filter by a folder lists a report that was moved out of it by an update that renamed it as well.',
    patch: formerly(
      (before, after) =>
        before.folderId !== after.folderId && before.name !== after.name ? before.folderId : undefined,
      (former) =>
        ({ reports }) => {
          const { isIn } = reports;
          reports.isIn = (report, folderId) => isIn(report, folderId) || former.get(report.id) === folderId;
        },
    ),
  },
  'reports.list.folder-complete': {
    name: 'not-once-moved-back',
    sentence: 'The filter by a folder lacks a report that was moved out of it and back.',
    patch: remembering(
      () => ({ left: new Set<string>(), back: new Set<string>() }),
      ({ left, back }) =>
        all(
          replaceSync(UPDATE, (call, original) => {
            const before = reportIn(call);
            const answer = original(call);
            const after = reportIn(call);
            if (!before || !after || before.folderId === after.folderId) return answer;
            left.add(`${before.id} ${before.folderId}`);
            const key = `${after.id} ${after.folderId}`;
            if (left.has(key)) back.add(key);
            return answer;
          }),
          ({ reports }) => {
            const { isIn } = reports;
            reports.isIn = (report, folderId) => isIn(report, folderId) && !back.has(`${report.id} ${folderId}`);
          },
        ),
    ),
  },
  'reports.list.count-total': {
    name: 'moved-counted-twice',
    toldBy: 'reports.list.data-same',
    sentence: 'The count of a list counts a report twice that was moved.',
    patch: moved((ids) =>
      changeReportList((list, call) => ({
        ...list,
        count:
          Number(list['count']) +
          call.tenant.content.reports.filter(
            ({ id, deploymentId }) => ids.has(id) && deploymentId === Number(call.path['deploymentId']),
          ).length,
      })),
    ),
  },
  'reports.list.sort-by-name': {
    name: 'by-what-was-before-a-patch',
    sentence: 'A report whose file was given another name stands in a list by name where its former name would.',
    also: alsoThese(
      'the same list in a direction',
      'reports.list.name-ascending',
      'reports.list.name-descending',
      'reports.list.pages-keep-order',
      'reports.list.direction-kept',
    ),
    patch: remembering(
      () => new Map<unknown, string>(),
      (former) =>
        all(
          replaceSync('patchReportFile', (call, original) => {
            const before = reportIn(call);
            const answer = original(call);
            if (before && reportIn(call)?.name !== before.name) former.set(before.id, before.name);
            return answer;
          }),
          changeReportList((list, call) => {
            if (call.query.text('sortBy') !== 'name') return list;
            const nameOf = (one: Body) => former.get(one['id']) ?? String(one['name']);
            const isDown = call.query.text('sortDirection') === 'DESC';
            const sorted = [...itemsOf(list)].sort(
              (a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0) * (isDown ? -1 : 1),
            );
            return former.size === 0 ? list : withItems(list, sorted);
          }),
        ),
    ),
  },
  'reports.list.data-same': {
    name: 'former-folder',
    sentence: 'The data of a list shows a report that was moved in its former folder.',
    patch: formerly(
      (before, after) => (before.folderId !== after.folderId ? { folderId: before.folderId } : undefined),
      (former) =>
        changeReportList((list) => ({
          ...list,
          data: (list['data'] as readonly Body[]).map((one) => ({ ...one, ...former.get(Number(one['id'])) })),
        })),
    ),
  },
  'reports.list.external-workbook-only': {
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
              if (after.every((one) => one.id !== id) && placedByUserId !== who(call))
                kept.add(`${placedByUserId} ${call.path['reportId']} ${externalWorkbookId}`);
            }
            return answer;
          }),
          during('listReports', 'reports', (own, call) => ({
            isPlacedIn: (report, document) =>
              own.isPlacedIn(report, document) || kept.has(`${who(call)} ${report.id} ${document}`),
          })),
        ),
    ),
  },
  'reports.update.expected-version-matches': {
    name: 'not-after-another-user',
    toldBy: 'reports.list.data-same',
    sentence: 'An update with the version of the report is refused where somebody else has updated the report last.',
    patch: remembering(
      () => new Map<number, number>(),
      (last) =>
        replaceSync(UPDATE, (call, original) => {
          const report = reportIn(call);
          const by = last.get(report?.id ?? 0);
          if (report && by !== undefined && by !== who(call) && bodyOf(call)['expectedVersion'] === report.version)
            refuse(409, 'the version is another');
          const answer = original(call);
          if (report) last.set(report.id, who(call));
          return answer;
        }),
    ),
  },
  'reports.update.expected-version-omitted': {
    name: 'asked-for-once-placed-by-another',
    toldBy: 'reports.list.data-same',
    sentence: 'An update without a version is refused while somebody else has the report in a spreadsheet.',
    patch: replaceSync(UPDATE, (call, original) => {
      const isPlaced = reportIn(call)?.placements.some(({ placedByUserId }) => placedByUserId !== who(call)) === true;
      const answer = original(call);
      if (isPlaced && bodyOf(call)['expectedVersion'] === undefined) refuse(409, 'the version is missing');
      return answer;
    }),
  },
  'reports.update.move-permitted': {
    name: 'undone-by-a-refresh',
    toldBy: 'reports.list.data-same',
    sentence: 'A refresh puts a report back into the folder in which it lay when it was connected.',
    patch: remembering(
      () => new Map<number, number | null>(),
      (folders) =>
        all(
          replaceSync('connectReportToWorkbook', (call, original) => {
            const answer = original(call);
            const report = reportIn(call);
            if (report) folders.set(report.id, report.folderId);
            return answer;
          }),
          replaceSync('refreshReport', (call, original) => {
            const folderId = folders.get(reportIn(call)?.id ?? 0);
            if (folderId !== undefined) storeReport(call, { folderId });
            return original(call);
          }),
        ),
    ),
  },
  'reports.update.move-without-manage': {
    name: 'whoever-placed-it',
    sentence: 'Whoever has a report in a spreadsheet may move it to a folder that they may edit.',
    patch: during(UPDATE, 'reports', (own, call) => {
      const isPlacer = reportIn(call)?.placements.some(({ placedByUserId }) => placedByUserId === who(call)) === true;
      return { mayMove: (manages, edits) => own.mayMove(manages || isPlacer, edits) };
    }),
  },
  'reports.connect.read-access-suffices': {
    name: 'not-once-moved',
    sentence: 'A report that was moved can be connected by those alone who may edit it.',
    patch: moved((ids) =>
      during('connectReportToWorkbook', 'reports', (own, call) => ({
        mayConnect: (mayEdit) => own.mayConnect(mayEdit) && (mayEdit || !ids.has(Number(call.path['reportId']))),
      })),
    ),
  },
  'reports.disconnect.keeps-other-placements': {
    name: 'but-those-of-others',
    sentence: 'A disconnect takes a report out of every spreadsheet in which somebody else has placed it.',
    patch: replaceSync('disconnectReportFromWorkbook', (call, original) => {
      const answer = original(call);
      const placements = reportIn(call)?.placements ?? [];
      storeReport(call, { placements: placements.filter(({ placedByUserId }) => placedByUserId === who(call)) });
      return answer;
    }),
  },
  'reports.disconnect.by-placement-id': {
    name: 'undone-by-an-update',
    toldBy: 'reports.list.data-same',
    sentence: 'An update of the name brings back the placement that was disconnected last.',
    patch: remembering(
      () => new Map<number, Report['placements']>(),
      (taken) =>
        all(
          replaceSync('disconnectReportFromWorkbook', (call, original) => {
            const before = reportIn(call);
            const answer = original(call);
            const after = reportIn(call);
            if (before && after)
              taken.set(
                before.id,
                before.placements.filter(({ id }) => after.placements.every((one) => one.id !== id)),
              );
            return answer;
          }),
          replaceSync(UPDATE, (call, original) => {
            const answer = original(call);
            const report = reportIn(call);
            const back = taken.get(report?.id ?? 0);
            if (!report || !back || bodyOf(call)['name'] === undefined) return answer;
            taken.delete(report.id);
            storeReport(call, { placements: [...report.placements, ...back] });
            return answer;
          }),
        ),
    ),
  },
  'reports.refresh.refreshed-at': {
    name: 'not-once-renamed',
    sentence: 'A refresh of a report that was renamed leaves the refreshedAt of the placement as it was.',
    patch: renamed((ids) =>
      replaceSync('refreshReport', (call, original) => {
        const before = reportIn(call)?.placements ?? [];
        const answer = original(call);
        const report = reportIn(call);
        if (!report || !ids.has(report.id)) return answer;
        const refreshedAt = (id: string) => before.find((one) => one.id === id)?.refreshedAt ?? null;
        storeReport(call, {
          placements: report.placements.map((one) => ({ ...one, refreshedAt: refreshedAt(one.id) })),
        });
        return answer;
      }),
    ),
  },
  'reports.file.patch-keeps-the-rest': {
    name: 'but-what-changed-since-it-was-read',
    toldBy: 'reports.file.patch-replaces',
    sentence: 'A patch of a report file stores the other members as its caller last read them.',
    patch: remembering(
      () => new Map<string, Report>(),
      (read) => {
        const keyOf = (call: Call) => `${who(call)} ${call.path['reportId']}`;
        return all(
          replaceSync('getReportFile', (call, original) => {
            const answer = original(call);
            const report = reportIn(call);
            if (report) read.set(keyOf(call), report);
            return answer;
          }),
          replaceSync('patchReportFile', (call, original) => {
            const before = reportIn(call);
            const known = read.get(keyOf(call));
            const answer = original(call);
            const after = reportIn(call);
            if (!before || !after || !known) return answer;
            const stale = DEFINITION.filter(
              (name) => after[name] === before[name] || isSame(after[name], before[name]),
            );
            storeReport(call, Object.fromEntries(stale.map((name) => [name, known[name]])));
            return answer;
          }),
        );
      },
    ),
  },
  'reports.file.hash-of-content': {
    name: 'with-the-placements',
    also: alsoThese(
      'a patch is refused beside a hash that is not of the content',
      'reports.file.patch-keeps-the-rest',
      'reports.file.patch-renews-hash',
      'reports.file.patch-replaces',
    ),
    sentence: 'The hash of the file of a report that is placed in a spreadsheet is not of the content alone.',
    patch: changeBodySync('getReportFile', (body, call) =>
      (reportIn(call)?.placements.length ?? 0) > 0
        ? { ...body, hash: hashOf(call, `${String(body['content'])} placed`) }
        : body,
    ),
  },
  'external-documents.list.only-this-spreadsheet': {
    name: 'where-they-were-before',
    toldBy: 'reports.list.external-workbook-only',
    sentence: 'The placements of a spreadsheet hold those that were moved to another one by their placementId.',
    patch: remembering(
      () => new Map<string, Map<string, string>>(),
      (left) =>
        all(
          replaceSync('connectReportToWorkbook', (call, original) => {
            const before = reportIn(call)?.placements ?? [];
            const answer = original(call);
            for (const { id, externalWorkbookId } of reportIn(call)?.placements ?? []) {
              const former = before.find((one) => one.id === id)?.externalWorkbookId;
              if (former === undefined || former === externalWorkbookId) continue;
              left.set(former, (left.get(former) ?? new Map<string, string>()).set(id, externalWorkbookId));
            }
            return answer;
          }),
          replaceSync('listPlacements', (call, original) => {
            const answer = original(call);
            const gone = left.get(call.path['externalWorkbookId'] ?? '');
            if (!('body' in answer) || !gone) return answer;
            const body = answer.body as Body;
            if (pageInfoOf(body)['hasNextPage'] === true || isAsked(call, 'first')) return answer;
            const more = [...gone].flatMap(([id, document]) => {
              const there = original({
                ...requery(call, { first: undefined, after: undefined }),
                path: { externalWorkbookId: document },
              });
              return 'body' in there ? itemsOf(there.body as Body).filter((one) => one['placementId'] === id) : [];
            });
            return { ...answer, body: { ...body, items: [...itemsOf(body), ...more] } };
          }),
        ),
    ),
  },
  'external-documents.entry.granted-name': {
    name: 'former-name-behind-a-cursor',
    sentence: 'On later pages the placement of a report that was renamed carries its former name.',
    patch: formerly(
      (before, after) => (before.name !== after.name ? before.name : undefined),
      (former) =>
        changeBodySync(
          'listPlacements',
          onItems((items, call) =>
            items.map((one) =>
              isAsked(call, 'after') && one['access'] === 'GRANTED'
                ? { ...one, reportName: former.get(Number(one['reportId'])) ?? one['reportName'] }
                : one,
            ),
          ),
        ),
    ),
  },
  'folders.folder.user-null-when-shared': {
    name: 'who-moved-into-it',
    sentence: 'A folder that is shared from the main workspace belongs to whoever moved a report into it last.',
    patch: remembering(
      () => new Map<unknown, number>(),
      (movers) =>
        all(
          replaceSync(UPDATE, (call, original) => {
            const before = reportIn(call);
            const answer = original(call);
            const after = reportIn(call);
            if (after && after.folderId !== before?.folderId) movers.set(after.folderId, who(call));
            return answer;
          }),
          changeBodySync('listFolders', (body, { tenant }) => {
            const personOf = (id: unknown) => {
              const user = tenant.account.users.get(movers.get(id) ?? 0);
              return user ? { id: user.id, email: user.email, firstName: user.firstName } : null;
            };
            const show = (one: Body) => (one['user'] === null ? { ...one, user: personOf(one['id']) } : one);
            return { ...body, ...withItems(body, itemsOf(body).map(show)) };
          }),
        ),
    ),
  },
});

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
