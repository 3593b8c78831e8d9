import { refusedBeside } from './refused-beside.ts';
import { answerOnceFree, isUnderWay } from '../../harness/check/under-way.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutUnless, leaveOutIf, LEFT_OUT } from '../../harness/check/in-each.ts';
import type { RequirementId } from '../../contracts/requirements/index.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { granted, type Answer, inOneLine, isSuccess } from '../../harness/http/answer.ts';
import { judging } from '../../harness/check/judging.ts';
import { besideIf, expectWhileHeld } from '../../harness/rules/permissions.ts';
import { grantOn, memberByEither, memberByRole, memberWidely, type Holder } from '../../harness/things/rights.ts';
import { policy, type Policy } from '../../harness/things/roles.ts';
import { ofSameUser } from '../../harness/things/same-user.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { ACTIONS } from './actions.ts';
import { pause, resume, run, share, taskIfTaken, type Step, oneAfterTheOther } from './histories.ts';
import { createTask, requestCreation, type CreatedTask } from './tasks.ts';

/** Users without the admin role who create tasks by other rights than a policy that names the action. */
function otherCreators(check: Check) {
  return {
    'by a built-in role': check.asOptional('BUILT_IN_ROLE_TOKEN', 'holder of built-in roles'),
    'by a policy of All': check.asOptional('ALL_ACTIONS_TOKEN', 'holder of All'),
  };
}

/** Whether a user is shown with a policy that lets them create tasks: which rights a built-in role has is open. */
async function isShownAsCreator(check: Check, who: Actor): Promise<boolean> {
  const { userPolicies } = await who.preparing.getMe();
  const shown: readonly unknown[] = Array.isArray(userPolicies) ? userPolicies : [];
  const here = check.optional('DEPLOYMENT_ID') ?? 'All';
  const names = (one: unknown, ...values: readonly string[]) =>
    Array.isArray(one) && one.some((value) => values.includes(String(value)));
  return shown.some((one) => {
    const { resourceType, actions, resources } = (one ?? {}) as Partial<Record<string, unknown>>;
    return (
      resourceType === 'Deployment' && names(actions, 'ScheduledTasksCreate', 'All') && names(resources, here, 'All')
    );
  });
}

/** Expects a user to create a task, where the tenant shows that they may. */
async function expectCreatedIfShown(check: Check, who: Actor) {
  leaveOutUnless(await isShownAsCreator(check, who));
  expect(await requestCreation(check, who, taskBody(check))).toSucceed();
  return undefined;
}

/** Expects a user to be allowed an action on a task of their own, where they may create one. */
async function expectAllowedOnOwn(check: Check, admin: Actor, who: Actor, action: 'update' | 'delete' | 'run') {
  const task = await taskIfTaken(check, who, taskBody(check));
  leaveOutUnless(task);
  expect(await ACTIONS[action](check, admin, task).send(who)).toSucceed();
  return undefined;
}

/**
 * Two credentials of one user without the admin role, who may create tasks in the other deployment, as long as the check lasts;
 * undefined where there are none.
 */
async function creatorTwice(check: Check, admin: Actor): Promise<readonly [Actor, Actor] | undefined> {
  const [there, userId] = [check.optional('OTHER_DEPLOYMENT_ID'), check.optional('MEMBER_USER_ID')];
  const user = check.asOptional('MEMBER_TOKEN');
  const again = user && (await ofSameUser(user, check.asOptional('MEMBER_OAUTH_TOKEN')));
  if (!user || !again || there === undefined || userId === undefined) return undefined;
  const both = [user.in(there), again.in(there)] as const;
  const grant = { userId, deployment: there, actions: ['DeploymentRead', 'ScheduledTasksCreate'] } as const;
  await grantOn(check, admin, grant, ...both.map((one) => () => one.ask('listScheduledTasks')));
  return both;
}

/** What a creator may do, each with the requirement that says so. */
const RIGHTS = {
  update: 'scheduled-tasks.access.creator-updates',
  run: 'scheduled-tasks.access.creator-runs',
  delete: 'scheduled-tasks.access.creator-deletes',
} as const;

test.describe('by another credential', () => {
  test(...verifies('scheduled-tasks.access.creator-updates'), async ({ check, admin }) => {
    await inEach(check, { 'with another credential': await creatorTwice(check, admin) }, async ([creator, other]) => {
      const task = await taskIfTaken(check, creator, taskBody(check));
      leaveOutUnless(task);
      await expectRights(check, admin, other, task);
    });
  });
});

/** A policy of actions on the deployment of the run. */
const here = (check: Check, ...actions: Policy['actions']): Policy =>
  policy({ actions, resources: [check.provided('DEPLOYMENT_ID')] });

/** Expects the creator of a task to keep all rights to it when they may create no further one. */
async function expectKept(check: Check, admin: Actor, { who, hold }: Holder) {
  await hold(here(check, 'ScheduledTasksCreate'));
  const task = await readUntil(
    check,
    () => taskIfTaken(check, who, taskBody(check)),
    (made) => made !== undefined,
  );
  await hold();
  leaveOutUnless(task);
  await expectRights(check, admin, who, task);
  return undefined;
}

/** Expects the creator of a task to have all rights to it. Whether it can be changed while a run is under way is open. */
async function expectRights(check: Check, admin: Actor, who: Actor, task: CreatedTask): Promise<void> {
  for (const [action, requirement] of Object.entries(RIGHTS) as [keyof typeof RIGHTS, RequirementId][]) {
    const answer = await answerOnceFree(check, () => ACTIONS[action](check, admin, task).send(who));
    await judging(requirement, () => {
      expect(isUnderWay(answer) || isSuccess(answer), `${action} is taken: ${inOneLine(answer)}`).toBe(true);
    });
  }
}

/** What else a holder of ScheduledTasksManage may do to a task of another user. */
async function besidesUpdates(check: Check, admin: Actor, who: Actor, task: CreatedTask) {
  const doomed = await createTask(check, admin);
  const asking = (step: Step) => () => step(check, who, task) as Promise<Answer | undefined>;
  return {
    'scheduled-tasks.access.manage-pauses': asking(pause),
    'scheduled-tasks.access.manage-shares': asking(share),
    // The last, because a tenant may refuse a change while a run is under way, and whether a paused task is run is open.
    'scheduled-tasks.access.manage-runs': asking(async (...of) => {
      await resume(check, admin, task);
      return run(...of);
    }),
    'scheduled-tasks.access.manage-deletes': () => ACTIONS.delete(check, admin, doomed).send(who),
  };
}

test.describe('held for a while', () => {
  test(...verifies('scheduled-tasks.create.with-action'), async ({ check, admin }) => {
    await inEach(check, memberByEither(check, admin), ({ who, hold }) =>
      expectWhileHeld(check, {
        hold,
        send: () => requestCreation(check, who, taskBody(check)),
        policies: [here(check, 'ScheduledTasksCreate')],
        without: 'scheduled-tasks.create.without-action',
      }),
    );
  });

  test(...verifies('scheduled-tasks.access.manage-updates'), async ({ check, admin }) => {
    await inEach(check, memberWidely(check, admin), async ({ who, hold, resources }, name) => {
      const task = await createTask(check, admin);
      // Another one, so that whatever is done besides leaves the task that is updated as it is.
      const other = await createTask(check, admin);
      const held = await expectWhileHeld(check, {
        hold,
        send: () => ACTIONS.update(check, admin, task).send(who),
        policies: [policy({ actions: ['ScheduledTasksManage'], resources })],
        without: 'scheduled-tasks.access.reader-update-refused',
        beside: await besideIf(name !== 'through a second group', () => besidesUpdates(check, admin, who, other)),
      });
      leaveOutIf(held === LEFT_OUT);
      await refusedBeside(check, admin, who, other);
      await refusedBeside(check, admin, who, task);
    });
  });

  test(...verifies('scheduled-tasks.access.all-includes-manage'), async ({ check, admin }) => {
    await inEach(check, { 'on all deployments': memberByRole(check, admin) }, async ({ who, hold }) => {
      const task = await createTask(check, admin);
      return expectWhileHeld(check, {
        hold,
        send: () => ACTIONS.update(check, admin, task).send(who),
        policies: [policy({ actions: ['All'], resources: ['All'] })],
        without: 'scheduled-tasks.access.reader-update-refused',
      });
    });
  });

  test(...verifies('scheduled-tasks.access.creator-updates'), async ({ check, admin }) => {
    await inEach(check, { 'once they may create none': memberByRole(check, admin) }, (one) =>
      expectKept(check, admin, one),
    );
  });
});

test.describe('by other rights', () => {
  test(...verifies('scheduled-tasks.create.with-action'), async ({ check }) => {
    await inEach(check, otherCreators(check), (who) => expectCreatedIfShown(check, who));
  });

  for (const [verb, action] of [
    ['updates', 'update'],
    ['deletes', 'delete'],
    ['runs', 'run'],
  ] as const) {
    test(...verifies(`scheduled-tasks.access.creator-${verb}`), async ({ check, admin }) => {
      await inEach(check, otherCreators(check), (who) => expectAllowedOnOwn(check, admin, who, action));
      const creator = check.asOptional('TASK_CREATOR_TOKEN', 'creator');
      await inEach(check, { 'once somebody else has updated it': creator }, async (who) => {
        const task = await createTask(check, who);
        granted(await ACTIONS.update(check, admin, task).send(admin), 'an update by an administrator');
        expect(await ACTIONS[action](check, admin, task).send(who)).toSucceed();
      });
      await inEach(check, { 'once somebody else has run, paused and shared it': creator }, async (who) => {
        const task = await createTask(check, who);
        await oneAfterTheOther(run, pause, resume, share)(check, admin, task);
        const { send } = ACTIONS[action](check, admin, task);
        const answer = await answerOnceFree(check, () => send(who));
        // What can be done in each state is open: somebody else with the right shows whether this can.
        leaveOutIf(!isSuccess(answer) && !isSuccess(await send(admin)));
        expect(answer).toSucceed();
      });
    });
  }
});
