import { randomBytes } from 'node:crypto';
import { refuse } from '../answer.ts';
import type { Call } from '../call.ts';
import type { TokenRecord } from '../principal.ts';
import { slice } from '../slice.ts';
import type { Tenant } from '../tenant.ts';

/** A session that the embedding application asked for, on behalf of one of its people. */
export interface EmbedSession {
  readonly id: string;
  readonly deploymentId: number;
  readonly tenantName: string | undefined;
  readonly externalId: string;
  readonly branchName: string | undefined;
  /** Until when it may be exchanged. */
  readonly expiresAt: number;
  revoked: boolean;
  /** The tokens that it was exchanged for. */
  readonly tokens: TokenRecord[];
}

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
  const [lent, spare] = [expired(), expired()];
  return { byId: new Map([lent, spare].map((one) => [one.id, one])), lentId: lent.id, spareId: spare.id };
});

/** Whoever holds the id can have a token for it, so nobody may guess it. */
export function newSessionId(): string {
  return `session-${randomBytes(18).toString('base64url')}`;
}

export function endSessionsOf(tenant: Tenant, tenantName: string): void {
  for (const session of embedSessions(tenant).byId.values()) if (session.tenantName === tenantName) end(session);
}

/** The session can be exchanged no more, and what it was exchanged for is worth nothing. */
export function end(session: EmbedSession): void {
  session.revoked = true;
  for (const token of session.tokens) token.revoked = true;
}

/** What holds for every operation of this family before it looks at the request. */
export function requireEmbedding({ tenant, operationId }: Call): void {
  if (tenant.rules.embed.needsEmbedding(operationId) && !tenant.features.embedding) {
    refuse('forbidden', 'embedding is switched off for this account');
  }
}
