import type { RequirementId } from '../../../contracts/requirements/index.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Branch, Deployment } from '../../../mock/world/deployments.ts';
import { byOAuth, recordIn } from '../../lib/access.ts';
import { inRequest } from '../../lib/document-changes.ts';
import { partOf } from '../../lib/document.ts';
import { earlierOf, refusingWhen } from '../../lib/embed-sessions.ts';
import { refusedWithSession, replaceWhere, sessionsOf } from '../../lib/embed.ts';
import { alsoThese, faults, type Deviation } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { both, changedIf, isPresent, sends, type When } from '../../lib/conditions.ts';
import {
  all,
  byTimes,
  during,
  refusing,
  replace,
  replaceSync,
  taking,
  withBody,
  without,
  type SyncHandler,
} from '../../lib/patches.ts';
import { sessionBranchInAnyCase } from '../../lib/letter-cases.ts';

/** Changes how a session is shown in the response to its creation. */
function showing(change: (session: Body) => Body): Patch {
  return ({ embed }) => {
    const { sessionShown } = embed;
    embed.sessionShown = (session) => change(sessionShown(session));
  };
}

const forKnownUser: When = (call) => earlierOf(call).length > 0;
const forTenant: When = (call) => bodyOf(call)['embedTenantName'] !== undefined;
const forBranch: When = (call) => bodyOf(call)['branchName'] !== undefined;

/** Refuses some requests for a session. */
function refusingRequest(isRefused: (body: Body) => boolean): Patch {
  return refusing('generateEmbedSession', (call) => isRefused(bodyOf(call)), 'invalid');
}

const named = ({ branchName }: Body): boolean => typeof branchName === 'string';
const branchIn = (call: Call): string => String(bodyOf(call)['branchName']);

function branchOf(call: Call): Branch | undefined {
  return call.tenant.deployments.deployments.get(Number(bodyOf(call)['deploymentId']))?.branches.get(branchIn(call));
}

const everyBranchOpen: Patch = ({ embed }) => {
  embed.isOpen = () => true;
};

const isStopped = (call: Call): boolean => named(bodyOf(call)) && branchOf(call)?.running === false;

const withoutBranch = (call: Call, original: SyncHandler) => {
  const { branchName: _, ...body } = bodyOf(call);
  return original({ ...call, body });
};

/** Some requests for a branch are taken as if it ran or were there, from a later time on. */
function grantedLater(isMeant: When): Patch {
  return byTimes(
    'generateEmbedSession',
    (call) => (isMeant(call) ? branchIn(call) : undefined),
    (times, call, original) => {
      if (!isMeant(call) || times < 2) return original(call);
      const { branchName: _, ...body } = bodyOf(call);
      return original({ ...call, body });
    },
  );
}

const stopped: When = (call) => forBranch(call) && branchOf(call)?.running === false;

/** The branch of a request does not matter. */
function branchless(when: When): Patch {
  return replaceWhere('generateEmbedSession', when, (call, original) => {
    const { branchName: _, ...body } = bodyOf(call);
    return original({ ...call, body });
  });
}

const unknownIsMain: Patch = ({ embed }) => {
  const { branchNamed } = embed;
  embed.branchNamed = (deployment, name) => branchNamed(deployment, name) ?? [...deployment.branches.values()][0];
};

const isUnknown = (call: Call): boolean => named(bodyOf(call)) && branchOf(call) === undefined;
const unknownBranch: When = (call) => forBranch(call) && branchOf(call) === undefined;

/** Finds a branch by more than its name. */
function foundBy(isFound: (branch: Branch, name: string) => boolean): Patch {
  return ({ embed }) => {
    const { branchNamed } = embed;
    embed.branchNamed = (deployment: Deployment, name) =>
      branchNamed(deployment, name) ?? [...deployment.branches.values()].find((branch) => isFound(branch, name));
  };
}

function refusedTogether(one: string, other: string, sentence: string, ...also: readonly RequirementId[]): Deviation {
  return {
    name: 'refused-together',
    ...(also.length > 0 && { also: alsoThese('the other one is refused beside it as well', ...also) }),
    sentence,
    patch: refusing('generateEmbedSession', both(sends(one, isPresent), sends(other, isPresent)), 'invalid'),
  };
}

const refusedToOAuth = (member: string, sentence: string): Deviation => ({
  name: 'refused-to-oauth',
  sentence,
  seenWith: 'OAUTH_TOKEN',
  patch: refusing('generateEmbedSession', both(byOAuth, sends(member, isPresent)), 'invalid'),
});

/** Takes the removed ephemeralTtlSeconds, and lets it say until when a session can be exchanged. */
function withTtl(until: (request: Body, now: number) => number | undefined): Patch {
  return all(taking('generateEmbedSession', 'ephemeralTtlSeconds'), ({ embed }) => {
    const { sessionExpiresAt } = embed;
    embed.sessionExpiresAt = (now, request) => until(request, now) ?? sessionExpiresAt(now, request);
  });
}

const everyScope: Patch = ({ embed }) => {
  embed.isInScope = () => true;
};

const elsewhere: When = (call) => {
  const scope = recordIn(call)?.scope ?? 'all';
  return scope !== 'all' && !scope.includes(Number(bodyOf(call)['deploymentId']));
};

/** Does not look at the scope of a key for some requests. */
function unscoped(when: When): Patch {
  return replaceWhere('generateEmbedSession', when, (call, original) =>
    original({ ...call, principal: { ...call.principal, scope: 'all' } }),
  );
}

/** Faults of requesting embed sessions. */
export const generateFaults = faults({
  'embed.generate.session-id': [
    {
      name: 'none-after-a-refusal',
      sentence: 'The request for an embed session that follows a refused one is answered without a sessionId.',
      patch: given(
        'generateEmbedSession',
        (_call, { wasRefused }) => wasRefused,
        replace('generateEmbedSession', async (call, original) =>
          withBody(await original(call), ({ sessionId: _, ...rest }) => rest),
        ),
        { of: () => 'all' },
      ),
    },
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
    {
      name: 'null-for-a-known-user',
      sentence: 'The sessionId is null where the user has a session already.',
      patch: replaceSync('generateEmbedSession', (call, original) => {
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
      patch: changedIf('generateEmbedSession', forTenant, ({ sessionId, ...rest }) => ({ ...rest, id: sessionId })),
    },
    {
      name: 'wrapped-for-oauth',
      sentence: 'The sessionId is an object around the id where an OAuth access token asks for the session.',
      seenWith: 'OAUTH_TOKEN',
      patch: changedIf('generateEmbedSession', byOAuth, ({ sessionId, ...rest }) => ({
        ...rest,
        sessionId: { id: sessionId },
      })),
    },
    {
      name: 'absent-of-a-branch',
      sentence: 'A session of a branch is answered without its sessionId.',
      patch: changedIf('generateEmbedSession', forBranch, without('sessionId')),
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
        'generateEmbedSession',
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
      patch: refusingWhen('generateEmbedSession', (call) => forKnownUser(call) && !forBranch(call), 'invalid'),
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
        'generateEmbedSession',
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
        'generateEmbedSession',
        (call) => !forBranch(call) && sessionsOf(call).some(({ branchName }) => branchName !== undefined),
        'invalid',
      ),
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
      name: 'by-the-last-part',
      sentence: 'A branch whose name has a slash is looked for by what stands behind it.',
      patch: ({ embed }) => {
        const { branchNamed } = embed;
        embed.branchNamed = (deployment, name) => branchNamed(deployment, name.split('/').at(-1) ?? '');
      },
    },
    {
      name: 'forbidden',
      sentence: 'A request for a session that names a running branch is refused with 403.',
      patch: refusing('generateEmbedSession', (call) => branchOf(call)?.running === true, 403),
    },
    {
      name: 'once',
      sentence: 'A running branch is taken for one session, and refused for the next one.',
      also: alsoThese(
        'the session that the other requirement is about names such a branch, too',
        'build.delete-branch.only-named',
      ),
      patch: refusingWhen(
        'generateEmbedSession',
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
      patch: refusingWhen('generateEmbedSession', (call) => forBranch(call) && forTenant(call), 'forbidden'),
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
        'generateEmbedSession',
        (call) => forBranch(call) && earlierOf(call).some(({ branchName }) => branchName === undefined),
        409,
      ),
    },
  ],
  'embed.generate.branch-not-running': [
    {
      name: 'beside-a-profile',
      sentence: 'A stopped branch is accepted in a request that tells the profile of an embed tenant as well.',
      patch: during(
        'generateEmbedSession',
        'embed',
        () => ({ isOpen: () => true }),
        (call) => bodyOf(call)['embedTenantProfile'] !== undefined,
      ),
    },
    {
      name: 'with-groups',
      sentence: 'A request with tenantGroups opens a session on a stopped branch.',
      patch: during('generateEmbedSession', 'embed', () => ({ isOpen: () => true }), sends('tenantGroups', isPresent)),
    },
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
      patch: replaceWhere('generateEmbedSession', (call) => isStopped(call) && forTenant(call), withoutBranch),
    },
    {
      name: 'unseen-of-oauth',
      sentence: 'Whether the branch runs is not looked at where the request comes with an OAuth access token.',
      patch: replaceWhere('generateEmbedSession', (call) => isStopped(call) && byOAuth(call), withoutBranch),
    },
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
      patch: refusingWhen('generateEmbedSession', (call) => stopped(call) && forTenant(call), 404),
    },
  ],
  'embed.generate.branch-unknown': [
    {
      name: 'in-any-letter-case',
      sentence: 'A branch of a session is found in any letter case.',
      patch: sessionBranchInAnyCase,
    },
    {
      name: 'beside-tenant-groups',
      sentence: 'A branch that is none is accepted in a request that names groups of an embed tenant as well.',
      patch: during(
        'generateEmbedSession',
        'embed',
        ({ branchNamed }) => ({
          branchNamed: (deployment, name) =>
            branchNamed(deployment, name) ?? { name, parent: 'main', running: true, compiles: true, staging: false },
        }),
        (call) => bodyOf(call)['tenantGroups'] !== undefined,
      ),
    },
    {
      name: 'of-another-deployment',
      also: alsoThese(
        'another deployment may have a branch of the name of a deleted one',
        'build.delete-branch.removes',
      ),
      sentence: 'A branch that another deployment has is taken for one of this one.',
      patch: during('generateEmbedSession', 'embed', ({ branchNamed }, { tenant }) => ({
        branchNamed: (deployment, name) =>
          branchNamed(deployment, name) ??
          tenant.deployments.deployments.all().flatMap((one) => branchNamed(one, name) ?? [])[0],
      })),
    },
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
      patch: replaceWhere('generateEmbedSession', (call) => isUnknown(call) && forTenant(call), withoutBranch),
    },
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
      patch: refusingWhen('generateEmbedSession', (call) => unknownBranch(call) && forKnownUser(call), 400),
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
    refusedTogether(
      'tenantGroups',
      'embedTenantProfile',
      'A request for a session that has tenantGroups is refused beside an embedTenantProfile.',
      'embed.generate.embed-tenant-profile-accepted',
    ),
    refusedToOAuth('tenantGroups', 'A request for a session that has tenantGroups is refused to an OAuth token.'),
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
  'embed.generate.tenant-group-definitions-accepted': [
    refusedTogether(
      'tenantGroupDefinitions',
      'tenantGroups',
      'A request for a session that has tenantGroupDefinitions is refused beside tenantGroups.',
      'embed.generate.tenant-groups-accepted',
    ),
    refusedToOAuth(
      'tenantGroupDefinitions',
      'A request for a session that has tenantGroupDefinitions is refused to an OAuth token.',
    ),
    {
      name: 'unknown-member',
      sentence: 'A request for a session that has tenantGroupDefinitions is refused.',
      patch: refusingRequest(({ tenantGroupDefinitions }) => tenantGroupDefinitions !== undefined),
    },
  ],
  'embed.generate.embed-tenant-profile-accepted': [
    refusedTogether(
      'embedTenantProfile',
      'branchName',
      'A request for a session that has an embedTenantProfile is refused beside a branchName.',
    ),
    refusedToOAuth(
      'embedTenantProfile',
      'A request for a session that has an embedTenantProfile is refused to an OAuth token.',
    ),
    {
      name: 'unknown-member',
      sentence: 'A request for a session that has an embedTenantProfile is refused.',
      patch: refusingRequest(({ embedTenantProfile }) => embedTenantProfile !== undefined),
    },
  ],
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
      patch: refusing('generateEmbedSession', elsewhere, 404),
    },
    {
      name: 'refused-with-session',
      sentence: 'A request outside the scope of the key is refused with 403, and a session is answered.',
      patch: refusedWithSession((_body, call) => elsewhere(call), 403, everyScope),
    },
    {
      name: 'granted-of-a-tenant',
      sentence: 'The scope of a key is not looked at where the session is of an embed tenant.',
      patch: unscoped((call) => elsewhere(call) && forTenant(call)),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'A key is refused a deployment outside its scope once, and given a session after that.',
      patch: byTimes(
        'generateEmbedSession',
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
});
