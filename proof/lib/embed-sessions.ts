import { done, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { EmbedSession } from '../../mock/rules/embed.ts';
import { replaceWhere, sessionIn, sessionsOf } from './embed.ts';
import type { When } from './conditions.ts';
import { all, remembering, replaceSync } from './patches.ts';

/** How faults of embed sessions are written. */

export const externalUserIn = (call: Call): unknown => bodyOf(call)['externalId'];

/** The sessions that the user of a request has already. */
export function earlierOf(call: Call): EmbedSession[] {
  return sessionsOf(call).filter((one) => one.externalId === externalUserIn(call));
}

export function refusingWhen(
  operation: string,
  when: When,
  why: 400 | 403 | 404 | 409 | 'invalid' | 'forbidden',
): Patch {
  return replaceWhere(operation, when, () => refuse(why, 'not this time'));
}

export const isOfBranch = (call: Call): boolean => sessionIn(call)?.branchName !== undefined;

/** The other sessions of the user whose session a call names. */
export function otherSessionsOf(call: Call): EmbedSession[] {
  const session = sessionIn(call);
  return sessionsOf(call).filter((one) => one !== session && one.externalId === session?.externalId);
}

export function endTokens(sessions: readonly EmbedSession[]): void {
  for (const { tokens } of sessions) for (const token of tokens) token.revoked = true;
}

/** What is left of a revocation by somebody else than who requested the session. */
export const ofOtherOpeners = (undo: (session: EmbedSession) => void): Patch =>
  remembering(
    () => new Map<string, number | undefined>(),
    (openers) =>
      all(
        replaceSync('generateEmbedSession', (call, original) => {
          const answer = original(call);
          if ('body' in answer) openers.set(String((answer.body as Body)['sessionId']), call.principal.user?.id);
          return answer;
        }),
        replaceSync('revokeEmbedSession', (call, original) => {
          const answer = original(call);
          const session = sessionIn(call);
          if (session && openers.has(session.id) && openers.get(session.id) !== call.principal.user?.id) undo(session);
          return answer;
        }),
      ),
  );

/** Acknowledges the revocation of some sessions and does nothing. */
export const unrevoked = (isMeant: (call: Call) => boolean): Patch =>
  replaceWhere('revokeEmbedSession', isMeant, () => done(204));
