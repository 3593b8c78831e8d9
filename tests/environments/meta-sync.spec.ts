import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { madeRole, policy } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { dataIn, isTexts, signedScopes } from './token.ts';

const META = 'meta';
const PRIVATE = 'meta-private';
const UNKNOWN = 'conformance';

function ask(check: Check, actor: Actor, scopes?: readonly string[]): Promise<Answer> {
  const path = { environmentId: check.provided('ENVIRONMENT_ID') };
  return actor.raw('createMetaSyncToken', { path, body: scopes ? { scopes } : {} });
}

/** What a meta-sync token is signed with: as the answer has it, and as the token has it. Either may not be shown. */
function signedIn(check: Check, answer: Answer): readonly (readonly string[])[] {
  const data = dataIn(answer);
  const views = [data.scopes, signedScopes(check, data)].filter(isTexts);
  if (views.length === 0) untested('nothing shows what is signed: state environments.meta-sync-signed in BINDINGS');
  return views;
}

function expectSigned(check: Check, answer: Answer, scope: string): void {
  for (const scopes of signedIn(check, granted(answer, 'a meta-sync token'))) expect(scopes).toContain(scope);
}

/** The request is taken as well: that it is refused would break the same promise. */
function expectGranted(check: Check, answer: Answer, scope: string): void {
  expect(answer).toSucceed();
  expectSigned(check, answer, scope);
}

function expectUnsigned(check: Check, answer: Answer, scope: string): void {
  for (const scopes of signedIn(check, granted(answer, 'a meta-sync token'))) expect(scopes).not.toContain(scope);
}

/** A scope that the tenant signs into other tokens. */
function otherScope(check: Check): string {
  const known = (check.tenant.wire.value('environments.known-scopes') ?? []) as readonly string[];
  return known.find((scope) => scope !== META && scope !== PRIVATE) ?? 'data';
}

test(...verifies('environments.meta-sync.meta-unasked'), async ({ check, admin }) => {
  expectGranted(check, await ask(check, admin, []), META);
  // Whether the list may be left out is open.
  const bare = await ask(check, admin);
  if (isSuccess(bare)) expectSigned(check, bare, META);
});

test(...verifies('environments.meta-sync.meta-beside-private'), async ({ check, admin }) => {
  expectGranted(check, await ask(check, admin, [PRIVATE]), META);
});

test(...verifies('environments.meta-sync.meta-beside-others'), async ({ check, admin }) => {
  for (const scopes of [[otherScope(check)], [otherScope(check), PRIVATE]]) {
    expectSigned(check, await ask(check, admin, scopes), META);
  }
});

test(...verifies('environments.meta-sync.private-held'), async ({ check }) => {
  const reader = check.as('SCHEMA_READER_TOKEN', 'holder of SchemaRead');
  for (const scopes of [[PRIVATE], [META, PRIVATE]]) expectGranted(check, await ask(check, reader, scopes), PRIVATE);
});

test(...verifies('environments.meta-sync.private-unasked'), async ({ check }) => {
  const reader = check.as('SCHEMA_READER_TOKEN', 'holder of SchemaRead');
  for (const scopes of [[], [META]]) expectUnsigned(check, await ask(check, reader, scopes), PRIVATE);
});

/** Nothing is printed that keeps a tenant from refusing the request as a whole. */
async function expectNoPrivate(check: Check): Promise<void> {
  const user = check.as('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead');
  granted(await ask(check, user, []), 'a meta-sync token without the private part');
  for (const scopes of [[PRIVATE], [META, PRIVATE]]) {
    const answer = await ask(check, user, scopes);
    if (isSuccess(answer)) expectUnsigned(check, answer, PRIVATE);
    else expect(answer).toBeRefused();
  }
}

test(...verifies('environments.meta-sync.private-not-held'), async ({ check }) => {
  await expectNoPrivate(check);
});

test(...verifies('environments.meta-sync.private-elsewhere'), async ({ check, admin, member }) => {
  await check.lock('roles of users');
  const isSigned = (answer: Answer) => isSuccess(answer) && signedIn(check, answer).flat().includes(PRIVATE);
  if (isSigned(await ask(check, member, [PRIVATE]))) {
    untested('let the user of MEMBER_TOKEN hold no SchemaRead on the lent deployment');
  }
  const resources = [check.provided('OTHER_DEPLOYMENT_ID')];
  const { id } = await madeRole(admin, {
    policies: [policy({ actions: ['DeploymentRead', 'SchemaRead'], resources })],
  });
  await admin.preparing.grantRole(id, check.provided('MEMBER_USER_ID'));
  granted(await ask(check, member, []), 'a meta-sync token without the private part');
  const answer = await ask(check, member, [PRIVATE]);
  if (isSuccess(answer)) expectUnsigned(check, answer, PRIVATE);
  else expect(answer).toBeRefused();
});

test(...verifies('environments.meta-sync.private-administrator'), async ({ check, admin }) => {
  await check.account.switchFeature('rbac', false);
  expectGranted(check, await ask(check, admin, [PRIVATE]), PRIVATE);
});

test(...verifies('environments.meta-sync.private-plain-user'), async ({ check }) => {
  await check.account.switchFeature('rbac', false);
  await expectNoPrivate(check);
});

test(...verifies('environments.meta-sync.others-accepted'), async ({ check, admin }) => {
  for (const scopes of [[otherScope(check)], [META, otherScope(check)]]) {
    expect(await ask(check, admin, scopes), scopes.join(', ')).toSucceed();
  }
});

test(...verifies('environments.meta-sync.others-ignored'), async ({ check, admin }) => {
  const other = otherScope(check);
  for (const scopes of [[other], [META, other], [PRIVATE, other]]) {
    expectUnsigned(check, await ask(check, admin, scopes), other);
  }
  const answer = await ask(check, admin, [META, UNKNOWN]);
  if (isSuccess(answer)) expectUnsigned(check, answer, UNKNOWN);
});
