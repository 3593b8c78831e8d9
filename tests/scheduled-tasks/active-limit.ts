import { type Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { isDeleted } from '../../harness/provision/deployments.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, type Check } from '../../harness/test.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { again, attempt, setupFailed, isRefused } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { createdTaskId, isEnabled, tasksOf, type CreatedTask, type Task } from './tasks.ts';

/** Requests the creation of an active task. */
export function requestActiveTask(check: Check, actor: Actor, body = taskBody(check)) {
  return actor.raw('createScheduledTask', { body });
}

async function createActiveTask(check: Check, actor: Actor): Promise<CreatedTask> {
  const body = taskBody(check);
  const answer = granted(await requestActiveTask(check, actor, body), 'an active task below the limit');
  return { id: await createdTaskId(check, actor, answer, body), body };
}

/** Every task of the account, in all deployments. */
async function allTasks(admin: Actor): Promise<Task[]> {
  const found: Task[] = [];
  for (const { id, ...shown } of await deploymentsOf(admin)) {
    const { value, failure } = await attempt(() => tasksOf(admin.in(id)));
    if (value) found.push(...value);
    else if (!isRefused(failure)) throw again(failure);
    else if (!isDeleted(shown)) await requireGone(admin, id);
  }
  return found;
}

/** What refuses its list as unknown has no tasks, whether others removed it meanwhile or the list shows deployments of the past. */
async function requireGone(admin: Actor, id: string | number): Promise<void> {
  const { status } = await admin.in(id).raw('listScheduledTasks');
  if (![404, 410].includes(status) && (await deploymentsOf(admin)).some((one) => one.id === id))
    untested(`how many tasks deployment ${id} has is not shown: its list is refused with ${status}`);
}

async function deploymentsOf(admin: Actor) {
  const deployments = await walk((page) => admin.preparing.listDeployments(page));
  return deployments.flatMap(({ id, ...shown }) => (id === undefined || id === null ? [] : [{ ...shown, id }]));
}

/**
 * Whether a task counts towards the limit; undefined where the task does not show it. Where a list leaves out what is null, those
 * tasks of it show a schedule that have one.
 */
function countsAsActive(check: Check, { cron, ...task }: Task, leavesOutNull: boolean): boolean | undefined {
  const enabled = isEnabled(check, task);
  const runsOnDemand = cron === null || cron === '' || (cron === undefined && leavesOutNull);
  if (enabled === false || runsOnDemand) return false;
  return enabled === undefined || cron === undefined ? undefined : true;
}

const BATCH = 5;

export interface ActiveTasks {
  /** Actors of one user; the tasks are distributed over them, and so over their deployments. */
  readonly who: readonly [Actor, ...Actor[]];
  readonly upTo: number;
  /** Tasks of this check that do not count towards the limit. */
  readonly inactive?: readonly CreatedTask[];
}

/**
 * Creates active tasks until the user has the given number, including existing ones in any deployment. The caller has
 * to hold the lock on scheduled tasks, so that no other check changes the number.
 */
export async function createActiveTasks(
  check: Check,
  admin: Actor,
  { who, upTo, inactive = [] }: ActiveTasks,
): Promise<CreatedTask[]> {
  const own = [await createActiveTask(check, who[0])];
  const taken = own.length + (await countOtherActiveTasks(check, admin, own[0]?.id ?? '', [...own, ...inactive]));
  if (taken > upTo) untested(`${who[0].identity.name} has ${taken - own.length} active tasks already`);
  while (own.length < upTo - taken + 1) {
    const missing = Math.min(BATCH, upTo - taken + 1 - own.length);
    const actors = Array.from({ length: missing }, (_, index) => who[(own.length + index) % who.length] ?? who[0]);
    own.push(...(await Promise.all(actors.map((actor) => createActiveTask(check, actor)))));
  }
  return own;
}

/** The number of active tasks of the same user as the given task, other than the known ones. */
async function countOtherActiveTasks(
  check: Check,
  admin: Actor,
  ofTask: string,
  known: readonly CreatedTask[],
): Promise<number> {
  const { userId } = await admin.preparing.getScheduledTask(ofTask);
  const knownIds = known.map(({ id }) => id);
  // By a task that is known to have a schedule, a list shows whether it leaves out what is null.
  const all = await readUntil(
    check,
    () => allTasks(admin),
    (tasks) => tasks.some(({ id }) => String(id) === ofTask),
  );
  const leavesOutNull =
    all.some(({ cron }) => typeof cron === 'string' && cron !== '') && !all.some(({ cron }) => cron === null);
  const others = all.filter(({ id }) => !knownIds.includes(String(id)));
  const theirs = others.filter((task) => task.userId === undefined || task.userId === null || task.userId === userId);
  const taking = theirs.map((task) => countsAsActive(check, task, leavesOutNull));
  const isUnclear = theirs.some((task, index) => taking[index] !== false && (task.userId ?? null) === null);
  if (isUnclear || taking.includes(undefined)) {
    untested('the existing tasks do not show whether they are active, or whose they are');
  }
  return taking.filter((takes) => takes === true).length;
}

/** Deletes the first of the tasks, so that the user is below the limit again. */
export async function freeSlot(actor: Actor, tasks: readonly CreatedTask[]): Promise<void> {
  const [task] = tasks;
  if (!task) throw setupFailed('there is no task to delete');
  await actor.preparing.deleteScheduledTask(task.id);
}

export function expectResumed(answer: Answer): void {
  expect(answer, 'the resume below the limit').toSucceed();
}
