import type { Actor } from '../../harness/client/actor.ts';
import { granted } from '../../harness/http/answer.ts';
import { openSession, sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, inEach, test, verifies, type Check } from '../../harness/test.ts';
import { tenantToDelete, isKnown, newTenant, requireCreated, workbooksOf } from './tenants.ts';

test(...verifies('embed-tenants.delete.succeeds'), async ({ check, admin }) => {
  const byOAuth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  expect(await admin.ask('deleteEmbedTenant', await tenantToDelete(check, admin))).toSucceed();
  // Further ones are deleted where the run can make them.
  await inEach(check, { another: admin, [BY_OAUTH]: byOAuth }, async (actor) => {
    await expectNewDeleted(check, admin, actor);
  });
});

async function expectNewDeleted(check: Check, admin: Actor, actor: Actor): Promise<void> {
  const name = await newTenant(check, admin);
  if (name !== undefined) expect(await actor.ask('deleteEmbedTenant', name)).toSucceed();
}

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
  await requireCreated(check, admin, name);
  await requireCreated(check, admin, similar);
  const sessionId = await openSession(check, admin, sessionRequest(check, { embedTenantName: similar }));
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  expect(await isKnown(admin, similar), 'the workbooks of the other embed tenant can be listed').toBe(true);
  expect(await admin.raw('exchangeEmbedSession', { body: { sessionId } }), 'the exchange of its session').toSucceed();
});
