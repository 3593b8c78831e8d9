import type { Answer } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { PROVIDED_TENANT } from '../../mock/families/embed-access.ts';
import { embedSessions } from '../../mock/families/embed-sessions.ts';
import type { Patch } from '../../mock/index.ts';
import type { EmbedSession } from '../../mock/rules/embed.ts';
import { all, replaceSync, underStatus, type SyncHandler } from './patches.ts';

/** The session that an exchange or a revocation names. */
export function sessionIn(call: Call): EmbedSession | undefined {
  return embedSessions(call.tenant).byId.get(String(bodyOf(call)['sessionId']));
}

export function sessionsOf({ tenant }: Call): EmbedSession[] {
  return [...embedSessions(tenant).byId.values()];
}

/** Does something of its own for some of the calls of an operation. */
export function replaceWhere(
  operation: string,
  isMeant: (call: Call) => boolean,
  behave: (call: Call, original: SyncHandler) => Answer,
): Patch {
  return replaceSync(operation, (call, original) => (isMeant(call) ? behave(call, original) : original(call)));
}

/** Refuses with a status some requests for a session, and gives the session away with the refusal. */
export function refusedWithSession(isMeant: (body: Body, call: Call) => boolean, status: number, lax: Patch): Patch {
  return all(
    lax,
    replaceWhere(
      'generateEmbedSession',
      (call) => isMeant(bodyOf(call), call),
      (call, original) => underStatus(original(call), status),
    ),
  );
}

/** Exchanges some sessions as if they were new. */
export function exchangedAnew(
  isMeant: (session: EmbedSession, now: number) => boolean,
  given: (answer: Answer) => Answer = (answer) => answer,
): Patch {
  return replaceWhere(
    'exchangeEmbedSession',
    (call) => {
      const session = sessionIn(call);
      return session !== undefined && isMeant(session, call.tenant.clock.now());
    },
    (call, original) => given(asNew(call, original)),
  );
}

/** An exchange as if the session were new. */
export function asNew(call: Call, exchange: SyncHandler): Answer {
  const session = sessionIn(call);
  if (!session) return exchange(call);
  const { byId } = embedSessions(call.tenant);
  // The session itself stays as it is, and so does what it was exchanged for before.
  const stand: EmbedSession = { ...session, revoked: false, tokens: [], expiresAt: Number.MAX_SAFE_INTEGER };
  byId.set(session.id, stand);
  try {
    return exchange(call);
  } finally {
    byId.set(session.id, session);
  }
}

/** A session can be exchanged as often as somebody likes; whether it counts for one exchange alone is open. */
export function exchangedAgain(): Patch {
  return replaceWhere(
    'exchangeEmbedSession',
    (call) => sessionIn(call) !== undefined,
    (call, original) => {
      const tokens = sessionIn(call)?.tokens ?? [];
      // It is told by whether the session has a token.
      const former = tokens.splice(0);
      try {
        return original(call);
      } finally {
        tokens.unshift(...former);
      }
    },
  );
}

/** Does what a revocation is to do, and answers something else, for some revocations. */
export function acknowledgedOtherwise(isMeant: (call: Call) => boolean, otherwise: (call: Call) => Answer): Patch {
  return replaceWhere('revokeEmbedSession', isMeant, (call, original) => {
    original(call);
    return otherwise(call);
  });
}

/** A session and its tokens count again. */
export function revive(session: EmbedSession | undefined): void {
  if (!session) return;
  session.revoked = false;
  for (const token of session.tokens) token.revoked = false;
}

/** Runs something once a revocation has succeeded. */
export function afterRevocation(act: (named: EmbedSession, others: readonly EmbedSession[]) => void): Patch {
  return replaceSync('revokeEmbedSession', (call, original) => {
    const answer = original(call);
    const named = sessionIn(call);
    if (named)
      act(
        named,
        sessionsOf(call).filter((one) => one !== named),
      );
    return answer;
  });
}

/** The caller as if in an embed session of the provided embed tenant. */
export function asTenantSession(call: Call): Call {
  const { tenant, principal } = call;
  const { home } = tenant.deployments;
  const somebody = { sessionId: 'none', deploymentId: home, externalId: 'somebody' };
  return {
    ...call,
    principal: { ...principal, embed: { ...somebody, ...principal.embed, tenantName: PROVIDED_TENANT } },
  };
}

export const isKey = ({ principal }: Call): boolean => principal.kind === 'api-key';
export const hasNoTenant = ({ principal }: Call): boolean =>
  principal.kind === 'embed' && principal.embed?.tenantName === undefined;

/** Lets some callers onto an operation that needs a session of an embed tenant. */
export function withoutTenantSession(operation: string, isMeant: (call: Call) => boolean): Patch {
  return all(
    ({ access }) => {
      const { needsTenantSession } = access;
      access.needsTenantSession = (rules, id) => id !== operation && needsTenantSession(rules, id);
    },
    replaceWhere(operation, isMeant, (call, original) => original(asTenantSession(call))),
  );
}
