import { found } from '../../harness/check/guesses.ts';
import { lengthOf, revealed } from '../../harness/http/secrets.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted } from '../../harness/http/answer.ts';
import { exchanged, openSession, tenantSessionRequest } from '../../harness/things/embed-sessions.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { openDashboard, listComments, exchange, expectNoToken, newSession, unknownId } from './sessions.ts';

test(...verifies('embed.exchange.fresh-session'), async ({ check, admin }) => {
  expect(await exchange(admin, await newSession(check, admin))).toSucceed();
});

test(...verifies('embed.exchange.token-produced'), async ({ check, admin }) => {
  const { token } = await admin.exchangeEmbedSession({ sessionId: await newSession(check, admin) });
  found(check, 'embed.token', token);
  expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
  expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
});

test(...verifies('embed.exchange.token-accepted'), async ({ check, admin }) => {
  const user = await exchanged(check, admin, await openSession(check, admin, tenantSessionRequest(check)));
  expect(await listComments(check, user)).toSucceed();
});

test(...verifies('embed.exchange.revoked-refused'), async ({ check, admin }) => {
  const [revoked, revokedByOauth, other] = [
    await newSession(check, admin),
    await newSession(check, admin),
    await newSession(check, admin),
  ];
  await admin.preparing.revokeEmbedSession({ sessionId: revoked });
  // A session may also be revoked with an OAuth token.
  const revoker = check.optional('OAUTH_TOKEN') === undefined ? admin : check.as('OAUTH_TOKEN', 'oauthAdmin');
  await revoker.preparing.revokeEmbedSession({ sessionId: revokedByOauth });
  for (const sessionId of [revoked, revokedByOauth]) expectNoToken(check, await exchange(admin, sessionId));
  granted(await exchange(admin, other), 'the exchange of a session that was not revoked');
});

test(...verifies('embed.exchange.revoked-after-exchange-refused'), async ({ check, admin }) => {
  const [revoked, other] = [await newSession(check, admin), await newSession(check, admin)];
  granted(await exchange(admin, revoked), 'the first exchange');
  await admin.preparing.revokeEmbedSession({ sessionId: revoked });
  expectNoToken(check, await exchange(admin, revoked));
  granted(await exchange(admin, other), 'the exchange of a session that was not revoked');
});

test(...verifies('embed.exchange.expired-refused'), async ({ check, admin }) => {
  expectNoToken(check, await exchange(admin, check.secretOf('EXPIRED_EMBED_SESSION_ID')));
  granted(await exchange(admin, await newSession(check, admin)), 'the exchange of a new session');
});

const MIN_LENGTH = 16;

test(...verifies('embed.exchange.unknown-refused'), async ({ check, admin }) => {
  const known = await newSession(check, admin);
  expectNoToken(check, await exchange(admin, unknownId()));
  // A short id with one changed character may be the id of another session.
  const text = revealed(known);
  if (text.length >= MIN_LENGTH) {
    expectNoToken(check, await exchange(admin, check.secret(tampered(text), 'tampered session id')));
  }
  granted(await exchange(admin, known), 'the exchange of a known session');
});

test(...verifies('embed.token.lifetime'), async ({ check, admin, clock }) => {
  const { user } = await openDashboard(check, admin);
  await clock.pass('24h');
  expect(await listComments(check, user)).toBeRefusedWith(401);
  await openDashboard(check, admin);
});
