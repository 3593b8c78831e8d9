import { granted } from '../../harness/http/answer.ts';
import { openSession, sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { tenantToDelete, isKnown, isCreatedBySession, workbooksOf } from './tenants.ts';

test(...verifies('embed-tenants.delete.succeeds'), async ({ check, admin }) => {
  expect(await admin.ask('deleteEmbedTenant', await tenantToDelete(check, admin))).toSucceed();
});

test(...verifies('embed-tenants.delete.others-kept'), async ({ check, admin }) => {
  const before = await workbooksOf(check, admin);
  const name = await tenantToDelete(check, admin);
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  const after = await admin.raw('listEmbedTenantWorkbooks', {
    path: { embedTenantName: check.provided('EMBED_TENANT') },
  });
  expect(after, 'the list of another embed tenant').toSucceed();
  const listed = await workbooksOf(check, admin);
  expect(
    before.filter((id) => !listed.includes(id)),
    'workbooks that the other embed tenant can no longer access',
  ).toEqual([]);
});

test(...verifies('embed-tenants.delete.similar-kept'), async ({ check, admin }) => {
  const name = fresh('tenant');
  const similar = `${name}-also`;
  if (!(await isCreatedBySession(check, admin, name)) || !(await isCreatedBySession(check, admin, similar))) {
    untested('a first session does not create an embed tenant');
  }
  const sessionId = await openSession(check, admin, sessionRequest(check, { embedTenantName: similar }));
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  expect(await isKnown(admin, similar), 'the workbooks of the other embed tenant can be listed').toBe(true);
  expect(await admin.raw('exchangeEmbedSession', { body: { sessionId } }), 'the exchange of its session').toSucceed();
});
