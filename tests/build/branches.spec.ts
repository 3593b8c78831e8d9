import { granted } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { deletable, deleted, NO_BRANCH, sessionOn } from './branches.ts';
import { staging } from './calls.ts';

test(...verifies('build.delete-branch.removes'), async ({ check, admin }) => {
  const unknown = await sessionOn(check, admin.preparing, fresh('branch'));
  // What a branch that is gone is told by has to be what any unknown one is.
  if (unknown.status !== NO_BRANCH) throw setupFailed(`a session on no branch at all was answered ${unknown.status}`);
  const branchName = await deletable(check, admin.preparing);
  granted(await deleted(admin, branchName), 'the deletion');
  await eventually(check, async () => {
    expect(await sessionOn(check, admin, branchName), 'a session on the branch').toBeRefusedWith(NO_BRANCH);
  });
});

/** Branches that the run may have been lent, in whatever state. */
const OTHERS = ['RUNNING_BRANCH', 'STOPPED_BRANCH', 'BRANCH', 'BROKEN_BRANCH'] as const;

test(...verifies('build.delete-branch.only-named'), async ({ check, admin }) => {
  const others = OTHERS.flatMap((setting) => check.tenant.settings[setting] ?? []);
  const look = async () => {
    const answers = others.map(async (name) => [name, (await sessionOn(check, admin, name)).status] as const);
    return Object.fromEntries(await Promise.all(answers));
  };
  const running = check.provided('RUNNING_BRANCH');
  granted(await sessionOn(check, admin, running), 'a session on a branch that is running');
  const branchName = await deletable(check, admin.preparing);
  const before = await look();
  granted(await deleted(admin, branchName), 'the deletion');
  expect(await look(), 'what a session on another branch answers').toEqual(before);
});

test(...verifies('build.delete-branch.without-upstream'), async ({ check, admin }) => {
  const branchName = await deletable(check, admin.preparing);
  expect(await deleted(admin, branchName)).toSucceed();
});

test(...verifies('build.delete-branch.with-upstream'), async ({ check, admin }) => {
  const branchName = await deletable(check, admin.preparing);
  expect(await deleted(admin, branchName, { removeOnUpstream: true })).toSucceed();
});

for (const [id, enabled] of [
  ['build.staging.enable', true],
  ['build.staging.disable', false],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    await check.lock('staging environments');
    // From the other state: what a request answers that changes nothing is open.
    await admin.raw('setStagingEnvironment', staging(check, !enabled));
    expect(await admin.raw('setStagingEnvironment', staging(check, enabled))).toSucceed();
  });
}
