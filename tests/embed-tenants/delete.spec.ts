import { granted } from '../../harness/http/answer.ts';
import { openSession, sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { deletable, isKnown, isMade, workbooksOf } from './tenants.ts';

test(...verifies('embed-tenants.delete.succeeds'), async ({ check, admin }) => {
  expect(await admin.ask('deleteEmbedTenant', await deletable(check, admin))).toSucceed();
});

test(...verifies('embed-tenants.delete.others-kept'), async ({ check, admin }) => {
  const before = await workbooksOf(check, admin);
  const name = await deletable(check, admin);
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  const after = await admin.raw('listEmbedTenantWorkbooks', {
    path: { embedTenantName: check.provided('EMBED_TENANT') },
  });
  expect(after, 'the list of another embed tenant').toSucceed();
  const listed = await workbooksOf(check, admin);
  expect(
    before.filter((id) => !listed.includes(id)),
    'workbooks that the other embed tenant no longer reaches',
  ).toEqual([]);
});

test(...verifies('embed-tenants.delete.similar-kept'), async ({ check, admin }) => {
  const name = fresh('tenant');
  const similar = `${name}-also`;
  if (!(await isMade(check, admin, name)) || !(await isMade(check, admin, similar))) {
    untested('no embed tenant comes to be with its first session');
  }
  const sessionId = await openSession(check, admin, sessionRequest(check, { embedTenantName: similar }));
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  expect(await isKnown(admin, similar), 'the workbooks of the other embed tenant are listed').toBe(true);
  expect(await admin.raw('exchangeEmbedSession', { body: { sessionId } }), 'the exchange of its session').toSucceed();
});
