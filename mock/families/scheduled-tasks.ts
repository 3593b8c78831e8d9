import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { isAdmin, may } from '../authority.ts';
import { bodyOf, idIn, type Call, type Handler } from '../call.ts';
import { dateOf, instantOf } from '../clock.ts';
import { pageOf, pageOfCollection, shown } from '../pages.ts';
import type { Action, Standing, Run, Task } from '../rules/scheduled-tasks.ts';
import type { FamilyBehaviour } from './family.ts';
import { refuseOvertaken, versionOf } from './stored-version.ts';
import { changeIn } from './task-input.ts';
import { listNotifications } from './task-notifications.ts';
import { addRun, catchUp, nextFireOf, taskState } from './task-state.ts';

export { scheduledTasksRules } from '../rules/scheduled-tasks.ts';

/** Nothing of this family is there while scheduled tasks are switched off for the account. */
function open(handler: Handler): Handler {
  return (call) => {
    const { rules, features } = call.tenant;
    if (!rules.scheduledTasks.isOpen(features.scheduledTasks, call.operationId)) {
      refuse(403, 'scheduled tasks are switched off for this account');
    }
    catchUp(call.tenant);
    return handler(call);
  };
}

function deploymentIn(call: Call): number {
  return Number(call.path['deploymentId']);
}

/** How the caller stands to tasks of the deployment; what is the same for all of them is worked out once. */
function standings(call: Call): (task: Task) => Standing {
  const { tenant, principal } = call;
  const deploymentId = deploymentIn(call);
  const toAll = {
    isAdmin: isAdmin(tenant, principal),
    readsTasks: may(tenant, principal, 'ScheduledTasksRead', deploymentId),
    managesTasks: may(tenant, principal, 'ScheduledTasksManage', deploymentId),
  };
  return ({ creatorId }) => ({ ...toAll, isCreator: principal.user?.id === creatorId });
}

/** Which tasks the caller finds in the deployment of the path. */
function finds(call: Call): (task: Task) => boolean {
  const { isOf, sees } = call.tenant.rules.scheduledTasks;
  const deploymentId = deploymentIn(call);
  const standingTo = standings(call);
  return (task) => isOf(task, deploymentId) && sees(task, standingTo(task), call.operationId);
}

function taskIn(call: Call): Task {
  const id = idIn(call, 'taskId');
  const task = id === undefined ? undefined : taskState(call.tenant).tasks.get(id);
  return task && finds(call)(task) ? task : refuse('unknown', 'there is no such task');
}

/** The task in the path, if the caller may perform the action on it. */
function taskFor(call: Call, action: Action): Task {
  const task = taskIn(call);
  const { mayDo } = call.tenant.rules.scheduledTasks;
  return mayDo(action, standings(call)(task)) ? task : refuse(403, `the caller may not ${action} this task`);
}

function show(call: Call, task: Task): Record<string, unknown> {
  const { tenant } = call;
  const { id, deploymentId, name, prompt, cron, timezone, isEnabled, isShared, creatorId, lastCheck } = task;
  const { notificationEnabled, condition, createdAt } = task;
  const next = nextFireOf(tenant, task, 'shown');
  return {
    id,
    deploymentId,
    name,
    prompt,
    cron,
    timezone,
    enabled: isEnabled,
    shared: isShared,
    userId: creatorId,
    nextRunAt: Number.isFinite(next) ? instantOf(next) : null,
    notificationEnabled,
    condition,
    lastConditionCheck: lastCheck && { ...lastCheck, checkedAt: instantOf(lastCheck.checkedAt) },
    createdAt: dateOf(createdAt),
    ...versionOf(tenant.dialect, task),
  };
}

/** Refuses one more active task where its creator has as many as there may be. */
function refuseWithoutPlace(call: Call, task: Task, why: 409 | 'conflict'): void {
  const { tenant, principal, operationId } = call;
  const rules = tenant.rules.scheduledTasks;
  const creatorId = rules.placesOf(task, principal.user?.id, operationId);
  const claim = { creatorId, deploymentId: deploymentIn(call), operationId };
  const taken = taskState(tenant).tasks.filter((one) => one.id !== task.id && rules.takesPlace(one, claim)).length;
  if (rules.isFull(taken, claim)) refuse(why, `the creator has ${taken} active tasks already`);
}

function createScheduledTask(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.scheduledTasks;
  const deploymentId = deploymentIn(call);
  if (!rules.mayCreate(may(tenant, principal, 'ScheduledTasksCreate', deploymentId))) {
    refuse(403, 'creating tasks needs ScheduledTasksCreate on the deployment');
  }
  const body = bodyOf(call);
  const change = changeIn(call, body);
  if (change.prompt === undefined) refuse('invalid', 'prompt is missing');
  if (!principal.user) refuse('forbidden', 'a task needs a user who creates it');
  const { tasks } = taskState(tenant);
  const now = tenant.clock.now();
  const task: Task = {
    id: tasks.nextId(),
    deploymentId,
    name: 'Task',
    cron: null,
    timezone: 'UTC',
    isEnabled: true,
    isShared: false,
    creatorId: principal.user.id,
    notificationEnabled: rules.notificationDefault,
    condition: null,
    lastCheck: null,
    createdAt: now,
    version: 0,
    doneUntil: now,
    reading: { value: 0, isAnomaly: false },
    ...change,
    prompt: change.prompt,
  };
  if (rules.needsPlace(task)) refuseWithoutPlace(call, task, 409);
  return created(show(call, tasks.add(task)));
}

function stored(call: Call, task: Task, change: Partial<Task>): Task {
  const next = call.tenant.rules.scheduledTasks.merged(task, change);
  return taskState(call.tenant).tasks.replace({ ...next, version: next.version + 1 });
}

function updateScheduledTask(call: Call): Answer {
  const rules = call.tenant.rules.scheduledTasks;
  const task = taskFor(call, 'update');
  const body = bodyOf(call, { optional: true });
  refuseOvertaken(call, task, body);
  const change = changeIn(call, body);
  const next = rules.merged(task, change);
  if (rules.needsPlace(next) && !rules.needsPlace(task)) refuseWithoutPlace(call, task, 'conflict');
  return ok(show(call, stored(call, task, { ...change, doneUntil: call.tenant.clock.now() })));
}

function deleteScheduledTask(call: Call): Answer {
  const { id } = taskFor(call, 'delete');
  taskState(call.tenant).tasks.remove(id);
  taskState(call.tenant).runs.delete(id);
  return done();
}

function resumeScheduledTask(call: Call): Answer {
  const rules = call.tenant.rules.scheduledTasks;
  const task = taskFor(call, 'resume');
  if (!task.isEnabled && rules.needsPlace({ ...task, isEnabled: true })) refuseWithoutPlace(call, task, 409);
  return ok(show(call, stored(call, task, { isEnabled: true, doneUntil: call.tenant.clock.now() })));
}

function shareScheduledTask(call: Call): Answer {
  const task = taskFor(call, 'share');
  const { shared } = bodyOf(call);
  if (typeof shared !== 'boolean') refuse('invalid', 'shared is neither true nor false');
  return ok(show(call, stored(call, task, { isShared: shared })));
}

function listScheduledTasks(call: Call): Answer {
  const otherwise = call.tenant.rules.scheduledTasks.listedWithoutFirst;
  const list = pageOfCollection(call, taskState(call.tenant).tasks, finds(call), { ...(otherwise && { otherwise }) });
  return ok(shown(list, (task) => show(call, task)));
}

function showRun({ startedAt, ...run }: Run): Record<string, unknown> {
  return { ...run, startedAt: instantOf(startedAt) };
}

function runScheduledTask(call: Call): Answer {
  const { tenant, principal } = call;
  const start = { trigger: 'request', at: tenant.clock.now(), by: principal.user?.id } as const;
  return ok(showRun(addRun(tenant, taskFor(call, 'run'), start)));
}

function listScheduledTaskRuns(call: Call): Answer {
  const { id } = taskIn(call);
  const runs = call.tenant.rules.scheduledTasks.listedRuns(taskState(call.tenant).runs.get(id) ?? []);
  const descending = call.tenant.dialect.order === 'descending';
  const list = pageOf(call, descending ? [...runs].reverse() : runs, (run) => [run.id], { descending });
  return ok(shown(list, showRun));
}

export const scheduledTasks: FamilyBehaviour = {
  handlers: {
    listScheduledTasks: open(listScheduledTasks),
    createScheduledTask: open(createScheduledTask),
    getScheduledTask: open((call) => ok(show(call, taskIn(call)))),
    updateScheduledTask: open(updateScheduledTask),
    deleteScheduledTask: open(deleteScheduledTask),
    runScheduledTask: open(runScheduledTask),
    listScheduledTaskRuns: open(listScheduledTaskRuns),
    pauseScheduledTask: open((call) => ok(show(call, stored(call, taskFor(call, 'pause'), { isEnabled: false })))),
    resumeScheduledTask: open(resumeScheduledTask),
    shareScheduledTask: open(shareScheduledTask),
    listNotifications,
  },
};
