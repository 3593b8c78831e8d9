import { granted } from '../../harness/http/answer.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { requireNoneHere } from '../../harness/rules/foreign-ids.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { endedPreview, readResult, readStatus } from './previews.ts';

test(...verifies('lakehouse.access.scoped-key-foreign-preview'), async ({ check, admin, scoped }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const id = await endedPreview(check, elsewhere, { where: 'elsewhere' });
  await requireNoneHere(id, () => readStatus(admin, id));
  await inEach(check, { 'its status': readStatus, 'its result': readResult }, async (read) => {
    expect(await read(scoped, id)).toBeRefused();
    granted(await read(elsewhere, id), 'the same by an administrator in its deployment');
  });
});
