import { declaredIn, documentOf, membersWithin } from '../../harness/check/document.ts';
import { unlessReserved } from '../../harness/check/guesses.ts';
import { caseIf, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { lengthOf } from '../../harness/http/secrets.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { sessionRequest, tenantSessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { exchange, expectNoSession, ifSet, newSession } from './sessions.ts';

function generate(who: Actor, body: object) {
  return who.raw('generateEmbedSession', { body });
}

/** A request of a user that the check names, so that several can be of the same one. */
function requestOf(check: Check, externalId: string, more: object = {}) {
  return sessionRequest(check, { externalId, ...more });
}

test(...verifies('embed.generate.session-id'), async ({ check, admin }) => {
  const user = fresh('user');
  const cases = {
    'a first session': [admin, requestOf(check, user)],
    'another session of the same user': [admin, requestOf(check, user)],
    'a session of an embed tenant': ifSet(check, 'EMBED_TENANT', () => [admin, tenantSessionRequest(check)] as const),
    'a session of a running branch': ifSet(
      check,
      'RUNNING_BRANCH',
      (branchName) => [admin, sessionRequest(check, { branchName })] as const,
    ),
    // Whether credentials other than an administrator's API key may generate sessions is open.
    'with an OAuth token': await ofWhoMay(check.asOptional('OAUTH_TOKEN', 'oauthAdmin'), sessionRequest(check)),
  } as const;
  await inEach(check, cases, async ([who, request]) => {
    const { body } = granted(await generate(who, request), 'an embed session');
    const { sessionId } = body as { readonly sessionId?: unknown };
    expect(typeof sessionId === 'number' || (lengthOf(sessionId) ?? 0) > 0, 'whether there is a sessionId').toBe(true);
  });
  await inEach(check, { 'after a refused request': admin }, async (who) => {
    await generate(who, sessionRequest(check, { branchName: fresh('branch') }));
    const { body } = granted(await generate(who, requestOf(check, user)), 'an embed session');
    expect(Object.keys(body as object), 'members of the answer').toContain('sessionId');
  });
});

/** A caller with a request, where the caller may make it at all. */
async function ofWhoMay(who: Actor | undefined, request: object) {
  const may = who && isSuccess(await generate(who, request));
  return may ? ([who, request] as const) : undefined;
}

/** A request for a session, and what goes before it. */
interface Generation {
  readonly before: () => Promise<unknown>;
  readonly request: object;
}

const nothing = () => Promise.resolve();

test(...verifies('embed.generate.options-optional'), async ({ check, admin }) => {
  const user = fresh('user');
  const ofBranch = ifSet(check, 'RUNNING_BRANCH', (branchName) => sessionRequest(check, { branchName }));
  const ofTenant = () =>
    ifSet(check, 'EMBED_TENANT', () => ({ before: nothing, request: tenantSessionRequest(check) }));
  const cases = {
    'without an embed tenant': { before: nothing, request: requestOf(check, user) },
    'another session of the same user': { before: nothing, request: requestOf(check, user) },
    'after a session of a branch': ofBranch && {
      before: async () => granted(await generate(admin, ofBranch), 'a session of a branch'),
      request: sessionRequest(check),
    },
    'of an embed tenant': ofTenant(),
    'of the same embed tenant again': ofTenant(),
  };
  await inEach<Generation>(check, cases, async ({ before, request }) => {
    await before();
    expect(await generate(admin, request)).toSucceed();
  });
});

test(...verifies('embed.generate.branch-accepted'), async ({ check, admin }) => {
  const [user, other] = [fresh('user'), fresh('user')];
  granted(await generate(admin, requestOf(check, other)), 'a request without a branch');
  const branchName = check.provided('RUNNING_BRANCH');
  // What keeps a branch from being taken is printed, so no other reason is: a 403 is not one of them.
  const cases = {
    'a first session': requestOf(check, user, { branchName }),
    'another session of the same user': requestOf(check, user, { branchName }),
    'a user with a session of no branch': requestOf(check, other, { branchName }),
    'of an embed tenant': ifSet(check, 'EMBED_TENANT', () => tenantSessionRequest(check, { branchName })),
  };
  await inEach(check, cases, async (request) => {
    expect(await generate(admin, request)).toSucceed();
  });
  await inEach(check, { 'another branch, if it is running': check.optional('BRANCH') }, async (another) => {
    const answer = await generate(admin, sessionRequest(check, { branchName: another }));
    leaveOutIf(answer.status === 400);
    expect(answer).toSucceed();
  });
});

/** What a request may tell of its embed tenant. */
function optionsOf(check: Check): object {
  return check.tenant.wire.value('embed.session-options') as object;
}

/** The requests for sessions of a branch that none can have, and the same requests without a branch. */
async function refusedBranches(check: Check, admin: Actor, branchName: string) {
  const user = fresh('user');
  const oauth = await ofWhoMay(check.asOptional('OAUTH_TOKEN', 'oauthAdmin'), sessionRequest(check));
  granted(await generate(admin, requestOf(check, user)), 'the same request without the branch');
  const withGroups = ifSet(
    check,
    'EMBED_TENANT',
    () => [admin, tenantSessionRequest(check, optionsOf(check))] as const,
  );
  const takesGroups = withGroups !== undefined && isSuccess(await generate(...withGroups));
  return {
    'without an embed tenant': [admin, sessionRequest(check, { branchName })],
    'of an embed tenant': ifSet(
      check,
      'EMBED_TENANT',
      () => [admin, tenantSessionRequest(check, { branchName })] as const,
    ),
    'with groups of the embed tenant': takesGroups ? ([admin, { ...withGroups[1], branchName }] as const) : undefined,
    'a user with a session': [admin, requestOf(check, user, { branchName })],
    'asked for again': [admin, sessionRequest(check, { branchName })],
    'with an OAuth token': oauth && ([oauth[0], { ...oauth[1], branchName }] as const),
  } as const;
}

test(...verifies('embed.generate.branch-not-running'), async ({ check, admin }) => {
  const cases = await refusedBranches(check, admin, check.provided('STOPPED_BRANCH'));
  await inEach(check, cases, async ([who, request]) =>
    expectNoSession(check, admin, await generate(who, request), 400),
  );
});

test(...verifies('embed.generate.branch-unknown'), async ({ check, admin }) => {
  const of = (branchName: string) => [admin, sessionRequest(check, { branchName })] as const;
  const cases = {
    ...(await refusedBranches(check, admin, fresh('branch'))),
    'letters of any alphabet': of(`${fresh('branch')}-äñ日本`),
    'a running branch with more behind it': ifSet(check, 'RUNNING_BRANCH', (name) => of(`${name}-${fresh('branch')}`)),
    'a running branch with more before it': ifSet(check, 'RUNNING_BRANCH', (name) => of(`${fresh('branch')}-${name}`)),
    // A branch is called as git calls it.
    'a running branch in other letters': ifSet(check, 'RUNNING_BRANCH', (name) =>
      caseIf(inOtherCase(name) !== name, () => of(inOtherCase(name))),
    ),
    'a branch of another deployment': await elsewhere(check, admin, of),
  } as const;
  await inEach(check, cases, async ([who, request]) =>
    expectNoSession(check, admin, await generate(who, request), 404),
  );
});

/** A name of which each letter is in its other case. */
const inOtherCase = (name: string): string =>
  name.replace(/[a-z]/gi, (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()));

/** A request for a branch that another deployment has and this one has not, by what entering it in dev mode says. */
async function elsewhere<Case>(check: Check, admin: Actor, of: (branchName: string) => Case) {
  const branchName = check.optional('OTHER_BRANCH');
  if (branchName === undefined || !check.mayChangeCaller) return undefined;
  return isSuccess(await admin.preparing.ask('enterDevMode', { branchName })) ? undefined : of(branchName);
}

test(...verifies('embed.generate.branch-whole-name'), async ({ check, admin }) => {
  const branchName = check.provided('RUNNING_BRANCH');
  granted(await generate(admin, sessionRequest(check, { branchName })), 'a request with the full name');
  // A prefix of the name may be the name of another branch, but not every prefix is.
  expect(await statusesOfPrefixes(check, admin, branchName), 'statuses for prefixes of the name').toContain(404);
});

/** The statuses for the prefixes of the name of a branch, from the longest one to the first of an unknown branch. */
async function statusesOfPrefixes(check: Check, admin: Actor, branchName: string): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let length = branchName.length - 1; length > 0 && !statuses.includes(404); length -= 1) {
    const answer = await generate(admin, sessionRequest(check, { branchName: branchName.slice(0, length) }));
    statuses.push(answer.status);
  }
  return statuses.length > 0 ? statuses : untested('the name of RUNNING_BRANCH has only one character');
}

const OPTIONS = {
  'embed.generate.tenant-groups-accepted': 'tenantGroups',
  'embed.generate.tenant-group-definitions-accepted': 'tenantGroupDefinitions',
  'embed.generate.embed-tenant-profile-accepted': 'embedTenantProfile',
} as const;

function statedOption(check: Check, member: string): unknown {
  const values = check.tenant.wire.value('embed.session-options') as Readonly<Record<string, unknown>>;
  if (values[member] === undefined) throw setupFailed(`embed.session-options in BINDINGS has no ${member}`);
  return values[member];
}

/** Expects members to be accepted where a request carries all other options; it is left out where those are refused alone. */
async function expectAcceptedBeside(check: Check, admin: Actor, own: readonly string[]): Promise<void> {
  const branchName = check.optional('RUNNING_BRANCH');
  const all: Readonly<Record<string, unknown>> = {
    ...optionsOf(check),
    ...(branchName !== undefined && { branchName }),
  };
  const others = Object.fromEntries(Object.entries(all).filter(([name]) => !own.includes(name)));
  const answer = await generate(admin, tenantSessionRequest(check, all));
  leaveOutUnless(isSuccess(answer) || isSuccess(await generate(admin, tenantSessionRequest(check, others))));
  expect(answer).toSucceed();
}

for (const [id, member] of Object.entries(OPTIONS)) {
  test(...verifies(id as keyof typeof OPTIONS), async ({ check, admin }) => {
    const value = statedOption(check, member);
    granted(await generate(admin, tenantSessionRequest(check)), `a request without ${member}`);
    const answer = await generate(admin, tenantSessionRequest(check, { [member]: value }));
    expect(await unlessReserved(answer, member, () => generate(admin, tenantSessionRequest(check)))).toSucceed();
    await inEach(check, { 'beside the other options': [member] }, (own) => expectAcceptedBeside(check, admin, own));
    const oauth = check.asOptional('OAUTH_TOKEN', 'oauthAdmin');
    await inEach(check, { 'with an OAuth token': oauth }, async (by) => {
      const sent = await generate(by, tenantSessionRequest(check, { [member]: value }));
      // Whether credentials other than an administrator's API key may generate sessions is open.
      leaveOutUnless(isSuccess(sent) || isSuccess(await generate(by, tenantSessionRequest(check))));
      expect(sent).toSucceed();
    });
  });
}

test(...verifies('embed.generate.ephemeral-ttl-without-effect'), async ({ check, admin, clock }) => {
  const without = await newSession(check, admin);
  const answer = await generate(admin, sessionRequest(check, { ephemeralTtlSeconds: 1 }));
  // A tenant may refuse a removed member.
  if (!isSuccess(answer)) {
    expect(answer).toBeRefused();
    return;
  }
  const { sessionId } = answer.body as { readonly sessionId: string | number };
  await clock.pass('3s');
  granted(await exchange(admin, without), 'the exchange of a session that was requested without ephemeralTtlSeconds');
  expect(await exchange(admin, sessionId)).toSucceed();
});

test(...verifies('embed.generate.ephemeral-ttl-undocumented'), async ({ check, admin }) => {
  const document = await documentOf(admin);
  const declared = declaredIn(check, document, 'generateEmbedSession');
  const request = document.schemaOf(declared, 'request');
  const members = request && [...membersWithin(document, request)];
  expect(members ?? []).not.toContain('ephemeralTtlSeconds');
});

test(...verifies('embed.generate.scoped-key-elsewhere'), async ({ check, admin, scoped }) => {
  const user = fresh('user');
  const elsewhere = { deploymentId: check.provided('OTHER_DEPLOYMENT_ID') };
  granted(await generate(admin, requestOf(check, user, elsewhere)), 'the same request with an unscoped key');
  const cases = {
    'a first session': sessionRequest(check, elsewhere),
    'asked for again': sessionRequest(check, elsewhere),
    'a user with a session': requestOf(check, user, elsewhere),
    'of an embed tenant': ifSet(check, 'EMBED_TENANT', () => tenantSessionRequest(check, elsewhere)),
  };
  await inEach(check, cases, async (request) => expectNoSession(check, admin, await generate(scoped, request), 403));
  requireWithinScope(await generate(scoped, sessionRequest(check)));
});

/** Who may generate sessions is open, and so is what a scoped key may do that names no deployment in its address. */
function requireWithinScope(within: Answer): void {
  if (within.status === 403) untested('a scoped key may generate no sessions within its scope either');
  granted(within, 'the same request within the scope of the key');
}
