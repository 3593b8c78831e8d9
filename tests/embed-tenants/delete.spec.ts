import type { Actor } from '../../harness/client/actor.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { judging } from '../../harness/check/judging.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { openSession, sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { ifGiven, inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { testRequires } from '../../harness/failures/requires.ts';
import { furtherTenants, tenantToDelete, isKnown, isCreatedBySession, workbooksOf } from './tenants.ts';

/** Expects the workbooks of an embed tenant to be listed that a session names, as those of others are. */
async function expectListed(check: Check, admin: Actor, name: string): Promise<void> {
  const session = await admin.raw('generateEmbedSession', { body: sessionRequest(check, { embedTenantName: name }) });
  // Which names an embed tenant may have is open.
  if (!isSuccess(session)) return;
  const answer = await admin.raw('listEmbedTenantWorkbooks', { path: { embedTenantName: name } });
  await judging('embed-tenants.listEmbedTenantWorkbooks.is-served', () => {
    expect(answer, 'the workbooks of an embed tenant whose name a path encodes').toSucceed();
  });
}

/** Expects an embed tenant to be deleted, where there is one of that name or a session makes it. */
async function expectDeletion(check: Check, admin: Actor, by: Actor, name: string): Promise<unknown> {
  leaveOutUnless(await isCreatedBySession(check, admin, name));
  expect(await by.ask('deleteEmbedTenant', name)).toSucceed();
  return undefined;
}

test(...verifies('embed-tenants.delete.succeeds'), async ({ check, admin }) => {
  const byOAuth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  expect(await admin.ask('deleteEmbedTenant', await tenantToDelete(check, admin))).toSucceed();
  const { another, encoded, last } = await furtherTenants(check, admin);
  if (encoded !== undefined) await expectListed(check, admin, encoded);
  const cases = {
    another: ifGiven(another, (name) => ({ by: admin, name })),
    'made again': ifGiven(another, (name) => ({ by: admin, name })),
    'of a name that a path encodes': ifGiven(encoded, (name) => ({ by: admin, name })),
    [BY_OAUTH]: byOAuth && ifGiven(last, (name) => ({ by: byOAuth, name })),
  };
  await inEach(check, cases, ({ by, name }) => expectDeletion(check, admin, by, name));
});

test(...verifies('embed-tenants.delete.others-kept'), async ({ check, admin }) => {
  const before = await workbooksOf(check, admin);
  const name = await tenantToDelete(check, admin);
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  const after = await admin.raw('listEmbedTenantWorkbooks', {
    path: { embedTenantName: check.provided('EMBED_TENANT') },
  });
  expect(after, 'the list of another embed tenant').toSucceed();
  // A workbook may be removed between two pages, and a cursor may be no more than a position.
  await eventually(check, async () => {
    const listed = await workbooksOf(check, admin);
    expect(
      before.filter((id) => !listed.includes(id)),
      'workbooks that the other embed tenant can no longer access',
    ).toEqual([]);
  });
});

test(...verifies('embed-tenants.delete.similar-kept'), async ({ check, admin }) => {
  const name = fresh('tenant');
  const similar = `${name}-also`;
  // Both have a person of one name.
  const person = { externalId: fresh('user') };
  const isMade =
    (await isCreatedBySession(check, admin, name, person)) && (await isCreatedBySession(check, admin, similar));
  testRequires(isMade, 'a first session does not create an embed tenant');
  const sessionId = await openSession(check, admin, sessionRequest(check, { embedTenantName: similar, ...person }));
  granted(await admin.ask('deleteEmbedTenant', name), 'the deletion');
  expect(await isKnown(admin, similar), 'the workbooks of the other embed tenant can be listed').toBe(true);
  expect(await admin.raw('exchangeEmbedSession', { body: { sessionId } }), 'the exchange of its session').toSucceed();
});
