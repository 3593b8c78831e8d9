import { done, ok, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { instantOf } from '../../mock/clock.ts';
import type { EmbedSession } from '../../mock/rules/embed.ts';
import type { Patch } from '../../mock/index.ts';
import type { Branch, Deployment } from '../../mock/world/deployments.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { byOAuth, recordIn } from '../lib/access.ts';
import { asNew, replaceWhere, sessionIn, sessionsOf } from '../lib/embed.ts';
import { byTimes, changeBodySync, remembering, replaceSync, underStatus, without } from '../lib/patches.ts';

/** Faults of embed sessions that show for one actor, after one history or for one class of input alone. */

const GENERATE = 'generateEmbedSession';
const EXCHANGE = 'exchangeEmbedSession';
const DAY = 86_400_000;

type When = (call: Call) => boolean;

const forTenant: When = (call) => bodyOf(call)['embedTenantName'] !== undefined;
const forBranch: When = (call) => bodyOf(call)['branchName'] !== undefined;
const forKnownUser: When = (call) => earlierOf(call).length > 0;
const branchIn = (call: Call): string => String(bodyOf(call)['branchName']);
const userIn = (call: Call): unknown => bodyOf(call)['externalId'];

/** The sessions that the user of a request has already. */
function earlierOf(call: Call): EmbedSession[] {
  return sessionsOf(call).filter((one) => one.externalId === userIn(call));
}

/** The other sessions of the user whose session a call names. */
function othersOf(call: Call): EmbedSession[] {
  const session = sessionIn(call);
  return sessionsOf(call).filter((one) => one !== session && one.externalId === session?.externalId);
}

function laterOf(call: Call): EmbedSession[] {
  const all = sessionsOf(call);
  return all.slice(all.findIndex((one) => one === sessionIn(call)) + 1).filter((one) => othersOf(call).includes(one));
}

function refusingWhen(operation: string, when: When, why: 400 | 403 | 404 | 409 | 'invalid' | 'forbidden'): Patch {
  return replaceWhere(operation, when, () => refuse(why, 'not this time'));
}

function answeringWhen(operation: string, when: When, change: (body: Body) => unknown): Patch {
  return changeBodySync(operation, (body, call) => (when(call) ? change(body) : body));
}

/** The branch of a request does not matter. */
function branchless(when: When): Patch {
  return replaceWhere(GENERATE, when, (call, original) => {
    const { branchName: _, ...body } = bodyOf(call);
    return original({ ...call, body });
  });
}

function branchOf(call: Call): Branch | undefined {
  return call.tenant.deployments.deployments.get(Number(bodyOf(call)['deploymentId']))?.branches.get(branchIn(call));
}

const stopped: When = (call) => forBranch(call) && branchOf(call)?.running === false;
const unknownBranch: When = (call) => forBranch(call) && branchOf(call) === undefined;

/** Finds a branch by more than its name. */
function foundBy(isFound: (branch: Branch, name: string) => boolean): Patch {
  return ({ embed }) => {
    const { branchNamed } = embed;
    embed.branchNamed = (deployment: Deployment, name) =>
      branchNamed(deployment, name) ?? [...deployment.branches.values()].find((branch) => isFound(branch, name));
  };
}

/** Some requests for a branch are taken as if it ran or were there, from a later time on. */
function grantedLater(isMeant: When): Patch {
  return byTimes(
    GENERATE,
    (call) => (isMeant(call) ? branchIn(call) : undefined),
    (times, call, original) => {
      if (!isMeant(call) || times < 2) return original(call);
      const { branchName: _, ...body } = bodyOf(call);
      return original({ ...call, body });
    },
  );
}

const elsewhere: When = (call) => {
  const scope = recordIn(call)?.scope ?? 'all';
  return scope !== 'all' && !scope.includes(Number(bodyOf(call)['deploymentId']));
};

/** Does not look at the scope of a key for some requests. */
function unscoped(when: When): Patch {
  return replaceWhere(GENERATE, when, (call, original) =>
    original({ ...call, principal: { ...call.principal, scope: 'all' } }),
  );
}

function endTokens(sessions: readonly EmbedSession[]): void {
  for (const { tokens } of sessions) for (const token of tokens) token.revoked = true;
}

/** Says another end of some tokens, without any effect on when they end. */
function endingIn(time: (call: Call) => number | undefined): Patch {
  return changeBodySync(EXCHANGE, (body, call) => {
    const shift = time(call);
    return shift === undefined ? body : { ...body, expiresAt: instantOf(call.tenant.clock.now() + shift) };
  });
}

export const embedSessionsWhenFaults = faults({
  'embed.generate.session-id': [
    {
      name: 'null-for-a-known-user',
      sentence: 'The sessionId is null where the user has a session already.',
      patch: replaceSync(GENERATE, (call, original) => {
        const isKnown = forKnownUser(call);
        const answer = original(call);
        return isKnown && 'body' in answer
          ? { ...answer, body: { ...(answer.body as Body), sessionId: null } }
          : answer;
      }),
    },
    {
      name: 'renamed-of-a-tenant',
      sentence: 'A session of an embed tenant is answered with an id and no sessionId.',
      patch: answeringWhen(GENERATE, forTenant, ({ sessionId, ...rest }) => ({ ...rest, id: sessionId })),
    },
    {
      name: 'wrapped-for-oauth',
      sentence: 'The sessionId is an object around the id where an OAuth access token asks for the session.',
      seenWith: 'OAUTH_TOKEN',
      patch: answeringWhen(GENERATE, byOAuth, ({ sessionId, ...rest }) => ({ ...rest, sessionId: { id: sessionId } })),
    },
    {
      name: 'absent-of-a-branch',
      sentence: 'A session of a branch is answered without its sessionId.',
      patch: answeringWhen(GENERATE, forBranch, without('sessionId')),
    },
  ],
  'embed.generate.options-optional': [
    {
      name: 'profile-needed-of-a-tenant',
      sentence: 'A request for a session of an embed tenant is refused without an embedTenantProfile.',
      also: alsoThese(
        'the request of the other requirement leaves the same member out',
        'embed.generate.branch-accepted',
        'embed.generate.branch-unknown',
        'embed.generate.scoped-key-elsewhere',
        'embed.generate.branch-not-running',
      ),
      patch: refusingWhen(
        GENERATE,
        (call) => forTenant(call) && bodyOf(call)['embedTenantProfile'] === undefined,
        'invalid',
      ),
    },
    {
      name: 'branch-needed-again',
      sentence: 'A user who has a session is given another only with a branchName.',
      also: alsoThese(
        'the request of the other requirement leaves the same member out',
        'embed.generate.scoped-key-elsewhere',
      ),
      patch: refusingWhen(GENERATE, (call) => forKnownUser(call) && !forBranch(call), 'invalid'),
    },
    {
      name: 'groups-needed-of-a-known-tenant',
      sentence: 'An embed tenant that had a session in this run of the server needs tenantGroups for the next.',
      also: [
        ...alsoThese(
          'the request of the other requirement leaves the same member out',
          'embed.generate.tenant-group-definitions-accepted',
          'embed.generate.embed-tenant-profile-accepted',
        ),
        ...alsoThese('the refused request names a known embed tenant', 'embed.generate.branch-unknown'),
      ],
      patch: refusingWhen(
        GENERATE,
        (call) =>
          forTenant(call) &&
          bodyOf(call)['tenantGroups'] === undefined &&
          sessionsOf(call).some(({ tenantName }) => tenantName === bodyOf(call)['embedTenantName']),
        'invalid',
      ),
    },
    {
      name: 'branch-needed-after-one',
      sentence: 'Once a session of a branch was requested, requests without a branchName are refused.',
      patch: refusingWhen(
        GENERATE,
        (call) => !forBranch(call) && sessionsOf(call).some(({ branchName }) => branchName !== undefined),
        'invalid',
      ),
    },
  ],
  'embed.generate.branch-accepted': [
    {
      name: 'once',
      sentence: 'A running branch is taken for one session, and refused for the next one.',
      also: alsoThese(
        'the session that the other requirement is about names such a branch, too',
        'build.delete-branch.only-named',
      ),
      patch: refusingWhen(
        GENERATE,
        (call) => forBranch(call) && sessionsOf(call).some(({ branchName }) => branchName === branchIn(call)),
        409,
      ),
    },
    {
      name: 'not-of-a-tenant',
      sentence: 'A session of an embed tenant is refused on a running branch.',
      also: alsoThese(
        'the session that the other requirement is about names such a branch, too',
        'embed.generate.branch-not-running',
        'embed.generate.branch-unknown',
      ),
      patch: refusingWhen(GENERATE, (call) => forBranch(call) && forTenant(call), 'forbidden'),
    },
    {
      name: 'not-for-a-known-user',
      sentence: 'A user with a session on the main branch is refused one on another.',
      also: alsoThese(
        'the session that the other requirement is about names such a branch, too',
        'embed.generate.branch-not-running',
        'embed.generate.branch-unknown',
      ),
      patch: refusingWhen(
        GENERATE,
        (call) => forBranch(call) && earlierOf(call).some(({ branchName }) => branchName === undefined),
        409,
      ),
    },
  ],
  'embed.generate.branch-not-running': [
    {
      name: 'granted-when-asked-again',
      sentence: 'A second request for a branch that is not running is granted.',
      also: alsoThese(
        'the session that the other requirement is about names such a branch, too',
        'build.delete-branch.only-named',
      ),
      patch: grantedLater(stopped),
    },
    {
      name: 'granted-to-a-known-user',
      sentence: 'Whether the branch runs is not looked at for a user who has a session.',
      patch: branchless((call) => stopped(call) && forKnownUser(call)),
    },
    {
      name: 'granted-with-groups',
      sentence: 'Whether the branch runs is not looked at where the groups of the embed tenant are told.',
      patch: branchless((call) => stopped(call) && bodyOf(call)['tenantGroups'] !== undefined),
    },
    {
      name: 'not-found-of-a-tenant',
      sentence: 'A request for a session of an embed tenant on a branch that is not running is refused with 404.',
      patch: refusingWhen(GENERATE, (call) => stopped(call) && forTenant(call), 404),
    },
  ],
  'embed.generate.branch-unknown': [
    {
      name: 'letters-lost',
      sentence: 'A branch whose name has letters beyond ASCII is taken for the main one.',
      patch: branchless((call) => unknownBranch(call) && /[^ -~]/.test(branchIn(call))),
    },
    {
      name: 'longer-than-a-known-one',
      sentence: 'A name that begins with that of a running branch is taken for it.',
      patch: foundBy((branch, name) => branch.running && name.startsWith(branch.name)),
    },
    {
      name: 'what-it-ends-with',
      sentence: 'A name that ends with that of a running branch is taken for it.',
      patch: foundBy((branch, name) => branch.running && name.endsWith(branch.name)),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'A branch that there is not is there when it is asked for a second time.',
      patch: grantedLater(unknownBranch),
    },
    {
      name: 'invalid-for-a-known-user',
      sentence: 'A user who has a session is refused an unknown branch with 400.',
      patch: refusingWhen(GENERATE, (call) => unknownBranch(call) && forKnownUser(call), 400),
    },
  ],
  'embed.generate.scoped-key-elsewhere': [
    {
      name: 'granted-of-a-tenant',
      sentence: 'The scope of a key is not looked at where the session is of an embed tenant.',
      patch: unscoped((call) => elsewhere(call) && forTenant(call)),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'A key is refused a deployment outside its scope once, and given a session after that.',
      patch: byTimes(
        GENERATE,
        (call) => (elsewhere(call) ? call.principal.token : undefined),
        (times, call, original) =>
          elsewhere(call) && times > 1
            ? original({ ...call, principal: { ...call.principal, scope: 'all' } })
            : original(call),
      ),
    },
    {
      name: 'granted-to-a-known-user',
      sentence: 'The scope of a key is not looked at for a user who has a session.',
      patch: unscoped((call) => elsewhere(call) && forKnownUser(call)),
    },
  ],

  // Exchanging a session for a token.
  'embed.exchange.fresh-session': [
    {
      name: 'latest-alone',
      sentence: 'Of the sessions of one user the latest alone can be exchanged.',
      patch: refusingWhen(EXCHANGE, (call) => laterOf(call).length > 0, 409),
    },
    {
      name: 'after-a-refusal',
      sentence: 'After a refused exchange the next one is refused as well.',
      patch: remembering(
        () => ({ wasRefused: false }),
        (memory) =>
          replaceSync(EXCHANGE, (call, original) => {
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
        EXCHANGE,
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
        EXCHANGE,
        (call) => sessionIn(call)?.revoked === false && othersOf(call).some(({ tokens }) => tokens.length > 0),
        409,
      ),
    },
  ],
  'embed.exchange.token-produced': [
    {
      name: 'empty-for-the-second',
      sentence: 'The second token of a user is an empty text.',
      patch: answeringWhen(
        EXCHANGE,
        (call) => othersOf(call).some(({ tokens }) => tokens.length > 0),
        (body) => ({ ...body, token: '' }),
      ),
    },
    {
      name: 'null-of-a-tenant',
      sentence: 'The token of a session of an embed tenant is null.',
      patch: answeringWhen(
        EXCHANGE,
        (call) => sessionIn(call)?.tenantName !== undefined,
        (body) => ({ ...body, token: null }),
      ),
    },
    {
      name: 'absent-for-oauth',
      sentence: 'An exchange with an OAuth access token answers without a token.',
      seenWith: 'OAUTH_TOKEN',
      patch: answeringWhen(EXCHANGE, byOAuth, without('token')),
    },
  ],
  'embed.exchange.token-accepted': [
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
      patch: replaceSync(EXCHANGE, (call, original) => {
        const answer = original(call);
        endTokens(othersOf(call));
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
      name: 'granted-when-asked-again',
      sentence: 'The exchange of a revoked session is refused once, and granted after that.',
      also: alsoThese(
        'the session of the other requirement is exchanged or its token used in the same way',
        'embed.exchange.expired-refused',
      ),
      patch: byTimes(
        EXCHANGE,
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
      patch: replaceSync(GENERATE, (call, original) => {
        for (const one of earlierOf(call)) if (one.tokens.length === 0) one.revoked = false;
        return original(call);
      }),
    },
  ],
  'embed.exchange.revoked-after-exchange-refused': [
    {
      name: 'granted-when-asked-again',
      sentence: 'Another exchange of an exchanged and revoked session is refused once, and granted after that.',
      patch: byTimes(
        EXCHANGE,
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
        EXCHANGE,
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
      name: 'granted-when-asked-again',
      sentence: 'The exchange of an expired session is refused once, and granted after that.',
      patch: byTimes(
        EXCHANGE,
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
        EXCHANGE,
        (call) => byOAuth(call) && (sessionIn(call)?.expiresAt ?? Infinity) < call.tenant.clock.now(),
        asNew,
      ),
    },
  ],
  'embed.exchange.unknown-refused': [
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
        EXCHANGE,
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
        EXCHANGE,
        (call) => String(bodyOf(call)['sessionId']),
        (times, call, original) =>
          times > 1 && !sessionIn(call)
            ? // The latest session can be exchanged all the same where each can be once.
              underStatus(asNew({ ...call, body: { sessionId: sessionsOf(call).at(-1)?.id } }, original), 404)
            : original(call),
      ),
    },
  ],

  // The token.
  'embed.token.lifetime': [
    {
      name: 'longer-with-use',
      sentence: 'Each use of the token of an embed session gives it another 24 hours.',
      patch: (rules) => {
        const { isLive } = rules.access;
        const usedAt = new Map<unknown, number>();
        rules.access.isLive = (record, now, id) => {
          const last = usedAt.get(record);
          const lives = isLive(record, now, id) || (last !== undefined && !record.revoked && now < last + DAY);
          if (record.kind === 'embed' && lives) usedAt.set(record, now);
          return lives;
        };
      },
    },
    {
      name: 'of-a-second-session',
      sentence: 'The token of a second session of a user holds for two days.',
      patch: replaceSync(EXCHANGE, (call, original) => {
        const answer = original(call);
        const token = sessionIn(call)?.tokens.at(-1);
        if (token && othersOf(call).length > 0) Object.assign(token, { expiresAt: call.tenant.clock.now() + 2 * DAY });
        return answer;
      }),
    },
  ],
  'embed.token.stated-end': [
    { name: 'two-days', sentence: 'The answer with a token gives an end in two days.', patch: endingIn(() => 2 * DAY) },
    {
      name: 'an-hour-more-of-a-tenant',
      sentence: 'The stated end of the token of a session of an embed tenant is 25 hours away.',
      patch: endingIn((call) => (sessionIn(call)?.tenantName === undefined ? undefined : DAY + DAY / 24)),
    },
    {
      name: 'a-week-for-the-second',
      sentence: 'The stated end of the second token of a user is a week away.',
      patch: endingIn((call) => (othersOf(call).some(({ tokens }) => tokens.length > 0) ? 7 * DAY : undefined)),
    },
    {
      name: 'signed-for-a-month',
      sentence: 'The token of an embed session is a JWT whose exp is a month away.',
      patch: replaceSync(EXCHANGE, (call, original) => {
        const answer = original(call);
        if (!('body' in answer)) return answer;
        const { token, expiresAt: _, ...rest } = answer.body as Body;
        const exp = Math.floor((call.tenant.clock.now() + 30 * DAY) / 1_000);
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        const jwt = `${part({ alg: 'HS256' })}.${part({ exp })}.${Buffer.from(String(token)).toString('base64url')}`;
        const record = call.tenant.tokens.get(String(token));
        if (record) call.tenant.tokens.set(jwt, record);
        return ok({ ...rest, token: jwt });
      }),
    },
  ],
});
