import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { granted } from '../http/answer.ts';
import { revealed, type Secret } from '../http/secrets.ts';
import { fresh } from '../client/unique.ts';
import type { Check } from '../check/check.ts';
import { setupFailed } from '../failures/failure.ts';

type Request = Readonly<Record<string, unknown>>;

/** What a request for an embed session holds; the user is made up, as external users are. */
export function sessionRequest(check: Check, more: object = {}): Request {
  const shown = check.tenant.wire.value('embed.session-request') as { readonly deploymentId?: unknown } | undefined;
  const lent = check.provided('DEPLOYMENT_ID');
  return {
    ...shown,
    // Of which type it is here is open: as the tenant's own example has it.
    deploymentId: typeof shown?.deploymentId === 'number' ? Number(lent) : lent,
    externalId: fresh('user'),
    ...more,
  };
}

/** The same for a session that is scoped to the lent embed tenant. */
export function tenantSessionRequest(check: Check, more: object = {}): Request {
  return sessionRequest(check, { embedTenantName: check.provided('EMBED_TENANT'), ...more });
}

/** The id of an embed session is a secret where it is a text. */
export type SessionId = Secret | string | number;

/** A new embed session, by its id. */
export async function openSession(check: Check, admin: Actor, request: Request): Promise<SessionId> {
  const { body } = granted(await admin.raw('generateEmbedSession', { body: request }), 'an embed session');
  const { sessionId } = body as { readonly sessionId?: unknown };
  const id = typeof sessionId === 'number' ? sessionId : check.tokenIn(sessionId);
  if (id === undefined) throw setupFailed('the answer with an embed session has no sessionId');
  check.sessionRequests.set(revealed(id), request);
  return id;
}

/** Whoever holds the token that a session is exchanged for. */
export async function exchanged(
  check: Check,
  admin: Actor,
  sessionId: SessionId,
  name = 'embed session',
): Promise<Actor> {
  const { body } = granted(await admin.raw('exchangeEmbedSession', { body: { sessionId } }), 'its exchange');
  const token = check.tokenIn((body as { readonly token?: unknown }).token);
  if (!token) throw setupFailed('the exchange of an embed session gave no token');
  return check.holding(token, name, check.sessionRequests.get(revealed(sessionId)));
}

/** The name that the request for a session gave to whoever holds its token. */
export function personOf({ identity }: Actor): string {
  const { externalId } = identity.sessionRequest ?? {};
  return typeof externalId === 'string' ? externalId : '';
}

/** Somebody who came by an embed session of the lent embed tenant, and is no administrator. */
export async function embedSession(check: Check, admin: Actor): Promise<Actor> {
  return exchanged(check, admin, await openSession(check, admin, tenantSessionRequest(check)));
}

/** APIs that an administrator's token is not for, with the credential that is. */
const APIS = { scim: 'SCIM_TOKEN', 'core-data': 'DATA_API_TOKEN', ai: 'AI_API_KEY' } as const;

/** Who is granted a valid call of an operation: an administrator, or whoever else its API is for. */
export async function callerOf(check: Check, admin: Actor, operation: AnyOperationId): Promise<Actor> {
  const credential = check.tenant.wire.credential(operation);
  if (credential === 'tenant-embed-session') return embedSession(check, admin);
  return credential === 'platform' ? admin : check.as(APIS[credential]);
}
