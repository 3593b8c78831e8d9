import { refuse } from '../../mock/answer.ts';
import { bodyOf } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byPlainUser } from './access.ts';
import { all, during, remembering, replaceSync, responseOf } from './patches.ts';
import { reportIn } from './reports.ts';

/** What goes wrong with reports for few callers, histories or values alone. */

/** Of the placements in a spreadsheet an address finds the first one alone. */
export const firstPlacementAlone = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const { externalWorkbookId, sheetName, anchorCell, placementId } = bodyOf(call);
    const first = reportIn(call)?.placements.find((one) => one.externalWorkbookId === externalWorkbookId);
    if (placementId !== undefined || !first) return original(call);
    const isThere = first.sheetName === (sheetName ?? null) && first.anchorCell === (anchorCell ?? null);
    return isThere ? original(call) : refuse('unknown', 'the report has no such placement');
  });

/** The filter by a spreadsheet does not find what was placed by users who may not edit it. */
export const notPlacedByReaders: Patch = remembering(
  () => new Set<string>(),
  (byReaders) =>
    all(
      replaceSync('connectReportToWorkbook', (call, original) => {
        const known = new Set(reportIn(call)?.placements.map(({ id }) => id));
        const answer = original(call);
        if (byPlainUser(call)) {
          for (const { id } of reportIn(call)?.placements ?? []) if (!known.has(id)) byReaders.add(id);
        }
        return answer;
      }),
      during('listReports', 'reports', ({ isPlacedIn }) => ({
        isPlacedIn: (report, id) =>
          isPlacedIn({ ...report, placements: report.placements.filter((one) => !byReaders.has(one.id)) }, id),
      })),
    ),
);

/** A patch of the file of a report that is placed somewhere is acknowledged. */
export const patchLostWhilePlaced: Patch = replaceSync('patchReportFile', (call, original) =>
  (reportIn(call)?.placements.length ?? 0) > 0 ? responseOf(call, 'getReportFile') : original(call),
);

/** A name that a report had before is not stored again. */
export const notAFormerName: Patch = remembering(
  () => new Map<number, Set<string>>(),
  (names) =>
    replaceSync('updateReport', (call, original) => {
      const report = reportIn(call);
      if (!report) return original(call);
      const known = names.get(report.id) ?? new Set<string>();
      names.set(report.id, known);
      const { name, ...rest } = bodyOf(call);
      const isFormer = typeof name === 'string' && known.has(name) && name !== report.name;
      const answer = original(isFormer ? { ...call, body: rest } : call);
      known.add(report.name);
      return answer;
    }),
);
