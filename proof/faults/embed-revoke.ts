import { done, ok, refuse, type Answer } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import { end, type EmbedSession } from '../../mock/rules/embed.ts';
import type { Patch } from '../../mock/index.ts';
import type { TokenRecord } from '../../mock/principal.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, refusing } from '../lib/patches.ts';
import { anybody } from '../lib/refused.ts';
import { asAdministrator, doneYetRefused, isAdministrator, recordIn } from '../lib/access.ts';
import { afterRevocation, exchangedAgain, sessionIn, replaceWhere } from '../lib/embed.ts';

const MINUTE = 60_000;

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

const isExchanged = (session: EmbedSession | undefined): boolean =>
  session !== undefined && session.tokens.length > 0 && !session.revoked;

const revokedBody = () => ok({ revoked: true }, 200);
const REVOKED_200 = alsoThese('every other success of a revocation is owed to this row', 'embed.revoke.unexchanged');
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

function endTokens(sessions: readonly EmbedSession[]): void {
  for (const { tokens } of sessions) for (const token of tokens) token.revoked = true;
}

export const embedRevokeFaults = faults({
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
  ],
  'embed.revoke.unknown': [
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
  ],
  'embed.revoke.expired': {
    name: 'gone',
    sentence: 'The revocation of a session that has expired is refused.',
    patch: ({ embed }) => {
      embed.takesRevocation = (session, now) => session === undefined || session.expiresAt > now;
    },
  },
  'embed.revoke.already-revoked': {
    name: 'not-found',
    also: [{ id: 'embed.revoke.expired', because: 'the check revokes an expired session twice' }],
    sentence: 'The second revocation of a session is refused.',
    patch: ({ embed }) => {
      embed.takesRevocation = (session) => session?.revoked !== true;
    },
  },
  'embed.revoke.token-refused': [
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
  ],
  'embed.revoke.token-refused-elsewhere': [
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
  ],
  'embed.revoke.every-token-refused': {
    name: 'first-alone',
    sentence: 'A session can be exchanged again and again, and its revocation ends the first of its tokens alone.',
    patch: all(({ embed }) => {
      embed.end = (session) => {
        session.revoked = true;
        if (session.tokens[0]) session.tokens[0].revoked = true;
      };
    }, exchangedAgain()),
  },
  'embed.revoke.other-token-unaffected': [
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
  ],
  'embed.revoke.other-session-unaffected': [
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
  ],
  'embed.revoke.member-revokes-nothing': {
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
});
