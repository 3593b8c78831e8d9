import { granted } from '../../harness/http/answer.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { completedSync, history, idsOf, UNCOMMITTED_ELSEWHERE } from './syncs.ts';

const READS = {
  'its status': 'getTransformSync',
  'its result': 'getTransformSyncResult',
  'its logs': 'getTransformSyncLogs',
  'its files': 'listGeneratedFiles',
} as const;

test(...verifies('transform-sync.access.scoped-key-foreign-sync'), async ({ check, admin, scoped }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const id = await completedSync(check, elsewhere, UNCOMMITTED_ELSEWHERE, check.provided('OTHER_BRANCH'));
  setupRequires(!idsOf(await history(admin)).includes(String(id)), 'syncs of two deployments have the same ids');
  await inEach<(typeof READS)[keyof typeof READS]>(check, READS, async (operation) => {
    expect(await scoped.ask(operation, id)).toBeRefused();
    granted(await elsewhere.ask(operation, id), 'the same by an administrator in its deployment');
  });
});
