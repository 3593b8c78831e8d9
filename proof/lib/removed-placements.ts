import { bodyOf } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Placement } from '../../mock/world/content.ts';
import { all, remembering, replaceSync } from './patches.ts';
import { reportIn } from './reports.ts';

/** What faults know of placements that were taken out of a spreadsheet. */

/** A patch that is told which placements a disconnect took away. */
export function withRemoved<Memory>(
  begin: () => Memory,
  note: (memory: Memory, removed: Placement, reportId: number) => void,
  patch: (memory: Memory) => Patch,
): Patch {
  return remembering(begin, (memory) =>
    all(
      replaceSync('disconnectReportFromWorkbook', (call, original) => {
        const before = reportIn(call);
        const answer = original(call);
        const left = new Set(reportIn(call)?.placements.map(({ id }) => id));
        for (const one of before?.placements ?? []) if (!left.has(one.id)) note(memory, one, before?.id ?? 0);
        return answer;
      }),
      patch(memory),
    ),
  );
}

export const placementKey = (reportId: unknown, spreadsheet: unknown) =>
  JSON.stringify([Number(reportId), String(spreadsheet)]);

/** Reports by spreadsheets that one of their placements was taken out of, until they are placed there again. */
export function onceTakenOut(patch: (taken: ReadonlySet<string>) => Patch): Patch {
  return withRemoved(
    () => new Set<string>(),
    (taken, { externalWorkbookId }, reportId) => taken.add(placementKey(reportId, externalWorkbookId)),
    (taken) =>
      all(
        replaceSync('connectReportToWorkbook', (call, original) => {
          taken.delete(placementKey(call.path['reportId'], bodyOf(call)['externalWorkbookId']));
          return original(call);
        }),
        patch(taken),
      ),
  );
}
