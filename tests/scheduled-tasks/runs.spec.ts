import { LIMITS } from '../../contracts/limits.ts';
import { unlessGuessed } from '../../harness/check/guesses.ts';
import { expectNoRepeats } from '../../harness/rules/lists.ts';
import { onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { asSetup, setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { minuteAhead, UTC } from './moments.ts';
import { keyOf, keysOf, ran, runsOf, threadsOf } from './runs.ts';
import { create, idIn, made, madeOnDemand, type Made } from './tasks.ts';

const { max: MOST } = LIMITS.taskRunsListed;

test(...verifies('scheduled-tasks.on-demand.create'), async ({ admin, check }) => {
  const answer = await create(check, admin, onDemandBody(check));
  expect(unlessGuessed(check, 'scheduled-tasks.on-demand', answer)).toSucceed();
});

/** A list of runs as it is once so many of them stand in it, or as it is anyway after a while. */
async function expectRuns(check: Check, admin: Actor, task: Made, count: number): Promise<void> {
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs in the list').toBe(count);
  });
}

for (const [id, make] of [
  ['scheduled-tasks.on-demand.run', madeOnDemand],
  ['scheduled-tasks.run.recorded', made],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    const task = await make(check, admin);
    for (const count of [1, 2]) {
      await admin.runScheduledTask(task.id);
      await expectRuns(check, admin, task, count);
    }
  });
}

test(...verifies('scheduled-tasks.on-demand.never-by-itself'), async ({ check, clock, admin }) => {
  const body = onDemandBody(check);
  const answer = await create(check, admin, body);
  expect(unlessGuessed(check, 'scheduled-tasks.on-demand', answer)).toSucceed();
  const task = { id: await idIn(check, admin, answer, body) };
  const at = await minuteAhead(admin);
  const hourly = await made(check, admin.preparing, { cron: `${at.getUTCMinutes()} * * * *`, timezone: UTC });
  await clock.pass('1h');
  const [others, own] = [await runsOf(admin.preparing, hourly), await runsOf(admin, task)];
  if (others.length === 0) throw setupFailed('no schedule was carried out meanwhile');
  expect(own.length, 'runs that nobody asked for').toBe(0);
});

test(...verifies('scheduled-tasks.run.new-thread'), async ({ check, admin }) => {
  const task = await made(check, admin);
  await ran(admin, task, 2);
  const runs = await listedRuns(check, admin, task, 2);
  const threads = threadsOf(runs);
  if (threads.length === 0) untested('runs do not show their threads: state scheduled-tasks.run-thread');
  expect(threads, 'threads of runs').toEqual([...new Set(threads)]);
});

/** The runs of a task that were asked for, once so many are listed; otherwise nothing can be said of them. */
async function listedRuns(check: Check, admin: Actor, task: Made, count: number) {
  let runs = await runsOf(admin.preparing, task);
  const areListed = () =>
    eventually(check, async () => {
      runs = await runsOf(admin.preparing, task);
      expect(runs.length).toBeGreaterThanOrEqual(count);
    });
  await asSetup(areListed, () => `the list shows ${runs.length} of ${count} runs that were asked for`);
  return runs;
}

test(...verifies('scheduled-tasks.runs.own-task'), async ({ check, admin }) => {
  const [one, other, idle] = [await made(check, admin), await made(check, admin), await made(check, admin)];
  for (const task of [one, other, one]) await ran(admin.preparing, task, 1);
  const [ofOne, ofOther] = [await listedRuns(check, admin, one, 2), await listedRuns(check, admin, other, 1)];
  const keys = ofOther.map(keyOf);
  expect(
    ofOne.map(keyOf).filter((key) => keys.includes(key)),
    "runs in two tasks' lists",
  ).toEqual([]);
  expect([ofOne.length, ofOther.length, (await runsOf(admin, idle)).length], 'runs of three tasks').toEqual([2, 1, 0]);
});

/** A task with a few runs in its list. */
async function withRuns(check: Check, admin: Actor, count: number): Promise<Made> {
  const task = await made(check, admin);
  await ran(admin.preparing, task, count);
  await listedRuns(check, admin, task, count);
  return task;
}

test(...verifies('scheduled-tasks.runs.first-limits'), async ({ check, admin }) => {
  const { id } = await withRuns(check, admin, 3);
  for (const first of [1, 2]) {
    const { items } = await admin.listScheduledTaskRuns(id, { first });
    expect(items?.length ?? 0, `runs on a page of ${first}`).toBeLessThanOrEqual(first);
  }
});

test(...verifies('scheduled-tasks.runs.after-continues'), async ({ check, admin }) => {
  const task = await withRuns(check, admin, 4);
  for (const first of [1, 2, 3]) {
    await expectNoRepeats(
      (page) => admin.listScheduledTaskRuns(task.id, page),
      first,
      ({ items }) => (items ?? []).map(keyOf),
    );
  }
});

test(...verifies('scheduled-tasks.runs.pages-complete'), async ({ check, admin }) => {
  const task = await withRuns(check, admin, 4);
  const whole = await keysOf(admin.preparing, task);
  for (const first of [1, 2, 3, 4, 5]) {
    const keys = new Set(await keysOf(admin, task, first));
    expect(
      whole.filter((key) => !keys.has(key)),
      `runs that no page of ${first} holds`,
    ).toEqual([]);
  }
});

/** Sizes of pages that the limit is no multiple of, and none at all. */
/** Pages that together hold more than the list may. */
const SMALL = 20;

test(...verifies('scheduled-tasks.runs.holds-50'), async ({ check, admin }) => {
  const task = await made(check, admin);
  await ran(admin, task, MOST);
  await expectRuns(check, admin, task, 50);
});

test(...verifies('scheduled-tasks.runs.at-most-50'), async ({ check, admin }) => {
  const task = await made(check, admin);
  await ran(admin, task, MOST + 1);
  await expectRuns(check, admin, task, 50);
  expect(new Set(await keysOf(admin, task, SMALL)).size, 'runs on all pages').toBeLessThanOrEqual(50);
});

test(...verifies('scheduled-tasks.runs.oldest-dropped'), async ({ check, admin }) => {
  const task = await made(check, admin);
  await ran(admin, task, 1);
  const [oldest] = (await listedRuns(check, admin, task, 1)).map(keyOf);
  await ran(admin, task, MOST - 1);
  const before = (await listedRuns(check, admin, task, MOST)).map(keyOf);
  await ran(admin, task, 1);
  await eventually(check, async () => {
    const after = await keysOf(admin, task);
    if (after.length > MOST) throw setupFailed('the list does not leave out any run');
    expect(
      before.filter((key) => !after.includes(key)),
      'runs that left the list',
    ).toEqual([oldest]);
  });
});
