import { LIMITS } from '../../contracts/limits.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { attempt, setupFailed, tentatively } from '../../harness/failures/failure.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { requireToldApart } from '../../harness/things/run-keys.ts';
import { keyOf, keysOf, runTask, listedRuns, expectRuns, withRuns } from './runs.ts';
import { createTask, type CreatedTask } from './tasks.ts';

const { max: MAX } = LIMITS.taskRunsListed;

/** A page size of which the limit is no multiple. */
const SMALL_PAGE = 20;

/** The list of a task's runs when it was full, and after one more. */
interface FullList {
  readonly oldest: string | undefined;
  readonly full: readonly string[];
  readonly after: readonly string[];
  /** The same in small pages. */
  readonly paged: readonly string[];
  /** A look at the list after another task has run. */
  readonly beside: () => Promise<readonly string[]>;
}

/** Runs a task until its list is full, and once more. Fails where the list is not what it should be. */
async function fullList(check: Check, admin: Actor): Promise<FullList> {
  const task = await createTask(check, admin);
  await runTask(check, admin, task, 1);
  const [oldest] = (await listedRuns(check, admin, task, 1)).map(keyOf);
  await runTask(check, admin, task, MAX - 1);
  await expectRuns(check, admin, task, MAX);
  const full = await keysOf(admin, task);
  requireToldApart(full);
  await runTask(check, admin, task, 1);
  const after = await droppedFrom(check, admin, task, full, oldest);
  const paged = await keysOf(admin, task, SMALL_PAGE);
  expect(new Set(paged).size, 'runs on all pages').toBeLessThanOrEqual(MAX);
  expect((await largestPage(admin, task)).length, 'runs on a large page').toBeLessThanOrEqual(MAX);
  await withRuns(check, admin, 2);
  await expectRuns(check, admin, task, MAX);
  const beside = await keysOf(admin, task);
  return { oldest, full, after, paged, beside: () => Promise.resolve(beside) };
}

/** The runs in a list, which holds no more than it may: another requirement covers that. */
function dropping(keys: readonly string[]): readonly string[] {
  return keys.length <= MAX ? keys : setUpWrong('the list does not drop any run');
}

function setUpWrong(message: string): never {
  throw setupFailed(message);
}

const droppedBy = (before: readonly string[], after: readonly string[]) => before.filter((key) => !after.includes(key));

/** Expects a full list to drop its oldest run eventually, and returns it. */
async function droppedFrom(
  check: Check,
  admin: Actor,
  task: CreatedTask,
  before: readonly string[],
  oldest: string | undefined,
): Promise<readonly string[]> {
  let after: readonly string[] = [];
  await eventually(check, async () => {
    after = dropping(await keysOf(admin, task));
    expect(droppedBy(before, after), 'runs that the list dropped').toEqual([oldest]);
  });
  return after;
}

const FULL = {};

/**
 * On a live tenant the checks of a full list judge the same 51 runs, as long as nothing is amiss with them; undefined where each has
 * to run a task for itself.
 */
async function fullListOnce(check: Check, admin: Actor): Promise<FullList | undefined> {
  if (!check.tenant.isLive) return undefined;
  return check.shared(FULL, () => tentatively(() => fullList(check, admin)), { isKept: (list) => list !== undefined });
}

/** The list of a task that has run as often as it holds runs, and a look at it after another task has run. */
async function filledList(check: Check, admin: Actor): Promise<Pick<FullList, 'full' | 'beside'>> {
  const task = await createTask(check, admin);
  await runTask(check, admin, task, MAX);
  await expectRuns(check, admin, task, MAX);
  const beside = async () => {
    await withRuns(check, admin, 2);
    await expectRuns(check, admin, task, MAX);
    return keysOf(admin, task);
  };
  return { full: await keysOf(admin, task), beside };
}

/** The runs of a task in pages that have room for more than the list may hold; how large a page may be is open. */
async function largestPage(admin: Actor, task: CreatedTask): Promise<readonly string[]> {
  const { value } = await attempt(() => keysOf(admin, task, 2 * MAX));
  return value ?? keysOf(admin, task);
}

/** The list of a task that has run once more than that. */
async function overfullList(check: Check, admin: Actor): Promise<Pick<FullList, 'after' | 'paged'>> {
  const task = await createTask(check, admin);
  await runTask(check, admin, task, MAX + 1);
  await expectRuns(check, admin, task, MAX);
  return { after: await largestPage(admin, task), paged: await keysOf(admin, task, SMALL_PAGE) };
}

/** The list of a task when it is full, and what is left of that after one more run. */
async function listWithDropped(check: Check, admin: Actor): Promise<Pick<FullList, 'oldest' | 'full' | 'after'>> {
  const task = await createTask(check, admin);
  await runTask(check, admin, task, 1);
  const [oldest] = (await listedRuns(check, admin, task, 1)).map(keyOf);
  await runTask(check, admin, task, MAX - 1);
  const full = (await listedRuns(check, admin, task, MAX)).map(keyOf);
  requireToldApart(full);
  await runTask(check, admin, task, 1);
  return { oldest, full, after: await droppedFrom(check, admin, task, full, oldest) };
}

test.describe('a full list', () => {
  // In one process, so that they can judge the same runs.
  test.describe.configure({ mode: 'default' });

  test(...verifies('scheduled-tasks.runs.holds-50'), async ({ check, admin }) => {
    const { full, beside } = (await fullListOnce(check, admin)) ?? (await filledList(check, admin));
    expect(full.length, 'runs in the list').toBe(50);
    await inEach(check, { 'beside later runs of another task': beside }, async (look) => {
      expect((await look()).length, 'runs in the list').toBe(50);
    });
  });

  test(...verifies('scheduled-tasks.runs.at-most-50'), async ({ check, admin }) => {
    const { after, paged } = (await fullListOnce(check, admin)) ?? (await overfullList(check, admin));
    expect(after.length, 'runs in the list').toBeLessThanOrEqual(50);
    expect(new Set(paged).size, 'runs on all pages').toBeLessThanOrEqual(50);
  });

  test(...verifies('scheduled-tasks.runs.oldest-dropped'), async ({ check, admin }) => {
    const { oldest, full, after } = (await fullListOnce(check, admin)) ?? (await listWithDropped(check, admin));
    expect(droppedBy(full, after), 'runs that the list dropped').toEqual([oldest]);
  });
});
