import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { untested } from '../../harness/failures/untested.ts';
import { onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import { judging } from '../../harness/check/judging.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { answerOnceFree } from '../../harness/check/under-way.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { requestActiveTask, createActiveTasks, freeSlot, expectResumed } from './active-limit.ts';
import { ifTaken, oneAfterTheOther, pause, resume, run, share, update, type Step } from './histories.ts';
import {
  asOnDemand,
  requestAction,
  enabledOf,
  createTask,
  createOnDemandTask,
  createPausedTask,
  updateTask,
  type CreatedTask,
} from './tasks.ts';

const { max: MAX } = LIMITS.activeTasksPerUser;

const plainCreatorOf = (check: Check) => check.asOptional('TASK_CREATOR_TOKEN', 'task creator');
const creatorOf = (check: Check) => check.as('TASK_CREATOR_TOKEN', 'task creator');

const ON_DEMAND_TASKS = 3;

test(...verifies('scheduled-tasks.limit.manual-not-counted'), async ({ check, admin }) => {
  const onDemand = await createOnDemandTask(check, admin);
  await repeat(ON_DEMAND_TASKS - 1, () => createOnDemandTask(check, admin));
  // Whether a task that runs on demand can be paused and resumed is open: it takes no place all the same.
  await oneAfterTheOther(pause, resume)(check, admin, onDemand);
  const [task] = await createActiveTasks(check, admin, { who: [admin], upTo: MAX - ON_DEMAND_TASKS });
  await repeat(ON_DEMAND_TASKS, async () => {
    expect(await requestActiveTask(check, admin), 'an active task below the limit').toSucceed();
  });
  await inEach(check, { 'one that had a schedule': task }, async (one) => {
    // Whether an update takes the schedule away is open.
    leaveOutUnless(isSuccess(await updateTask(admin, one, { cron: null })));
    leaveOutUnless((await admin.preparing.getScheduledTask(one.id)).cron === null);
    expect(await requestActiveTask(check, admin), 'an active task in its place').toSucceed();
  });
});

/** Performs a step so many times, one after the other. */
async function repeat(times: number, step: () => Promise<unknown>): Promise<void> {
  for (let count = 0; count < times; count += 1) await step();
}

test(...verifies('scheduled-tasks.limit.manual-past-20'), async ({ check, admin }) => {
  await createActiveTasks(check, admin, { who: [admin], upTo: MAX });
  const answer = await admin.raw('createScheduledTask', { body: onDemandBody(check) });
  expect(asOnDemand(check, answer)).toSucceed();
});

/** A step with a task, where one was created: the user may have had all of their active tasks before. Says whether it is paused. */
async function isPausedBy(check: Check, step: Step, who: Actor, task: CreatedTask | undefined): Promise<boolean> {
  if (!task) return true;
  const answer = (await step(check, who, task)) as Answer | undefined;
  const enabled = await enabledOf(check, who, task);
  return enabled === undefined ? answer !== undefined && isSuccess(answer) : !enabled;
}

test(...verifies('scheduled-tasks.limit.paused-not-counted'), async ({ check, admin }) => {
  const owner = plainCreatorOf(check) ?? admin;
  const tasks = await createActiveTasks(check, admin, { who: [owner], upTo: MAX });
  const cases = {
    'by its creator': { who: owner, step: pause, task: tasks[0] },
    'by an administrator': { who: admin, step: oneAfterTheOther(share, pause), task: tasks[1] },
    'for the second time': tasks[2] && {
      who: owner,
      step: oneAfterTheOther(ifTaken(pause), ifTaken(resume), pause),
      task: tasks[2],
    },
    'run while paused': tasks[4] && {
      who: owner,
      step: oneAfterTheOther(ifTaken(pause), ifTaken(run)),
      task: tasks[4],
    },
    'updated while paused': tasks[3] && { who: owner, step: oneAfterTheOther(ifTaken(pause), update), task: tasks[3] },
  };
  await inEach(check, cases, async ({ who, step, task }) => {
    // Who may pause it is about other requirements; whether it can be paused again, and stays so when it is updated, is open.
    leaveOutUnless(await isPausedBy(check, step, who, task));
    expect(await requestActiveTask(check, owner), 'another active task after one was paused').toSucceed();
  });
});

test(...verifies('scheduled-tasks.limit.deleted-not-counted'), async ({ check, admin }) => {
  const owner = plainCreatorOf(check) ?? admin;
  const tasks = await createActiveTasks(check, admin, { who: [owner], upTo: MAX });
  // A refused creation must not count later. The user may have no admin role, whose limit is the same.
  const refused = await requestActiveTask(check, owner);
  await judging('scheduled-tasks.limit.create-past-20', () => {
    expect(refused, 'the twenty-first').toBeRefusedWith(409);
  });
  const cases = { 'by its creator': { who: owner, from: 0 }, 'by an administrator': { who: admin, from: 1 } };
  await inEach(check, cases, async ({ who, from }) => {
    await freeSlot(who, tasks.slice(from));
    expect(await requestActiveTask(check, owner), 'another active task after one was deleted').toSucceed();
  });
  await inEach(check, { 'one that has run': tasks[2] }, async (task) => {
    await run(check, owner, task);
    // Whether a task can be deleted while a run is under way is open.
    const answer = await answerOnceFree(check, () => owner.preparing.ask('deleteScheduledTask', task.id));
    leaveOutUnless(isSuccess(answer));
    expect(await requestActiveTask(check, owner), 'another active task after one was deleted').toSucceed();
  });
});

test(...verifies('scheduled-tasks.limit.others-not-counted'), async ({ check, admin }) => {
  const creator = creatorOf(check);
  // Shows that the creator is below the limit, so that a later refusal has another reason.
  const tasksOfCreator = [await createTask(check, creator), await createTask(check, creator)];
  await deleteInTurn(creator, tasksOfCreator);
  const tasks = await createActiveTasks(check, admin, { who: [admin], upTo: MAX - 1 });
  const ofAnother = await createTask(check, creator);
  // Who may update it is about other requirements.
  await updateTask(admin, ofAnother, { prompt: 'updated by another user' });
  const twentieth = await requestActiveTask(check, admin);
  expect(twentieth, 'the twentieth, beside one of another user that was updated').toSucceed();
  expect(await requestActiveTask(check, creator), 'an active task of another user').toSucceed();
  await expectSharedNotCounted(check, admin, creator, tasks);
});

async function deleteInTurn(actor: Actor, tasks: readonly CreatedTask[]): Promise<void> {
  for (const task of tasks) await freeSlot(actor, [task]);
}

/** Where tasks can be shared, shared tasks still count only for their creator. */
async function expectSharedNotCounted(check: Check, admin: Actor, creator: Actor, tasks: readonly CreatedTask[]) {
  for (const task of tasks) if (!isSuccess(await requestAction(admin, 'share', task))) return;
  expect(
    await requestActiveTask(check, creator),
    'an active task of another user, with whom the tasks are shared',
  ).toSucceed();
}

/** Whether an administrator may resume the task of another user is open. */
async function requireResumable(admin: Actor, creator: Actor, task: CreatedTask): Promise<void> {
  if (!isSuccess(await requestAction(admin, 'resume', task)))
    untested('an administrator does not resume the task of another user');
  granted(await requestAction(creator, 'pause', task), 'the pause');
}

test(...verifies('scheduled-tasks.limit.resume-counts-creator'), async ({ check, admin }) => {
  const creator = creatorOf(check);
  const task = await createPausedTask(check, creator);
  await requireResumable(admin, creator, task);
  const tasks = await createActiveTasks(check, admin, { who: [creator], upTo: MAX, inactive: [task] });
  expect(await requestAction(admin, 'resume', task), 'the twenty-first task of the creator').toBeRefusedWith(409);
  await inEach(check, { 'by a manager of tasks': check.asOptional('TASK_MANAGER_TOKEN') }, async (manager) => {
    // Whether they may resume the task of another user at all is open.
    expect(await requestAction(manager, 'resume', task), 'the twenty-first task of the creator').toBeRefused();
  });
  await freeSlot(creator, tasks);
  granted(await requestAction(admin, 'resume', task), 'the same request below the limit');
});

test(...verifies('scheduled-tasks.limit.resume-spares-caller'), async ({ check, admin }) => {
  const creator = creatorOf(check);
  const task = await createPausedTask(check, creator);
  await requireResumable(admin, creator, task);
  await createActiveTasks(check, admin, { who: [admin], upTo: MAX, inactive: [task] });
  expectResumed(await requestAction(admin, 'resume', task));
});
