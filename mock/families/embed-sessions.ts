import { randomBytes } from 'node:crypto';
import { refuse } from '../answer.ts';
import type { Call } from '../call.ts';
import { end, type EmbedSession } from '../rules/embed.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';

const HOUR = 60 * 60 * 1000;
const EXPIRED = 'expired';

export const embedSessions = slice('embed-sessions', ({ clock, deployments }) => {
  const expired = (): EmbedSession => ({
    id: newSessionId(),
    deploymentId: deployments.home,
    tenantName: undefined,
    externalId: EXPIRED,
    branchName: undefined,
    expiresAt: clock.now() - HOUR,
    revoked: false,
    tokens: [],
  });
  const [provided, spare] = [expired(), expired()];
  return { byId: new Map([provided, spare].map((one) => [one.id, one])), providedId: provided.id, spareId: spare.id };
});

/** Whoever holds the id can have a token for it, so nobody may guess it. */
export function newSessionId(): string {
  return `session-${randomBytes(18).toString('base64url')}`;
}

export function endSessionsOf(tenant: Tenant, tenantName: string): void {
  for (const session of embedSessions(tenant).byId.values()) if (session.tenantName === tenantName) end(session);
}

/** What holds for every operation of this family before it looks at the request. */
export function requireEmbedding({ tenant, operationId }: Call): void {
  if (tenant.rules.embed.needsEmbedding(operationId) && !tenant.features.embedding) {
    refuse('forbidden', 'embedding is switched off for this account');
  }
}
