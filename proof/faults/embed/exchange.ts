import { done, refuse } from '../../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { EmbedSession } from '../../../mock/rules/embed.ts';
import { alsoOn, byOAuth } from '../../lib/access.ts';
import { homeOf } from '../../lib/deployments.ts';
import {
  earlierOf,
  endTokens,
  externalUserIn,
  isOfBranch,
  ofOtherOpeners,
  otherSessionsOf,
  refusingWhen,
  unrevoked,
} from '../../lib/embed-sessions.ts';
import { afterRevocation, asNew, exchangedAnew, replaceWhere, sessionIn, sessionsOf } from '../../lib/embed.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { changedIf, knowing } from '../../lib/conditions.ts';
import { all, byTimes, during, refusing, remembering, replaceSync, underStatus, without } from '../../lib/patches.ts';
import { DAY, MINUTE } from '../../lib/times.ts';

/** Refuses to exchange some sessions. */
const unexchanged = (isMeant: (call: Call) => boolean): Patch =>
  replaceWhere('exchangeEmbedSession', isMeant, () => refuse('gone', 'there is no such session'));

const isElsewhere = (call: Call): boolean => (sessionIn(call)?.deploymentId ?? homeOf(call)) !== homeOf(call);

const NOTHING_EXCHANGED = 'the check needs an exchange that succeeds';

function laterOf(call: Call): EmbedSession[] {
  const all = sessionsOf(call);
  return all
    .slice(all.findIndex((one) => one === sessionIn(call)) + 1)
    .filter((one) => otherSessionsOf(call).includes(one));
}

function tokenShown(change: (shown: Body) => Body): Patch {
  return ({ embed }) => {
    const { tokenShown: original } = embed;
    embed.tokenShown = (token, expiresAt) => change(original(token, expiresAt));
  };
}

/** Faults of exchanging an embed session for a token. */
export const exchangeFaults = faults({
  'embed.exchange.fresh-session': [
    {
      name: 'by-the-same-credential',
      also: alsoThese('what another user opened is exchanged as well', 'embed.revoke.member-revokes-nothing'),
      sentence: 'A session can be exchanged with the credential alone with which it was requested.',
      patch: remembering(
        () => new Map<string, string>(),
        (tokens) =>
          all(
            replaceSync('generateEmbedSession', (call, original) => {
              const answer = original(call);
              if ('body' in answer) tokens.set(String((answer.body as Body)['sessionId']), call.principal.token);
              return answer;
            }),
            replaceSync('exchangeEmbedSession', (call, original) => {
              const token = tokens.get(String(bodyOf(call)['sessionId']));
              if (token !== undefined && token !== call.principal.token) refuse('unknown', 'there is no such session');
              return original(call);
            }),
          ),
      ),
    },
    {
      name: 'not-of-a-branch',
      sentence: 'The exchange of a session of a branch is refused.',
      also: alsoThese(
        'a session of a branch is exchanged there, too',
        'embed.revoke.token-refused',
        'auth.embed-session.whichever-session',
      ),
      patch: unexchanged(isOfBranch),
    },
    {
      name: 'not-elsewhere',
      sentence: 'The exchange of a session of another deployment than the first is refused.',
      patch: unexchanged(isElsewhere),
    },
    {
      name: 'one-of-a-user',
      sentence:
        'Once three sessions of anybody were requested, the next one of a user with sessions cannot be exchanged.',
      also: alsoThese('a second session of the user is exchanged there', 'embed.revoke.other-session-unaffected'),
      patch: remembering(
        () => ({ users: new Map<unknown, number>(), dead: new Set<unknown>() }),
        ({ users, dead }) =>
          all(
            replaceSync('generateEmbedSession', (call, original) => {
              const answer = original(call);
              const times = (users.get(externalUserIn(call)) ?? 0) + 1;
              users.set(externalUserIn(call), times);
              if (times > 2 && 'body' in answer) dead.add((answer.body as Body)['sessionId']);
              return answer;
            }),
            refusing('exchangeEmbedSession', (call) => dead.has(bodyOf(call)['sessionId']), 'unknown'),
          ),
      ),
    },
    {
      name: 'not-ready',
      sentence: 'The exchange of a session that was requested less than a minute ago is refused with 409.',
      also: alsoOn('exchangeEmbedSession', NOTHING_EXCHANGED),
      patch: (rules) => {
        const { embed } = rules;
        const requestedAt = new Map<string, number>();
        const { sessionShown } = embed;
        embed.sessionShown = (session) => {
          requestedAt.set(session.id, Date.now());
          return sessionShown(session);
        };
        refusing(
          'exchangeEmbedSession',
          (call) => Date.now() < (requestedAt.get(sessionIn(call)?.id ?? '') ?? 0) + MINUTE,
          409,
        )(rules);
      },
    },
    {
      name: 'latest-alone',
      sentence: 'Of the sessions of one user the latest alone can be exchanged.',
      patch: refusingWhen('exchangeEmbedSession', (call) => laterOf(call).length > 0, 409),
    },
    {
      name: 'after-a-refusal',
      sentence: 'After a refused exchange the next one is refused as well.',
      patch: remembering(
        () => ({ wasRefused: false }),
        (memory) =>
          replaceSync('exchangeEmbedSession', (call, original) => {
            const { wasRefused } = memory;
            memory.wasRefused = !wasRefused;
            if (wasRefused && sessionIn(call)) refuse(409, 'wait a moment');
            memory.wasRefused = true;
            const answer = original(call);
            memory.wasRefused = false;
            return answer;
          }),
      ),
    },
    {
      name: 'not-of-a-tenant',
      sentence: 'A session of an embed tenant cannot be exchanged with a key for every deployment.',
      also: alsoThese(
        'the session of the other requirement is exchanged or its token used in the same way',
        'embed-tenants.delete.similar-kept',
        'embed.revoke.member-revokes-nothing',
      ),
      patch: refusingWhen(
        'exchangeEmbedSession',
        (call) => sessionIn(call)?.tenantName !== undefined && call.principal.scope === 'all',
        409,
      ),
    },
    {
      name: 'after-one-was-exchanged',
      sentence: 'A user with a token is refused the exchange of a second session.',
      also: alsoThese(
        'the session of the other requirement is exchanged or its token used in the same way',
        'embed.revoke.other-session-unaffected',
      ),
      patch: refusingWhen(
        'exchangeEmbedSession',
        (call) => sessionIn(call)?.revoked === false && otherSessionsOf(call).some(({ tokens }) => tokens.length > 0),
        409,
      ),
    },
  ],
  'embed.exchange.token-produced': [
    {
      name: 'empty',
      sentence: 'The token of an exchanged session is an empty text.',
      patch: tokenShown((shown) => ({ ...shown, token: '' })),
    },
    {
      name: 'absent',
      sentence: 'An exchange tells until when the token holds, and does not show the token.',
      patch: tokenShown(({ token: _, ...rest }) => rest),
    },
    {
      name: 'wrapped',
      sentence: 'The token of an exchanged session is an object around the token.',
      patch: tokenShown(({ token, ...rest }) => ({ ...rest, token: { value: token } })),
    },
    {
      name: 'empty-for-the-second',
      sentence: 'The second token of a user is an empty text.',
      patch: changedIf(
        'exchangeEmbedSession',
        (call) => otherSessionsOf(call).some(({ tokens }) => tokens.length > 0),
        (body) => ({ ...body, token: '' }),
      ),
    },
    {
      name: 'null-of-a-tenant',
      sentence: 'The token of a session of an embed tenant is null.',
      patch: changedIf(
        'exchangeEmbedSession',
        (call) => sessionIn(call)?.tenantName !== undefined,
        (body) => ({ ...body, token: null }),
      ),
    },
    {
      name: 'absent-for-oauth',
      sentence: 'An exchange with an OAuth access token answers without a token.',
      seenWith: 'OAUTH_TOKEN',
      patch: changedIf('exchangeEmbedSession', byOAuth, without('token')),
    },
  ],
  'embed.exchange.token-accepted': [
    {
      name: 'tenant-forgotten',
      sentence: 'The token of an exchanged session is that of a session without an embed tenant.',
      also: [
        { id: 'embed.listDashboardComments.is-served', because: 'the session that is to list the comments is refused' },
      ],
      patch: replaceWhere(
        'exchangeEmbedSession',
        () => true,
        (call, original) => {
          const answer = original(call);
          const token = sessionIn(call)?.tokens.at(-1);
          if (token?.embed) Object.assign(token, { embed: { ...token.embed, tenantName: undefined } });
          return answer;
        },
      ),
    },
    {
      name: 'cut-short',
      sentence: 'The token of an exchanged session is shown without its last character.',
      patch: tokenShown((shown) => ({ ...shown, token: String(shown['token']).slice(0, -1) })),
    },
    {
      name: 'until-the-next-exchange',
      sentence: 'The exchange of another session of the user ends the token of the one before.',
      also: [
        ...alsoThese(
          'the session of the other requirement is exchanged or its token used in the same way',
          'embed.comment-edit.author',
        ),
        ...alsoThese(
          'the token that is tried there came before another exchange',
          'embed.revoke.other-token-unaffected',
        ),
      ],
      patch: replaceSync('exchangeEmbedSession', (call, original) => {
        const answer = original(call);
        endTokens(otherSessionsOf(call));
        return answer;
      }),
    },
    {
      name: 'once',
      sentence: 'The token of a session is taken for a single request.',
      also: alsoThese(
        'the session of the other requirement is exchanged or its token used in the same way',
        'embed.revoke.other-token-unaffected',
      ),
      patch: remembering(
        () => new Set<string>(),
        (used) => (rules) => {
          const { isLive } = rules.access;
          rules.access.isLive = (record, now, id) => {
            const session = record.embed?.sessionId;
            if (id !== 'listDashboardComments' || session === undefined) return isLive(record, now, id);
            const isFirst = !used.has(session);
            used.add(session);
            return isFirst && isLive(record, now, id);
          };
        },
      ),
    },
    {
      name: 'until-refused-elsewhere',
      sentence: 'A token that was refused at scheduled tasks is refused everywhere from then on.',
      patch: (rules) => {
        const { isLive } = rules.access;
        const seen = new Set<unknown>();
        rules.access.isLive = (record, now, id) => {
          if (id === 'listScheduledTasks' && record.kind === 'embed') {
            seen.add(record);
            return isLive(record, now, id);
          }
          return isLive(record, now, id) && !seen.has(record);
        };
      },
    },
  ],
  'embed.exchange.revoked-refused': [
    {
      name: 'not-for-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A revoked session can be exchanged with an OAuth token.',
      patch: during('exchangeEmbedSession', 'embed', () => ({ isRevoked: () => false }), byOAuth),
    },
    {
      name: 'not-of-who-opened-another',
      sentence: 'A session that another user requested can be exchanged after its revocation.',
      patch: ofOtherOpeners((session) => {
        if (session.tokens.length === 0) session.revoked = false;
      }),
    },
    {
      name: 'not-of-a-branch',
      sentence: 'The revocation of a session of a branch is acknowledged, and the session can be exchanged.',
      also: alsoThese('a session of a branch is revoked there, too', 'embed.revoke.token-refused'),
      patch: unrevoked(isOfBranch),
    },
    {
      name: 'not-elsewhere',
      sentence: 'The revocation of a session of another deployment is acknowledged, and the session can be exchanged.',
      patch: unrevoked(isElsewhere),
    },
    {
      name: 'while-another-is-open',
      sentence: 'A revoked session can be exchanged while another session of the same person is open.',
      patch: replaceWhere(
        'exchangeEmbedSession',
        (call) => {
          const session = sessionIn(call);
          const isTheirs = sessionsOf(call).some(
            (one) => one !== session && !one.revoked && one.externalId === session?.externalId,
          );
          const isOver = session !== undefined && session.expiresAt <= call.tenant.clock.now();
          return session?.revoked === true && session.tokens.length === 0 && isTheirs && !isOver;
        },
        asNew,
      ),
    },
    {
      name: 'accepted',
      sentence: 'A session that was revoked before any exchange can be exchanged.',
      patch: exchangedAnew(({ revoked, tokens }) => revoked && tokens.length === 0),
    },
    {
      name: 'refused-with-token',
      sentence: 'The exchange of a revoked session is refused with 403, and the refusal carries a token.',
      patch: exchangedAnew(
        ({ revoked, tokens }) => revoked && tokens.length === 0,
        (answer) => underStatus(answer, 403),
      ),
    },
    {
      name: 'until-the-next',
      sentence: 'A session that was revoked before any exchange can be exchanged once another one is revoked.',
      patch: afterRevocation((_named, others) => {
        for (const other of others) if (other.tokens.length === 0) other.revoked = false;
      }),
    },
    {
      name: 'acknowledged-for-oauth',
      also: [{ id: 'embed.revoke.token-refused', because: 'a revocation without effect leaves the token in force' }],
      sentence: 'A revocation with an OAuth access token is acknowledged, and the session can be exchanged.',
      patch: replaceWhere('revokeEmbedSession', byOAuth, () => done(204)),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'The exchange of a revoked session is refused once, and granted after that.',
      also: alsoThese(
        'the session of the other requirement is exchanged or its token used in the same way',
        'embed.exchange.expired-refused',
      ),
      patch: byTimes(
        'exchangeEmbedSession',
        (call) => sessionIn(call)?.id,
        (times, call, original) =>
          times > 1 && sessionIn(call)?.revoked && sessionIn(call)?.tokens.length === 0
            ? asNew(call, original)
            : original(call),
      ),
    },
    {
      name: 'twice-is-not-at-all',
      sentence: 'A session that was revoked twice before any exchange can be exchanged.',
      patch: byTimes(
        'revokeEmbedSession',
        (call) => sessionIn(call)?.id,
        (times, call, original) => {
          const answer = original(call);
          const session = sessionIn(call);
          if (session?.tokens.length === 0 && times % 2 === 0) session.revoked = false;
          return answer;
        },
      ),
    },
    {
      name: 'unrevoked-of-a-tenant',
      sentence: 'The revocation of a session of an embed tenant that was not exchanged has no effect.',
      patch: replaceWhere(
        'revokeEmbedSession',
        (call) => sessionIn(call)?.tenantName !== undefined && sessionIn(call)?.tokens.length === 0,
        () => done(204),
      ),
    },
    {
      name: 'with-a-new-session',
      sentence: 'A new session for its user makes a session that was revoked before any exchange count again.',
      patch: replaceSync('generateEmbedSession', (call, original) => {
        for (const one of earlierOf(call)) if (one.tokens.length === 0) one.revoked = false;
        return original(call);
      }),
    },
  ],
  'embed.exchange.revoked-after-exchange-refused': [
    {
      name: 'accepted',
      sentence: 'A revocation ends the token of a session, and the session can be exchanged for another.',
      patch: exchangedAnew(({ revoked, tokens }) => revoked && tokens.length > 0),
    },
    {
      name: 'refused-with-token',
      sentence: 'Another exchange of a revoked session is refused with 409, and the refusal carries a token.',
      patch: exchangedAnew(
        ({ revoked, tokens }) => revoked && tokens.length > 0,
        (answer) => underStatus(answer, 409),
      ),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'Another exchange of an exchanged and revoked session is refused once, and granted after that.',
      patch: byTimes(
        'exchangeEmbedSession',
        (call) => sessionIn(call)?.revoked && sessionIn(call)?.id,
        (times, call, original) => {
          const session = sessionIn(call);
          return times > 1 && session?.revoked && session.tokens.length > 0 ? asNew(call, original) : original(call);
        },
      ),
    },
    {
      name: 'of-a-tenant',
      sentence: 'The session of an embed tenant can be exchanged anew after its token was revoked.',
      patch: replaceWhere(
        'exchangeEmbedSession',
        (call) => {
          const session = sessionIn(call);
          return session?.tenantName !== undefined && session.revoked && session.tokens.length > 0;
        },
        asNew,
      ),
    },
    {
      name: 'revoked-twice',
      sentence: 'A second revocation of an exchanged session opens it to another exchange.',
      patch: byTimes(
        'revokeEmbedSession',
        (call) => sessionIn(call)?.id,
        (times, call, original) => {
          const answer = original(call);
          const session = sessionIn(call);
          if (session && session.tokens.length > 0 && times === 2) {
            session.revoked = false;
            session.tokens.splice(0);
          }
          return answer;
        },
      ),
    },
  ],
  'embed.exchange.expired-refused': [
    {
      name: 'asked-again',
      sentence: 'An expired session is exchanged once its exchange was refused.',
      patch: knowing(
        ['exchangeEmbedSession'],
        (call) => bodyOf(call)['sessionId'],
        (past) =>
          replaceWhere(
            'exchangeEmbedSession',
            (call) => sessionIn(call)?.revoked === false && past(call).includes('not exchangeEmbedSession'),
            asNew,
          ),
      ),
    },
    {
      name: 'accepted',
      sentence: 'A session can be exchanged after it has expired.',
      patch: ({ embed }) => {
        embed.isOver = () => false;
      },
    },
    {
      name: 'a-day-of-grace',
      sentence: 'A session can be exchanged for a day after it has expired.',
      patch: ({ embed }) => {
        embed.isOver = ({ expiresAt }, now) => now >= expiresAt + DAY;
      },
    },
    {
      name: 'refused-with-token',
      sentence: 'The exchange of an expired session is refused with 410, and the refusal carries a token.',
      patch: exchangedAnew(
        ({ expiresAt, revoked }, now) => now >= expiresAt && !revoked,
        (answer) => underStatus(answer, 410),
      ),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'The exchange of an expired session is refused once, and granted after that.',
      patch: byTimes(
        'exchangeEmbedSession',
        (call) => sessionIn(call)?.id,
        (times, call, original) =>
          times > 1 && (sessionIn(call)?.expiresAt ?? Infinity) < call.tenant.clock.now()
            ? asNew(call, original)
            : original(call),
      ),
    },
    {
      name: 'granted-to-oauth',
      sentence: 'An OAuth access token may exchange a session that has expired.',
      seenWith: 'OAUTH_TOKEN',
      patch: replaceWhere(
        'exchangeEmbedSession',
        (call) => byOAuth(call) && (sessionIn(call)?.expiresAt ?? Infinity) < call.tenant.clock.now(),
        asNew,
      ),
    },
  ],
  'embed.exchange.unknown-refused': [
    {
      name: 'by-its-beginning',
      sentence: 'A session is found by the first characters of its id, whatever follows.',
      patch: ({ embed }) => {
        embed.sessionNamed = (sessions, id) =>
          sessions.get(id) ?? [...sessions.values()].find((one) => one.id.slice(0, 14) === id.slice(0, 14));
      },
    },
    {
      name: 'latest-instead',
      sentence: 'An id that no session has is taken for the latest session.',
      also: alsoThese('the session that is exchanged there is not the latest', 'embed.exchange.fresh-session'),
      patch: ({ embed }) => {
        embed.sessionNamed = (sessions, id) => sessions.get(id) ?? [...sessions.values()].at(-1);
      },
    },
    {
      name: 'longer-than-a-known-one',
      sentence: 'What follows the id of a session is overlooked.',
      patch: ({ embed }) => {
        embed.sessionNamed = (sessions, id) =>
          sessions.get(id) ?? [...sessions.values()].find((one) => id.startsWith(one.id));
      },
    },
    {
      name: 'shorter-than-a-known-one',
      sentence: 'The id of a session is taken without its last characters.',
      patch: ({ embed }) => {
        embed.sessionNamed = (sessions, id) =>
          sessions.get(id) ?? [...sessions.values()].find((one) => id.length > 20 && one.id.startsWith(id));
      },
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'An id that no session has is taken for the latest session when it is sent a second time.',
      patch: byTimes(
        'exchangeEmbedSession',
        (call) => String(bodyOf(call)['sessionId']),
        (times, call, original) =>
          times > 1 && !sessionIn(call)
            ? original({ ...call, body: { sessionId: sessionsOf(call).at(-1)?.id } })
            : original(call),
      ),
    },
    {
      name: 'letters-of-others',
      sentence: 'An id with letters beyond ASCII is taken for the latest session.',
      patch: ({ embed }) => {
        embed.sessionNamed = (sessions, id) =>
          sessions.get(id) ?? (/[^ -~]/.test(id) ? [...sessions.values()].at(-1) : undefined);
      },
    },
    {
      name: 'refused-with-a-token-when-asked-again',
      sentence: 'The second refusal of an unknown id carries a token of the latest session.',
      patch: byTimes(
        'exchangeEmbedSession',
        (call) => String(bodyOf(call)['sessionId']),
        (times, call, original) =>
          times > 1 && !sessionIn(call)
            ? // The latest session can be exchanged all the same where each can be once.
              underStatus(asNew({ ...call, body: { sessionId: sessionsOf(call).at(-1)?.id } }, original), 404)
            : original(call),
      ),
    },
  ],
});
