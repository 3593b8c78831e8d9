import { granted } from '../support/answer.ts';
import { expect, test, verifies } from '../support/test.ts';
import { deletable, workbooksOf } from './tenants.ts';

test(...verifies('embed-tenants.delete.succeeds'), async ({ check, admin }) => {
  expect(await admin.ask('deleteEmbedTenant', await deletable(check, admin))).toSucceed();
});

test(...verifies('embed-tenants.delete.others-kept'), async ({ check, admin }) => {
  const before = await workbooksOf(check, admin);
  const name = await deletable(check, admin);
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  const after = await admin.raw('listEmbedTenantWorkbooks', { path: { embedTenantName: check.lent('EMBED_TENANT') } });
  expect(after, 'the list of another embed tenant').toSucceed();
  const listed = await workbooksOf(check, admin);
  expect(
    before.filter((id) => !listed.includes(id)),
    'workbooks that the other embed tenant no longer reaches',
  ).toEqual([]);
});
