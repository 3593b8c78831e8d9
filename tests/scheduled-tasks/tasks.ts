import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import { answerOnceFree } from '../../harness/check/under-way.ts';
import { createdIdIn, idOf } from '../../harness/things/created-id.ts';
import { apartFromRuns } from '../../harness/things/run-members.ts';
import { hasAddedCron, onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { walkLarge, type PageQuery } from '../../harness/client/paging.ts';

/** A user who may create tasks, and does. */
export const creatorOf = (check: Check) => check.as('TASK_CREATOR_TOKEN', 'task creator');

export type Task = components['schemas']['ScheduledTask'];

/** A task that a check created. */
export interface CreatedTask {
  readonly id: string;
  /** The body that created it. */
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Requests the creation of a task. Where the limit of active tasks is reached, because other checks have tasks of the same user, their
 * end is waited for; in the end that is a setup failure.
 */
export async function requestCreation(check: Check, actor: Actor, body: object): Promise<Answer> {
  const request = (of: object) => actor.raw('createScheduledTask', { body: of });
  const answer = await request(body);
  if (answer.status !== 409 || (await request(taskBody(check))).status !== 409) return asMeant(check, answer);
  const usual = await answerOnceFree(check, () => request(taskBody(check)));
  if (usual.status === 409) throw setupFailed(`${actor.identity.name} has reached the limit of active tasks`);
  return asMeant(check, await request(body));
}

/** An answer to what was meant: a task on demand is none if the tenant's document required a cron that was put into its body. */
function asMeant(check: Check, answer: Answer): Answer {
  return isSuccess(answer) ? asOnDemand(check, answer) : answer;
}

/** An answer to a request for a task on demand, whatever it says. */
export function asOnDemand(check: Check, answer: Answer): Answer {
  if (hasAddedCron(check.tenant.wire.value('scheduled-tasks.cron'), answer))
    untested(unstated('scheduled-tasks.on-demand', "the tenant's document has no task without a cron"));
  return answer;
}

/** Creates a task as a setup step. */
export async function createTask(check: Check, actor: Actor, more: object = {}): Promise<CreatedTask> {
  return createTaskFrom(check, actor, taskBody(check, more));
}

/** Creates a task that runs only on demand, which does not count towards the limit. */
export async function createOnDemandTask(check: Check, actor: Actor): Promise<CreatedTask> {
  return createTaskFrom(check, actor, onDemandBody(check));
}

async function createTaskFrom(
  check: Check,
  actor: Actor,
  body: Readonly<Record<string, unknown>>,
): Promise<CreatedTask> {
  const answer = granted(await requestCreation(check, actor, body), 'the creation of a task');
  return { id: await createdTaskId(check, actor, answer, body), body };
}

/** Creates a task where the creation is part of the requirement. */
export async function expectCreated(check: Check, actor: Actor, more: object = {}): Promise<CreatedTask> {
  const body = taskBody(check, more);
  const answer = await requestCreation(check, actor, body);
  expect(answer).toSucceed();
  return { id: await createdTaskId(check, actor, answer, body), body };
}

/** The id of a new task: from the response, whose body is open, or else from the list by the task's prompt. */
export async function createdTaskId(
  check: Check,
  actor: Actor,
  answer: Answer,
  { prompt }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const fromResponse = await createdIdIn(check, 'scheduled-tasks.id', answer, (id) =>
    actor.raw('getScheduledTask', { path: { taskId: id } }),
  );
  if (fromResponse !== undefined) return fromResponse;
  const isIt = (task: Task) => task.prompt === prompt;
  const listed = (
    await readUntil(
      check,
      () => tasksOf(actor),
      (tasks) => tasks.some(isIt),
    )
  ).find(isIt);
  const id = idOf(listed?.id);
  if (id === undefined) throw setupFailed('neither the response nor the list shows the id of a new task');
  return id;
}

/** Every task of the deployment. */
export function tasksOf(actor: Actor, first?: number): Promise<Task[]> {
  const ask = (page: PageQuery) => actor.preparing.listScheduledTasks(page);
  return walkLarge(ask, first);
}

/** The same once the given tasks are among them, because the list may show new tasks with a delay. */
export function tasksListed(check: Check, actor: Actor, ...own: readonly Pick<CreatedTask, 'id'>[]): Promise<Task[]> {
  return readUntil(
    check,
    () => tasksOf(actor),
    (tasks) => own.every(({ id }) => tasks.some((task) => String(task.id) === id)),
  );
}

export function idsOf(tasks: readonly Task[]): string[] {
  return tasks.map(({ id }) => idOf(id) ?? untested(unstated('scheduled-tasks.id', 'the tasks of a list show no ids')));
}

export async function isListed(actor: Actor, prompt: unknown): Promise<boolean> {
  return (await tasksOf(actor)).some((task) => task.prompt === prompt);
}

/** What a task shows, without the members that change with time. */
export async function contentOf(admin: Actor, { id }: CreatedTask): Promise<unknown> {
  return apartFromRuns(await admin.preparing.getScheduledTask(id));
}

/** Statuses that are about the body, not about the task or the caller. */
export const BODY_REFUSED = [400, 405, 415, 422];

/** Updates a task. Whether an update is full or partial is open: if the full body is refused, the change is sent. */
export async function updateTask(actor: Actor, { id, body }: CreatedTask, change: object): Promise<Answer> {
  const path = { taskId: id };
  const full = await actor.raw('updateScheduledTask', { path, body: { ...body, ...change } });
  return BODY_REFUSED.includes(full.status) ? actor.raw('updateScheduledTask', { path, body: change }) : full;
}

/** Updates a task and expects success. */
export async function expectUpdated(actor: Actor, task: CreatedTask, change: object): Promise<void> {
  expect(await updateTask(actor, task, change)).toSucceed();
}

export async function deleteTask(admin: Actor, { id }: Pick<CreatedTask, 'id'>): Promise<void> {
  await admin.preparing.deleteScheduledTask(id);
}

/** Operations without a printed path. */
export const UNPRINTED = {
  pause: 'pauseScheduledTask',
  resume: 'resumeScheduledTask',
  share: 'shareScheduledTask',
} as const;

/** Requests an operation without a printed path; what its body says is the same each time. */
export function requestAction(
  actor: Actor,
  what: keyof typeof UNPRINTED,
  { id }: Pick<CreatedTask, 'id'>,
): Promise<Answer> {
  return actor.raw(UNPRINTED[what], { path: { taskId: id } });
}

/** Creates a task and pauses it, as a setup step. */
export async function createPausedTask(check: Check, actor: Actor, more: object = {}): Promise<CreatedTask> {
  const task = await createTask(check, actor, more);
  await pauseTask(actor, task);
  return task;
}

export async function pauseTask(actor: Actor, task: CreatedTask): Promise<void> {
  granted(await requestAction(actor, 'pause', task), 'the pause of a task');
}

const STATES: readonly (readonly [isEnabled: boolean, like: RegExp])[] = [
  [false, /paus|disab|inactiv|suspend|hold/i],
  [true, /^(active|enabled|on|scheduled|running|live)$/i],
];

/** Whether a task is shown as enabled; undefined where it does not show this. */
export function isEnabled(check: Check, { enabled }: Task): boolean | undefined {
  // A task that only runs on demand may have a state of its own, which says neither.
  if (typeof enabled === 'string') return STATES.find(([, like]) => like.test(enabled))?.[0];
  if (typeof enabled !== 'boolean') return undefined;
  const name = String(check.tenant.wire.value('scheduled-tasks.enabled'));
  return /paus|disab|inactiv/i.test(name) ? !enabled : enabled;
}

export async function enabledOf(check: Check, admin: Actor, { id }: CreatedTask): Promise<boolean | undefined> {
  return isEnabled(check, await admin.preparing.getScheduledTask(id));
}
