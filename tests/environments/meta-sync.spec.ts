import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { madeRole, policy } from '../../harness/things/roles.ts';
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

/** A scope that the tenant signs in other tokens. */
function otherScope(check: Check): string {
  const known = (check.tenant.wire.value('environments.known-scopes') ?? []) as readonly string[];
  return known.find((scope) => scope !== META && scope !== PRIVATE) ?? 'data';
}

test(...verifies('environments.meta-sync.meta-unasked'), async ({ check, admin }) => {
  expectGranted(check, await requestToken(check, admin, []), META);
  // Whether the list may be omitted is open.
  const withoutList = await requestToken(check, admin);
  if (isSuccess(withoutList)) expectSigned(check, withoutList, META);
});

test(...verifies('environments.meta-sync.meta-beside-private'), async ({ check, admin }) => {
  expectGranted(check, await requestToken(check, admin, [PRIVATE]), META);
});

test(...verifies('environments.meta-sync.meta-beside-others'), async ({ check, admin }) => {
  for (const scopes of [[otherScope(check)], [otherScope(check), PRIVATE]]) {
    expectSigned(check, await requestToken(check, admin, scopes), META);
  }
});

test(...verifies('environments.meta-sync.private-held'), async ({ check }) => {
  const reader = check.as('SCHEMA_READER_TOKEN', 'holder of SchemaRead');
  for (const scopes of [[PRIVATE], [META, PRIVATE]])
    expectGranted(check, await requestToken(check, reader, scopes), PRIVATE);
});

test(...verifies('environments.meta-sync.private-unasked'), async ({ check }) => {
  const reader = check.as('SCHEMA_READER_TOKEN', 'holder of SchemaRead');
  for (const scopes of [[], [META]]) expectUnsigned(check, await requestToken(check, reader, scopes), PRIVATE);
});

/** Expects a token without the private scope or a refusal, because a tenant may refuse the whole request. */
async function expectNoPrivate(check: Check): Promise<void> {
  const user = check.as('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead');
  granted(await requestToken(check, user, []), 'a meta-sync token without the private scope');
  for (const scopes of [[PRIVATE], [META, PRIVATE]]) {
    const answer = await requestToken(check, user, scopes);
    if (isSuccess(answer)) expectUnsigned(check, answer, PRIVATE);
    else expect(answer).toBeRefused();
  }
}

test(...verifies('environments.meta-sync.private-not-held'), async ({ check }) => {
  await expectNoPrivate(check);
});

test(...verifies('environments.meta-sync.private-elsewhere'), async ({ check, admin, member }) => {
  const isSigned = (answer: Answer) => isSuccess(answer) && signedIn(check, answer).flat().includes(PRIVATE);
  if (isSigned(await requestToken(check, member, [PRIVATE]))) {
    untested('let the user of MEMBER_TOKEN hold no SchemaRead on the provided deployment');
  }
  const resources = [check.provided('OTHER_DEPLOYMENT_ID')];
  const { id } = await madeRole(admin, {
    policies: [policy({ actions: ['DeploymentRead', 'SchemaRead'], resources })],
  });
  await admin.preparing.grantRole(id, check.provided('MEMBER_USER_ID'));
  granted(await requestToken(check, member, []), 'a meta-sync token without the private scope');
  const answer = await requestToken(check, member, [PRIVATE]);
  if (isSuccess(answer)) expectUnsigned(check, answer, PRIVATE);
  else expect(answer).toBeRefused();
});

test(...verifies('environments.meta-sync.private-administrator'), async ({ check, admin }) => {
  await check.account.switchFeature('rbac', false);
  expectGranted(check, await requestToken(check, admin, [PRIVATE]), PRIVATE);
});

test(...verifies('environments.meta-sync.private-plain-user'), async ({ check }) => {
  await check.account.switchFeature('rbac', false);
  await expectNoPrivate(check);
});

test(...verifies('environments.meta-sync.others-accepted'), async ({ check, admin }) => {
  for (const scopes of [[otherScope(check)], [META, otherScope(check)]]) {
    expect(await requestToken(check, admin, scopes), scopes.join(', ')).toSucceed();
  }
});

test(...verifies('environments.meta-sync.others-ignored'), async ({ check, admin }) => {
  const other = otherScope(check);
  for (const scopes of [[other], [META, other], [PRIVATE, other]]) {
    expectUnsigned(check, await requestToken(check, admin, scopes), other);
  }
  const answer = await requestToken(check, admin, [META, UNKNOWN]);
  if (isSuccess(answer)) expectUnsigned(check, answer, UNKNOWN);
});
