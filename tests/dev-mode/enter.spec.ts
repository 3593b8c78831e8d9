import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('dev-mode', calls);
checkShapes('dev-mode', calls);

test(...verifies('dev-mode.enter.activates'), async ({ check, admin }) => {
  await check.turn('dev mode');
  const { active } = await admin.enterDevMode({ branchName: check.lent('BRANCH') });
  expect(active).toBe(true);
});

test(...verifies('dev-mode.enter.on-that-branch'), async ({ check, admin }) => {
  await check.turn('dev mode');
  const { branchName } = await admin.enterDevMode({ branchName: check.lent('BRANCH') });
  expect(branchName).toBe(check.lent('BRANCH'));
});

test(...verifies('dev-mode.enter.switches-branch'), async ({ check, admin }) => {
  await check.turn('dev mode');
  await admin.preparing.enterDevMode({ branchName: check.lent('BRANCH') });
  const branchName = check.lent('RUNNING_BRANCH');
  const state = await admin.enterDevMode({ branchName });
  expect({ active: state.active, branchName: state.branchName }).toEqual({ active: true, branchName });
});
