import type { Actor } from './actor.ts';
import { granted } from './answer.ts';
import { fresh } from './fresh.ts';
import type { Check } from './test.ts';
import { setupFailed } from './trouble.ts';

/** What a request for an embed session holds; the user is made up, as external users are. */
function sessionRequest(check: Check, more: object = {}): Record<string, unknown> {
  return {
    ...(check.tenant.wire.value('embed.session-request') as object | undefined),
    deploymentId: check.lent('DEPLOYMENT_ID'),
    externalId: fresh('user'),
    embedTenantName: check.lent('EMBED_TENANT'),
    ...more,
  };
}

/** Somebody who came by an embed session of the lent embed tenant, and is no administrator. */
export async function embedSession(check: Check, admin: Actor): Promise<Actor> {
  const session = granted(await admin.raw('generateEmbedSession', { body: sessionRequest(check) }), 'an embed session');
  const { sessionId } = session.body as { readonly sessionId?: string };
  const exchanged = granted(await admin.raw('exchangeEmbedSession', { body: { sessionId } }), 'its exchange');
  const { token } = exchanged.body as { readonly token?: string };
  if (token === undefined) throw setupFailed('the exchange of an embed session gave no token');
  return check.holding(token, 'embed session');
}
