import { lengthOf, revealed } from '../../harness/http/secrets.ts';
import { tampered } from '../../harness/check/tampered.ts';
import { granted } from '../../harness/http/answer.ts';
import { exchanged, openSession, tenantSessionRequest } from '../../harness/things/embed-sessions.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { atDashboard, comments, exchange, expectNoToken, newSession, unknownId } from './sessions.ts';

test(...verifies('embed.exchange.fresh-session'), async ({ check, admin }) => {
  expect(await exchange(admin, await newSession(check, admin))).toSucceed();
});

test(...verifies('embed.exchange.token-produced'), async ({ check, admin }) => {
  const { token } = await admin.exchangeEmbedSession({ sessionId: await newSession(check, admin) });
  expect(lengthOf(token) ?? 'no text', 'length of the token').not.toBe('no text');
  expect(lengthOf(token), 'length of the token').toBeGreaterThan(0);
});

test(...verifies('embed.exchange.token-accepted'), async ({ check, admin }) => {
  const user = await exchanged(check, admin, await openSession(check, admin, tenantSessionRequest(check)));
  expect(await comments(check, user)).toSucceed();
});

test(...verifies('embed.exchange.revoked-refused'), async ({ check, admin }) => {
  const [revoked, revokedNext, other] = [
    await newSession(check, admin),
    await newSession(check, admin),
    await newSession(check, admin),
  ];
  await admin.preparing.revokeEmbedSession({ sessionId: revoked });
  // Whoever revokes may just as well do so with the access token of an application.
  const next = check.tenant.settings.OAUTH_TOKEN === undefined ? admin : check.as('OAUTH_TOKEN', 'oauthAdmin');
  await next.preparing.revokeEmbedSession({ sessionId: revokedNext });
  for (const sessionId of [revoked, revokedNext]) expectNoToken(check, await exchange(admin, sessionId));
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

const LONG_ENOUGH = 16;

test(...verifies('embed.exchange.unknown-refused'), async ({ check, admin }) => {
  const known = await newSession(check, admin);
  expectNoToken(check, await exchange(admin, unknownId()));
  // A short id with another character in it may be that of somebody else's session.
  const text = revealed(known);
  if (text.length >= LONG_ENOUGH) {
    expectNoToken(check, await exchange(admin, check.secret(tampered(text), 'tampered session id')));
  }
  granted(await exchange(admin, known), 'the exchange of a session that there is');
});

test(...verifies('embed.token.lifetime'), async ({ check, admin, clock }) => {
  const { user } = await atDashboard(check, admin);
  await clock.pass('24h');
  expect(await comments(check, user)).toBeRefusedWith(401);
  await atDashboard(check, admin);
});
