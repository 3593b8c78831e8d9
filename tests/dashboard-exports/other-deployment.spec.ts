import { granted } from '../../harness/http/answer.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { requireNoneHere } from '../../harness/rules/foreign-ids.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { download, finishedJob, readStatus } from './exports.ts';

test(...verifies('dashboard-exports.access.scoped-key-foreign-export'), async ({ check, admin, scoped }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const id = await finishedJob(check, elsewhere, { dashboardPublicId: check.provided('OTHER_DASHBOARD_PUBLIC_ID') });
  await requireNoneHere(id, () => readStatus(admin, id));
  await inEach(check, { 'its status': readStatus, 'its file': download }, async (read) => {
    expect(await read(scoped, id)).toBeRefused();
    granted(await read(elsewhere, id), 'the same by an administrator in its deployment');
  });
});
