import { granted, isSuccess } from '../support/answer.ts';
import { fresh } from '../support/fresh.ts';
import { expect, test, verifies } from '../support/test.ts';
import { setupFailed } from '../support/trouble.ts';
import { atDashboard, comments, exchange, newSession, revoke, unknownId } from './sessions.ts';

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
  expect(await revoke(admin, check.lent('SPARE_EXPIRED_EMBED_SESSION_ID'))).toSucceed(204);
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
  const { sessionId, user } = await atDashboard(check, admin);
  await admin.preparing.revokeEmbedSession({ sessionId });
  expect(await comments(check, user)).toBeRefusedWith(401);
});

test(...verifies('embed.revoke.other-token-unaffected'), async ({ check, admin }) => {
  const sameUser = { externalId: fresh('user') };
  const { sessionId } = await atDashboard(check, admin, sameUser);
  const others = [await atDashboard(check, admin, sameUser), await atDashboard(check, admin)];
  await admin.preparing.revokeEmbedSession({ sessionId });
  for (const { user } of others) expect(await comments(check, user), 'with the token of another session').toSucceed();
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
  if (isSuccess(await revoke(member, sessionId))) throw setupFailed('the revocation was granted');
  expect(await exchange(admin, sessionId)).toSucceed();
});
