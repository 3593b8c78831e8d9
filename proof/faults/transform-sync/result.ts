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

/** Faults of the result of a sync. */
export const resultFaults = faults({
  'transform-sync.result.readable': [
    {
      name: 'not-of-files',
      sentence: 'A sync whose output is files has no result.',
      also: [
        {
          id: 'transform-sync.getTransformSyncResult.is-served',
          because: 'where nothing else is synced, no result is served',
        },
      ],
      patch: withheld('getTransformSyncResult', ({ output }) => output === 'files', 404),
    },
    {
      name: 'not-of-branch',
      sentence: 'A sync that commits has no result.',
      patch: withheld('getTransformSyncResult', ({ output }) => output === 'branch', 404),
    },
    ...readOnce('result'),
  ],
  'transform-sync.result.unknown-job': [
    {
      name: 'conflict',
      sentence: 'The result of no sync is refused with 409.',
      patch: unknownJob('getTransformSyncResult', unknownJobRefused(409)),
    },
    {
      name: 'empty',
      sentence: 'The result of no sync is empty.',
      also: OF_ANOTHER_DEPLOYMENT,
      patch: unknownJob('getTransformSyncResult', unknownJobFound({})),
    },
    foundWhenAskedAgain('result'),
  ],
});
