import { LIMITS } from '../../contracts/limits.ts';
import { expectNoRepeats } from '../../harness/rules/lists.ts';
import { onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { asSetup, setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { minuteAhead, UTC } from './times.ts';
import { keyOf, keysOf, runTask, runsOf, threadsOf } from './runs.ts';
import { requestCreation, createdTaskId, createTask, createOnDemandTask, type CreatedTask } from './tasks.ts';

const { max: MAX } = LIMITS.taskRunsListed;

test(...verifies('scheduled-tasks.on-demand.create'), async ({ admin, check }) => {
  const answer = await requestCreation(check, admin, onDemandBody(check));
  expect(answer).toSucceed();
});

/** Expects that the list eventually shows the given number of runs. */
async function expectRuns(check: Check, admin: Actor, task: CreatedTask, count: number): Promise<void> {
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs in the list').toBe(count);
  });
}

for (const [id, createOne] of [
  ['scheduled-tasks.on-demand.run', createOnDemandTask],
  ['scheduled-tasks.run.recorded', createTask],
] as const) {
  test(...verifies(id), async ({ check, admin }) => {
    const task = await createOne(check, admin);
    for (const count of [1, 2]) {
      await admin.runScheduledTask(task.id);
      await expectRuns(check, admin, task, count);
    }
  });
}

test(...verifies('scheduled-tasks.on-demand.never-by-itself'), async ({ check, clock, admin }) => {
  const body = onDemandBody(check);
  const answer = await requestCreation(check, admin, body);
  expect(answer).toSucceed();
  const task = { id: await createdTaskId(check, admin, answer, body) };
  const at = await minuteAhead(admin);
  const hourly = await createTask(check, admin.preparing, { cron: `${at.getUTCMinutes()} * * * *`, timezone: UTC });
  await clock.pass('1h');
  const [others, own] = [await runsOf(admin.preparing, hourly), await runsOf(admin, task)];
  if (others.length === 0) throw setupFailed('the scheduled task did not run either');
  expect(own.length, 'runs that were not requested').toBe(0);
});

test(...verifies('scheduled-tasks.run.new-thread'), async ({ check, admin }) => {
  const task = await createTask(check, admin);
  await runTask(admin, task, 2);
  const runs = await listedRuns(check, admin, task, 2);
  const threads = threadsOf(runs);
  if (threads.length === 0) untested(unstated('scheduled-tasks.run-thread', 'runs do not show their threads'));
  expect(threads, 'threads of runs').toEqual([...new Set(threads)]);
});

/** Waits, as a setup step, until the list shows the given number of runs, and returns them. */
async function listedRuns(check: Check, admin: Actor, task: CreatedTask, count: number) {
  let runs = await runsOf(admin.preparing, task);
  const areListed = () =>
    eventually(check, async () => {
      runs = await runsOf(admin.preparing, task);
      expect(runs.length).toBeGreaterThanOrEqual(count);
    });
  await asSetup(areListed, () => `the list shows ${runs.length} of ${count} requested runs`);
  return runs;
}

test(...verifies('scheduled-tasks.runs.own-task'), async ({ check, admin }) => {
  const [one, other, idle] = [
    await createTask(check, admin),
    await createTask(check, admin),
    await createTask(check, admin),
  ];
  for (const task of [one, other, one]) await runTask(admin.preparing, task, 1);
  const [ofOne, ofOther] = [await listedRuns(check, admin, one, 2), await listedRuns(check, admin, other, 1)];
  const keys = ofOther.map(keyOf);
  expect(
    ofOne.map(keyOf).filter((key) => keys.includes(key)),
    'runs that the lists of both tasks contain',
  ).toEqual([]);
  expect([ofOne.length, ofOther.length, (await runsOf(admin, idle)).length], 'runs of three tasks').toEqual([2, 1, 0]);
});

/** Creates a task and runs it the given number of times, as a setup step. */
async function withRuns(check: Check, admin: Actor, count: number): Promise<CreatedTask> {
  const task = await createTask(check, admin);
  await runTask(admin.preparing, task, count);
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
  const all = await keysOf(admin.preparing, task);
  for (const first of [1, 2, 3, 4, 5]) {
    const keys = new Set(await keysOf(admin, task, first));
    expect(
      all.filter((key) => !keys.has(key)),
      `runs that no page of ${first} contains`,
    ).toEqual([]);
  }
});

/** A page size of which the limit is no multiple. */
const SMALL_PAGE = 20;

test(...verifies('scheduled-tasks.runs.holds-50'), async ({ check, admin }) => {
  const task = await createTask(check, admin);
  await runTask(admin, task, MAX);
  await expectRuns(check, admin, task, 50);
});

test(...verifies('scheduled-tasks.runs.at-most-50'), async ({ check, admin }) => {
  const task = await createTask(check, admin);
  await runTask(admin, task, MAX + 1);
  await expectRuns(check, admin, task, 50);
  expect(new Set(await keysOf(admin, task, SMALL_PAGE)).size, 'runs on all pages').toBeLessThanOrEqual(50);
});

test(...verifies('scheduled-tasks.runs.oldest-dropped'), async ({ check, admin }) => {
  const task = await createTask(check, admin);
  await runTask(admin, task, 1);
  const [oldest] = (await listedRuns(check, admin, task, 1)).map(keyOf);
  await runTask(admin, task, MAX - 1);
  const before = (await listedRuns(check, admin, task, MAX)).map(keyOf);
  await runTask(admin, task, 1);
  await eventually(check, async () => {
    const after = await keysOf(admin, task);
    if (after.length > MAX) throw setupFailed('the list does not drop any run');
    expect(
      before.filter((key) => !after.includes(key)),
      'runs that the list dropped',
    ).toEqual([oldest]);
  });
});
