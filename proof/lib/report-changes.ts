import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Report } from '../../mock/world/content.ts';
import { marking, type once } from './other-operations.ts';
import { isBeyondLatin, knowing, type Past, type When } from './conditions.ts';
import { all, remembering, replaceSync } from './patches.ts';
import { reportIn } from './reports.ts';

/** What faults know of changes of reports. */

export const isBeyondAscii = (value: unknown): boolean => typeof value === 'string' && /[^\0-\x7f]/.test(value);

/** A patch that knows which reports an update changed in something. */
export const changed = (of: (report: Report) => unknown, patch: Parameters<typeof once>[2]) =>
  remembering(
    () => new Set<string | number>(),
    (marked) =>
      all(
        marking(
          'updateReport',
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

export const moved = (patch: Parameters<typeof once>[2]) => changed(({ folderId }) => folderId, patch);

export const questionMarks = (value: unknown): unknown =>
  isBeyondLatin(value) ? String(value).replaceAll(/[^\0-\xff]/g, '?') : value;

export const byReport = ({ path }: Call): unknown => path['reportId'];

export const knowingReport = (watched: readonly string[], patch: (past: Past) => Patch): Patch =>
  knowing(watched, byReport, patch);

export const moves = (call: Call): boolean => bodyOf(call)['folderId'] !== undefined;

/** What a patch of a report's file found and left, once it has changed something. */
export const oncePatched = (act: (before: Report, call: Call) => void) =>
  replaceSync('patchReportFile', (call, original) => {
    const before = reportIn(call);
    const answer = original(call);
    if (before) act(before, call);
    return answer;
  });

/** Whether an update gives a report another name; a tenant may need the name of now beside what changes. */
export const renames: When = (call) => {
  const { name } = bodyOf(call);
  return name !== undefined && name !== reportIn(call)?.name;
};
