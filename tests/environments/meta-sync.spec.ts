import { inEach } from '../../harness/check/in-each.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { policy, newRole } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { dataIn, isStringList, signedScopes } from './token.ts';

const META = 'meta';
const PRIVATE = 'meta-private';
const UNKNOWN = 'conformance';

function requestToken(check: Check, actor: Actor, scopes?: readonly string[]): Promise<Answer> {
  const path = { environmentId: check.provided('ENVIRONMENT_ID') };
  return actor.raw('createMetaSyncToken', { path, body: scopes ? { scopes } : {} });
}

/** The scopes of a meta-sync token, in the response and in the token itself; either may be missing. */
function signedIn(check: Check, answer: Answer): readonly (readonly string[])[] {
  const data = dataIn(answer);
  const views = [data.scopes, signedScopes(check, data)].filter(isStringList);
  if (views.length === 0) untested(unstated('environments.meta-sync-signed', 'the signed scopes are not shown'));
  return views;
}

function expectSigned(check: Check, answer: Answer, scope: string): void {
  for (const scopes of signedIn(check, granted(answer, 'a meta-sync token'))) expect(scopes).toContain(scope);
}

/** Expects a success as well, because a refusal violates the same requirement. */
function expectGranted(check: Check, answer: Answer, scope: string): void {
  expect(answer).toSucceed();
  expectSigned(check, answer, scope);
}

function expectUnsigned(check: Check, answer: Answer, scope: string): void {
  for (const scopes of signedIn(check, granted(answer, 'a meta-sync token'))) expect(scopes).not.toContain(scope);
}

function expectSignedIfTaken(check: Check, answer: Answer, scope: string): void {
  if (isSuccess(answer)) expectSigned(check, answer, scope);
}

function expectUnsignedIfTaken(check: Check, answer: Answer, scope: string): void {
  if (isSuccess(answer)) expectUnsigned(check, answer, scope);
}

/** A scope that the tenant signs in other tokens. */
function otherScope(check: Check): string {
  const known = (check.tenant.wire.value('environments.known-scopes') ?? []) as readonly string[];
  return known.find((scope) => scope !== META && scope !== PRIVATE) ?? 'data';
}

/** Those who may ask for a meta-sync token: administrators, and a plain user who holds SchemaRead. */
function callersOf(check: Check, admin: Actor) {
  return {
    'by an administrator': admin,
    'by an administrator with an OAuth token': check.asOptional('OAUTH_TOKEN'),
    'by a holder of SchemaRead': check.asOptional('SCHEMA_READER_TOKEN'),
  };
}

test(...verifies('environments.meta-sync.meta-unasked'), async ({ check, admin }) => {
  await inEach(check, { ...callersOf(check, admin), 'a second time': admin }, async (actor) => {
    expectGranted(check, await requestToken(check, actor, []), META);
  });
  await inEach(check, { 'without a list': admin }, async (actor) => {
    // Whether the list may be omitted is open.
    expectSignedIfTaken(check, await requestToken(check, actor), META);
  });
});

test(...verifies('environments.meta-sync.meta-beside-private'), async ({ check, admin }) => {
  await inEach(check, callersOf(check, admin), async (actor) => {
    expectGranted(check, await requestToken(check, actor, [PRIVATE]), META);
  });
});

test(...verifies('environments.meta-sync.meta-beside-others'), async ({ check, admin }) => {
  const other = otherScope(check);
  const cases = { alone: [other], 'beside meta-private': [other, PRIVATE], 'beside both': [META, other, PRIVATE] };
  await inEach(check, cases, async (scopes) => {
    expectSigned(check, await requestToken(check, admin, scopes), META);
  });
});

test(...verifies('environments.meta-sync.private-held'), async ({ check }) => {
  const reader = check.as('SCHEMA_READER_TOKEN', 'holder of SchemaRead');
  await inEach(check, { 'asked for alone': [PRIVATE], 'asked for beside meta': [META, PRIVATE] }, async (scopes) => {
    expectGranted(check, await requestToken(check, reader, scopes), PRIVATE);
  });
});

test(...verifies('environments.meta-sync.private-unasked'), async ({ check, admin }) => {
  await inEach(check, callersOf(check, admin), async (actor) => {
    // What was asked for once is not asked for the next time.
    await requestToken(check, actor, [PRIVATE]);
    expectUnsigned(check, await requestToken(check, actor, []), PRIVATE);
    expectUnsigned(check, await requestToken(check, actor, [META]), PRIVATE);
  });
  await inEach(check, { 'beside another scope': [META, otherScope(check)] }, async (scopes) => {
    expectUnsigned(check, await requestToken(check, admin, scopes), PRIVATE);
  });
});

/** Expects a token without the private scope or a refusal, because a tenant may refuse the whole request. */
async function expectNoPrivate(check: Check, actor: Actor, scopes: readonly string[]): Promise<void> {
  const answer = await requestToken(check, actor, scopes);
  if (isSuccess(answer)) expectUnsigned(check, answer, PRIVATE);
  else expect(answer).toBeRefused();
}

/** A plain user without SchemaRead, who gets tokens as such. */
async function userWithoutSchemaRead(check: Check): Promise<Actor> {
  const user = check.as('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead');
  granted(await requestToken(check, user, []), 'a meta-sync token without the private scope');
  return user;
}

test(...verifies('environments.meta-sync.private-not-held'), async ({ check }) => {
  const user = await userWithoutSchemaRead(check);
  const reader = check.asOptional('SCHEMA_READER_TOKEN');
  const nothing = () => Promise.resolve();
  const cases = {
    'asked for alone': { scopes: [PRIVATE], first: nothing },
    'beside meta': { scopes: [META, PRIVATE], first: nothing },
    'beside meta and another scope': { scopes: [META, otherScope(check), PRIVATE], first: nothing },
    'after a holder of SchemaRead': reader && {
      scopes: [PRIVATE],
      first: () => requestToken(check, reader, [PRIVATE]),
    },
  };
  await inEach(check, cases, async ({ scopes, first }) => {
    await first();
    await expectNoPrivate(check, user, scopes);
  });
});

/** Ends the check as untested where the member gets the private scope by rights of his own. */
async function requireNoSchemaRead(check: Check, member: Actor): Promise<void> {
  const answer = await requestToken(check, member, [PRIVATE]);
  if (isSuccess(answer) && signedIn(check, answer).flat().includes(PRIVATE))
    untested('let the user of MEMBER_TOKEN hold no SchemaRead on the provided deployment');
}

test(...verifies('environments.meta-sync.private-elsewhere'), async ({ check, admin, member }) => {
  await requireNoSchemaRead(check, member);
  const resources = [check.provided('OTHER_DEPLOYMENT_ID')];
  const { id } = await newRole(admin, {
    policies: [policy({ actions: ['DeploymentRead', 'SchemaRead'], resources })],
  });
  await admin.preparing.grantRole(id, check.provided('MEMBER_USER_ID'));
  granted(await requestToken(check, member, []), 'a meta-sync token without the private scope');
  await expectNoPrivate(check, member, [PRIVATE]);
});

test(...verifies('environments.meta-sync.private-administrator'), async ({ check, admin }) => {
  await check.account.switchFeature('rbac', false);
  expectGranted(check, await requestToken(check, admin, [PRIVATE]), PRIVATE);
});

test(...verifies('environments.meta-sync.private-plain-user'), async ({ check }) => {
  await check.account.switchFeature('rbac', false);
  const user = await userWithoutSchemaRead(check);
  await inEach(check, { 'asked for alone': [PRIVATE], 'beside meta': [META, PRIVATE] }, (scopes) =>
    expectNoPrivate(check, user, scopes),
  );
});

test(...verifies('environments.meta-sync.others-accepted'), async ({ check, admin }) => {
  const other = otherScope(check);
  const cases = { alone: [other], 'beside meta': [META, other], 'beside meta-private': [PRIVATE, other] };
  await inEach(check, cases, async (scopes) => {
    expect(await requestToken(check, admin, scopes), scopes.join(', ')).toSucceed();
  });
  const { 'by an administrator': _, ...others } = callersOf(check, admin);
  await inEach(check, others, async (actor) => {
    expect(await requestToken(check, actor, [META, other])).toSucceed();
  });
});

test(...verifies('environments.meta-sync.others-ignored'), async ({ check, admin }) => {
  const other = otherScope(check);
  await inEach(check, callersOf(check, admin), async (actor) => {
    expectUnsigned(check, await requestToken(check, actor, [META, other]), other);
  });
  await inEach(check, { alone: [other], 'beside meta-private': [PRIVATE, other] }, async (scopes) => {
    expectUnsigned(check, await requestToken(check, admin, scopes), other);
  });
  await inEach(check, { 'an unknown scope': [META, UNKNOWN] }, async (scopes) => {
    // A tenant may refuse what it does not know.
    expectUnsignedIfTaken(check, await requestToken(check, admin, scopes), UNKNOWN);
  });
});
