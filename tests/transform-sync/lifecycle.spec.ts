import { transformSync as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { test, verifies } from '../../harness/test.ts';
import { waitUntilEnded, startSync, unknownId, type SyncId } from './syncs.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin, clock }) => {
  await takeThrough(check, lifecycle, {
    async begin(state: string): Promise<{ readonly id: SyncId }> {
      const id = await startSync(check, admin);
      return { id: state === 'unknown' ? await unknownId(admin, id) : id };
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
