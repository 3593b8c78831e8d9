import { dashboardExport as lifecycle } from '../../contracts/lifecycles/jobs.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { test, verifies } from '../../harness/test.ts';
import { download, fileOf, startJob, readStatus } from './exports.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin, clock }) => {
  await takeThrough(check, lifecycle, {
    begin: async () => ({ jobId: await startJob(check, admin.preparing) }),
    act: {
      'read its status': ({ jobId }) => readStatus(admin, jobId),
      download: ({ jobId }) => download(admin, jobId),
      'wait until it has finished': ({ jobId }) => fileOf(check, admin, jobId),
      async 'wait for five minutes'() {
        await clock.pass('315s');
        return undefined;
      },
    },
  });
});
