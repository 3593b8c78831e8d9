import { secondOf } from '../../harness/check/at-once.ts';
import { inEach, LEFT_OUT } from '../../harness/check/in-each.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
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
  expectGranted,
  expectSigned,
  expectUnsigned,
  expectNoPrivateIn,
} from './meta-sync-tokens.ts';
import { listedIds } from '../../harness/rules/lists.ts';

/** Those whose requests succeed whatever they ask for. */
const CALLERS = [
  'by an administrator',
  'by an administrator with an OAuth token',
  'by an administrator with a scoped key',
  'by a holder of SchemaRead',
] as const satisfies readonly Caller[];
const PLAIN = 'by a user without SchemaRead' satisfies Caller;

// One worker plays these checks: they judge the same requests.
test.describe.configure({ mode: 'default' });

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
  const user = check.as('NO_SCHEMA_READ_TOKEN', 'user without SchemaRead');
  await inEach(check, { 'while an administrator asks for it': [admin, user] }, async (both) => {
    const answer = await secondOf(both, (actor) => requestToken(check, actor, [PRIVATE]));
    expectNoPrivateIn(check, answer);
  });
  await inEach(check, { 'in another environment': await otherEnvironment(check, admin) }, async (environment) => {
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
