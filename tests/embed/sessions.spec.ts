import { declaredIn, documentOf, membersWithin } from '../../harness/check/document.ts';
import { unlessReserved } from '../../harness/check/guesses.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { sessionRequest, tenantSessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { exchange, expectNoSession, newSession } from './sessions.ts';

function generate(who: Actor, body: object) {
  return who.raw('generateEmbedSession', { body });
}

test(...verifies('embed.generate.options-optional'), async ({ check, admin }) => {
  expect(await generate(admin, sessionRequest(check))).toSucceed();
  if (check.optional('EMBED_TENANT') === undefined) return;
  expect(await generate(admin, tenantSessionRequest(check)), 'with an embed tenant').toSucceed();
});

test(...verifies('embed.generate.branch-accepted'), async ({ check, admin }) => {
  granted(await generate(admin, sessionRequest(check)), 'a request without a branch');
  const branchName = check.provided('RUNNING_BRANCH');
  // What keeps a branch from being taken is printed, so no other reason is: a 403 is not one of them.
  expect(await generate(admin, sessionRequest(check, { branchName }))).toSucceed();
});

const BRANCHES = {
  'embed.generate.branch-not-running': [400, (check: Check) => check.provided('STOPPED_BRANCH')],
  'embed.generate.branch-unknown': [404, () => fresh('branch')],
} as const;

for (const [id, [status, branch]] of Object.entries(BRANCHES)) {
  test(...verifies(id as keyof typeof BRANCHES), async ({ check, admin }) => {
    const [tenant, oauth] = [check.optional('EMBED_TENANT'), check.optional('OAUTH_TOKEN')];
    const requests: readonly (readonly [Actor, object])[] = [
      [admin, sessionRequest(check)],
      ...(tenant === undefined ? [] : [[admin, tenantSessionRequest(check)] as const]),
      ...(oauth === undefined ? [] : [[check.as('OAUTH_TOKEN', 'oauthAdmin'), sessionRequest(check)] as const]),
    ];
    for (const [who, request] of requests) {
      const without = await generate(who, request);
      // Whether credentials other than an administrator's API key may generate sessions is open.
      if (who !== admin && !isSuccess(without)) continue;
      granted(without, 'the same request without the branch');
      await expectNoSession(admin, await generate(who, { ...request, branchName: branch(check) }), status);
    }
  });
}

test(...verifies('embed.generate.branch-whole-name'), async ({ check, admin }) => {
  const branchName = check.provided('RUNNING_BRANCH');
  granted(await generate(admin, sessionRequest(check, { branchName })), 'a request with the full name');
  // A prefix of the name may be the name of another branch, but not every prefix is.
  const statuses: number[] = [];
  for (let length = branchName.length - 1; length > 0 && !statuses.includes(404); length -= 1) {
    const answer = await generate(admin, sessionRequest(check, { branchName: branchName.slice(0, length) }));
    statuses.push(answer.status);
  }
  if (statuses.length === 0) untested('the name of RUNNING_BRANCH has only one character');
  expect(statuses, 'statuses for prefixes of the name').toContain(404);
});

const OPTIONS = {
  'embed.generate.tenant-groups-accepted': 'tenantGroups',
  'embed.generate.tenant-group-definitions-accepted': 'tenantGroupDefinitions',
  'embed.generate.embed-tenant-profile-accepted': 'embedTenantProfile',
} as const;

for (const [id, member] of Object.entries(OPTIONS)) {
  test(...verifies(id as keyof typeof OPTIONS), async ({ check, admin }) => {
    const values = check.tenant.wire.value('embed.session-options') as Readonly<Record<string, unknown>>;
    if (values[member] === undefined) throw setupFailed(`embed.session-options in BINDINGS has no ${member}`);
    granted(await generate(admin, tenantSessionRequest(check)), `a request without ${member}`);
    const answer = await generate(admin, tenantSessionRequest(check, { [member]: values[member] }));
    expect(await unlessReserved(answer, member, () => generate(admin, tenantSessionRequest(check)))).toSucceed();
  });
}

test(...verifies('embed.generate.ephemeral-ttl-without-effect'), async ({ check, admin, clock }) => {
  const without = await newSession(check, admin);
  const answer = await generate(admin, sessionRequest(check, { ephemeralTtlSeconds: 1 }));
  // A tenant may refuse a removed member.
  if (!isSuccess(answer)) return;
  const { sessionId } = answer.body as { readonly sessionId: string | number };
  await clock.pass('3s');
  granted(await exchange(admin, without), 'the exchange of a session that was requested without ephemeralTtlSeconds');
  expect(await exchange(admin, sessionId)).toSucceed();
});

test(...verifies('embed.generate.ephemeral-ttl-undocumented'), async ({ check, admin }) => {
  const document = await documentOf(admin);
  const declared = declaredIn(check, document, 'generateEmbedSession');
  const request = document.schemaOf(declared, 'request');
  const members = request ? [...membersWithin(document, request)] : [];
  expect(members).not.toContain('ephemeralTtlSeconds');
});

test(...verifies('embed.generate.scoped-key-elsewhere'), async ({ check, admin, scoped }) => {
  const body = sessionRequest(check, { deploymentId: check.provided('OTHER_DEPLOYMENT_ID') });
  granted(await generate(admin, body), 'the same request with an unscoped key');
  await expectNoSession(admin, await generate(scoped, body), 403);
  granted(await generate(scoped, sessionRequest(check)), 'the same request within the scope of the key');
});
