import { expect, test } from '../test.ts';
import { refuse } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { all, replace } from '../../proof/lib/patches.ts';
import { close, runAgainst } from './freedoms.ts';
import { idsWith } from './run.ts';

// Each tenant here uses one freedom of the specification: none of its requirements may be violated.

test.describe.configure({ timeout: 180_000 });
test.afterAll(close);

/** Jobs that cannot be read by their ids until some time after the answer to their start. */
function lateJobs(milliseconds: number): Patch {
  const JOBS = [
    ['startTransformSync', 'syncJobId', ['getTransformSync', 'cancelTransformSync', 'listGeneratedFiles']],
    ['startDashboardExport', 'jobId', ['getDashboardExport', 'downloadDashboardExport']],
    ['startMetricViewPreview', 'previewId', ['getMetricViewPreview', 'cancelMetricViewPreview']],
  ] as const;
  return all(
    ...JOBS.flatMap(([start, member, reads]) => {
      const startedAt = new Map<string, number>();
      return [
        replace(start, async (call, original) => {
          const answer = await original(call);
          if ('body' in answer) startedAt.set(String((answer.body as Body)[member]), Date.now());
          return answer;
        }),
        ...reads.map((read) =>
          replace(read, (call: Call, original) => {
            const started = startedAt.get(call.path[member] ?? '') ?? 0;
            if (Date.now() - started < milliseconds) refuse(404, 'there is no such job yet');
            return original(call);
          }),
        ),
      ];
    }),
  );
}

const JOBS = String.raw`\b(transform-sync|dashboard-exports|lakehouse)\.\S*(is-served|no-credential|elsewhere|readable|shows-sync|answers-job|status|unknown-job)`;

test('a job that cannot be read for a moment after its start is waited for', async () => {
  const ran = await runAgainst(JOBS, [lateJobs(120)]);
  expect(idsWith(ran.results, 'violates', 'inconclusive'), ran.output).toEqual([]);
});

test('a job that can never be read is a violation', async () => {
  const ran = await runAgainst(String.raw`(getTransformSync|getDashboardExport)\.is-served`, [lateJobs(600_000)]);
  expect(idsWith(ran.results, 'violates'), ran.output).toEqual([
    'dashboard-exports.getDashboardExport.is-served',
    'transform-sync.getTransformSync.is-served',
  ]);
});
