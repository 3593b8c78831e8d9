import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, unlessGuessed, type Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { LEFT_OUT, ifGiven, inEach, leaveOutIf } from '../../harness/check/in-each.ts';
import { answerOnceFree, isUnderWay } from '../../harness/check/under-way.ts';
import { judging } from '../../harness/check/judging.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import { BY_OAUTH, BY_SCOPED, BY_PLAIN, holderOfAll } from '../../harness/things/administrators.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { branchToDelete, deleteBranch, NO_BRANCH, requestSession, branchesLeft } from './branches.ts';
import { stagingRequest } from './calls.ts';

/** The check recognises a deleted branch by this status, so an unknown branch has to give it. */
async function requireNoSession(check: Check, admin: Actor): Promise<void> {
  const unknown = await requestSession(check, admin.preparing, fresh('branch'));
  if (unknown.status !== NO_BRANCH)
    throw setupFailed(`the response for a session on an unknown branch is ${unlessGuessed(unknown).status}`);
}

test(...verifies('build.delete-branch.removes'), async ({ check, admin }) => {
  await requireNoSession(check, admin);
  // What a tenant answers to the deletion of a branch that there is not is open; the next deletion is one like any other.
  await deleteBranch(admin, fresh('branch'));
  const one = await branchToDelete(check, admin.preparing);
  const spare = await spareWithStaging(check, admin, one);
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  const cases = {
    // Who may delete a branch is open.
    [BY_PLAIN]: ifGiven(await anotherFor(check, admin, holderOfAll(check), [one, spare]), ({ by, branchName }) => ({
      branchName,
      mayStay: true,
      remove: () => deleteBranch(by, branchName),
    })),
    'a branch': { branchName: one, mayStay: false, remove: () => deleteBranch(admin, one) },
    'a branch with a staging environment and in dev mode, by an OAuth token, and not upstream': ifGiven(
      spare,
      (branchName) => ({
        branchName,
        mayStay: true,
        remove: () => deleteFromDevMode(check, oauth ?? admin, branchName),
      }),
    ),
  };
  await inEach(check, cases, async ({ branchName, mayStay, remove }) => {
    const deletion = await remove();
    // Whether a branch can be deleted while it has a staging environment is open.
    leaveOutIf(mayStay && !isSuccess(deletion));
    granted(deletion, 'the deletion');
    await eventually(check, async () => {
      expect(await requestSession(check, admin, branchName), 'a session on the branch').toBeRefusedWith(NO_BRANCH);
    });
  });
});

/** Deletes a branch on which the caller is in dev mode. Whether that can be deleted is open: if not, they go to another one first. */
async function deleteFromDevMode(check: Check, by: Actor, branchName: string): Promise<Answer> {
  const [other, request] = [check.optional('BRANCH'), () => deleteBranch(by, branchName, { removeOnUpstream: false })];
  if (!check.mayChangeCaller) return request();
  await by.raw('enterDevMode', { body: { branchName } });
  const answer = await request();
  if (isSuccess(answer) || other === undefined) return answer;
  await by.raw('enterDevMode', { body: { branchName: other } });
  return request();
}

/** A spare branch for somebody besides those that are in use; undefined where there is none. */
async function anotherFor(check: Check, admin: Actor, by: Actor | undefined, used: readonly (string | undefined)[]) {
  const branchName = by && (await branchesLeft(check, admin.preparing)).find((name) => !used.includes(name));
  return by && branchName !== undefined ? { by, branchName } : undefined;
}

/** Another spare branch with a staging environment, where there is one and it can have that. */
async function spareWithStaging(check: Check, admin: Actor, one: string): Promise<string | undefined> {
  const branchName = (await branchesLeft(check, admin.preparing)).find((name) => name !== one);
  if (branchName === undefined) return undefined;
  const { body } = stagingRequest(check, true);
  const answer = await admin.raw('setStagingEnvironment', { body: { ...body, branchName } });
  return isSuccess(answer) ? branchName : undefined;
}

/** Settings that may provide further branches, in any state. */
const OTHERS = ['RUNNING_BRANCH', 'STOPPED_BRANCH', 'BRANCH', 'BROKEN_BRANCH'] as const;

const LOST = 'other branches that are gone or stopped';

async function withStaging(check: Check, admin: Actor): Promise<void> {
  if (check.optional('BRANCH') !== undefined) await admin.raw('setStagingEnvironment', stagingRequest(check, true));
}

type State = 'gone' | 'there' | 'running';

/** What a session on each of some branches tells of it. */
async function statesOf(
  check: Check,
  admin: Actor,
  names: readonly string[],
  where: Where = 'home',
): Promise<Record<string, State>> {
  const answers = names.map(async (name) => {
    const answer = await requestSession(check, admin, name, where);
    const state: State = isSuccess(answer) ? 'running' : answer.status === NO_BRANCH ? 'gone' : 'there';
    return [name, state] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

/** The branches that are gone or stopped since. One may have started meanwhile. */
async function lostSince(
  check: Check,
  admin: Actor,
  before: Readonly<Record<string, State>>,
  names: readonly string[] = Object.keys(before),
  where: Where = 'home',
): Promise<readonly string[]> {
  const now = await statesOf(check, admin, names, where);
  return names.filter((name) => now[name] !== 'running' && now[name] !== before[name]);
}

const unlessNone = (names: readonly string[]) => (names.length > 0 ? undefined : LEFT_OUT);

test(...verifies('build.delete-branch.only-named'), async ({ check, admin }) => {
  const others = OTHERS.flatMap((setting) => check.optional(setting) ?? []);
  const running = check.provided('RUNNING_BRANCH');
  granted(await requestSession(check, admin, running), 'a session on a running branch');
  const branchName = await branchToDelete(check, admin.preparing);
  const longer = (await branchesLeft(check, admin.preparing)).filter(
    (name) => name !== branchName && name.startsWith(branchName),
  );
  // A branch with a staging environment is one like any other.
  await withStaging(check, admin);
  const before = await statesOf(check, admin, [...others, ...longer]);
  const namesakes = isSpareElsewhere(check, branchName) ? [branchName] : [];
  const elsewhere = await statesOf(check, admin, namesakes, 'elsewhere');
  const enter = () => enterIfOwn(check, admin, running);
  await enter();
  granted(await deleteBranch(admin, branchName), 'the deletion');
  const entered = await enter();
  await judging('dev-mode.enter.on-that-branch', () => {
    if (entered && isSuccess(entered)) expect(entered.body, 'the state').toMatchObject({ branchName: running });
  });
  const cases = { 'branches of other names': others, 'branches whose names begin with its name': longer };
  await inEach(check, cases, async (names) => {
    expect(await lostSince(check, admin, before, names), LOST).toEqual([]);
    return unlessNone(names);
  });
  await inEach(check, { 'one of the same name in another deployment': namesakes }, async (names) => {
    expect(await lostSince(check, admin, elsewhere, names, 'elsewhere'), LOST).toEqual([]);
    return unlessNone(names);
  });
});

/** Whether the other deployment may have a branch of the same name, which is there for nothing else. */
function isSpareElsewhere(check: Check, branchName: string): boolean {
  const names = check.optional('OTHER_SPARE_BRANCH')?.split(',') ?? [];
  return check.optional('OTHER_DEPLOYMENT_ID') !== undefined && names.includes(branchName);
}

/** Enters dev mode on a branch, where that of the caller may be changed. */
async function enterIfOwn(check: Check, admin: Actor, branchName: string): Promise<Answer | undefined> {
  return check.mayChangeCaller ? admin.raw('enterDevMode', { body: { branchName } }) : undefined;
}

test(...verifies('build.delete-branch.without-upstream'), async ({ check, admin }) => {
  const branchName = await branchToDelete(check, admin.preparing);
  expect(await deleteBranch(admin, branchName)).toSucceed();
});

test(...verifies('build.delete-branch.with-upstream'), async ({ check, admin }) => {
  const branchName = await branchToDelete(check, admin.preparing);
  const others = OTHERS.flatMap((setting) => check.optional(setting) ?? []);
  const before = await statesOf(check, admin, others);
  expect(await deleteBranch(admin, branchName, { removeOnUpstream: true })).toSucceed();
  await judging('build.delete-branch.only-named', async () => {
    expect(await lostSince(check, admin, before), LOST).toEqual([]);
  });
});

for (const [id, enabled] of [
  ['build.staging.enable', true],
  ['build.staging.disable', false],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
    const scoped = check.asOptional('SCOPED_TOKEN', 'holder of a scoped key');
    const actors = { 'the first time': admin, 'once more': admin, [BY_OAUTH]: oauth, [BY_SCOPED]: scoped };
    await inEach(check, actors, async (who) => {
      // Starts from the other state, because the response to a request that changes nothing is open.
      const isOther = isSuccess(await admin.raw('setStagingEnvironment', stagingRequest(check, !enabled)));
      const send = () => who.raw('setStagingEnvironment', stagingRequest(check, enabled));
      // It may have to wait until the change before it is carried out, which takes no time on a leased tenant.
      const answer = isOther ? await answerOnceFree(check, send) : await send();
      leaveOutIf(!isSuccess(answer) && (!isOther || (isUnderWay(answer) && check.tenant.isLive)));
      expect(answer).toSucceed();
    });
  });
}
