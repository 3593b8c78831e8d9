import { Refusal, refuse } from '../../../mock/answer.ts';
import type { Body } from '../../../mock/call.ts';
import { aMinuteForOAuth, answeringTimes, jobOf, keptFor, sliding } from '../../lib/dashboard-exports.ts';
import { faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { all, changeBodySync, during, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { MINUTE } from '../../lib/times.ts';

/** Faults of how long the job of an export is kept. */
export const jobFaults = faults({
  'dashboard-exports.job.kept': [
    {
      name: 'until-a-refusal',
      sentence: 'An export that is refused drops the jobs that its caller submitted before.',
      patch: remembering(
        () => ({ gone: new Set<string>(), mine: new Map<unknown, string[]>() }),
        ({ gone, mine }) =>
          all(
            replaceSync('startDashboardExport', (call, original) => {
              const who = call.principal.user?.id;
              try {
                const answer = original(call);
                if ('body' in answer) mine.set(who, [...(mine.get(who) ?? []), String((answer.body as Body)['jobId'])]);
                return answer;
              } catch (error) {
                if (error instanceof Refusal) for (const id of mine.get(who) ?? []) gone.add(id);
                throw error;
              }
            }),
            replaceSync('getDashboardExport', (call, original) => {
              if (gone.has(call.path['jobId'] ?? '')) refuse('unknown', 'there is no such export');
              return original(call);
            }),
          ),
      ),
    },
    {
      name: 'a-minute-for-oauth',
      sentence: 'The status of an export can be read with an OAuth token for a minute.',
      patch: aMinuteForOAuth('getDashboardExport'),
    },
    {
      name: 'until-the-next',
      sentence: 'An export drops the jobs that its caller submitted before.',
      patch: remembering(
        () => new Map<unknown, unknown>(),
        (last) =>
          all(
            changeBodySync('startDashboardExport', (job, { principal }) => {
              last.set(principal.user?.id, job['jobId']);
              return job;
            }),
            refusing(
              'getDashboardExport',
              ({ path, principal }) => ![undefined, path['jobId']].includes(last.get(principal.user?.id) as string),
              'gone',
            ),
          ),
      ),
    },
    {
      name: 'four-minutes',
      sentence: 'The status of an export can be read for four minutes.',
      patch: ({ dashboardExports }) => {
        dashboardExports.jobLifetime = 4 * MINUTE;
      },
    },
    {
      name: 'three-readings',
      sentence: 'The status of an export can be read three times.',
      patch: answeringTimes('getDashboardExport', 3),
    },
    {
      name: 'downloaded',
      sentence: 'The job of an export is dropped with the download of its file.',
      patch: given(
        'getDashboardExport',
        (_call, { done }) => done > 0,
        refusing('getDashboardExport', () => true, 'gone'),
        {
          past: 'downloadDashboardExport',
          of: jobOf,
        },
      ),
    },
  ],
  'dashboard-exports.job.dropped': [
    {
      name: 'six-minutes',
      sentence: 'The status of an export can be read for six minutes.',
      patch: ({ dashboardExports }) => {
        dashboardExports.jobLifetime = 6 * MINUTE;
      },
    },
    {
      name: 'since-last-reading',
      sentence: 'The five minutes for the status of an export start anew with each reading.',
      patch: sliding('getDashboardExport'),
    },
    {
      name: 'not-as-pdf',
      sentence: 'The job of an export as PDF is kept for longer than 5 minutes.',
      patch: keptFor('getDashboardExport', 'pdf'),
    },
    {
      name: 'not-as-png',
      sentence: 'The job of an export as PNG is kept for longer than 5 minutes.',
      patch: keptFor('getDashboardExport', 'png'),
    },
    {
      name: 'downloaded',
      sentence: 'The job of an export whose file was downloaded is kept for good.',
      patch: given(
        'getDashboardExport',
        (_call, { done }) => done > 0,
        during('getDashboardExport', 'dashboardExports', () => ({ jobLifetime: Infinity })),
        { past: 'downloadDashboardExport', of: jobOf },
      ),
    },
  ],
});
