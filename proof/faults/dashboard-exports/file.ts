import type { Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { aMinuteForOAuth, answeringTimes, jobOf, keptFor, sliding } from '../../lib/dashboard-exports.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { all, changeBodySync, during, refusing, remembering, replace, replaceSync } from '../../lib/patches.ts';
import { MINUTE } from '../../lib/times.ts';

/** Files of jobs that were not the last to be started are gone. */
const newestAlone: Patch = remembering(
  (): { last?: unknown } => ({}),
  (memory) =>
    all(
      changeBodySync('startDashboardExport', (job) => {
        memory.last = job['jobId'];
        return job;
      }),
      refusing('downloadDashboardExport', ({ path }) => path['jobId'] !== memory.last, 'gone'),
    ),
);

/** Faults of how long the file of an export is kept. */
export const fileFaults = faults({
  'dashboard-exports.file.kept': [
    {
      name: 'latest-file-for-all',
      sentence: 'The download of any export of a dashboard is the file of the latest one.',
      patch: remembering(
        () => ({ latest: '' }),
        (memory) =>
          all(
            replaceSync('startDashboardExport', (call, original) => {
              const answer = original(call);
              if ('body' in answer) memory.latest = String((answer.body as Body)['jobId']);
              return answer;
            }),
            replace('downloadDashboardExport', async (call, original) => {
              await original(call);
              return original({ ...call, path: { ...call.path, jobId: memory.latest } });
            }),
          ),
      ),
    },
    {
      name: 'a-minute-for-oauth',
      sentence: 'The file of an export can be downloaded with an OAuth token for a minute.',
      patch: aMinuteForOAuth('downloadDashboardExport'),
    },
    {
      name: 'one-download',
      sentence: 'The file of an export can be downloaded once.',
      also: alsoThese(
        'a step before its own download takes the only one',
        'dashboard-exports.downloadDashboardExport.is-served',
      ),
      patch: given(
        'downloadDashboardExport',
        (_call, { done }) => done > 0,
        refusing('downloadDashboardExport', () => true, 'gone'),
        {
          of: (call) => call.path['jobId'],
        },
      ),
    },
    {
      name: 'four-minutes',
      sentence: 'The file of an export can be downloaded for four minutes.',
      patch: ({ dashboardExports }) => {
        dashboardExports.fileLifetime = 4 * MINUTE;
      },
    },
    {
      name: 'two-downloads',
      sentence: 'The file of an export can be downloaded twice.',
      patch: answeringTimes('downloadDashboardExport', 2),
    },
    {
      name: 'newest-alone',
      sentence: 'The file of an export can be downloaded until another export is started.',
      patch: newestAlone,
    },
  ],
  'dashboard-exports.file.dropped': [
    {
      name: 'an-hour',
      sentence: 'The file of an export can be downloaded for an hour.',
      patch: ({ dashboardExports }) => {
        dashboardExports.fileLifetime = 60 * MINUTE;
      },
    },
    {
      name: 'since-last-download',
      sentence: 'The five minutes for the file of an export start anew with each download.',
      patch: sliding('downloadDashboardExport'),
    },
    {
      name: 'not-as-pdf',
      sentence: 'The file of an export as PDF is kept for longer than 5 minutes.',
      patch: keptFor('downloadDashboardExport', 'pdf'),
    },
    {
      name: 'downloaded',
      sentence: 'A file that was downloaded can be downloaded for good.',
      patch: given(
        'downloadDashboardExport',
        (_call, { done }) => done > 0,
        during('downloadDashboardExport', 'dashboardExports', () => ({ fileLifetime: Infinity })),
        { of: jobOf },
      ),
    },
  ],
});
