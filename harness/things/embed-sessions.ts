import type { AnyOperationId } from '../../contracts/operations.ts';
import { CHANGE_CALLER } from '../../contracts/requirements/changed-things.ts';
import type { Actor } from '../client/actor.ts';
import { granted, isRefusal, type Answer } from '../http/answer.ts';
import { revealed, type Secret } from '../http/secrets.ts';
import { fresh } from '../client/unique.ts';
import type { Check } from '../check/check.ts';
import { found } from '../check/guesses.ts';
import { setupFailed } from '../failures/failure.ts';
import { untested } from '../failures/untested.ts';

type Request = Readonly<Record<string, unknown>>;

/** The body of a request for an embed session; its external user is unique to the check. */
export function sessionRequest(check: Check, more: object = {}): Request {
  const example = check.tenant.wire.value('embed.session-request') as { readonly deploymentId?: unknown } | undefined;
  const provided = check.provided('DEPLOYMENT_ID');
  return {
    ...example,
    // The type of the id is open here, so it follows the tenant's own example.
    deploymentId: typeof example?.deploymentId === 'number' ? Number(provided) : provided,
    externalId: fresh('user'),
    ...more,
  };
}

/** The same for a session that is scoped to the provided embed tenant. */
export function tenantSessionRequest(check: Check, more: object = {}): Request {
  return sessionRequest(check, { embedTenantName: check.provided('EMBED_TENANT'), ...more });
}

/** The id of an embed session is a `Secret` if it is a text. */
export type SessionId = Secret | string | number;

/** Creates an embed session and returns its id. */
export async function openSession(check: Check, admin: Actor, request: Request): Promise<SessionId> {
  return opened(
    check,
    granted(await admin.raw('generateEmbedSession', { body: request }), 'an embed session'),
    request,
  );
}

/** A session that is scoped to no embed tenant, although the tenant's document may require one. */
export async function openSessionWithoutTenant(check: Check, admin: Actor, request: Request): Promise<SessionId> {
  const answer = await admin.raw('generateEmbedSession', { body: request, omits: ['embedTenantName'] });
  if (isRefusal(answer)) untested('the tenant opens no embed session without an embed tenant');
  return opened(check, granted(answer, 'an embed session'), request);
}

function opened(check: Check, { body }: Answer, request: Request): SessionId {
  const { sessionId } = body as { readonly sessionId?: unknown };
  const id = typeof sessionId === 'number' ? sessionId : check.tokenIn(sessionId);
  if (id === undefined) throw setupFailed('the response to generateEmbedSession has no sessionId');
  check.sessionRequests.set(revealed(id), request);
  return id;
}

/** The actor with the token that a session is exchanged for. */
export async function exchanged(
  check: Check,
  admin: Actor,
  sessionId: SessionId,
  name = 'embed session',
): Promise<Actor> {
  const { body } = granted(
    await admin.raw('exchangeEmbedSession', { body: { sessionId } }),
    'the exchange of the embed session',
  );
  const token = check.tokenIn((body as { readonly token?: unknown }).token);
  if (!token) {
    found(check, 'embed.token', undefined);
    throw setupFailed('the response to exchangeEmbedSession has no token');
  }
  return check.holding(token, name, check.sessionRequests.get(revealed(sessionId)));
}

/** The external id of the user of an embed session, from the request for it. */
export function personOf({ identity }: Actor): string {
  const { externalId } = identity.sessionRequest ?? {};
  return typeof externalId === 'string' ? externalId : '';
}

/** An actor in an embed session of the provided embed tenant, without administrator rights. */
export async function embedSession(check: Check, admin: Actor): Promise<Actor> {
  return exchanged(check, admin, await openSession(check, admin, tenantSessionRequest(check)));
}

/** APIs with credentials of their own, each with the setting of its credential. */
const APIS = { scim: 'SCIM_TOKEN', 'core-data': 'DATA_API_TOKEN', ai: 'AI_API_KEY' } as const;

/** The actor that may call an operation: the administrator, or the actor with the credential of its API. */
export async function callerOf(check: Check, admin: Actor, operation: AnyOperationId): Promise<Actor> {
  const credential = check.tenant.wire.credential(operation);
  if (CHANGE_CALLER.includes(operation)) return check.caller;
  if (credential === 'tenant-embed-session') return embedSession(check, admin);
  return credential === 'platform' ? admin : check.as(APIS[credential]);
}
