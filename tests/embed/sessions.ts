import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { lengthOf, revealed } from '../../harness/http/secrets.ts';
import {
  exchanged,
  openSession,
  sessionRequest,
  tenantSessionRequest,
  type SessionId,
} from '../../harness/things/embed-sessions.ts';
import type { PageQuery } from '../../harness/client/paging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';

/** Generates a session of the provided deployment without an embed tenant. */
export function newSession(check: Check, admin: Actor, more: object = {}): Promise<SessionId> {
  return openSession(check, admin, sessionRequest(check, more));
}

export function exchange(admin: Actor, sessionId: SessionId): Promise<Answer> {
  return admin.raw('exchangeEmbedSession', { body: { sessionId } });
}

/** What is made of a setting that the check can do without. */
export function ifSet<Made>(check: Check, setting: 'EMBED_TENANT' | 'RUNNING_BRANCH', make: (value: string) => Made) {
  const value = check.optional(setting);
  return value === undefined ? undefined : make(value);
}

/** A session that was exchanged. */
export async function exchangedSession(
  check: Check,
  admin: Actor,
  request: Readonly<Record<string, unknown>> = sessionRequest(check),
): Promise<SessionId> {
  const sessionId = await openSession(check, admin, request);
  granted(await exchange(admin, sessionId), 'the exchange');
  return sessionId;
}

/** Revokes a session as a step of the preparation. */
export async function revoked(who: Actor, sessionId: SessionId): Promise<void> {
  await who.preparing.revokeEmbedSession({ sessionId });
}

export function revoke(who: Actor, sessionId: SessionId): Promise<Answer> {
  return who.raw('revokeEmbedSession', { body: { sessionId } });
}

const MIN_TOKEN_LENGTH = 16;

/** Whether a value has the form of a token. An error message about a token contains spaces. */
function isTokenLike(value: unknown): boolean {
  return (lengthOf(value) ?? 0) >= MIN_TOKEN_LENGTH && !/\s/.test(revealed(value));
}

/** The members of a refusal, beside those of what stands where this tenant has what it answers with. */
function membersOf(check: Check, { operation, wire }: Answer): Readonly<Record<string, unknown>> {
  return { ...(wire as object), ...(check.tenant.wire.unwrapped(operation, wire) as object) };
}

/** Expects that an exchange is refused and that the response contains no token. */
export function expectNoToken(check: Check, answer: Answer): void {
  expect(answer).toBeRefused();
  // The members of a refusal are not mapped to the names of the contract, so the tenant's own name counts as well.
  const names = ['token', check.tenant.wire.value('embed.token')].map(String);
  const body = membersOf(check, answer);
  expect(
    names.filter((name) => isTokenLike(body[name])),
    'members of the refusal with a token',
  ).toEqual([]);
}

/** Expects that a request for a session is refused, and that a session id in the response cannot be exchanged. */
export async function expectNoSession(
  check: Check,
  admin: Actor,
  answer: Answer,
  status: 400 | 403 | 404,
): Promise<void> {
  expect(answer).toBeRefusedWith(status);
  const { sessionId } = membersOf(check, answer) as { readonly sessionId?: SessionId };
  if (sessionId === undefined) return;
  expect(await exchange(admin, sessionId), 'the exchange of the session id in the refusal').toBeRefused();
}

/** A user who can read the comments of the provided dashboard, with the session that the token was exchanged for. */
export async function openDashboard(
  check: Check,
  admin: Actor,
  more: object = {},
): Promise<{ readonly sessionId: SessionId; readonly user: Actor }> {
  const sessionId = await openSession(check, admin, tenantSessionRequest(check, more));
  const user = await exchanged(check, admin, sessionId);
  if (!isSuccess(await listComments(check, user))) throw setupFailed('the token of a new session is not accepted');
  return { sessionId, user };
}

/** Requests the comments of the provided dashboard, or a further page of them. */
export function listComments(check: Check, who: Actor, query: PageQuery = {}): Promise<Answer> {
  return who.raw('listDashboardComments', {
    path: { publicId: check.provided('EMBED_DASHBOARD_PUBLIC_ID') },
    query: { ...query },
  });
}

/** An id that no session has. */
export function unknownId(): string {
  return fresh('session');
}
