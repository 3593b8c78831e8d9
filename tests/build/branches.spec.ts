import { granted, unlessGuessed } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, inEach, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { branchToDelete, deleteBranch, NO_BRANCH, requestSession } from './branches.ts';
import { stagingRequest } from './calls.ts';

test(...verifies('build.delete-branch.removes'), async ({ check, admin }) => {
  const unknown = await requestSession(check, admin.preparing, fresh('branch'));
  // The check recognises a deleted branch by this status, so an unknown branch has to give it.
  if (unknown.status !== NO_BRANCH)
    throw setupFailed(`the response for a session on an unknown branch is ${unlessGuessed(unknown).status}`);
  const branchName = await branchToDelete(check, admin.preparing);
  // What a tenant answers to the deletion of a branch that there is not is open; the next deletion is one like any other.
  await deleteBranch(admin, fresh('branch'));
  granted(await deleteBranch(admin, branchName), 'the deletion');
  await eventually(check, async () => {
    expect(await requestSession(check, admin, branchName), 'a session on the branch').toBeRefusedWith(NO_BRANCH);
  });
});

/** Settings that may provide further branches, in any state. */
const OTHERS = ['RUNNING_BRANCH', 'STOPPED_BRANCH', 'BRANCH', 'BROKEN_BRANCH'] as const;

test(...verifies('build.delete-branch.only-named'), async ({ check, admin }) => {
  const others = OTHERS.flatMap((setting) => check.optional(setting) ?? []);
  const look = async () => {
    const answers = others.map(async (name) => [name, (await requestSession(check, admin, name)).status] as const);
    return Object.fromEntries(await Promise.all(answers));
  };
  const running = check.provided('RUNNING_BRANCH');
  granted(await requestSession(check, admin, running), 'a session on a running branch');
  const branchName = await branchToDelete(check, admin.preparing);
  const before = await look();
  granted(await deleteBranch(admin, branchName), 'the deletion');
  expect(await look(), 'statuses of sessions on the other branches').toEqual(before);
});

test(...verifies('build.delete-branch.without-upstream'), async ({ check, admin }) => {
  const branchName = await branchToDelete(check, admin.preparing);
  expect(await deleteBranch(admin, branchName)).toSucceed();
});

test(...verifies('build.delete-branch.with-upstream'), async ({ check, admin }) => {
  const branchName = await branchToDelete(check, admin.preparing);
  expect(await deleteBranch(admin, branchName, { removeOnUpstream: true })).toSucceed();
});

for (const [id, enabled] of [
  ['build.staging.enable', true],
  ['build.staging.disable', false],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
    await inEach(check, { 'the first time': admin, 'once more': admin, [BY_OAUTH]: oauth }, async (who) => {
      // Starts from the other state, because the response to a request that changes nothing is open.
      await admin.raw('setStagingEnvironment', stagingRequest(check, !enabled));
      expect(await who.raw('setStagingEnvironment', stagingRequest(check, enabled))).toSucceed();
    });
  });
}
