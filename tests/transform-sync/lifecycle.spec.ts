import { transformSync as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { test, verifies } from '../../harness/test.ts';
import { waitUntilEnded, startSync, unknownId, type SyncId } from './syncs.ts';

/** The id of a sync in the state with which the table begins: a started one, or one that there is not. */
async function syncIn(state: string, admin: Actor, started: SyncId): Promise<SyncId> {
  return state === 'unknown' ? unknownId(admin, started) : started;
}

test(...verifies(lifecycle.walkedBy), async ({ check, admin, clock }) => {
  await takeThrough(check, lifecycle, {
    async begin(state: string): Promise<{ readonly id: SyncId }> {
      return { id: await syncIn(state, admin, await startSync(check, admin)) };
    },
    act: {
      'read its status': ({ id }) => admin.ask('getTransformSync', id),
      'read its result': ({ id }) => admin.ask('getTransformSyncResult', id),
      'read its logs': ({ id }) => admin.ask('getTransformSyncLogs', id),
      'list its files': ({ id }) => admin.ask('listGeneratedFiles', id),
      async 'wait until it has completed'({ id }) {
        await waitUntilEnded(check, admin, id);
        return undefined;
      },
      async 'wait for an hour'() {
        await clock.pass('61m');
        return undefined;
      },
    },
  });
});
