import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { exchanged } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { textBy, createComment } from './comments.ts';
import { openDashboard, listComments, exchange, newSession, revoke, unknownId } from './sessions.ts';

test(...verifies('embed.revoke.unexchanged'), async ({ check, admin }) => {
  expect(await revoke(admin, await newSession(check, admin))).toSucceed(204);
});

test(...verifies('embed.revoke.exchanged'), async ({ check, admin }) => {
  const sessionId = await newSession(check, admin);
  granted(await exchange(admin, sessionId), 'the exchange');
  expect(await revoke(admin, sessionId)).toSucceed(204);
});

test(...verifies('embed.revoke.unknown'), async ({ admin }) => {
  expect(await revoke(admin, unknownId())).toSucceed(204);
});

test(...verifies('embed.revoke.expired'), async ({ check, admin }) => {
  expect(await revoke(admin, check.secretOf('SPARE_EXPIRED_EMBED_SESSION_ID'))).toSucceed(204);
});

test(...verifies('embed.revoke.already-revoked'), async ({ check, admin }) => {
  const [unexchanged, exchangedOne] = [await newSession(check, admin), await newSession(check, admin)];
  granted(await exchange(admin, exchangedOne), 'the exchange');
  for (const sessionId of [unexchanged, exchangedOne]) {
    await admin.preparing.revokeEmbedSession({ sessionId });
    expect(await revoke(admin, sessionId)).toSucceed(204);
  }
});

test(...verifies('embed.revoke.token-refused'), async ({ check, admin }) => {
  const { sessionId, user } = await openDashboard(check, admin);
  await admin.preparing.revokeEmbedSession({ sessionId });
  expect(await listComments(check, user)).toBeRefusedWith(401);
});

test(...verifies('embed.revoke.token-refused-elsewhere'), async ({ check, admin }) => {
  const { sessionId, user } = await openDashboard(check, admin);
  const path = { publicId: check.provided('EMBED_DASHBOARD_PUBLIC_ID') };
  const requests = {
    'a new comment': () => createComment(check, user, textBy(user)),
    'the mention list': () => user.raw('listMentionableUsers', { path }),
    'the list of reports': () => user.ask('listReports'),
  };
  const accepted: (readonly [string, () => Promise<Answer>])[] = [];
  for (const entry of Object.entries(requests)) if (isSuccess(await entry[1]())) accepted.push(entry);
  if (accepted.length === 0) throw setupFailed('none of the tried operations accepts the token');
  await admin.preparing.revokeEmbedSession({ sessionId });
  for (const [name, send] of accepted) expect(await send(), name).toBeRefusedWith(401);
});

test(...verifies('embed.revoke.every-token-refused'), async ({ check, admin }) => {
  const { sessionId, user } = await openDashboard(check, admin);
  // A tenant may refuse to exchange a session twice.
  if (!isSuccess(await exchange(admin, sessionId))) return;
  const secondUser = await exchanged(check, admin, sessionId);
  if (!isSuccess(await listComments(check, secondUser)))
    throw setupFailed('the second token of a session is not accepted');
  await admin.preparing.revokeEmbedSession({ sessionId });
  for (const holder of [user, secondUser]) expect(await listComments(check, holder)).toBeRefusedWith(401);
});

test(...verifies('embed.revoke.other-token-unaffected'), async ({ check, admin }) => {
  const sameUser = { externalId: fresh('user') };
  const { sessionId } = await openDashboard(check, admin, sameUser);
  const others = [await openDashboard(check, admin, sameUser), await openDashboard(check, admin)];
  await admin.preparing.revokeEmbedSession({ sessionId });
  for (const { user } of others)
    expect(await listComments(check, user), 'with the token of another session').toSucceed();
});

test(...verifies('embed.revoke.other-session-unaffected'), async ({ check, admin }) => {
  const sameUser = { externalId: fresh('user') };
  const sessionId = await newSession(check, admin, sameUser);
  const others = [await newSession(check, admin, sameUser), await newSession(check, admin)];
  await admin.preparing.revokeEmbedSession({ sessionId });
  for (const other of others) expect(await exchange(admin, other), 'the exchange of another session').toSucceed();
});

test(...verifies('embed.revoke.member-revokes-nothing'), async ({ check, admin, member }) => {
  const sessionId = await newSession(check, admin);
  if (isSuccess(await revoke(member, sessionId))) throw setupFailed('the revocation by a member succeeded');
  expect(await exchange(admin, sessionId)).toSucceed();
});
