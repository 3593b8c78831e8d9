import { eventually } from '../../harness/check/eventually.ts';
import { inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import { judging } from '../../harness/check/judging.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_KEY, BY_OAUTH, BY_OTHER } from '../../harness/things/administrators.ts';
import { memberByGroup } from '../../harness/things/rights.ts';
import { policy, type Policy, newRole } from '../../harness/things/roles.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { borrowing } from '../../harness/tenant/needs.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import {
  askedFor,
  META,
  metaSyncTokens,
  otherScope,
  PRIVATE,
  requestToken,
  taken,
  UNKNOWN,
  type Asked,
  type Caller,
} from './meta-sync-tokens.ts';
import { listedIds } from '../../harness/rules/lists.ts';
import { isStringList, metaSyncIn, signedScopes } from './token.ts';

/** Those whose requests succeed whatever they ask for. */
const CALLERS = [
  'by an administrator',
  'by an administrator with an OAuth token',
  'by an administrator with a scoped key',
  'by a holder of SchemaRead',
] as const satisfies readonly Caller[];
const PLAIN = 'by a user without SchemaRead' satisfies Caller;

// One worker plays these checks: most of them judge the same requests.
test.describe.configure({ mode: 'default' });

/** The scopes of a meta-sync token, in the response and in the token itself; either may be missing. */
function signedIn(check: Check, answer: Answer): readonly (readonly string[])[] {
  const data = metaSyncIn(answer);
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

/** Judges requests for meta-sync tokens in each class, in the order in which they were sent. */
function judgeEach(
  check: Check,
  classes: Readonly<Record<string, readonly Asked[]>>,
  judge: (asked: Asked) => void,
): Promise<void> {
  return inEach(check, classes, (asked) => {
    asked.forEach(judge);
    return Promise.resolve(asked.length > 0 ? undefined : LEFT_OUT);
  });
}

/** The requests of each caller for some lists of scopes. */
function byCaller<Name extends Caller>(
  all: readonly Asked[],
  callers: readonly Name[],
  ...lists: readonly (readonly string[])[]
): Readonly<Record<Name, readonly Asked[]>> {
  const entries = callers.map((caller) => [caller, lists.flatMap((scopes) => askedFor(all, scopes, caller))] as const);
  return Object.fromEntries(entries) as unknown as Record<Name, readonly Asked[]>;
}

test(...verifies('environments.meta-sync.meta-unasked'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  // Whether the list may be empty or omitted is open.
  const empty = Object.entries(byCaller(all, [...CALLERS, PLAIN], [])).map(
    ([by, asked]) => [by, taken(asked)] as const,
  );
  const without = taken(askedFor(all, undefined, ...CALLERS, PLAIN));
  await judgeEach(check, { ...Object.fromEntries(empty), 'without a list': without }, ({ answer }) => {
    expectGranted(check, answer, META);
  });
});

test(...verifies('environments.meta-sync.meta-beside-private'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  const cases = { ...byCaller(all, CALLERS, [PRIVATE]), [PLAIN]: taken(askedFor(all, [PRIVATE], PLAIN)) };
  await judgeEach(check, cases, ({ answer }) => {
    expectGranted(check, answer, META);
  });
});

test(...verifies('environments.meta-sync.meta-beside-others'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  const other = otherScope(check);
  const lists = [[other], [META, other], [PRIVATE, other], [META, PRIVATE, other]];
  const cases = byCaller(all, [...CALLERS, PLAIN], ...lists);
  // That such a request succeeds is another requirement.
  const asked = Object.entries(cases).map(([caller, requests]) => [caller, taken(requests)] as const);
  await judgeEach(check, Object.fromEntries(asked), ({ answer }) => {
    expectSigned(check, answer, META);
  });
});

test(...verifies('environments.meta-sync.private-held'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  const other = otherScope(check);
  const ofReader = (...scopes: readonly string[]) => askedFor(all, scopes, 'by a holder of SchemaRead');
  const cases = {
    'asked for alone': ofReader(PRIVATE),
    'asked for beside meta': ofReader(META, PRIVATE),
    'asked for beside another scope': taken([...ofReader(PRIVATE, other), ...ofReader(META, PRIVATE, other)]),
  };
  await judgeEach(check, cases, ({ answer }) => {
    expectGranted(check, answer, PRIVATE);
  });
});

test(...verifies('environments.meta-sync.private-through-group'), async ({ check, admin, member }) => {
  await requireNoSchemaRead(check, member);
  const groupRole = check.provided('GROUP_ROLE_ID');
  if (!check.mayChange('GROUP_ROLE_ID')) untested(borrowing(['GROUP_ROLE_ID']));
  const policies = (await admin.preparing.getRole(groupRole)).policies as Policy[];
  const reading = readingSchemasOf(check.provided('DEPLOYMENT_ID'));
  await admin.preparing.updateRole(groupRole, { policies: [...policies, ...reading.policies] });
  await eventually(check, async () => {
    expectGranted(check, await requestToken(check, member, [PRIVATE]), PRIVATE);
  });
  // A leased tenant is not cleaned up after a check.
  await admin.preparing.updateRole(groupRole, { policies });
  // What was granted once is not granted any more.
  await judging('environments.meta-sync.private-not-held', () =>
    eventually(check, () => expectNoPrivate(check, member, [PRIVATE])),
  );
});

test(...verifies('environments.meta-sync.private-unasked'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  const other = otherScope(check);
  const lists = [[], [META]];
  const cases = {
    ...byCaller(all, CALLERS, ...lists),
    [PLAIN]: taken(lists.flatMap((scopes) => askedFor(all, scopes, PLAIN))),
    'beside another scope': taken(
      [[other], [META, other]].flatMap((scopes) => askedFor(all, scopes, ...CALLERS, PLAIN)),
    ),
    'beside one that begins like it': taken(askedFor(all, [META, UNKNOWN], ...CALLERS, PLAIN)),
  };
  await judgeEach(check, cases, ({ answer }) => {
    expectUnsigned(check, answer, PRIVATE);
  });
});

test(...verifies('environments.meta-sync.private-not-held'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  const other = otherScope(check);
  const [plain] = askedFor(all, [], PLAIN);
  granted(plain?.answer ?? setupMissing(), 'a meta-sync token without the private scope');
  const cases = {
    'asked for alone': askedFor(all, [PRIVATE], PLAIN),
    'beside meta': askedFor(all, [META, PRIVATE], PLAIN),
    'beside another scope': askedFor(all, [PRIVATE, other], PLAIN),
    'beside meta and another scope': askedFor(all, [META, PRIVATE, other], PLAIN),
  };
  await judgeEach(check, cases, ({ answer }) => {
    expectNoPrivateIn(check, answer);
  });
  await inEach(check, { 'in another environment': await otherEnvironment(check, admin) }, async (environment) => {
    const user = check.as('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead');
    expectNoPrivateIn(check, await requestToken(check, user, [PRIVATE], environment));
  });
});

/** Another environment of the deployment, where its list shows one. */
async function otherEnvironment(check: Check, admin: Actor): Promise<string | undefined> {
  const ids = await listedIds((actor, query) => actor.listEnvironments(query), admin.preparing);
  return ids.find((id) => id !== check.provided('ENVIRONMENT_ID'));
}

function setupMissing(): never {
  throw setupFailed('no token was asked for');
}

/** Expects a token without the private scope or a refusal, because a tenant may refuse the whole request. */
function expectNoPrivateIn(check: Check, answer: Answer): void {
  if (isSuccess(answer)) expectUnsigned(check, answer, PRIVATE);
  else expect(answer).toBeRefused();
}

async function expectNoPrivate(check: Check, actor: Actor, scopes: readonly string[]): Promise<void> {
  expectNoPrivateIn(check, await requestToken(check, actor, scopes));
}

/** A plain user without SchemaRead, who gets tokens as such. */
async function userWithoutSchemaRead(check: Check): Promise<Actor> {
  const user = check.as('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead');
  granted(await requestToken(check, user, []), 'a meta-sync token without the private scope');
  return user;
}

/** Ends the check as untested where the member gets the private scope by rights of his own. */
async function requireNoSchemaRead(check: Check, member: Actor): Promise<void> {
  const answer = await requestToken(check, member, [PRIVATE]);
  if (isSuccess(answer) && signedIn(check, answer).flat().includes(PRIVATE))
    untested('let the user of MEMBER_TOKEN hold no SchemaRead on the provided deployment');
}

const readingSchemasOf = (deployment: string) => ({
  policies: [policy({ actions: ['DeploymentRead', 'SchemaRead'], resources: [deployment] })],
});

const OTHER_ACTIONS = ['DeploymentRead', 'APMRead', 'ReportRead', 'DownloadData', 'AlertsRead'] as const;

test(...verifies('environments.meta-sync.private-elsewhere'), async ({ check, admin, member }) => {
  await requireNoSchemaRead(check, member);
  const elsewhere = {
    policies: [
      ...readingSchemasOf(check.provided('OTHER_DEPLOYMENT_ID')).policies,
      // None of these is SchemaRead or has to do with schemas.
      policy({ actions: [...OTHER_ACTIONS], resources: [check.provided('DEPLOYMENT_ID')] }),
    ],
  };
  const { id } = await newRole(admin, elsewhere);
  await admin.preparing.grantRole(id, check.provided('MEMBER_USER_ID'));
  granted(await requestToken(check, member, []), 'a meta-sync token without the private scope');
  const histories = {
    'held elsewhere from the beginning': () => Promise.resolve(),
    'held on every deployment before': async () => {
      await admin.preparing.updateRole(id, readingSchemasOf('All'));
      await judging('environments.meta-sync.private-held', () =>
        eventually(check, async () => {
          expectGranted(check, await requestToken(check, member, [PRIVATE]), PRIVATE);
        }),
      );
      await admin.preparing.updateRole(id, elsewhere);
    },
  };
  await inEach(check, histories, async (go) => {
    await go();
    await eventually(check, () => expectNoPrivate(check, member, [PRIVATE]));
  });
});

test.describe('held for a while', () => {
  test(...verifies('environments.meta-sync.private-held'), async ({ check, admin }) => {
    const reading = policy({ actions: ['DeploymentRead', 'SchemaRead'], resources: [check.provided('DEPLOYMENT_ID')] });
    await inEach(check, { 'through a group': memberByGroup(check, admin) }, async ({ who, hold }) => {
      await requireNoSchemaRead(check, who);
      await hold(reading);
      await eventually(check, async () => {
        expectGranted(check, await requestToken(check, who, [PRIVATE]), PRIVATE);
      });
      await hold();
      await judging('environments.meta-sync.private-not-held', () =>
        eventually(check, () => expectNoPrivate(check, who, [PRIVATE])),
      );
    });
  });
});

test(...verifies('environments.meta-sync.private-administrator'), async ({ check, admin }) => {
  await check.account.switchFeature('rbac', false);
  const callers = {
    [BY_KEY]: admin,
    [BY_OAUTH]: check.asOptional('OAUTH_TOKEN', 'OAuth administrator'),
    'by a scoped key': check.asOptional('SCOPED_TOKEN', 'scoped'),
    [BY_OTHER]: check.asOptional('OTHER_ADMIN_TOKEN', 'other administrator'),
  };
  await inEach(check, callers, async (caller) => {
    expectGranted(check, await requestToken(check, caller, [PRIVATE]), PRIVATE);
  });
});

test(...verifies('environments.meta-sync.private-plain-user'), async ({ check }) => {
  await check.account.switchFeature('rbac', false);
  const user = await userWithoutSchemaRead(check);
  await inEach(check, { 'asked for alone': [PRIVATE], 'beside meta': [META, PRIVATE] }, (scopes) =>
    expectNoPrivate(check, user, scopes),
  );
});

/**
 * The requests of the plain user for some lists of scopes. A user without the right may be refused for the private scope; one who
 * gets no token at all is not judged.
 */
function ofUserWithTokens(all: readonly Asked[], ...lists: readonly (readonly string[])[]): readonly Asked[] {
  const isUser = askedFor(all, [], PLAIN).every(({ answer }) => isSuccess(answer));
  return isUser ? lists.flatMap((scopes) => askedFor(all, scopes, PLAIN)) : [];
}

test(...verifies('environments.meta-sync.others-accepted'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  const other = otherScope(check);
  const lists = [[other], [META, other], [PRIVATE, other], [META, PRIVATE, other]];
  const cases = {
    ...byCaller(all, CALLERS, ...lists),
    [PLAIN]: ofUserWithTokens(all, [other], [META, other]),
  };
  await judgeEach(check, cases, ({ answer, scopes = [] }) => {
    expect(answer, scopes.join(', ')).toSucceed();
  });
});

test(...verifies('environments.meta-sync.others-ignored'), async ({ check, admin }) => {
  const all = await metaSyncTokens(check, admin);
  const other = otherScope(check);
  const lists = [[other], [META, other], [PRIVATE, other], [META, PRIVATE, other]];
  const asked = Object.entries(byCaller(all, [...CALLERS, PLAIN], ...lists));
  await judgeEach(check, Object.fromEntries(asked.map(([caller, some]) => [caller, taken(some)])), ({ answer }) => {
    expectUnsigned(check, answer, other);
  });
  // A tenant may refuse what it does not know.
  const unknown = taken(askedFor(all, [META, UNKNOWN], ...CALLERS, PLAIN));
  await judgeEach(check, { 'an unknown scope': unknown }, ({ answer }) => {
    expectUnsigned(check, answer, UNKNOWN);
  });
});
