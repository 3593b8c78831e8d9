import { ok, refuse, done } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { end, type EmbedSession } from '../../mock/rules/embed.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { asAdministrator, byOAuth, isAdministrator } from '../lib/access.ts';
import {
  acknowledgedOtherwise,
  afterRevocation,
  exchangedAgain,
  replaceWhere,
  revive,
  sessionIn,
  sessionsOf,
} from '../lib/embed.ts';
import { all, byTimes, remembering, replaceSync } from '../lib/patches.ts';
import { anybody } from '../lib/refused.ts';

/** Faults of revocations that show for one actor, after one history or for one class of input alone. */

const REVOKE = 'revokeEmbedSession';

const idIn = (call: Call): string => String(bodyOf(call)['sessionId']);
const isFresh = (call: Call): boolean => sessionIn(call)?.revoked === false && sessionIn(call)?.tokens.length === 0;
const isExchanged = (call: Call): boolean =>
  sessionIn(call)?.revoked === false && (sessionIn(call)?.tokens.length ?? 0) > 0;
const isUnknown = (call: Call): boolean => sessionIn(call) === undefined;
const isRevoked = (call: Call): boolean => sessionIn(call)?.revoked === true;
const ofTenant = (call: Call): boolean => sessionIn(call)?.tenantName !== undefined;
const sameUser = (one: EmbedSession) => (other: EmbedSession) => one !== other && one.externalId === other.externalId;

const withBody = () => ok({ revoked: true }, 200);
const refused = (why: 400 | 404 | 409) => () => refuse(why, 'there is nothing to revoke');

/** Answers by how often an id was sent. */
function byRepetition(isMeant: (call: Call, times: number) => boolean, otherwise: () => ReturnType<typeof ok>): Patch {
  return byTimes(REVOKE, idIn, (times, call, original) => {
    const meant = isMeant(call, times);
    const answer = original(call);
    return meant ? otherwise() : answer;
  });
}

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

const REVOKED_200 = alsoThese('every other success of a revocation is owed to this row', 'embed.revoke.unexchanged');
const EVERY_TOKEN = [
  { id: 'embed.revoke.every-token-refused', because: 'the check takes both tokens to the list of comments' },
] as const;

export const embedRevokeWhenFaults = faults({
  'embed.revoke.unexchanged': [
    {
      name: 'body-of-a-tenant',
      sentence: 'The revocation of an unexchanged session of an embed tenant answers 200 with a body.',
      patch: acknowledgedOtherwise((call) => isFresh(call) && ofTenant(call), withBody),
    },
    {
      name: 'body-for-oauth',
      sentence: 'The revocation of an unexchanged session with an OAuth access token answers 200 with a body.',
      seenWith: 'OAUTH_TOKEN',
      patch: acknowledgedOtherwise((call) => isFresh(call) && byOAuth(call), withBody),
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
      name: 'body-of-a-tenant',
      sentence: 'The revocation of an exchanged session of an embed tenant answers 200 with a body.',
      also: REVOKED_200,
      patch: acknowledgedOtherwise((call) => isExchanged(call) && ofTenant(call), withBody),
    },
    {
      name: 'conflict-for-oauth',
      sentence: 'The revocation of an exchanged session with an OAuth access token answers 409.',
      seenWith: 'OAUTH_TOKEN',
      patch: acknowledgedOtherwise((call) => isExchanged(call) && byOAuth(call), refused(409)),
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
            acknowledgedOtherwise((call) => isExchanged(call) && used.has(idIn(call)), refused(409)),
          ),
      ),
    },
  ],
  'embed.revoke.unknown': [
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
  'embed.revoke.expired': {
    name: 'not-found-again',
    sentence: 'The second revocation of an expired session answers 404.',
    patch: byRepetition(
      (call, times) => times > 1 && (sessionIn(call)?.expiresAt ?? Infinity) < call.tenant.clock.now(),
      refused(404),
    ),
  },
  'embed.revoke.already-revoked': [
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
      patch: byRepetition((call, times) => isRevoked(call) && times > 2, withBody),
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
      patch: byTimes(REVOKE, idIn, (times, call, original) => {
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
        REVOKE,
        (call) => byOAuth(call) && isExchanged(call),
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
  ],
  'embed.revoke.token-refused-elsewhere': [
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
  'embed.revoke.every-token-refused': {
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
  'embed.revoke.other-token-unaffected': [
    {
      name: 'with-an-unknown-id',
      sentence: 'The revocation of an id that no session has ends every token.',
      patch: replaceSync(REVOKE, (call, original) => {
        if (isUnknown(call))
          for (const { tokens } of sessionsOf(call)) for (const token of tokens) token.revoked = true;
        return original(call);
      }),
    },
    {
      name: 'with-an-unexchanged-one',
      sentence: 'The revocation of an unexchanged session ends the tokens of its user.',
      patch: replaceSync(REVOKE, (call, original) => {
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
      patch: byTimes(REVOKE, idIn, (times, call, original) => {
        const session = sessionIn(call);
        if (session && times > 1)
          for (const one of sessionsOf(call))
            if (one.tenantName === session.tenantName) for (const token of one.tokens) token.revoked = true;
        return original(call);
      }),
    },
  ],
  'embed.revoke.other-session-unaffected': [
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
      patch: replaceSync(REVOKE, (call, original) => {
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
      patch: byTimes(REVOKE, idIn, (times, call, original) => {
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
  ],
  'embed.revoke.member-revokes-nothing': [
    {
      name: 'of-a-tenant',
      sentence: 'A refused revocation by a user who is no administrator revokes a session of an embed tenant.',
      also: alsoThese('the session ends, or is answered, in the same way there', 'embed.exchange.fresh-session'),
      patch: all(anybody(REVOKE), memberEnds(ofTenant)),
    },
    {
      name: 'the-second-time',
      sentence: 'The second refused revocation by a user who is no administrator revokes the session.',
      patch: all(
        anybody(REVOKE),
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

/** Refuses who is no administrator, and revokes some of the sessions that they name all the same. */
function memberEnds(isMeant: (call: Call) => boolean): Patch {
  return replaceSync(REVOKE, (call, original) => {
    if (isAdministrator(call)) return original(call);
    if (isMeant(call)) original(asAdministrator(call));
    return refuse(403, 'this caller may not do this');
  });
}
