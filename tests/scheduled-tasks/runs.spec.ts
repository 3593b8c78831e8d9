import {
  expectCursorsKept,
  expectNoRepeats,
  expectResizedComplete,
  expectSmallerLater,
} from '../../harness/rules/lists.ts';
import { onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import { bothAtOnce, secondOf } from '../../harness/check/at-once.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { attempt } from '../../harness/failures/failure.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Page, PageQuery } from '../../harness/client/paging.ts';
import { requireToldApart } from '../../harness/things/run-keys.ts';
import { minuteAhead, UTC } from './times.ts';
import { nothing, pause, resume, run, update } from './histories.ts';
import {
  keyOf,
  keysOf,
  requireRun,
  runTask,
  runsOf,
  startRun,
  threadsOnceShown,
  type Run,
  expectRuns,
  listedRuns,
  withRuns,
} from './runs.ts';
import {
  requestCreation,
  createdTaskId,
  createTask,
  deleteTask,
  createOnDemandTask,
  updateTask,
  type CreatedTask,
} from './tasks.ts';

test(...verifies('scheduled-tasks.on-demand.create'), async ({ admin, check }) => {
  const answer = await requestCreation(check, admin, onDemandBody(check));
  expect(answer).toSucceed();
});

test(...verifies('scheduled-tasks.on-demand.run'), async ({ check, admin }) => {
  const task = await createOnDemandTask(check, admin);
  await inEach(check, { 'the first run': 1, 'the second run': 2 }, async (count) => {
    await startRun(check, admin, task);
    await expectRuns(check, admin, task, count);
  });
});

test(...verifies('scheduled-tasks.run.recorded'), async ({ check, admin }) => {
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const [task, others] = [await createTask(check, admin), creator && (await createTask(check, creator))];
  const starts = {
    'the first run': { task, who: admin, after: update },
    'the second run': { task, who: admin, after: pause },
    'while paused': { task, who: admin, after: resume },
    'with an OAuth token': withToken(check.asOptional('OAUTH_TOKEN'), { task, after: nothing }),
    'for another user': others && { task: others, who: admin, after: nothing },
  };
  // Of one user, a run of another task right before.
  await run(check, admin.preparing, await createTask(check, admin));
  const counts = new Map<CreatedTask, number>();
  await inEach(check, starts, async (start, name) => {
    const isRun = await startedAs(name, check, start.who, start.task);
    await start.after(check, admin, start.task);
    leaveOutUnless(isRun);
    const count = (counts.get(start.task) ?? 0) + 1;
    counts.set(start.task, count);
    await expectRuns(check, admin, start.task, count);
  });
  await inEach(check, { 'two at the same time': admin }, async (who) => {
    const atOnce = await createTask(check, admin);
    await expectRuns(check, admin, atOnce, await runAtOnce(who, atOnce));
  });
});

/** Asks for two runs of a task at the same time, and says how many were taken. */
async function runAtOnce(actor: Actor, { id }: CreatedTask): Promise<number> {
  const { length } = await bothAtOnce(() => actor.ask('runScheduledTask', id));
  leaveOutUnless(length > 0);
  return length;
}

/** Runs a task in a class; false where it is paused and the tenant does not run it, which is open. */
async function startedAs(name: string, check: Check, actor: Actor, task: CreatedTask): Promise<boolean> {
  if (name === 'while paused') return isSuccess(await actor.ask('runScheduledTask', task.id));
  await startRun(check, actor, task);
  return true;
}

function withToken<Start>(who: Actor | undefined, start: Start): (Start & { readonly who: Actor }) | undefined {
  return who && { ...start, who };
}

test(...verifies('scheduled-tasks.on-demand.never-by-itself'), async ({ check, clock, admin }) => {
  const body = onDemandBody(check);
  const answer = await requestCreation(check, admin, body);
  expect(answer).toSucceed();
  const task = { id: await createdTaskId(check, admin, answer, body) };
  const at = await minuteAhead(admin);
  const schedule = { cron: `${at.getUTCMinutes()} * * * *`, timezone: UTC };
  const hourly = await createTask(check, admin.preparing, schedule);
  const former = await withoutItsSchedule(admin, await createTask(check, admin.preparing, schedule));
  await clock.pass('1h');
  const own = await runsOf(admin, task);
  await requireRun(admin.preparing, hourly);
  expect(own.length, 'runs that were not requested').toBe(0);
  await inEach(check, { 'once it had a schedule': former }, async (one) => {
    expect((await runsOf(admin, one)).length, 'runs that were not requested').toBe(0);
  });
});

/** A task whose schedule an update took away; undefined where the tenant shows it otherwise, which is open. */
async function withoutItsSchedule(admin: Actor, task: CreatedTask): Promise<CreatedTask | undefined> {
  const isTaken = isSuccess(await updateTask(admin, task, { cron: null }));
  return isTaken && (await admin.preparing.getScheduledTask(task.id)).cron === null ? task : undefined;
}

test(...verifies('scheduled-tasks.run.new-thread'), async ({ check, admin }) => {
  const creator = check.asOptional('TASK_CREATOR_TOKEN');
  const task = await createTask(check, admin);
  const others = creator && (await createTask(check, creator));
  const cases = {
    'one after the other': { task, times: 2, before: nothing },
    'after an update': { task, times: 1, before: update },
    'while paused': { task, times: 1, before: pause },
    'for another user': others && { task: others, times: 2, before: nothing },
  };
  const counts = new Map<CreatedTask, number>();
  await inEach(check, cases, async (one, name) => {
    await one.before(check, admin, one.task);
    leaveOutUnless(await startedAs(name, check, admin, one.task));
    await runTask(check, admin, one.task, one.times - 1);
    const count = (counts.get(one.task) ?? 0) + one.times;
    counts.set(one.task, count);
    await expectOwnThreads(check, admin, one.task, count);
  });
  await inEach(check, { 'two at the same time': admin }, async (who) => {
    const atOnce = await createTask(check, admin);
    await expectOwnThreads(check, admin, atOnce, await runAtOnce(who, atOnce));
  });
});

async function expectOwnThreads(check: Check, admin: Actor, task: CreatedTask, count: number): Promise<void> {
  const listed = await listedRuns(check, admin, task, count);
  const threads = await threadsOnceShown(check, listed, () => runsOf(admin.preparing, task));
  expect(threads, 'threads of runs').toEqual([...new Set(threads)]);
}

async function runInTurn(check: Check, admin: Actor, tasks: readonly CreatedTask[]): Promise<void> {
  for (const task of tasks) await runTask(check, admin.preparing, task, 1);
}

test(...verifies('scheduled-tasks.runs.own-task'), async ({ check, admin }) => {
  const [one, other] = [await createTask(check, admin), await createTask(check, admin)];
  // Which task a run belongs to is no matter of what it asks.
  await updateTask(admin, other, { prompt: one.body['prompt'] });
  await runInTurn(check, admin, [one, other, one]);
  const [ofOne, ofOther] = [await listedRuns(check, admin, one, 2), await listedRuns(check, admin, other, 1)];
  const keys = ofOther.map(keyOf);
  requireToldApart(ofOne.map(keyOf));
  expect(
    ofOne.map(keyOf).filter((key) => keys.includes(key)),
    'runs that the lists of both tasks contain',
  ).toEqual([]);
  await inEach(check, { 'two lists at the same time': [one, other] }, async (both) => {
    const again = await secondOf(both, (task) => runsOf(admin, task));
    const foreign = ofOne.map(keyOf);
    expect(again.map(keyOf).filter((key) => foreign.includes(key))).toEqual([]);
  });
  // A new task has no runs of one that was deleted either.
  await deleteTask(admin, one);
  const idle = await createTask(check, admin);
  expect([ofOne.length, ofOther.length, (await runsOf(admin, idle)).length], 'runs of three tasks').toEqual([2, 1, 0]);
  // How such a task is created may not be known.
  const create = () => createOnDemandTask(check, admin);
  const { value: onDemand } = await attempt(async () => [await create(), await create()] as const);
  await inEach(check, { 'on demand': onDemand }, async ([asked, never]) => {
    await runTask(check, admin.preparing, asked, 1);
    expect(await runsOf(admin, never), 'runs of a task that was never run').toEqual([]);
  });
});

test(...verifies('scheduled-tasks.runs.first-limits'), async ({ check, admin }) => {
  const { id } = await withRuns(check, admin, 4);
  await inEach(check, { 'pages of 1': 1, 'pages of 2': 2 }, async (first) => {
    const { items } = await admin.listScheduledTaskRuns(id, { first });
    expect(items?.length ?? 0, `runs on a page of ${first}`).toBeLessThanOrEqual(first);
  });
  const { pageInfo } = await admin.listScheduledTaskRuns(id, { first: 1 });
  await inEach(check, { 'behind a cursor': pageInfo?.endCursor ?? undefined }, async (after) => {
    leaveOutUnless(after !== '');
    const { items } = await admin.listScheduledTaskRuns(id, { first: 1, after });
    expect(items?.length ?? 0, 'runs on a page of 1').toBeLessThanOrEqual(1);
  });
  await expectSmallerLater(check, (page) => admin.listScheduledTaskRuns(id, page), 4);
});

test(...verifies('scheduled-tasks.runs.after-continues'), async ({ check, admin }) => {
  const task = await withRuns(check, admin, 4);
  const ask = (page: PageQuery) => admin.listScheduledTaskRuns(task.id, page);
  await inEach(check, { 'pages of 1': 1, 'pages of 2': 2, 'pages of 3': 3 }, (first) =>
    expectNoRepeats(ask, first, keysIn),
  );
  await expectCursorsKept(check, ask, 3, keysIn);
});

const keysIn = ({ items }: Page<Run>): string[] => (items ?? []).map(keyOf);

/** Page sizes of four runs, with and without a partial last page. */
const PAGES = { 'pages of 1': 1, 'pages of 2': 2, 'pages of 3': 3, 'one full page': 4, 'one partial page': 5 };

test(...verifies('scheduled-tasks.runs.pages-complete'), async ({ check, admin }) => {
  const task = await withRuns(check, admin, 4);
  const all = await keysOf(admin.preparing, task);
  await inEach(check, PAGES, async (first) => {
    const keys = new Set(await keysOf(admin, task, first));
    expect(
      all.filter((key) => !keys.has(key)),
      `runs that no page of ${first} contains`,
    ).toEqual([]);
  });
  const ask = (page: PageQuery) => admin.listScheduledTaskRuns(task.id, page);
  await expectResizedComplete(check, ask, Object.values(PAGES), keysIn, all);
});
