import { isBehindCursor } from '../../lib/paging.ts';
import { mayReadReport } from '../../../mock/families/report-access.ts';
import { viewOf } from '../../../mock/families/report-view.ts';
import type { Report } from '../../../mock/world/content.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { callerId } from '../../lib/other-operations.ts';
import { all, changeBodySync, remembering, replaceSync, withBody } from '../../lib/patches.ts';
import { byName, formerly } from '../../lib/report-histories.ts';
import { forgetting, idsOf, reportsUnfilteredBehind, revealingUnreadable } from '../../lib/report-lists.ts';
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

const folderOf = ({ folderId }: Report): number | null => folderId;

/** Faults of the list of reports, filtered by a folder. */
export const listFolderFaults = faults({
  'reports.list.folder-only': [
    {
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
              if (before && after && before.folderId !== after.folderId) movers.set(after.id, callerId(call));
              return answer;
            }),
            changeBodySync('listReports', (list, call) => {
              const folderId = call.query.text('folderId');
              if (folderId === undefined || isAsked(call, 'after')) return list;
              const key = `${callerId(call)} ${folderId}`;
              const known = listed.get(key) ?? new Set();
              listed.set(key, new Set([...known, ...idsOf(list)]));
              const { tenant, principal } = call;
              const gone = tenant.content.reports.filter(
                (one) =>
                  known.has(one.id) &&
                  one.folderId !== Number(folderId) &&
                  movers.get(one.id) !== callerId(call) &&
                  mayReadReport(tenant, principal, one),
              );
              return withItems(list, [...itemsOf(list), ...gone.map((one) => viewOf(tenant, principal, one))]);
            }),
          ),
      ),
    },
    {
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
    {
      name: 'root-too',
      sentence: 'The filter by a folder adds the reports in no folder, which it shows in folder 0.',
      also: alsoThese('pages of a folder are compared with the whole list', 'reports.list.after-continues'),
      patch: replaceSync('listReports', (call, original) => {
        const answer = original(call);
        if (!isAsked(call, 'folderId')) return answer;
        const loose = wholeList(requery(call, { folderId: undefined }), original)
          .filter((one) => one['folderId'] === null)
          .map((one) => ({ ...one, folderId: 0 }));
        return withBody(answer, (list) => withItems(list, [...itemsOf(list), ...loose]));
      }),
    },
    {
      name: 'former-folder-too',
      sentence: 'The filter by a folder lists a report that was moved out of it.',
      patch: afterUpdates(folderOf, (former) => ({ reports }) => {
        const { isIn } = reports;
        reports.isIn = (report, folderId) =>
          isIn(report, folderId) || (former.has(report.id) && former.get(report.id) === folderId);
      }),
    },
  ],
  'reports.list.folder-complete': [
    {
      name: 'not-once-moved-back',
      sentence: 'The filter by a folder lacks a report that was moved out of it and back.',
      patch: remembering(
        () => ({ left: new Set<string>(), back: new Set<string>() }),
        ({ left, back }) =>
          all(
            replaceSync('updateReport', (call, original) => {
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
    {
      name: 'placed-ones',
      sentence: 'The filter by a folder leaves out reports that are placed in a spreadsheet.',
      also: alsoThese('the pages of a folder are counted there', 'reports.list.last-page-announced'),
      patch: changeBodySync('listReports', (body, call) =>
        call.query.text('folderId') === undefined
          ? body
          : withItems(
              body,
              itemsOf(body).filter((one) => (one['externalWorkbookPlacements'] as readonly unknown[]).length === 0),
            ),
      ),
    },
    {
      name: 'not-the-placed',
      sentence: 'The filter by a folder leaves out the reports that are placed in a spreadsheet.',
      patch: ({ reports }) => {
        const own = reports.isIn;
        reports.isIn = (report, folderId) =>
          own(report, folderId) && (folderId === undefined || report.placements.length === 0);
      },
    },
    {
      name: 'none-that-were-moved',
      sentence: 'The filter by a folder lacks a report that was moved into it.',
      patch: afterUpdates(folderOf, (former) => ({ reports }) => {
        const { isIn } = reports;
        reports.isIn = (report, folderId) =>
          isIn(report, folderId) && (folderId === undefined || !former.has(report.id));
      }),
    },
    {
      name: 'none-that-were-renamed',
      sentence: 'The filter by a folder lacks a report that was renamed.',
      patch: afterUpdates(byName, (former) =>
        changeReportList((list, call) =>
          isAsked(call, 'folderId')
            ? withItems(
                list,
                itemsOf(list).filter(({ id }) => !former.has(Number(id))),
              )
            : list,
        ),
      ),
    },
    {
      name: 'not-once-renamed',
      sentence: 'A report that was renamed is not listed in its folder.',
      patch: remembering(
        () => new Set<unknown>(),
        (renamed) =>
          all(
            replaceSync('updateReport', (call, original) => {
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
  ],
  'reports.list.folder-readable-only': [
    {
      name: 'unreadable-with-first',
      sentence: 'A page of some size of what is in a folder adds reports there that the caller may not read.',
      patch: changeReportList((list, call) => {
        const asked = call.query.integer('folderId', 0);
        if (asked === undefined || !isAsked(call, 'first')) return list;
        const more = unreadable(call, ({ folderId }) => folderId === asked);
        return withItems(list, [...more, ...itemsOf(list)].slice(0, Number(call.query.text('first'))));
      }),
    },
    {
      name: 'everything',
      sentence: 'The filter by a folder lists the reports there that the caller may not read as well.',
      patch: revealingUnreadable((call) => isAsked(call, 'folderId')),
    },
    {
      name: 'not-where-searched',
      sentence: 'A search within a folder lists reports there that the caller may not read.',
      patch: changeReportList((list, call) => {
        const [folderId, search] = [call.query.text('folderId'), call.query.text('search')];
        const isFound = (report: Report) => String(report.folderId) === folderId && report.name.includes(search ?? '');
        const more = folderId !== undefined && search !== undefined ? unreadable(call, isFound) : [];
        return withItems(list, [...itemsOf(list), ...more]);
      }),
    },
  ],
  'reports.list.folder-pages-filtered': [
    reportsUnfilteredBehind('folderId'),
    {
      ...forgetting('folderId', 'the folder'),
      also: alsoThese('later pages of a folder are read there as well', 'reports.list.filters-together'),
    },
    {
      name: 'forgotten-in-an-order',
      sentence: 'A page after a cursor forgets the folder of a list that is sorted by a date.',
      patch: replaceSync('listReports', (call, original) =>
        original(
          isBehindCursor(call) && ['createdAt', 'updatedAt'].includes(call.query.text('sortBy') ?? '')
            ? requery(call, { folderId: undefined })
            : call,
        ),
      ),
    },
  ],
});
