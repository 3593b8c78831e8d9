import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('dev-mode', calls);
checkShapes('dev-mode', calls);

test(...verifies('dev-mode.enter.activates'), async ({ check, admin }) => {
  const { active } = await admin.enterDevMode({ branchName: check.provided('BRANCH') });
  expect(active).toBe(true);
});

test(...verifies('dev-mode.enter.on-that-branch'), async ({ check, admin }) => {
  const { branchName } = await admin.enterDevMode({ branchName: check.provided('BRANCH') });
  expect(branchName).toBe(check.provided('BRANCH'));
});

test(...verifies('dev-mode.enter.switches-branch'), async ({ check, admin }) => {
  await admin.preparing.enterDevMode({ branchName: check.provided('BRANCH') });
  const branchName = check.provided('RUNNING_BRANCH');
  const state = await admin.enterDevMode({ branchName });
  expect({ active: state.active, branchName: state.branchName }).toEqual({ active: true, branchName });
});
