import { faults } from '../../lib/fault.ts';
import {
  foundWhenAskedAgain,
  OF_ANOTHER_DEPLOYMENT,
  readOnce,
  unknownJob,
  unknownJobFound,
  unknownJobRefused,
  withheld,
} from '../../lib/transform-sync.ts';

/** Faults of the logs of a sync. */
export const logsFaults = faults({
  'transform-sync.logs.readable': [
    {
      name: 'while-it-runs',
      sentence: 'The logs of a sync are gone once it has completed.',
      also: [
        {
          id: 'transform-sync.getTransformSyncLogs.is-served',
          because: 'what is not found looks like what is not served',
        },
      ],
      patch: withheld(
        'getTransformSyncLogs',
        ({ lines }) => (lines as readonly string[]).includes('sync completed'),
        404,
      ),
    },
    {
      name: 'not-of-manifest',
      sentence: 'A sync from a manifest has no logs.',
      also: [
        {
          id: 'transform-sync.getTransformSyncLogs.is-served',
          because: 'what is not found looks like what is not served',
        },
      ],
      patch: withheld(
        'getTransformSyncLogs',
        ({ lines }) => String((lines as readonly string[])[0]).includes('manifest'),
        404,
      ),
    },
    ...readOnce('logs'),
  ],
  'transform-sync.logs.unknown-job': [
    {
      name: 'bad-request',
      sentence: 'The logs of no sync are refused with 400.',
      patch: unknownJob('getTransformSyncLogs', unknownJobRefused(400)),
    },
    {
      name: 'empty',
      sentence: 'The logs of no sync are empty.',
      also: OF_ANOTHER_DEPLOYMENT,
      patch: unknownJob('getTransformSyncLogs', unknownJobFound({ lines: [] })),
    },
    foundWhenAskedAgain('logs'),
  ],
});
