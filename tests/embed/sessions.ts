import type { Actor } from '../../harness/client/actor.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { lengthOf, revealed } from '../../harness/http/secrets.ts';
import {
  exchanged,
  openSession,
  sessionRequest,
  tenantSessionRequest,
  type SessionId,
} from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** A new session of the lent deployment, without an embed tenant. */
export function newSession(check: Check, admin: Actor, more: object = {}): Promise<SessionId> {
  return openSession(check, admin, sessionRequest(check, more));
}

export function exchange(admin: Actor, sessionId: SessionId): Promise<Answer> {
  return admin.raw('exchangeEmbedSession', { body: { sessionId } });
}

export function revoke(who: Actor, sessionId: SessionId): Promise<Answer> {
  return who.raw('revokeEmbedSession', { body: { sessionId } });
}

const LONG_ENOUGH = 16;

/** A text that somebody could send as a token. What a refusal says about one is no token. */
function isTokenLike(value: unknown): boolean {
  return (lengthOf(value) ?? 0) >= LONG_ENOUGH && !/\s/.test(revealed(value));
}

/** Expects that an exchange is refused, and that the refusal does not give the token away. */
export function expectNoToken(check: Check, answer: Answer): void {
  expect(answer).toBeRefused();
  // What is refused is not told in the contract's names.
  const names = ['token', check.tenant.wire.value('embed.token')].map(String);
  const told = (answer.wire ?? {}) as Readonly<Record<string, unknown>>;
  expect(
    names.filter((name) => isTokenLike(told[name])),
    'members of the refusal with a token',
  ).toEqual([]);
}

/** Expects that a request for a session was refused, and that no session can be exchanged that the refusal names. */
export async function expectNoSession(admin: Actor, answer: Answer, status: 400 | 403 | 404): Promise<void> {
  expect(answer).toBeRefusedWith(status);
  const { sessionId } = (answer.wire ?? {}) as { readonly sessionId?: SessionId };
  if (sessionId === undefined) return;
  expect(await exchange(admin, sessionId), 'the exchange of a session that the refusal names').toBeRefused();
}

/** Somebody whose token lets them read the comments of the lent dashboard, with the session that it is of. */
export async function atDashboard(
  check: Check,
  admin: Actor,
  more: object = {},
): Promise<{ readonly sessionId: SessionId; readonly user: Actor }> {
  const sessionId = await openSession(check, admin, tenantSessionRequest(check, more));
  const user = await exchanged(check, admin, sessionId);
  if (!isSuccess(await comments(check, user))) throw setupFailed('the token of a new session is not accepted');
  return { sessionId, user };
}

/** The list of comments of the lent dashboard. */
export function comments(check: Check, who: Actor): Promise<Answer> {
  return who.raw('listDashboardComments', { path: { publicId: check.provided('DASHBOARD_PUBLIC_ID') } });
}

/** An id that no session has. */
export function unknownId(): string {
  return fresh('session');
}
