import { embedSessions } from '../../../mock/families/embed-sessions.ts';
import { lookingFirst, toTheSecond } from '../../lib/at-once.ts';
import { type Answer, done, ok, refuse } from '../../../mock/answer.ts';
import { bodyOf, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { TokenRecord } from '../../../mock/principal.ts';
import { type EmbedSession, end } from '../../../mock/rules/embed.ts';
import { asAdministrator, byOAuth, doneYetRefused, isAdministrator, recordIn } from '../../lib/access.ts';
import { endTokens, isOfBranch, ofOtherOpeners, unrevoked } from '../../lib/embed-sessions.ts';
import {
  acknowledgedOtherwise,
  afterRevocation,
  exchangedAgain,
  replaceWhere,
  revive,
  sessionIn,
  sessionsOf,
} from '../../lib/embed.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { bodyIn, once } from '../../lib/other-operations.ts';
import { all, byTimes, during, refusing, remembering, replaceSync, withRules, replace } from '../../lib/patches.ts';
import { anybody } from '../../lib/refused.ts';
import { MINUTE } from '../../lib/times.ts';
import { usedTokensLive } from '../../lib/few-callers.ts';
import { sharedAnswer, secondAcknowledged } from '../../lib/under-way.ts';

/** Revokes, and answers something else than a plain 204, where a session is in some state. */
function revokedOtherwise(
  isMeant: (session: EmbedSession | undefined, now: number) => boolean,
  otherwise: (call: Call) => Answer,
): Patch {
  return replaceWhere(
    'revokeEmbedSession',
    (call) => isMeant(sessionIn(call), call.tenant.clock.now()),
    (call, original) => {
      // What the revocation is to do happens: how it is answered is all that is wrong.
      original(call);
      return otherwise(call);
    },
  );
}

const isUnexchanged = (session: EmbedSession | undefined, now: number): boolean =>
  session !== undefined && session.tokens.length === 0 && !session.revoked && session.expiresAt > now;

const revokedBody = () => ok({ revoked: true }, 200);

const isFresh = (call: Call): boolean => sessionIn(call)?.revoked === false && sessionIn(call)?.tokens.length === 0;

const ofTenant = (call: Call): boolean => sessionIn(call)?.tenantName !== undefined;

const sameUser = (one: EmbedSession) => (other: EmbedSession) => one !== other && one.externalId === other.externalId;

const refused = (why: 400 | 404 | 409) => () => refuse(why, 'there is nothing to revoke');

const REVOKED_200 = alsoThese('every other success of a revocation is owed to this row', 'embed.revoke.unexchanged');

const isExchanged = (session: EmbedSession | undefined): boolean =>
  session !== undefined && session.tokens.length > 0 && !session.revoked;

const namesExchanged = (call: Call): boolean =>
  sessionIn(call)?.revoked === false && (sessionIn(call)?.tokens.length ?? 0) > 0;

const idIn = (call: Call): string => String(bodyOf(call)['sessionId']);
const isUnknown = (call: Call): boolean => sessionIn(call) === undefined;

/** Answers by how often an id was sent. */
function byRepetition(isMeant: (call: Call, times: number) => boolean, otherwise: () => ReturnType<typeof ok>): Patch {
  return byTimes('revokeEmbedSession', idIn, (times, call, original) => {
    const meant = isMeant(call, times);
    const answer = original(call);
    return meant ? otherwise() : answer;
  });
}

const isRevoked = (call: Call): boolean => sessionIn(call)?.revoked === true;

/** What some sessions were generated with. */
const generated = (which: (call: Call) => boolean, patch: Parameters<typeof once>[2]) =>
  once(
    'generateEmbedSession',
    (call, answer) => (which(call) ? String(bodyIn(answer)['sessionId']) : undefined),
    patch,
  );

/** The token of a revoked session counts for longer, on the list of comments or elsewhere. */
function revokedTokens(
  isLive: (record: TokenRecord, now: number) => boolean,
  operation = 'listDashboardComments',
): Patch {
  return ({ access }) => {
    const { isLive: original } = access;
    access.isLive = (record, now, id) =>
      original(record, now, id) ||
      (id === operation &&
        record.kind === 'embed' &&
        record.revoked &&
        now < (record.expiresAt ?? 0) &&
        isLive(record, now));
  };
}

function outlivingRevocation(time: number): Patch {
  const revokedAt = new WeakMap<TokenRecord, number>();
  return all(
    (rules) => {
      const { end: original } = rules.embed;
      rules.embed.end = (session) => {
        for (const token of session.tokens) revokedAt.set(token, revokedAt.get(token) ?? Date.now());
        original(session);
      };
    },
    // Leased tenants alone are broken, and a minute of theirs is one of ours until their clock is moved.
    revokedTokens((record, now) => now < (revokedAt.get(record) ?? 0) + time),
  );
}

/** A token that nobody had used when it was revoked. */
function unusedOutlive(): Patch {
  return remembering(
    () => ({ used: new Set<TokenRecord>() }),
    ({ used }) =>
      ({ access }) => {
        const { isLive } = access;
        access.isLive = (record, now, id) => {
          const lives = isLive(record, now, id);
          if (lives && record.kind === 'embed') used.add(record);
          return lives || (record.kind === 'embed' && record.revoked && !used.has(record));
        };
      },
  );
}

const EVERY_TOKEN = [
  { id: 'embed.revoke.every-token-refused', because: 'the check takes both tokens to the list of comments' },
] as const;

/** Whether a revoked token is taken all the same, when an operation asks for what it stands for. */
function takenIf(operation: string, isTaken: (record: TokenRecord, times: number) => boolean): Patch {
  return remembering(
    () => new Map<TokenRecord, number>(),
    (asked) =>
      ({ access }) => {
        const { isLive } = access;
        access.isLive = (record, now, id) => {
          if (isLive(record, now, id)) return true;
          if (id !== operation || record.kind !== 'embed' || !record.revoked) return false;
          const times = (asked.get(record) ?? 0) + 1;
          asked.set(record, times);
          return isTaken(record, times);
        };
      },
  );
}

/** Refuses who is no administrator, and revokes some of the sessions that they name all the same. */
function memberEnds(isMeant: (call: Call) => boolean): Patch {
  return replaceSync('revokeEmbedSession', (call, original) => {
    if (isAdministrator(call)) return original(call);
    if (isMeant(call)) original(asAdministrator(call));
    return refuse(403, 'this caller may not do this');
  });
}

/** Faults of revoking embed sessions. */
export const revokeFaults = faults({
  'embed.revoke.unexchanged': [
    {
      name: 'with-a-body',
      sentence: 'The revocation of a session that was not exchanged answers 200 with a body.',
      patch: revokedOtherwise(isUnexchanged, revokedBody),
    },
    {
      name: 'refused',
      sentence: 'The revocation of a session that was not exchanged answers 409: there is no token to revoke.',
      patch: revokedOtherwise(isUnexchanged, () => refuse(409, 'the session was not exchanged')),
    },
    {
      name: 'body-of-a-tenant',
      sentence: 'The revocation of an unexchanged session of an embed tenant answers 200 with a body.',
      patch: acknowledgedOtherwise((call) => isFresh(call) && ofTenant(call), revokedBody),
    },
    {
      name: 'body-for-oauth',
      sentence: 'The revocation of an unexchanged session with an OAuth access token answers 200 with a body.',
      seenWith: 'OAUTH_TOKEN',
      patch: acknowledgedOtherwise((call) => isFresh(call) && byOAuth(call), revokedBody),
    },
    {
      name: 'conflict-with-another-session',
      sentence: 'The revocation of an unexchanged session answers 409 where its user has another one.',
      also: alsoThese('the session ends, or is answered, in the same way there', 'embed.revoke.expired'),
      patch: acknowledgedOtherwise(
        (call) => isFresh(call) && sessionsOf(call).some(sameUser(sessionIn(call) as EmbedSession)),
        refused(409),
      ),
    },
  ],
  'embed.revoke.exchanged': [
    {
      name: 'with-a-body',
      sentence: 'The revocation of a session that was exchanged answers 200 with a body.',
      also: REVOKED_200,
      patch: revokedOtherwise(isExchanged, revokedBody),
    },
    {
      name: 'refused',
      sentence: 'The revocation of a session that was exchanged answers 409.',
      patch: revokedOtherwise(isExchanged, () => refuse(409, 'the session was exchanged')),
    },
    {
      name: 'body-of-a-tenant',
      sentence: 'The revocation of an exchanged session of an embed tenant answers 200 with a body.',
      also: REVOKED_200,
      patch: acknowledgedOtherwise((call) => namesExchanged(call) && ofTenant(call), revokedBody),
    },
    {
      name: 'conflict-for-oauth',
      sentence: 'The revocation of an exchanged session with an OAuth access token answers 409.',
      seenWith: 'OAUTH_TOKEN',
      patch: acknowledgedOtherwise((call) => namesExchanged(call) && byOAuth(call), refused(409)),
    },
    {
      name: 'conflict-once-used',
      sentence: 'The revocation of a session whose token was used answers 409.',
      patch: remembering(
        () => new Set<string>(),
        (used) =>
          all(
            ({ access }) => {
              const { isLive } = access;
              access.isLive = (record, now, id) => {
                if (record.embed) used.add(record.embed.sessionId);
                return isLive(record, now, id);
              };
            },
            acknowledgedOtherwise((call) => namesExchanged(call) && used.has(idIn(call)), refused(409)),
          ),
      ),
    },
  ],
  'embed.revoke.unknown': [
    {
      name: 'digits-refused',
      sentence: 'The revocation of an id of digits alone answers 400.',
      patch: replaceWhere(
        'revokeEmbedSession',
        (call) => /^\d+$/.test(String(bodyOf(call)['sessionId'])),
        () => refuse(400, 'sessionId is no id of a session'),
      ),
    },
    {
      name: 'not-found',
      sentence: 'The revocation of an id that no session has answers 404.',
      patch: ({ embed }) => {
        embed.takesRevocation = (session) => session !== undefined;
      },
    },
    {
      name: 'accepted-later',
      sentence: 'The revocation of an id that no session has answers 202.',
      also: REVOKED_200,
      patch: revokedOtherwise(
        (session) => session === undefined,
        () => done(202),
      ),
    },
    {
      name: 'other-forms-refused',
      sentence: 'The revocation of an id that is a UUID answers 400.',
      patch: acknowledgedOtherwise(
        (call) => isUnknown(call) && /^[\da-f]{8}-[\da-f-]{27}$/.test(idIn(call)),
        refused(400),
      ),
    },
    {
      name: 'letters-of-others-refused',
      sentence: 'The revocation of an id with letters beyond ASCII answers 400.',
      patch: acknowledgedOtherwise((call) => isUnknown(call) && /[^ -~]/.test(idIn(call)), refused(400)),
    },
    {
      name: 'not-found-again',
      sentence: 'The second revocation of an id that no session has answers 404.',
      patch: byRepetition((call, times) => isUnknown(call) && times > 1, refused(404)),
    },
    {
      name: 'not-found-for-oauth',
      sentence: 'The revocation of an unknown id with an OAuth access token answers 404.',
      seenWith: 'OAUTH_TOKEN',
      patch: acknowledgedOtherwise((call) => isUnknown(call) && byOAuth(call), refused(404)),
    },
    {
      name: 'nearly-known-not-found',
      sentence: 'The revocation of an id that begins as that of a session answers 404.',
      patch: acknowledgedOtherwise(
        (call) => isUnknown(call) && sessionsOf(call).some(({ id }) => idIn(call).startsWith(id)),
        refused(404),
      ),
    },
  ],
  'embed.revoke.expired': [
    {
      name: 'gone',
      sentence: 'The revocation of a session that has expired is refused.',
      patch: ({ embed }) => {
        embed.takesRevocation = (session, now) => session === undefined || session.expiresAt > now;
      },
    },
    {
      name: 'not-found-again',
      sentence: 'The second revocation of an expired session answers 404.',
      patch: byRepetition(
        (call, times) => times > 1 && (sessionIn(call)?.expiresAt ?? Infinity) < call.tenant.clock.now(),
        refused(404),
      ),
    },
  ],
  'embed.revoke.already-revoked': [
    {
      name: 'exchanged-before',
      sentence: 'The second revocation of a session that had been exchanged is refused.',
      patch: ({ embed }) => {
        embed.takesRevocation = (session) => session?.revoked !== true || session.tokens.length === 0;
      },
    },
    {
      name: 'not-found',
      also: [{ id: 'embed.revoke.expired', because: 'the check revokes an expired session twice' }],
      sentence: 'The second revocation of a session is refused.',
      patch: ({ embed }) => {
        embed.takesRevocation = (session) => session?.revoked !== true;
      },
    },
    {
      name: 'conflict-after-exchange',
      sentence: 'The second revocation of a session that had been exchanged answers 409.',
      patch: acknowledgedOtherwise(
        (call) => isRevoked(call) && (sessionIn(call)?.tokens.length ?? 0) > 0,
        refused(409),
      ),
    },
    {
      name: 'body-the-third-time',
      sentence: 'The third revocation of a session answers 200 with a body.',
      also: [
        ...REVOKED_200,
        ...alsoThese('the third revocation there is of an expired session', 'embed.revoke.expired'),
      ],
      patch: byRepetition((call, times) => isRevoked(call) && times > 2, revokedBody),
    },
    {
      name: 'not-found-for-oauth',
      sentence: 'The second revocation of a session answers 404 where it comes with an OAuth access token.',
      seenWith: 'OAUTH_TOKEN',
      patch: acknowledgedOtherwise((call) => isRevoked(call) && byOAuth(call), refused(404)),
    },
    {
      name: 'not-found-after-a-refused-exchange',
      sentence: 'After a refused exchange of a revoked session its next revocation answers 404.',
      patch: remembering(
        () => new Set<string>(),
        (tried) =>
          all(
            replaceSync('exchangeEmbedSession', (call, original) => {
              if (isRevoked(call)) tried.add(idIn(call));
              return original(call);
            }),
            acknowledgedOtherwise((call) => isRevoked(call) && tried.has(idIn(call)), refused(404)),
          ),
      ),
    },
  ],
  'embed.revoke.token-refused': [
    {
      name: 'once-used',
      sentence: 'A token that was used before its session was revoked is taken until it expires.',
      patch: usedTokensLive,
    },
    {
      name: 'not-where-oauth-opened-it',
      sentence: 'The token of a session that was asked for with an OAuth token stays in force when it is revoked.',
      patch: generated(byOAuth, (ids) =>
        afterRevocation((named) => {
          if (!ids.has(named.id)) return;
          revive(named);
          named.revoked = true;
        }),
      ),
    },
    {
      name: 'not-of-who-opened-another',
      sentence: 'The token of a session that another user opened stays in force when it is revoked.',
      patch: ofOtherOpeners((session) => {
        for (const token of session.tokens) token.revoked = false;
      }),
    },
    {
      name: 'not-of-a-branch',
      sentence: 'The revocation of an exchanged session of a branch is acknowledged, and its token stays in force.',
      patch: unrevoked((call) => isOfBranch(call) && (sessionIn(call)?.tokens.length ?? 0) > 0),
    },
    {
      name: 'by-oauth',
      sentence: 'A token stays in force if its session was revoked with an OAuth token.',
      also: alsoThese(
        'the token stays in force as a whole',
        'embed.revoke.token-refused-elsewhere',
        'embed.revoke.every-token-refused',
      ),
      patch: replaceWhere('revokeEmbedSession', byOAuth, (call, original) => {
        const session = sessionIn(call);
        const answer = original(call);
        revive(session);
        if (session) session.revoked = true;
        return answer;
      }),
    },
    {
      name: 'outlives',
      sentence: 'The token of a revoked session is taken until it expires.',
      also: [
        { id: 'embed.revoke.every-token-refused', because: 'the check takes both tokens to the list of comments' },
      ],
      patch: revokedTokens(() => true),
    },
    {
      name: 'another-status',
      sentence: 'The token of a revoked session is refused with 403.',
      also: [
        { id: 'embed.revoke.every-token-refused', because: 'the check takes both tokens to the list of comments' },
      ],
      patch: all(
        revokedTokens(() => true),
        refusing('listDashboardComments', (call) => recordIn(call)?.revoked === true, 403),
      ),
    },
    {
      name: 'a-minute-of-grace',
      sentence: 'The token of a revoked session is taken for another minute.',
      also: [
        { id: 'embed.revoke.every-token-refused', because: 'the check takes both tokens to the list of comments' },
      ],
      patch: outlivingRevocation(MINUTE),
    },
    {
      name: 'never-used',
      sentence: 'A token that nobody had used when its session was revoked is taken until it expires.',
      patch: unusedOutlive(),
    },
    {
      name: 'taken-when-asked-again',
      sentence: 'The token of a revoked session is refused once and taken after that.',
      also: EVERY_TOKEN,
      patch: takenIf('listDashboardComments', (_record, times) => times > 1),
    },
    {
      name: 'with-a-new-session',
      sentence: 'A new session for its user makes a revoked token count again.',
      patch: replaceSync('generateEmbedSession', (call, original) => {
        const { externalId } = bodyOf(call);
        for (const one of sessionsOf(call)) if (one.externalId === externalId && one.tokens.length > 0) revive(one);
        return original(call);
      }),
    },
    {
      name: 'revoked-twice',
      sentence: 'A second revocation of a session makes its token count again.',
      patch: byTimes('revokeEmbedSession', idIn, (times, call, original) => {
        const answer = original(call);
        if (times % 2 === 0) for (const token of sessionIn(call)?.tokens ?? []) token.revoked = false;
        return answer;
      }),
    },
    {
      name: 'with-the-next-revocation',
      sentence: 'The revocation of a session makes the tokens of those that were revoked before count again.',
      patch: afterRevocation((_named, others) => {
        for (const { revoked, tokens } of others) if (revoked) for (const token of tokens) token.revoked = false;
      }),
    },
    {
      name: 'acknowledged-for-oauth',
      sentence: 'A revocation with an OAuth access token leaves the token of the session in force.',
      seenWith: 'OAUTH_TOKEN',
      patch: replaceWhere(
        'revokeEmbedSession',
        (call) => byOAuth(call) && namesExchanged(call),
        () => done(204),
      ),
    },
    {
      name: 'while-another-lives',
      sentence: 'The token of a revoked session is taken while its user has another session.',
      also: EVERY_TOKEN,
      patch: afterRevocation((named, others) => {
        if (others.some((one) => !one.revoked && one.externalId === named.externalId))
          for (const token of named.tokens) token.revoked = false;
      }),
    },
    {
      name: 'not-where-another-credential-exchanged',
      sentence: 'A token stays in force where another credential exchanged the session than revokes it.',
      patch: remembering(
        () => new Map<string, string>(),
        (by) =>
          all(
            replaceSync('exchangeEmbedSession', (call, original) => {
              const answer = original(call);
              by.set(String(bodyOf(call)['sessionId']), call.principal.token);
              return answer;
            }),
            during('revokeEmbedSession', 'embed', ({ end }, call) => ({
              end: (session) => {
                const other = by.get(session.id);
                if (other === undefined || other === call.principal.token) end(session);
                else session.revoked = true;
              },
            })),
          ),
      ),
    },
    {
      name: 'not-of-an-exchange-at-once',
      sentence: 'The token of an exchange that comes at the same time as the revocation of its session stays in force.',
      patch: lookingFirst(
        'exchangeEmbedSession',
        (call) => embedSessions(call.tenant).byId.get(String(bodyOf(call)['sessionId']))?.revoked === true,
        (call, original, wasRevoked) =>
          wasRevoked ? original(call) : withRules(call, 'embed', { isRevoked: () => false }, () => original(call)),
      ),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two revocations at the same time the second is acknowledged and revokes nothing.',
      patch: secondAcknowledged('revokeEmbedSession', 204),
    },
  ],
  'embed.revoke.token-refused-elsewhere': [
    {
      name: 'replies',
      sentence: 'The token of a revoked session still replies to threads.',
      patch: all(
        ({ access }) => {
          const { isLive } = access;
          access.isLive = (record, now, id) =>
            isLive(
              id === 'createDashboardComment' && record.kind === 'embed' ? { ...record, revoked: false } : record,
              now,
              id,
            );
        },
        replaceSync('createDashboardComment', (call, original) => {
          const isRevoked = call.tenant.tokens.get(call.principal.token)?.revoked === true;
          if (isRevoked && bodyOf(call)['parentId'] === undefined) refuse(401, 'the credential is revoked');
          return original(call);
        }),
      ),
    },
    {
      name: 'comments',
      sentence: 'The token of a revoked session still writes comments.',
      patch: revokedTokens(() => true, 'createDashboardComment'),
    },
    {
      name: 'mentions',
      sentence: 'The token of a revoked session still lists whom a comment can mention.',
      patch: revokedTokens(() => true, 'listMentionableUsers'),
    },
    {
      name: 'reports',
      sentence: 'The token of a revoked session still lists reports.',
      patch: revokedTokens(() => true, 'listReports'),
    },
    {
      name: 'app-config',
      seenIn: 'the app config',
      sentence: 'The token of a revoked session still reads the app config.',
      patch: revokedTokens(() => true, 'getAppConfig'),
    },
    {
      name: 'deployment-settings',
      sentence: 'The token of a revoked session still reads the settings of the deployment.',
      patch: revokedTokens(() => true, 'getDeploymentSettings'),
    },
    {
      name: 'edits',
      sentence: 'The token of a revoked session still edits the comments of its user.',
      patch: takenIf('updateDashboardComment', () => true),
    },
    {
      name: 'deletions',
      sentence: 'The token of a revoked session still deletes the comments of its user.',
      patch: takenIf('deleteDashboardComment', () => true),
    },
    {
      name: 'resolutions',
      sentence: 'The token of a revoked session still resolves the threads of its user.',
      patch: takenIf('resolveDashboardComment', () => true),
    },
    {
      name: 'mentions-when-asked-again',
      sentence: 'The mention list refuses the token of a revoked session once, and takes it after that.',
      patch: takenIf('listMentionableUsers', (_record, times) => times > 1),
    },
  ],
  'embed.revoke.every-token-refused': [
    {
      name: 'third',
      sentence: 'A revocation reaches the two latest tokens of a session and none before them.',
      patch: all(exchangedAgain(), ({ embed }) => {
        embed.end = (session) => {
          session.revoked = true;
          for (const token of session.tokens.slice(-2)) token.revoked = true;
        };
      }),
    },
    {
      name: 'first-alone',
      sentence: 'A session can be exchanged again and again, and its revocation ends the first of its tokens alone.',
      patch: all(({ embed }) => {
        embed.end = (session) => {
          session.revoked = true;
          if (session.tokens[0]) session.tokens[0].revoked = true;
        };
      }, exchangedAgain()),
    },
    {
      name: 'last-alone',
      sentence: 'A session can be exchanged again and again, and its revocation ends the latest of its tokens alone.',
      patch: all(({ embed }) => {
        embed.end = (session) => {
          session.revoked = true;
          const last = session.tokens.at(-1);
          if (last) last.revoked = true;
        };
      }, exchangedAgain()),
    },
    {
      name: 'one-of-two-exchanges-at-once',
      seenIn: 'exchanged twice at the same time',
      sentence: 'Of two exchanges of a session at the same time one has a token that its revocation does not end.',
      patch: toTheSecond('exchangeEmbedSession', (call) => {
        embedSessions(call.tenant)
          .byId.get(String(bodyOf(call)['sessionId']))
          ?.tokens.pop();
      }),
    },
  ],
  'embed.revoke.other-token-unaffected': [
    {
      name: 'all-of-the-user-by-oauth',
      sentence: 'A revocation with an OAuth token ends every session of its user.',
      also: [{ id: 'embed.revoke.other-session-unaffected', because: 'sessions that were not exchanged end as well' }],
      patch: during(
        'revokeEmbedSession',
        'embed',
        () => ({
          endedWith: (named, sessions) => [...sessions].filter(({ externalId }) => externalId === named.externalId),
        }),
        byOAuth,
      ),
    },
    {
      name: 'same-tenant',
      sentence: 'A revocation ends the tokens of every session of the same embed tenant.',
      patch: afterRevocation(({ tenantName }, others) => {
        endTokens(others.filter((one) => one.tenantName === tenantName));
      }),
    },
    {
      name: 'same-user',
      sentence: 'A revocation ends the tokens of every session of the same user.',
      patch: afterRevocation(({ externalId }, others) => {
        endTokens(others.filter((one) => one.externalId === externalId));
      }),
    },
    {
      name: 'with-an-unknown-id',
      sentence: 'The revocation of an id that no session has ends every token.',
      patch: replaceSync('revokeEmbedSession', (call, original) => {
        if (isUnknown(call))
          for (const { tokens } of sessionsOf(call)) for (const token of tokens) token.revoked = true;
        return original(call);
      }),
    },
    {
      name: 'with-an-unexchanged-one',
      sentence: 'The revocation of an unexchanged session ends the tokens of its user.',
      patch: replaceSync('revokeEmbedSession', (call, original) => {
        const session = sessionIn(call);
        if (session && isFresh(call))
          for (const one of sessionsOf(call).filter(sameUser(session)))
            for (const token of one.tokens) token.revoked = true;
        return original(call);
      }),
    },
    {
      name: 'with-a-second-revocation',
      sentence: 'The second revocation of a session ends the tokens of the embed tenant.',
      patch: byTimes('revokeEmbedSession', idIn, (times, call, original) => {
        const session = sessionIn(call);
        if (session && times > 1)
          for (const one of sessionsOf(call))
            if (one.tenantName === session.tenantName) for (const token of one.tokens) token.revoked = true;
        return original(call);
      }),
    },
    {
      name: 'one-token-for-two-at-once',
      sentence: 'Two sessions that are exchanged at the same time have one token, which the revocation of either ends.',
      patch: sharedAnswer('exchangeEmbedSession'),
    },
  ],
  'embed.revoke.other-session-unaffected': [
    {
      name: 'nor-a-later-one-of-the-person',
      sentence: 'A session cannot be exchanged where an earlier one of the same person was revoked.',
      patch: remembering(
        () => new Set<string>(),
        (barred) =>
          all(
            afterRevocation(({ tenantName, externalId }) => barred.add(`${tenantName} ${externalId}`)),
            replaceSync('exchangeEmbedSession', (call, original) => {
              const session = sessionIn(call);
              const answer = original(call);
              if (session && barred.has(`${session.tenantName} ${session.externalId}`))
                refuse('gone', 'the session is revoked');
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'same-deployment',
      sentence: 'A revocation ends every session of the deployment that was not exchanged.',
      patch: afterRevocation(({ deploymentId }, others) => {
        others.filter((one) => one.deploymentId === deploymentId && one.tokens.length === 0).forEach(end);
      }),
    },
    {
      name: 'same-user',
      sentence: 'A revocation ends every session of the same user that was not exchanged.',
      patch: afterRevocation(({ externalId }, others) => {
        others.filter((one) => one.externalId === externalId && one.tokens.length === 0).forEach(end);
      }),
    },
    {
      name: 'requested-afterwards',
      sentence: 'What a user requests after the revocation of a session can not be exchanged.',
      patch: replaceSync('generateEmbedSession', (call, original) => {
        const { externalId } = bodyOf(call);
        const isBarred = sessionsOf(call).some((one) => one.externalId === externalId && one.revoked);
        const answer = original(call);
        const latest = sessionsOf(call).at(-1);
        if (isBarred && latest) end(latest);
        return answer;
      }),
    },
    {
      name: 'with-an-unknown-id',
      sentence: 'The revocation of an id that no session has ends every session that was not exchanged.',
      also: alsoThese('a session is exchanged after such a revocation', 'embed.exchange.fresh-session'),
      patch: replaceSync('revokeEmbedSession', (call, original) => {
        if (isUnknown(call))
          sessionsOf(call)
            .filter(({ tokens }) => tokens.length === 0)
            .forEach(end);
        return original(call);
      }),
    },
    {
      name: 'with-a-second-revocation',
      sentence: 'The second revocation of a session ends the latest one.',
      patch: byTimes('revokeEmbedSession', idIn, (times, call, original) => {
        const answer = original(call);
        const latest = sessionsOf(call).at(-1);
        if (times > 1 && sessionIn(call) && latest) end(latest);
        return answer;
      }),
    },
    {
      name: 'with-an-exchanged-one',
      sentence: 'The revocation of an exchanged session ends the latest session of its deployment.',
      also: alsoThese('the session ends, or is answered, in the same way there', 'embed.revoke.other-token-unaffected'),
      patch: afterRevocation(({ tokens, deploymentId }, others) => {
        const latest = others.filter((one) => one.deploymentId === deploymentId).at(-1);
        if (tokens.length > 0 && latest) end(latest);
      }),
    },
    {
      name: 'by-its-beginning',
      sentence: 'The revocation of an id that no session has ends each session whose id begins with it.',
      patch: replace('revokeEmbedSession', (call, original) => {
        const { byId } = embedSessions(call.tenant);
        const id = String(bodyOf(call)['sessionId']);
        for (const session of byId.values())
          if (!byId.has(id) && session.id.startsWith(id)) call.tenant.rules.embed.end(session);
        return original(call);
      }),
    },
    {
      name: 'with-more-behind-it',
      sentence: 'The revocation of an id that is that of a session and more ends the session.',
      patch: replace('revokeEmbedSession', (call, original) => {
        const { byId } = embedSessions(call.tenant);
        const id = String(bodyOf(call)['sessionId']);
        for (const session of byId.values())
          if (!byId.has(id) && id.startsWith(session.id)) call.tenant.rules.embed.end(session);
        return original(call);
      }),
    },
    {
      name: 'one-for-two-at-once',
      sentence: 'Two sessions that are requested at the same time are one, which is revoked as a whole.',
      patch: sharedAnswer('generateEmbedSession'),
    },
  ],
  'embed.revoke.member-revokes-nothing': [
    {
      name: 'refused-yet-revoked',
      sentence: 'A revocation by a user who is no administrator is refused with 403, and the session is revoked.',
      also: [
        {
          id: 'embed.exchange.fresh-session',
          because: 'a session that a member tried to revoke before is no longer exchanged',
        },
      ],
      patch: all(
        anybody('revokeEmbedSession'),
        doneYetRefused('revokeEmbedSession', (call) => !isAdministrator(call), 403, asAdministrator),
      ),
    },
    {
      name: 'of-a-tenant',
      sentence: 'A refused revocation by a user who is no administrator revokes a session of an embed tenant.',
      also: alsoThese('the session ends, or is answered, in the same way there', 'embed.exchange.fresh-session'),
      patch: all(anybody('revokeEmbedSession'), memberEnds(ofTenant)),
    },
    {
      name: 'the-second-time',
      sentence: 'The second refused revocation by a user who is no administrator revokes the session.',
      patch: all(
        anybody('revokeEmbedSession'),
        remembering(
          () => new Map<string, number>(),
          (times) =>
            memberEnds((call) => {
              const time = (times.get(idIn(call)) ?? 0) + 1;
              times.set(idIn(call), time);
              return time > 1;
            }),
        ),
      ),
    },
  ],
});
