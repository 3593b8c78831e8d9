import { metricViewPreview as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { test, verifies } from '../../harness/test.ts';
import { waitUntilEnded, readResult, startPreview, readStatus } from './previews.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin, clock }) => {
  await takeThrough(check, lifecycle, {
    begin: async () => ({ id: await startPreview(check, admin) }),
    act: {
      'read its status': ({ id }) => readStatus(admin, id),
      'read its result': ({ id }) => readResult(admin, id),
      async 'wait until it has ended'({ id }) {
        await waitUntilEnded(check, admin, id);
        return undefined;
      },
      async 'wait for seven days'() {
        await clock.pass('7d');
        return undefined;
      },
    },
  });
});
