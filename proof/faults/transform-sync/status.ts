import { faults } from '../../lib/fault.ts';
import { queuedForLong } from '../../lib/jobs.ts';
import { all } from '../../lib/patches.ts';
import {
  foundWhenAskedAgain,
  OF_ANOTHER_DEPLOYMENT,
  readOnce,
  unknownJob,
  unknownJobRefused,
  withheld,
} from '../../lib/transform-sync.ts';

/** Faults of the status of a sync. */
export const statusFaults = faults({
  'transform-sync.status.readable': [
    {
      name: 'not-while-queued',
      sentence: 'The status of a sync is not found until it runs.',
      also: [
        { id: 'transform-sync.getTransformSync.is-served', because: 'what is not found looks like what is not served' },
      ],
      patch: all(
        queuedForLong,
        withheld('getTransformSync', ({ status }) => status === 'queued', 404),
      ),
    },
    {
      name: 'once-it-ended',
      sentence: 'The status of a sync is refused until it has ended.',
      patch: withheld('getTransformSync', ({ status }) => status === 'queued' || status === 'running', 409),
    },
    ...readOnce('status'),
  ],
  'transform-sync.status.unknown-job': [
    {
      name: 'forbidden',
      sentence: 'The status of no sync is refused with 403.',
      patch: unknownJob('getTransformSync', unknownJobRefused(403)),
    },
    {
      name: 'made-up',
      sentence: 'The sync with the id of no sync job is queued.',
      also: OF_ANOTHER_DEPLOYMENT,
      patch: unknownJob('getTransformSync', ({ path }) => ({
        kind: 'ok',
        body: { syncJobId: path['syncJobId'], status: 'queued' },
      })),
    },
    foundWhenAskedAgain('status'),
  ],
});
