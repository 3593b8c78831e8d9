import type { Answer } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import { Moment } from '../../mock/clock.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { firesAfter } from '../../mock/rules/task-schedule.ts';
import { isAdministrator } from './access.ts';
import { during, replaceSync, responseOf, withBody } from './patches.ts';

export const LIST = 'listScheduledTasks';
export const CREATE = 'createScheduledTask';
export const GET = 'getScheduledTask';
export const UPDATE = 'updateScheduledTask';
export const DELETE = 'deleteScheduledTask';
export const RUN = 'runScheduledTask';
export const RUNS = 'listScheduledTaskRuns';
export const PAUSE = 'pauseScheduledTask';
export const RESUME = 'resumeScheduledTask';
export const SHARE = 'shareScheduledTask';

const SHOWING = [CREATE, GET, UPDATE, PAUSE, RESUME, SHARE] as const;

export type TaskRules = Rules['scheduledTasks'];

/** Tasks look different wherever one is shown, or at some operations alone. */
export function showTasks(
  change: (task: Body, call: Call) => Body,
  operations: readonly string[] = [...SHOWING, LIST],
): Patch {
  return (rules) => {
    for (const operation of operations) {
      replaceSync(operation, (call, original) =>
        withBody(original(call), (body) =>
          operation === LIST
            ? { ...body, items: (body['items'] as readonly Body[]).map((task) => change(task, call)) }
            : change(body, call),
        ),
      )(rules);
    }
  };
}

/** Runs something once an operation has succeeded, with the id of the task that it is about. */
export function afterTask(operation: string, act: (taskId: number, call: Call) => void): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    const shown = 'body' in answer && operation === CREATE ? (answer.body as Body)['id'] : undefined;
    act(Number(shown ?? idIn(call, 'taskId') ?? 0), call);
    return answer;
  });
}

/** The task in the path as it is stored. */
export function taskIn({ tenant, path }: Call): Task | undefined {
  return taskState(tenant).tasks.get(Number(path['taskId']));
}

export function storeTask(call: Call, id: number, change: Partial<Task>): void {
  const { tasks } = taskState(call.tenant);
  const task = tasks.get(id);
  if (task) tasks.replace({ ...task, ...change });
}

/** Whether the task in the path was created by another user. */
export function isOthers(call: Call): boolean {
  const task = taskIn(call);
  return task !== undefined && task.creatorId !== call.principal.user?.id;
}

/** Whether an administrator asks for a task of their own. */
export function isAdministratorsOwn(call: Call): boolean {
  return isAdministrator(call) && taskIn(call)?.creatorId === call.principal.user?.id;
}

/** What reading the task in the path answers. */
export function readTask(call: Call): Answer {
  return responseOf(call, GET);
}

/** The moments at which a task fires after another, as its schedule has it or another one. */
export function firings(call: Call, task: Task, other: Partial<Parameters<typeof firesAfter>[0]> = {}) {
  const zone = call.tenant.rules.scheduledTasks.schedule.zoneOf(task.timezone, 'shown');
  return firesAfter({ cron: task.cron ?? '', zone, after: task.doneUntil, ...other });
}

/** The nextRunAt of active tasks, another one. */
export function showNextRun(next: (shown: number, task: Task, call: Call) => number | undefined): Patch {
  return showTasks((shown, call) => {
    const task = taskState(call.tenant).tasks.get(Number(shown['id']));
    const { nextRunAt } = shown;
    if (!task || !(nextRunAt instanceof Moment)) return shown;
    const at = next(nextRunAt.at, task, call);
    return at === undefined ? shown : { ...shown, nextRunAt: new Moment(at, nextRunAt.precision) };
  });
}

/** Replaces rules of scheduled tasks for the length of some calls of an operation. */
export function duringTasks(
  operation: string,
  isMeant: (call: Call) => boolean,
  others: (rules: TaskRules, call: Call) => Partial<TaskRules>,
): Patch {
  return during(operation, 'scheduledTasks', others, isMeant);
}
