import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Patch } from '../../mock/index.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import type { Deviation } from './fault.ts';
import { knowing, type When } from './conditions.ts';
import { changeBodySync, replaceSync } from './patches.ts';
import { changeRequest, itemsOf } from './reports.ts';
import { afterTask, CREATE, LIST, showTasks, storeTask, taskIn, UPDATE } from './scheduled-tasks.ts';

/** How faults of the records of tasks are written. */

/** Lists leave out some tasks. */
export function listedWithout(isLeftOut: (task: Task, call: Call) => boolean): Patch {
  return changeBodySync(LIST, (list, call) => ({
    ...list,
    items: itemsOf(list).filter(({ id }) => {
      const task = taskState(call.tenant).tasks.get(Number(id));
      return !task || !isLeftOut(task, call);
    }),
  }));
}

export const isTask =
  (fits: (task: Task) => boolean): When =>
  (call) => {
    const task = taskIn(call);
    return task !== undefined && fits(task);
  };

export const isPaused = isTask(({ isEnabled }) => !isEnabled);
export const isConditional = isTask(({ condition }) => condition !== null);

/** A prompt that is kept as another text. */
export function changedText(
  name: string,
  operation: string,
  sentence: string,
  change: (text: string) => string,
): Deviation {
  return {
    name,
    sentence,
    patch: changeRequest(operation, (body) =>
      typeof body['prompt'] === 'string' ? { ...body, prompt: change(body['prompt']) } : body,
    ),
  };
}

export const toAscii = (text: string): string => text.replaceAll(/[^\n -~]/g, '?');

/** Tasks that fit are shown in another way, wherever one is shown or by some operations alone. */
export function shownOtherwise(
  fits: (task: Task) => boolean,
  change: (task: Body) => Body,
  operations?: readonly string[],
): Patch {
  return showTasks((body, call) => {
    const task = taskState(call.tenant).tasks.get(Number(body['id']));
    return task && fits(task) ? change(body) : body;
  }, operations);
}

/** What is stored changes once an operation has succeeded, for tasks that fit. */
export function storedAfter(operation: string, when: When, change: (task: Task) => Partial<Task>): Patch {
  return afterTask(operation, (id, call) => {
    const task = taskState(call.tenant).tasks.get(id);
    if (task && when(call)) storeTask(call, id, change(task));
  });
}

export const always: When = () => true;
export const isSwitchedOn = ({ notificationEnabled }: Body): boolean => notificationEnabled === true;
export const MODEL = { toldBy: 'scheduled-tasks.list.same-as-read' } as const;

export const byTask = (call: Call, body: Body | undefined): unknown =>
  idIn(call, 'taskId') ?? (call.operationId === CREATE ? body?.['id'] : undefined);

export const knowingTask = (watched: readonly string[], patch: Parameters<typeof knowing>[2]): Patch =>
  knowing(watched, byTask, patch);

export const isOnDemand = isTask(({ cron }) => cron === null);

/** An update loses some of what it asks for. */
export const updateLosing = (isMeant: (call: Call) => boolean, ...names: readonly string[]): Patch =>
  replaceSync(UPDATE, (call, original) => {
    const kept = Object.entries(bodyOf(call)).filter(([name]) => !names.includes(name));
    return original(isMeant(call) ? { ...call, body: Object.fromEntries(kept) } : call);
  });

export const ofTask = ({ path }: Call): string => path['taskId'] ?? '';
