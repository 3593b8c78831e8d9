import { LIFETIMES } from '../../contracts/limits.ts';
import { done } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { alsoOn, byOAuth, recordIn } from '../lib/access.ts';
import { partOf } from '../lib/document.ts';
import { inRequest } from '../lib/document-changes.ts';
import { afterRevocation, exchangedAnew, refusedWithSession, replaceWhere, sessionIn } from '../lib/embed.ts';

import { all, refusing, type SyncHandler, taking, underStatus } from '../lib/patches.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Changes how a session is shown in the response to its creation. */
function showing(change: (session: Body) => Body): Patch {
  return ({ embed }) => {
    const { sessionShown } = embed;
    embed.sessionShown = (session) => change(sessionShown(session));
  };
}

function tokenShown(change: (shown: Body) => Body): Patch {
  return ({ embed }) => {
    const { tokenShown: original } = embed;
    embed.tokenShown = (token, expiresAt) => change(original(token, expiresAt));
  };
}

/** Refuses some requests for a session. */
function refusingRequest(isRefused: (body: Body) => boolean): Patch {
  return refusing('generateEmbedSession', (call) => isRefused(bodyOf(call)), 'invalid');
}

/** Takes the removed ephemeralTtlSeconds, and lets it say until when a session can be exchanged. */
function withTtl(until: (request: Body, now: number) => number | undefined): Patch {
  return all(taking('generateEmbedSession', 'ephemeralTtlSeconds'), ({ embed }) => {
    const { sessionExpiresAt } = embed;
    embed.sessionExpiresAt = (now, request) => until(request, now) ?? sessionExpiresAt(now, request);
  });
}

const named = ({ branchName }: Body): boolean => typeof branchName === 'string';

function branchOf(call: Call) {
  const { branchName, deploymentId } = bodyOf(call);
  const deployment = call.tenant.deployments.deployments.get(Number(deploymentId));
  return deployment?.branches.get(String(branchName));
}

const isStopped = (call: Call): boolean => named(bodyOf(call)) && branchOf(call)?.running === false;
const isUnknown = (call: Call): boolean => named(bodyOf(call)) && branchOf(call) === undefined;
const isElsewhere = (call: Call): boolean => {
  const scope = recordIn(call)?.scope ?? 'all';
  return scope !== 'all' && !scope.includes(Number(bodyOf(call)['deploymentId']));
};

const isOfTenant = (call: Call): boolean => bodyOf(call)['embedTenantName'] !== undefined;
const withoutBranch = (call: Call, original: SyncHandler) => {
  const { branchName: _, ...body } = bodyOf(call);
  return original({ ...call, body });
};

const everyBranchOpen: Patch = ({ embed }) => {
  embed.isOpen = () => true;
};
const unknownIsMain: Patch = ({ embed }) => {
  const { branchNamed } = embed;
  embed.branchNamed = (deployment, name) => branchNamed(deployment, name) ?? [...deployment.branches.values()][0];
};
const everyScope: Patch = ({ embed }) => {
  embed.isInScope = () => true;
};

const NOTHING_EXCHANGED = 'the check needs an exchange that succeeds';

export const embedFaults = faults({
  // Requesting a session.
  'embed.generate.session-id': [
    {
      name: 'id',
      sentence: 'A new session is answered with its id under the name id.',
      patch: showing(({ sessionId, ...rest }) => ({ id: sessionId, ...rest })),
    },
    {
      name: 'wrapped',
      sentence: 'The sessionId of a new session is an object around the id.',
      patch: showing(({ sessionId, ...rest }) => ({ sessionId: { id: sessionId }, ...rest })),
    },
  ],
  'embed.generate.options-optional': [
    {
      name: 'groups-needed',
      sentence: 'A request for a session without tenantGroups is refused.',
      patch: refusingRequest(({ tenantGroups }) => tenantGroups === undefined),
    },
    {
      name: 'branch-needed',
      sentence: 'A request for a session without a branchName is refused.',
      patch: refusingRequest((body) => !named(body)),
    },
  ],
  'embed.generate.branch-accepted': [
    {
      name: 'not-running',
      sentence: 'Every branch but the main one counts as one that is not running.',
      patch: ({ embed }) => {
        embed.isOpen = () => false;
      },
    },
    {
      name: 'forbidden',
      sentence: 'A request for a session that names a running branch is refused with 403.',
      patch: refusing('generateEmbedSession', (call) => branchOf(call)?.running === true, 403),
    },
  ],
  'embed.generate.branch-not-running': [
    {
      name: 'accepted',
      sentence: 'A session of a branch that is not running is granted.',
      patch: everyBranchOpen,
    },
    {
      name: 'another-status',
      sentence: 'A request for a session of a branch that is not running is refused with 404.',
      patch: refusing('generateEmbedSession', isStopped, 404),
    },
    {
      name: 'refused-with-session',
      sentence:
        'A request for a session of a branch that is not running is refused with 400, and a session is answered.',
      patch: refusedWithSession((_body, call) => isStopped(call), 400, everyBranchOpen),
    },
    {
      name: 'unseen-of-a-tenant',
      sentence: 'Whether the branch runs is not looked at where the session is for an embed tenant.',
      patch: replaceWhere('generateEmbedSession', (call) => isStopped(call) && isOfTenant(call), withoutBranch),
    },
    {
      name: 'unseen-of-oauth',
      sentence: 'Whether the branch runs is not looked at where the request comes with an OAuth access token.',
      patch: replaceWhere('generateEmbedSession', (call) => isStopped(call) && byOAuth(call), withoutBranch),
    },
  ],
  'embed.generate.branch-unknown': [
    {
      name: 'main-instead',
      sentence: 'A session of a branch that there is not is granted, on the main branch.',
      also: [{ id: 'embed.generate.branch-whole-name', because: 'a part of a name is the name of no branch' }],
      patch: unknownIsMain,
    },
    {
      name: 'another-status',
      sentence: 'A request for a session of a branch that there is not is refused with 400.',
      also: [{ id: 'embed.generate.branch-whole-name', because: 'a part of a name is the name of no branch' }],
      patch: refusing('generateEmbedSession', isUnknown, 400),
    },
    {
      name: 'refused-with-session',
      sentence: 'A request for a session of a branch that there is not is refused with 404, and a session is answered.',
      patch: refusedWithSession((_body, call) => isUnknown(call), 404, unknownIsMain),
    },
    {
      name: 'unseen-of-a-tenant',
      sentence: 'Whether there is the branch is not looked at where the session is for an embed tenant.',
      patch: replaceWhere('generateEmbedSession', (call) => isUnknown(call) && isOfTenant(call), withoutBranch),
    },
  ],
  'embed.generate.branch-whole-name': {
    name: 'by-its-beginning',
    sentence: 'A branch is found by the beginning of its name.',
    also: alsoThese('a session names a branch that is gone', 'build.delete-branch.removes'),
    patch: ({ embed }) => {
      embed.branchNamed = ({ branches }, name) =>
        branches.get(name) ?? [...branches.values()].find((branch) => branch.name.startsWith(name));
    },
  },
  'embed.generate.tenant-groups-accepted': [
    {
      name: 'unknown-member',
      sentence: 'A request for a session that has tenantGroups is refused.',
      patch: refusingRequest(({ tenantGroups }) => tenantGroups !== undefined),
    },
    {
      name: 'definitions-needed',
      sentence: 'A request for a session that has tenantGroups without tenantGroupDefinitions is refused.',
      patch: refusingRequest(
        ({ tenantGroups, tenantGroupDefinitions }) =>
          tenantGroups !== undefined && tenantGroupDefinitions === undefined,
      ),
    },
  ],
  'embed.generate.tenant-group-definitions-accepted': {
    name: 'unknown-member',
    sentence: 'A request for a session that has tenantGroupDefinitions is refused.',
    patch: refusingRequest(({ tenantGroupDefinitions }) => tenantGroupDefinitions !== undefined),
  },
  'embed.generate.embed-tenant-profile-accepted': {
    name: 'unknown-member',
    sentence: 'A request for a session that has an embedTenantProfile is refused.',
    patch: refusingRequest(({ embedTenantProfile }) => embedTenantProfile !== undefined),
  },
  'embed.generate.ephemeral-ttl-without-effect': [
    {
      name: 'honoured',
      sentence: 'A session that was requested with ephemeralTtlSeconds expires after that many seconds.',
      patch: withTtl(({ ephemeralTtlSeconds: seconds }, now) =>
        typeof seconds === 'number' ? now + seconds * 1_000 : undefined,
      ),
    },
    {
      name: 'never-redeemable',
      sentence: 'A session that was requested with ephemeralTtlSeconds is granted and cannot be exchanged.',
      patch: withTtl((request, now) => ('ephemeralTtlSeconds' in request ? now - 1 : undefined)),
    },
  ],
  'embed.generate.ephemeral-ttl-undocumented': [
    {
      name: 'listed',
      sentence: 'The document still lists ephemeralTtlSeconds in the request for a session.',
      patch: inRequest('generateEmbedSession', '', (input) => {
        partOf(input, 'properties')['ephemeralTtlSeconds'] = { type: 'integer', minimum: 1 };
      }),
    },
    {
      name: 'listed-as-deprecated',
      sentence: 'The document lists ephemeralTtlSeconds as deprecated, in a part that the request is composed of.',
      patch: inRequest('generateEmbedSession', '', (input, document) => {
        partOf(document, 'components', 'schemas')['SessionLifetime'] = {
          type: 'object',
          properties: { ephemeralTtlSeconds: { type: 'integer', deprecated: true } },
        };
        input['allOf'] = [{ $ref: '#/components/schemas/SessionLifetime' }];
      }),
    },
  ],
  'embed.generate.scoped-key-elsewhere': [
    {
      name: 'scope-ignored',
      sentence: 'A session of a deployment outside the scope of the key is granted.',
      patch: everyScope,
    },
    {
      name: 'another-status',
      sentence: 'A request for a session of a deployment outside the scope of the key is refused with 404.',
      patch: refusing('generateEmbedSession', isElsewhere, 404),
    },
    {
      name: 'refused-with-session',
      sentence: 'A request outside the scope of the key is refused with 403, and a session is answered.',
      patch: refusedWithSession((_body, call) => isElsewhere(call), 403, everyScope),
    },
  ],

  // Exchanging a session for a token.
  'embed.exchange.fresh-session': {
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
  ],
  'embed.exchange.revoked-refused': [
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
  ],
  'embed.exchange.expired-refused': [
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
  ],

  // The token.
  'embed.token.lifetime': [
    {
      name: 'a-minute-more',
      sentence: 'The token of an embed session is taken for a minute after its 24 hours.',
      also: [...expiredOnComments(), { id: 'embed.token.stated-end', because: 'what is said of the end is true' }],
      patch: ({ embed }) => {
        embed.tokenLifetime = LIFETIMES.embedToken + MINUTE;
      },
    },
    {
      name: 'a-week',
      sentence: 'The token of an embed session holds for a week.',
      also: [...expiredOnComments(), { id: 'embed.token.stated-end', because: 'what is said of the end is true' }],
      patch: ({ embed }) => {
        embed.tokenLifetime = 7 * DAY;
      },
    },
  ],
});

function expiredOnComments() {
  return alsoThese(
    'an embed token is taken after its time',
    'embed.listDashboardComments.expired-credential',
    'embed.createDashboardComment.expired-credential',
    'embed.updateDashboardComment.expired-credential',
    'embed.deleteDashboardComment.expired-credential',
    'embed.resolveDashboardComment.expired-credential',
    'embed.listMentionableUsers.expired-credential',
  );
}
