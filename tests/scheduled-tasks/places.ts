import type { Actor } from '../../harness/client/actor.ts';
import { granted } from '../../harness/http/answer.ts';
import { taskBody } from '../../harness/things/scheduled-tasks.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';
import { idIn, isEnabled, tasksOf, type Made, type Task } from './tasks.ts';

/** An active task, if there is a place for it. */
export function claim(check: Check, actor: Actor, body = taskBody(check)) {
  return actor.raw('createScheduledTask', { body });
}

async function claimed(check: Check, actor: Actor): Promise<Made> {
  const body = taskBody(check);
  const answer = granted(await claim(check, actor, body), 'an active task while there was a place left');
  return { id: await idIn(check, actor, answer, body), body };
}

/** Every task of the account with the deployment that it is in. */
async function allTasks(admin: Actor): Promise<Task[]> {
  const deployments = await walk((page) => admin.preparing.listDeployments(page));
  const found: Task[] = [];
  for (const { id } of deployments) {
    if (id !== undefined && id !== null) found.push(...(await tasksOf(admin.in(id))));
  }
  return found;
}

/** Whether a task takes a place; undefined where it does not show what it takes to tell. */
function takesPlace(check: Check, task: Task): boolean | undefined {
  if (isEnabled(check, task) === false || task.cron === null || task.cron === '') return false;
  return task.cron === undefined ? undefined : true;
}

const BATCH = 5;

export interface Filling {
  /** Whose places are taken. With several of the same user in different deployments the tasks are spread over them. */
  readonly who: readonly [Actor, ...Actor[]];
  readonly upTo: number;
  /** Tasks of this check that take no place. */
  readonly resting?: readonly Made[];
}

/**
 * Makes as many active tasks as somebody still has places for, up to a number of active tasks that counts those which
 * they have already, wherever they are. The check has this to itself: `turn` comes before anything is made.
 */
export async function fill(check: Check, admin: Actor, { who, upTo, resting = [] }: Filling): Promise<Made[]> {
  const own = [await claimed(check, who[0])];
  const taken = own.length + (await placesTaken(check, admin, own[0]?.id ?? '', [...own, ...resting]));
  if (taken > upTo) untested(`${who[0].identity.name} has ${taken - own.length} active tasks already`);
  while (own.length < upTo - taken + 1) {
    const missing = Math.min(BATCH, upTo - taken + 1 - own.length);
    const actors = Array.from({ length: missing }, (_, index) => who[(own.length + index) % who.length] ?? who[0]);
    own.push(...(await Promise.all(actors.map((actor) => claimed(check, actor)))));
  }
  return own;
}

/** How many places the creator of a task takes by other tasks than those of the check. */
async function placesTaken(check: Check, admin: Actor, ofTask: string, known: readonly Made[]): Promise<number> {
  const { userId } = await admin.preparing.getScheduledTask(ofTask);
  const knownIds = known.map(({ id }) => id);
  const others = (await allTasks(admin)).filter(({ id }) => !knownIds.includes(String(id)));
  const theirs = others.filter((task) => task.userId === undefined || task.userId === null || task.userId === userId);
  const taking = theirs.map((task) => takesPlace(check, task));
  const isUnclear = theirs.some((task, index) => taking[index] !== false && (task.userId ?? null) === null);
  if (isUnclear || taking.includes(undefined)) {
    untested('the tasks that there are do not show whether they take a place, and whose it is');
  }
  return taking.filter((takes) => takes === true).length;
}

/** Takes back what a check made, so that there is a place again. */
export async function freed(actor: Actor, tasks: readonly Made[]): Promise<void> {
  const [task] = tasks;
  if (!task) throw setupFailed('there is no task to delete');
  await actor.preparing.deleteScheduledTask(task.id);
}
