import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { BY_OAUTH } from '../../harness/things/administrators.ts';
import { expect, inEach, test, verifies, type Check } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('dev-mode', calls, {});

/** Branches that are entered one after the other, and by whom. */
function entries(check: Check, admin: Actor) {
  const [branch, other] = [check.provided('BRANCH'), check.optional('RUNNING_BRANCH')];
  const byOAuth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  return {
    'for the first time': { by: admin, branch },
    'the same branch again': { by: admin, branch },
    'another branch': other === undefined ? undefined : { by: admin, branch: other },
    'back on the first': { by: admin, branch },
    [BY_OAUTH]: byOAuth && { by: byOAuth, branch },
  };
}

test(...verifies('dev-mode.enter.activates'), async ({ check, admin }) => {
  await inEach(check, entries(check, admin), async ({ by, branch }) => {
    expect((await by.enterDevMode({ branchName: branch })).active).toBe(true);
  });
});

test(...verifies('dev-mode.enter.on-that-branch'), async ({ check, admin }) => {
  await inEach(check, entries(check, admin), async ({ by, branch }) => {
    expect((await by.enterDevMode({ branchName: branch })).branchName).toBe(branch);
  });
});

test(...verifies('dev-mode.enter.switches-branch'), async ({ check, admin }) => {
  const [first, second] = [check.provided('BRANCH'), check.provided('RUNNING_BRANCH')];
  const oauth = check.asOptional('OAUTH_TOKEN', 'OAuth administrator');
  await admin.preparing.enterDevMode({ branchName: first });
  const switches = {
    'to another branch': { by: admin, branchName: second },
    'back to the first': { by: admin, branchName: first },
    [BY_OAUTH]: oauth && { by: oauth, branchName: second },
  };
  await inEach(check, switches, async ({ by, branchName }) => {
    const state = await by.enterDevMode({ branchName });
    expect({ active: state.active, branchName: state.branchName }).toEqual({ active: true, branchName });
  });
});
