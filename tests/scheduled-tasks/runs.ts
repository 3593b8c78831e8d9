import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { again, attempt, setupFailed, asSetup } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { readUntil, eventually } from '../../harness/check/eventually.ts';
import { walk } from '../../harness/client/paging.ts';
import { keyOfRun, requireToldApart } from '../../harness/things/run-keys.ts';
import { expect, type Check } from '../../harness/test.ts';
import { createTask, type CreatedTask } from './tasks.ts';

export type Run = components['schemas']['ScheduledTaskRun'];

/** Every run in a task's list. */
export function runsOf(actor: Actor, { id }: Pick<CreatedTask, 'id'>, first?: number): Promise<Run[]> {
  return walk((page) => actor.listScheduledTaskRuns(id, page), first);
}

/** A key that identifies a run. */
export function keyOf(run: Run): string {
  return keyOfRun(run, run.threadId);
}

export async function keysOf(actor: Actor, task: Pick<CreatedTask, 'id'>, first?: number): Promise<string[]> {
  return (await runsOf(actor, task, first)).map(keyOf);
}

/** How long a check waits in all, in milliseconds, for runs that are under way. */
const WAITS = 30_000;
const PAUSE = 250;
const CONFLICT = 409;

/** The tasks that a check has run, and until when it waits. */
const started = new WeakMap<Check, { readonly ids: Set<string>; until?: number }>();

/**
 * Runs a task now. Whether a task can be run again while a run of it is under way is open, and how long one takes as well: such
 * a refusal is waited out, and leaves the check untested in the end. The first run of a task has none to wait for.
 */
export async function startRun(check: Check, actor: Actor, { id }: Pick<CreatedTask, 'id'>): Promise<void> {
  const known = started.get(check) ?? { ids: new Set<string>() };
  started.set(check, known);
  for (;;) {
    const { failure } = await attempt(() => actor.runScheduledTask(id));
    if (!failure) break;
    if (failure.status !== CONFLICT || !known.ids.has(id)) throw again(failure);
    known.until ??= Date.now() + WAITS;
    if (Date.now() > known.until) untested('a task is not run again while a run of it is under way');
    await sleep(PAUSE);
  }
  known.ids.add(id);
}

/** Runs a task the given number of times, one after the other. */
export async function runTask(check: Check, actor: Actor, task: Pick<CreatedTask, 'id'>, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await startRun(check, actor, task);
}

/** The threads of the runs that show one. */
function threadsOf(runs: readonly Run[]): string[] {
  return runs.flatMap(({ threadId }) => (threadId === undefined || threadId === null ? [] : [String(threadId)]));
}

/** A task beside the one that a check is about has to have run by itself, or nothing was due. */
export async function requireRun(actor: Actor, task: Pick<CreatedTask, 'id'>): Promise<void> {
  if ((await runsOf(actor, task)).length === 0) throw setupFailed('a task beside it did not run either');
}

/** The threads of runs, of which the tenant has to show some. */
export function threadsIn(runs: readonly Run[]): string[] {
  const threads = threadsOf(runs);
  return threads.length > 0
    ? threads
    : untested(unstated('scheduled-tasks.run-thread', 'runs do not show their threads'));
}

/** The same, of runs whose threads may show only once they have ended. */
export async function threadsOnceShown(
  check: Check,
  listed: readonly Run[],
  read: () => Promise<readonly Run[]>,
): Promise<string[]> {
  const areShown = (runs: readonly Run[]) => threadsOf(runs).length === runs.length;
  return threadsIn(areShown(listed) ? listed : await readUntil(check, read, areShown));
}

/** Expects that the list eventually shows the given number of runs. */
export async function expectRuns(check: Check, admin: Actor, task: CreatedTask, count: number): Promise<void> {
  await eventually(check, async () => {
    expect((await runsOf(admin, task)).length, 'runs in the list').toBe(count);
  });
}

/** Waits, as a setup step, until the list shows the given number of runs, and returns them. */
export async function listedRuns(check: Check, admin: Actor, task: CreatedTask, count: number) {
  let runs = await runsOf(admin.preparing, task);
  const areListed = () =>
    eventually(check, async () => {
      runs = await runsOf(admin.preparing, task);
      expect(runs.length).toBeGreaterThanOrEqual(count);
    });
  await asSetup(areListed, () => `the list shows ${runs.length} of ${count} requested runs`);
  return runs;
}

/** Creates a task and runs it the given number of times, as a setup step. */
export async function withRuns(check: Check, admin: Actor, count: number): Promise<CreatedTask> {
  const task = await createTask(check, admin);
  await runTask(check, admin.preparing, task, count);
  requireToldApart((await listedRuns(check, admin, task, count)).map(keyOf));
  return task;
}
