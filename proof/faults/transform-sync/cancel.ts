import { done, refuse } from '../../../mock/answer.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import { faults } from '../../lib/fault.ts';
import { queuedForLong } from '../../lib/jobs.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import { all, remembering, replaceSync, responseOf } from '../../lib/patches.ts';
import { MINUTE } from '../../lib/times.ts';
import { foundWhenAskedAgain, unknownJob, unknownJobRefused } from '../../lib/transform-sync.ts';

type SyncRules = Rules['transformSync'];

function cancelling(isCancelled: SyncRules['isCancelled']): Patch {
  return ({ transformSync }) => {
    transformSync.isCancelled = isCancelled;
  };
}

/** Faults of cancelling syncs. */
export const cancelFaults = faults({
  'transform-sync.cancel.stops': [
    {
      name: 'first-of-two',
      sentence: 'A cancellation stops the earliest sync of the deployment that still runs.',
      patch: remembering(
        () => new Map<unknown, string[]>(),
        (started) =>
          all(
            replaceSync('startTransformSync', (call, original) => {
              const answer = original(call);
              const { deploymentId } = call.path;
              const id = String(bodyIn(answer)['syncJobId']);
              started.set(deploymentId, [...(started.get(deploymentId) ?? []), id]);
              return answer;
            }),
            replaceSync('cancelTransformSync', (call, original) => {
              const { deploymentId, syncJobId = '' } = call.path;
              const known = started.get(deploymentId) ?? [];
              const earlier = known.slice(0, Math.max(0, known.indexOf(syncJobId)));
              for (const id of earlier) {
                try {
                  return original({ ...call, path: { ...call.path, syncJobId: id } });
                } catch {
                  // It has completed.
                }
              }
              return original(call);
            }),
          ),
      ),
    },
    {
      name: 'queued',
      sentence: 'A sync that was cancelled while it was queued runs all the same.',
      patch: all(queuedForLong, ({ transformSync }) => {
        transformSync.isCancelled = ({ cancelledAt, startedAt }) =>
          cancelledAt !== undefined && cancelledAt - startedAt >= transformSync.queued;
      }),
    },
    {
      name: 'acknowledged',
      sentence: 'A cancellation is acknowledged, and the sync goes on.',
      patch: cancelling(() => false),
    },
    {
      name: 'refused',
      sentence: 'A sync that runs cannot be cancelled.',
      patch: replaceSync('cancelTransformSync', (call) => {
        // Of no sync job it is not found, as it should be.
        responseOf(call, 'getTransformSync');
        return refuse(409, 'the sync is under way');
      }),
    },
    {
      name: 'for-a-minute',
      sentence: 'A sync that was cancelled is taken up again after a minute, and completes.',
      patch: cancelling(({ cancelledAt }, now) => cancelledAt !== undefined && now - cancelledAt < MINUTE),
    },
    {
      name: 'twice-goes-on',
      sentence: 'A sync that is cancelled a second time goes on.',
      patch: (rules) => {
        const times = new Map<string, number>();
        replaceSync('cancelTransformSync', (call, original) => {
          const answer = original(call);
          const id = String(call.path['syncJobId']);
          times.set(id, (times.get(id) ?? 0) + 1);
          return answer;
        })(rules);
        const { isCancelled } = rules.transformSync;
        rules.transformSync.isCancelled = (sync, now) =>
          isCancelled(sync, now) && (times.get(String(sync.id)) ?? 0) < 2;
      },
    },
  ],
  'transform-sync.cancel.unknown-job': [
    {
      name: 'done',
      sentence: 'A cancellation of no sync succeeds.',
      patch: unknownJob('cancelTransformSync', () => done()),
    },
    {
      name: 'conflict',
      sentence: 'A cancellation of no sync is refused with 409.',
      patch: unknownJob('cancelTransformSync', unknownJobRefused(409)),
    },
    foundWhenAskedAgain('cancel'),
  ],
});
