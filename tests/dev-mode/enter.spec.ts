import { takenAtOnce } from '../../harness/check/at-once.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { caseIf, inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { isSuccess, type Answer } from '../../harness/http/answer.ts';
import { BY_OAUTH, BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('dev-mode', calls, {});

/** Branches that are entered one after the other, and by whom. */
function entries(check: Check, caller: Actor) {
  const [branch, other] = [check.provided('BRANCH'), check.optional('RUNNING_BRANCH')];
  const byOAuth = check.ofCaller('OAUTH_TOKEN', 'OAuth administrator');
  const scoped = check.ofCaller('SCOPED_TOKEN', 'scoped');
  const [deployment, branchThere] = [check.optional('OTHER_DEPLOYMENT_ID'), check.optional('OTHER_BRANCH')];
  return {
    'for the first time': { by: caller, branch },
    'the same branch again': { by: caller, branch },
    'another branch': other === undefined ? undefined : { by: caller, branch: other },
    // A user of the run has rights in the first deployment alone.
    'in another deployment':
      deployment === undefined || branchThere === undefined || check.standsIn
        ? undefined
        : { by: caller.in(deployment), branch: branchThere },
    'back on the first': { by: caller, branch },
    [BY_OAUTH]: byOAuth && { by: byOAuth, branch },
    'by a scoped key': scoped && { by: scoped, branch },
  };
}

/** Two users, each on a branch of their own; who may enter is open, and so the second user may be refused. */
function entriesOfTwo(check: Check, caller: Actor) {
  const [branch, other] = [check.provided('BRANCH'), check.optional('RUNNING_BRANCH')];
  const user = check.standsIn ? undefined : check.asOptional('ALL_ACTIONS_TOKEN', 'another user');
  return user && other !== undefined
    ? {
        'while another user is on another branch': { first: { by: user, branch: other }, then: { by: caller, branch } },
        'by another user': { first: { by: caller, branch }, then: { by: user, branch: other } },
      }
    : {};
}

interface Entry {
  readonly by: Actor;
  readonly branch: string;
}

/** Enters as one user after another did, and tells the state; undefined where one of them may not enter. */
async function enterAfter(first: Entry, { by, branch }: Entry) {
  const before = await first.by.ask('enterDevMode', { branchName: first.branch });
  const answer = await by.ask('enterDevMode', { branchName: branch });
  return isSuccess(before) && isSuccess(answer) ? answer.body : undefined;
}

test(...verifies('dev-mode.enter.activates'), async ({ check, admin, caller }) => {
  // A branch with a staging environment is no exception; whether this one can have it is about other requirements.
  await admin.raw('setStagingEnvironment', { body: { branchName: check.provided('BRANCH'), enabled: true } });
  await inEach(check, entries(check, caller), async ({ by, branch }) => {
    expect((await by.enterDevMode({ branchName: branch })).active).toBe(true);
  });
  await inEach(check, entriesOfTwo(check, caller), async ({ first, then }) => {
    const state = await enterAfter(first, then);
    leaveOutUnless(state);
    expect(state.active).toBe(true);
  });
});

const branchIn = ({ body }: Answer) => (body as { readonly branchName?: unknown }).branchName;

test(...verifies('dev-mode.enter.on-that-branch'), async ({ check, caller }) => {
  await inEach(check, entries(check, caller), async ({ by, branch }) => {
    expect((await by.enterDevMode({ branchName: branch })).branchName).toBe(branch);
  });
  await inEach(check, entriesOfTwo(check, caller), async ({ first, then }) => {
    const state = await enterAfter(first, then);
    leaveOutUnless(state);
    expect(state.branchName).toBe(then.branch);
  });
  const { 'by another user': two } = entriesOfTwo(check, caller);
  await inEach(check, { 'two users at the same time': two && [two.first, two.then] }, async (both) => {
    const taken = await takenAtOnce(both, ({ by, branch }) => by.ask('enterDevMode', { branchName: branch }));
    expect(taken.map(({ answer }) => branchIn(answer))).toEqual(taken.map(({ sent }) => sent.branch));
  });
  // What a user of the run is refused may be for the rights that it lacks.
  const afterRefusal = caseIf(!check.standsIn, () => check.optional('RUNNING_BRANCH'));
  await inEach(check, { 'after a refused entry': afterRefusal }, async (branchName) => {
    // Whether an entry without the name of a branch is refused is open.
    leaveOutIf(isSuccess(await caller.ask('enterDevMode', { branchName: '' })));
    expect((await caller.enterDevMode({ branchName })).branchName).toBe(branchName);
  });
});

test(...verifies('dev-mode.enter.switches-branch'), async ({ check, caller }) => {
  const [first, second] = [check.provided('BRANCH'), check.provided('RUNNING_BRANCH')];
  const oauth = check.ofCaller('OAUTH_TOKEN', 'OAuth administrator');
  await caller.preparing.enterDevMode({ branchName: first });
  const switches = {
    'to another branch': { by: caller, branchName: second },
    'back to the first': { by: caller, branchName: first },
    [BY_OAUTH]: oauth && { by: oauth, branchName: second },
  };
  await inEach(check, switches, async ({ by, branchName }) => {
    const state = await by.enterDevMode({ branchName });
    expect({ active: state.active, branchName: state.branchName }).toEqual({ active: true, branchName });
  });
  await inEach(check, { [BY_PLAIN]: holderOfAll(check) }, async (by) => {
    // Which branches somebody may enter is open.
    const state = await enterAfter({ by, branch: first }, { by, branch: second });
    leaveOutUnless(state);
    expect({ active: state.active, branchName: state.branchName }).toEqual({ active: true, branchName: second });
  });
});
