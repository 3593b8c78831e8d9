import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isSuccess, type Answer } from '../../harness/http/answer.ts';
import { isGuess, unlessGuessed } from '../../harness/check/guesses.ts';
import { onDemandBody, taskBody } from '../../harness/things/scheduled-tasks.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { walk } from '../../harness/client/paging.ts';

export type Task = components['schemas']['ScheduledTask'];

/** A task that a check made. */
export interface Made {
  readonly id: string;
  /** What it was made from. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Creates a task. Somebody who has no place left for an active one breaks no promise, apart from those about places. */
export async function create(check: Check, actor: Actor, body: object): Promise<Answer> {
  const answer = await actor.raw('createScheduledTask', { body });
  if (answer.status !== 409) return answer;
  const usual = await actor.raw('createScheduledTask', { body: taskBody(check) });
  if (usual.status === 409) throw setupFailed(`${actor.identity.name} has as many active tasks as there may be`);
  return answer;
}

/** A task that a check starts from. */
export async function made(check: Check, actor: Actor, more: object = {}): Promise<Made> {
  return madeFrom(check, actor, taskBody(check, more));
}

/** A task that runs only when it is asked to, and takes no place. */
export async function madeOnDemand(check: Check, actor: Actor): Promise<Made> {
  return madeFrom(check, actor, onDemandBody(check));
}

async function madeFrom(check: Check, actor: Actor, body: Readonly<Record<string, unknown>>): Promise<Made> {
  const answer = granted(await create(check, actor, body), 'the creation of a task');
  return { id: await idIn(check, actor, answer, body), body };
}

/** A task whose creation is what the promise is about. */
export async function created(check: Check, actor: Actor, more: object = {}): Promise<Made> {
  const body = taskBody(check, more);
  const answer = await create(check, actor, body);
  if (!isSuccess(answer) && isGuess(check, CREATE)) {
    // What a task needs to be created may be more than is guessed: then none can be.
    unlessGuessed(check, CREATE, await create(check, actor, taskBody(check)));
  }
  expect(answer).toSucceed();
  return { id: await idIn(check, actor, answer, body), body };
}

const CREATE = 'scheduled-tasks.create';

/** The id of a task that was just created: what the answer holds is open, and else the list shows the prompt. */
export async function idIn(
  check: Check,
  actor: Actor,
  { wire }: Answer,
  { prompt }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const name = check.tenant.wire.value('scheduled-tasks.id');
  const answered = idOf((wire as Readonly<Record<string, unknown>> | undefined)?.[String(name)]);
  if (answered !== undefined) return answered;
  const listed = (await tasksOf(actor)).find((task) => task.prompt === prompt);
  const id = idOf(listed?.id);
  if (id === undefined) throw setupFailed('neither the answer nor the list shows the id of a task that was created');
  return id;
}

function idOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** Every task of the deployment. */
export function tasksOf(actor: Actor, first?: number): Promise<Task[]> {
  return walk((page) => actor.preparing.listScheduledTasks(page), first);
}

export function idsOf(tasks: readonly Task[]): string[] {
  return tasks.map(({ id }) => idOf(id) ?? untested('the tasks of a list show no ids: state scheduled-tasks.id'));
}

export async function isListed(actor: Actor, prompt: unknown): Promise<boolean> {
  return (await tasksOf(actor)).some((task) => task.prompt === prompt);
}

/** A task as it is read, apart from what time alone changes. */
export async function contentOf(admin: Actor, { id }: Made): Promise<unknown> {
  const { nextRunAt: _next, lastConditionCheck: _check, ...content } = await admin.preparing.getScheduledTask(id);
  return content;
}

/** Statuses that say something about the body, and not about the task or who asks. */
const ABOUT_THE_BODY = [400, 405, 415, 422];

/** Updates a task. Whether an update is a part or the whole is open: where the whole is refused, the part is sent. */
export async function update(actor: Actor, { id, body }: Made, change: object): Promise<Answer> {
  const path = { taskId: id };
  const whole = await actor.raw('updateScheduledTask', { path, body: { ...body, ...change } });
  return ABOUT_THE_BODY.includes(whole.status) ? actor.raw('updateScheduledTask', { path, body: change }) : whole;
}

/** The same, as it must succeed for the promise to hold. */
export async function updated(actor: Actor, task: Made, change: object): Promise<void> {
  expect(await update(actor, task, change)).toSucceed();
}

export async function removed(admin: Actor, { id }: Pick<Made, 'id'>): Promise<void> {
  await admin.preparing.deleteScheduledTask(id);
}

/** Asks for an operation without a printed path, with the body that this tenant wants for it. */
export function act(
  check: Check,
  actor: Actor,
  what: 'pause' | 'resume' | 'share',
  { id }: Pick<Made, 'id'>,
): Promise<Answer> {
  const operation = (
    { pause: 'pauseScheduledTask', resume: 'resumeScheduledTask', share: 'shareScheduledTask' } as const
  )[what];
  const body = check.tenant.wire.value(`scheduled-tasks.${what}-body`);
  return actor.raw(operation, { path: { taskId: id }, body });
}

/** A task that has been paused. */
export async function madePaused(check: Check, actor: Actor, more: object = {}): Promise<Made> {
  const task = await made(check, actor, more);
  await paused(check, actor, task);
  return task;
}

export async function paused(check: Check, actor: Actor, task: Made): Promise<void> {
  granted(await act(check, actor, 'pause', task), 'the pause of a task');
}

/** Whether a task shows itself as enabled; undefined where it does not show this at all. */
export function isEnabled(check: Check, { enabled }: Task): boolean | undefined {
  if (typeof enabled !== 'boolean') return undefined;
  const name = String(check.tenant.wire.value('scheduled-tasks.enabled'));
  return /paus|disab|inactiv/i.test(name) ? !enabled : enabled;
}

export async function enabledOf(check: Check, admin: Actor, { id }: Made): Promise<boolean | undefined> {
  return isEnabled(check, await admin.preparing.getScheduledTask(id));
}
