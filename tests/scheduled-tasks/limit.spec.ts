import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import { setupRequires } from '../../harness/failures/requires.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach, leaveOutIf, leaveOutUnless } from '../../harness/check/in-each.ts';
import { requestActiveTask, createActiveTasks, freeSlot, expectResumed } from './active-limit.ts';
import {
  conditionOf,
  ifTaken,
  oneAfterTheOther,
  nothing,
  pause,
  resume,
  taskIfTaken,
  update,
  type Step,
} from './histories.ts';
import {
  requestAction,
  enabledOf,
  createdTaskId,
  isListed,
  createTask,
  createPausedTask,
  deleteTask,
  pauseTask,
  updateTask,
  type CreatedTask,
} from './tasks.ts';

const { max: MAX } = LIMITS.activeTasksPerUser;

test(...verifies('scheduled-tasks.limit.create-twentieth'), async ({ check, admin }) => {
  const [task] = await createActiveTasks(check, admin, { who: [admin], upTo: 19 });
  const steps = {
    'right away': nothing,
    'after a creation was refused': () => refusedCreation(check, admin),
    'after an active one was resumed and updated': oneAfterTheOther(resume, update),
  };
  await inEach<Step>(check, steps, async (step) => {
    await (task && step(check, admin, task));
    const body = taskBody(check);
    const answer = await requestActiveTask(check, admin, body);
    expect(answer, 'the twentieth').toSucceed();
    await deleteTask(admin, { id: await createdTaskId(check, admin, answer, body) });
  });
});

/** A creation that other requirements have refused. */
async function refusedCreation(check: Check, admin: Actor): Promise<void> {
  const answer = await requestActiveTask(check, admin, taskBody(check, { cron: '* * * * *' }));
  setupRequires(!isSuccess(answer), 'a creation that is to be refused succeeded');
}

/** Whether two tasks, created with different credentials, show the same user. */
async function isSameUser(admin: Actor, one: CreatedTask, other: CreatedTask): Promise<boolean> {
  const [mine, theirs] = [
    await admin.preparing.getScheduledTask(one.id),
    await admin.preparing.getScheduledTask(other.id),
  ];
  return (mine.userId ?? null) !== null && mine.userId === theirs.userId;
}

/** What takes no place makes none either: a task that was paused twice and deleted, and an on-demand one that was deleted. */
async function leaveNoPlace(check: Check, admin: Actor): Promise<void> {
  const paused = await createTask(check, admin);
  await oneAfterTheOther(pause, pause)(check, admin, paused);
  await deleteTask(admin, paused);
  const onDemand = await taskIfTaken(check, admin, onDemandBody(check));
  if (onDemand) await deleteTask(admin, onDemand);
}

/** Creates the twentieth task, where a tenant refused all of several requests for its place at once. */
async function fillLastPlace(check: Check, admin: Actor, createdCount: number): Promise<void> {
  if (createdCount === 0) granted(await requestActiveTask(check, admin), 'the twentieth');
}

/** Expects that no task of the same user is created with another credential, where one is lent, either. */
async function expectNoneBy(
  another: Actor | undefined,
  check: Check,
  admin: Actor,
  body: Readonly<Record<string, unknown>>,
  [task]: readonly CreatedTask[],
): Promise<void> {
  if (!task || !another) return;
  const answer = await requestActiveTask(check, another, body);
  if (!isSuccess(answer)) return;
  const byOther = { id: await createdTaskId(check, another, answer, body), body };
  expect(await isSameUser(admin, task, byOther), 'the twenty-first task belongs to the same user').toBe(false);
}

/** Active tasks take a place each, whatever was done to them; what of it the tenant refuses is about other requirements. */
async function giveHistories(check: Check, admin: Actor, [one, other]: readonly CreatedTask[]): Promise<void> {
  if (one) {
    await update(check, admin, one);
    // A task that stays paused takes no place.
    const paused = (await pause(check, admin, one)) as Answer | undefined;
    if (paused && isSuccess(paused)) granted(await requestAction(admin, 'resume', one), 'the resume');
  }
  if (other) await updateTask(admin, other, { condition: conditionOf(check) });
}

test(...verifies('scheduled-tasks.limit.create-past-20'), async ({ check, admin }) => {
  await leaveNoPlace(check, admin);
  const paused = await createPausedTask(check, admin);
  const tasks = await createActiveTasks(check, admin, { who: [admin], upTo: 19, inactive: [paused] });
  await giveHistories(check, admin, tasks);
  const atOnce = await Promise.all([
    requestActiveTask(check, admin),
    requestActiveTask(check, admin),
    requestAction(admin, 'resume', paused),
  ]);
  const createdCount = atOnce.filter(isSuccess).length;
  expect(createdCount, 'successes of two creations and a resume at once at 19 active tasks').toBeLessThanOrEqual(1);
  await fillLastPlace(check, admin, createdCount);
  const body = taskBody(check);
  await inEach(check, { once: body, again: body }, async (one) => {
    expect(await requestActiveTask(check, admin, one), 'the twenty-first').toBeRefusedWith(409);
  });
  // The form of a condition is open, and it may be looked at before the limit is.
  await inEach(check, { 'with a condition': { ...body, condition: conditionOf(check) } }, async (one) => {
    expect(await requestActiveTask(check, admin, one), 'the twenty-first').toBeRefused();
  });
  expect(await isListed(admin, body['prompt']), 'the refused task is in the list').toBe(false);
  await expectNoneBy(check.asOptional('OAUTH_TOKEN'), check, admin, body, tasks);
  await expectNoneBy(check.asOptional('SCOPED_TOKEN', 'scoped'), check, admin, body, tasks);
  await freeSlot(admin, tasks);
  granted(await requestActiveTask(check, admin, body), 'the same request below the limit');
});

test(...verifies('scheduled-tasks.limit.resume-twentieth'), async ({ check, admin }) => {
  const task = await createPausedTask(check, admin);
  await createActiveTasks(check, admin, { who: [admin], upTo: 19, inactive: [task] });
  const refused: Step = async () => {
    await pause(check, admin, task);
    const another = await createTask(check, admin);
    const answer = await requestAction(admin, 'resume', task);
    await deleteTask(admin, another);
    // That it is refused is another requirement.
    leaveOutIf(isSuccess(answer));
  };
  const steps = {
    'for the first time': nothing,
    'for the second time': ifTaken(pause),
    'once it was refused': refused,
  };
  await inEach<Step>(check, steps, async (step) => {
    await step(check, admin, task);
    expectResumed(await requestAction(admin, 'resume', task));
  });
});

/** Resumes two tasks at once where there is one place, and tells which of them stays paused. */
async function resumeBoth(admin: Actor, [one, other]: readonly [CreatedTask, CreatedTask]) {
  const resumeOne = (task: CreatedTask) => requestAction(admin, 'resume', task);
  const answers = await Promise.all([resumeOne(one), resumeOne(other)]);
  const resumed = answers.filter(isSuccess).length;
  // A tenant may refuse both, each because of the other.
  if (resumed === 0) granted(await resumeOne(one), 'the twentieth');
  return { resumed, left: isSuccess(answers[1]) ? one : other };
}

/** A paused task with a condition; undefined where the tenant takes none of this form, which is open. */
async function pausedWithCondition(check: Check, admin: Actor): Promise<CreatedTask | undefined> {
  const task = await taskIfTaken(check, admin, taskBody(check, { condition: conditionOf(check) }));
  if (task) await pauseTask(admin, task);
  return task;
}

test(...verifies('scheduled-tasks.limit.resume-past-20'), async ({ check, admin }) => {
  const paused = [await createPausedTask(check, admin), await createPausedTask(check, admin)] as const;
  const conditional = await pausedWithCondition(check, admin);
  const inactive = [...paused, conditional].flatMap((one) => one ?? []);
  const tasks = await createActiveTasks(check, admin, { who: [admin], upTo: 19, inactive });
  const { resumed, left: task } = await resumeBoth(admin, paused);
  await inEach(check, { 'two at once': resumed }, (count) => {
    expect(count, 'successes of two concurrent resumes at 19 active tasks').toBeLessThanOrEqual(1);
  });
  const before = await enabledOf(check, admin, task);
  await inEach(check, { once: task, again: task, 'with a condition': conditional }, async (one) => {
    expect(await requestAction(admin, 'resume', one), 'the twenty-first').toBeRefusedWith(409);
  });
  await inEach(check, { 'updated while paused': task }, async (one) => {
    // Whether an update makes a paused task active is open.
    await update(check, admin, one);
    leaveOutUnless((await enabledOf(check, admin, one)) === before);
    expect(await requestAction(admin, 'resume', one), 'the twenty-first').toBeRefusedWith(409);
  });
  expect(await enabledOf(check, admin, task), 'enabled of the task').toBe(before);
  await freeSlot(admin, tasks);
  granted(await requestAction(admin, 'resume', task), 'the same request below the limit');
});

test(...verifies('scheduled-tasks.limit.create-across-deployments'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const tasks = await createActiveTasks(check, admin, { who: [admin, elsewhere], upTo: MAX });
  expect(await requestActiveTask(check, admin), 'the twenty-first').toBeRefusedWith(409);
  expect(await requestActiveTask(check, elsewhere), 'the twenty-first, in the other deployment').toBeRefusedWith(409);
  await freeSlot(admin, tasks);
  granted(await requestActiveTask(check, elsewhere), 'the same request below the limit');
});

test(...verifies('scheduled-tasks.limit.resume-across-deployments'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const [here, there] = [await createPausedTask(check, admin), await createPausedTask(check, elsewhere)];
  const tasks = await createActiveTasks(check, admin, { who: [admin, elsewhere], upTo: MAX, inactive: [here, there] });
  expect(await requestAction(admin, 'resume', here), 'the twenty-first').toBeRefusedWith(409);
  expect(await requestAction(elsewhere, 'resume', there), 'the twenty-first, in the other deployment').toBeRefusedWith(
    409,
  );
  await freeSlot(admin, tasks);
  granted(await requestAction(elsewhere, 'resume', there), 'the same request below the limit');
});
