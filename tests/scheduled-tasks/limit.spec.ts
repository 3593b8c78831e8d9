import { LIMITS } from '../../contracts/limits.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import { requireServed } from '../../harness/check/served.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { claim, fill, freed } from './places.ts';
import { act, enabledOf, idIn, isListed, made, madeOnDemand, madePaused, paused, type Made } from './tasks.ts';

const { max: MOST } = LIMITS.activeTasksPerUser;

// They need all places of a user, so that on a live tenant only one of them can be at work.
test.describe.configure({ mode: 'default' });

const creatorOf = (check: Check) => check.as('TASK_CREATOR_TOKEN', 'task creator');

/** How a task is resumed is open; that there is no place is told by 409. */
function expectResumed(check: Check, answer: Answer): void {
  requireServed(check, answer);
  if (answer.status !== 409) unlessGuessed(check, 'scheduled-tasks.resume-body', answer);
  expect(answer, 'the resume while there is a place').toSucceed();
}

test.beforeEach(async ({ check }) => {
  await check.lock('scheduled tasks');
});

test(...verifies('scheduled-tasks.limit.create-twentieth'), async ({ check, admin }) => {
  await fill(check, admin, { who: [admin], upTo: 19 });
  expect(await claim(check, admin), 'the twentieth').toSucceed();
});

/** Whether somebody who comes with another credential is the same user, as far as tasks of both show it. */
async function isSameUser(admin: Actor, one: Made, other: Made): Promise<boolean> {
  const [mine, theirs] = [
    await admin.preparing.getScheduledTask(one.id),
    await admin.preparing.getScheduledTask(other.id),
  ];
  return (mine.userId ?? null) !== null && mine.userId === theirs.userId;
}

test(...verifies('scheduled-tasks.limit.create-past-20'), async ({ check, admin }) => {
  const tasks = await fill(check, admin, { who: [admin], upTo: 19 });
  const atOnce = await Promise.all([claim(check, admin), claim(check, admin)]);
  const granted20 = atOnce.filter(isSuccess).length;
  expect(granted20, 'of two that ask at once for the last place').toBeLessThanOrEqual(1);
  if (granted20 === 0) granted(await claim(check, admin), 'the twentieth');
  const body = taskBody(check);
  expect(await claim(check, admin, body), 'the twenty-first').toBeRefusedWith(409);
  expect(await isListed(admin, body['prompt']), 'whether it was created').toBe(false);
  const [task] = tasks;
  if (task && check.tenant.settings.OAUTH_TOKEN !== undefined) {
    const byOAuth = check.as('OAUTH_TOKEN');
    const answer = await claim(check, byOAuth, body);
    const made = isSuccess(answer) ? { id: await idIn(check, byOAuth, answer, body), body } : undefined;
    if (made) expect(await isSameUser(admin, task, made), 'whether the twenty-first is of the same user').toBe(false);
  }
  await freed(admin, tasks);
  granted(await claim(check, admin, body), 'the same with a place left');
});

test(...verifies('scheduled-tasks.limit.resume-twentieth'), async ({ check, admin }) => {
  const task = await madePaused(check, admin);
  await fill(check, admin, { who: [admin], upTo: 19, resting: [task] });
  expectResumed(check, await act(check, admin, 'resume', task));
});

test(...verifies('scheduled-tasks.limit.resume-past-20'), async ({ check, admin }) => {
  const task = await madePaused(check, admin);
  const tasks = await fill(check, admin, { who: [admin], upTo: MOST, resting: [task] });
  const before = await enabledOf(check, admin, task);
  expect(await act(check, admin, 'resume', task), 'the twenty-first').toBeRefusedWith(409);
  expect(await enabledOf(check, admin, task), 'whether it shows itself as enabled').toBe(before);
  await freed(admin, tasks);
  granted(await act(check, admin, 'resume', task), 'the same with a place left');
});

test(...verifies('scheduled-tasks.limit.create-across-deployments'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const tasks = await fill(check, admin, { who: [admin, elsewhere], upTo: MOST });
  expect(await claim(check, admin), 'the twenty-first').toBeRefusedWith(409);
  expect(await claim(check, elsewhere), 'the twenty-first, in the other deployment').toBeRefusedWith(409);
  await freed(admin, tasks);
  granted(await claim(check, elsewhere), 'the same with a place left');
});

test(...verifies('scheduled-tasks.limit.resume-across-deployments'), async ({ check, admin }) => {
  const elsewhere = admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
  const [here, there] = [await madePaused(check, admin), await madePaused(check, elsewhere)];
  const tasks = await fill(check, admin, { who: [admin, elsewhere], upTo: MOST, resting: [here, there] });
  expect(await act(check, admin, 'resume', here), 'the twenty-first').toBeRefusedWith(409);
  expect(await act(check, elsewhere, 'resume', there), 'the twenty-first, in the other deployment').toBeRefusedWith(
    409,
  );
  await freed(admin, tasks);
  granted(await act(check, elsewhere, 'resume', there), 'the same with a place left');
});

const SEVERAL = 3;

test(...verifies('scheduled-tasks.limit.manual-not-counted'), async ({ check, admin }) => {
  for (let count = 0; count < SEVERAL; count += 1) await madeOnDemand(check, admin);
  await fill(check, admin, { who: [admin], upTo: MOST - SEVERAL });
  for (let count = 0; count < SEVERAL; count += 1) {
    expect(await claim(check, admin), 'one of the last active tasks').toSucceed();
  }
});

test(...verifies('scheduled-tasks.limit.manual-past-20'), async ({ check, admin }) => {
  await fill(check, admin, { who: [admin], upTo: MOST });
  expect(await admin.raw('createScheduledTask', { body: onDemandBody(check) })).toSucceed();
});

test(...verifies('scheduled-tasks.limit.paused-not-counted'), async ({ check, admin }) => {
  const [task] = await fill(check, admin, { who: [admin], upTo: MOST });
  if (task) await paused(check, admin, task);
  expect(await claim(check, admin), 'one more after the pause of another').toSucceed();
});

test(...verifies('scheduled-tasks.limit.deleted-not-counted'), async ({ check, admin }) => {
  const tasks = await fill(check, admin, { who: [admin], upTo: MOST });
  // To have asked for one too many is to be forgotten.
  await claim(check, admin);
  await freed(admin, tasks);
  expect(await claim(check, admin), 'one more after another was deleted').toSucceed();
});

test(...verifies('scheduled-tasks.limit.others-not-counted'), async ({ check, admin }) => {
  const creator = creatorOf(check);
  // Whoever has a place for one now has it later as well.
  const places = [await made(check, creator), await made(check, creator)];
  for (const place of places) await freed(creator, [place]);
  const tasks = await fill(check, admin, { who: [admin], upTo: MOST });
  expect(await claim(check, creator), 'an active task of a colleague').toSucceed();
  // Where they can be shared, that does not make them anybody else's.
  for (const task of tasks) if (!isSuccess(await act(check, admin, 'share', task))) return;
  expect(await claim(check, creator), 'an active task of a colleague with whom others are shared').toSucceed();
});

test(...verifies('scheduled-tasks.limit.resume-counts-creator'), async ({ check, admin }) => {
  const creator = creatorOf(check);
  const task = await madePaused(check, creator);
  const tasks = await fill(check, admin, { who: [creator], upTo: MOST, resting: [task] });
  expect(await act(check, admin, 'resume', task), 'the twenty-first of the creator').toBeRefusedWith(409);
  await freed(creator, tasks);
  granted(await act(check, admin, 'resume', task), 'the same with a place left');
});

test(...verifies('scheduled-tasks.limit.resume-spares-caller'), async ({ check, admin }) => {
  const task = await madePaused(check, creatorOf(check));
  await fill(check, admin, { who: [admin], upTo: MOST, resting: [task] });
  expectResumed(check, await act(check, admin, 'resume', task));
});
