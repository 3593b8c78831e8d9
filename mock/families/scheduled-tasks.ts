import { LIMITS } from '../../contracts/limits.ts';
import { isAdmin, may } from '../authority.ts';
import { created, done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, idIn, type Body, type Call, type Handler } from '../call.ts';
import { dateOf, instantOf } from '../clock.ts';
import { pageOf, pageOfCollection, shown } from '../pages.ts';
import type { FamilyBehaviour } from './family.ts';
import { conditionIn, conditionRules } from './task-conditions.ts';
import { isCron, nextFire, scheduleRules } from './task-schedule.ts';
import { listNotifications } from './task-notifications.ts';
import { addRun, catchUp, taskState, type Run, type Task } from './task-state.ts';

/** What a caller wants to do with a task. */
type Deed = 'update' | 'delete' | 'run' | 'pause' | 'resume' | 'share';

/** How the caller stands to a task. */
interface Standing {
  readonly isCreator: boolean;
  readonly isAdmin: boolean;
  readonly managesTasks: boolean;
}

/** Rules of scheduled tasks, as data. */
export const scheduledTasksRules = () => ({
  schedule: scheduleRules(),
  conditions: conditionRules(),
  isOpen: (isEnabled: boolean, _operationId: string): boolean => isEnabled,
  mayCreate: (holdsCreate: boolean): boolean => holdsCreate,
  mayDo: (_deed: Deed, { isCreator, isAdmin: admin, managesTasks }: Standing): boolean =>
    isCreator || admin || managesTasks,
  isListed: (task: Task, deploymentId: number): boolean => task.deploymentId === deploymentId,
  mostActive: LIMITS.activeTasksPerUser.max as number,
  /** Whether a task takes one of the places of its creator. */
  countsAsActive: ({ isEnabled, cron }: Task): boolean => isEnabled && cron !== null,
  /** Whose places a task takes. */
  isOfCreator: (task: Task, creatorId: number, _deploymentId: number): boolean => task.creatorId === creatorId,
  runsOnSchedule: ({ isEnabled, cron }: Task): boolean => isEnabled && cron !== null,
  /** The runs that a list shows, of all that a task had. */
  listedRuns: (runs: readonly Run[]): readonly Run[] => runs.slice(-LIMITS.taskRunsListed.max),
  threadId: ({ id }: Task, runId: number): string => `thread-${id}-${runId}`,
  notificationDefault: false,
  notifies: ({ notificationEnabled }: Task, _status: Run['status']): boolean => notificationEnabled,
  notified: ({ creatorId }: Task): number => creatorId,
  merged: (task: Task, change: Partial<Task>): Task => ({ ...task, ...change }),
});

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

function taskIn(call: Call): Task {
  const id = idIn(call, 'taskId');
  const task = id === undefined ? undefined : taskState(call.tenant).tasks.get(id);
  return task?.deploymentId === deploymentIn(call) ? task : refuse('unknown', 'there is no such task');
}

/** The task in the path, if the caller may do a deed to it. */
function taskFor(call: Call, deed: Deed): Task {
  const { tenant, principal } = call;
  const task = taskIn(call);
  const standing: Standing = {
    isCreator: principal.user?.id === task.creatorId,
    isAdmin: isAdmin(tenant, principal),
    managesTasks: may(tenant, principal, 'ScheduledTasksManage', task.deploymentId),
  };
  return tenant.rules.scheduledTasks.mayDo(deed, standing) ? task : refuse(403, `the caller may not ${deed} this task`);
}

function show(call: Call, task: Task): Record<string, unknown> {
  const { tenant } = call;
  const { id, deploymentId, name, prompt, cron, timezone, isEnabled, isShared, creatorId, lastCheck } = task;
  const { notificationEnabled, condition, createdAt } = task;
  const rules = tenant.rules.scheduledTasks;
  const next =
    rules.runsOnSchedule(task) && cron !== null
      ? nextFire(rules.schedule, cron, timezone, tenant.clock.now())
      : undefined;
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
    nextRunAt: next === undefined ? null : instantOf(next),
    notificationEnabled,
    condition,
    lastConditionCheck: lastCheck && { ...lastCheck, checkedAt: instantOf(lastCheck.checkedAt) },
    createdAt: dateOf(createdAt),
  };
}

/** The members of a body that are present, checked. A bad cron or time zone has a printed status. */
function changeIn(call: Call, body: Body): Partial<Task> {
  const rules = call.tenant.rules.scheduledTasks;
  const { name, prompt, cron, timezone, notificationEnabled, condition } = body;
  const badSchedule: string[] = [];
  const problems: string[] = [];
  if (cron !== undefined && cron !== null && (typeof cron !== 'string' || !isCron(rules.schedule, cron))) {
    badSchedule.push('cron is no cron expression that fires at most once an hour');
  }
  if (timezone !== undefined && (typeof timezone !== 'string' || !rules.schedule.isTimeZone(timezone))) {
    badSchedule.push('timezone is no IANA time zone');
  }
  if (name !== undefined && (typeof name !== 'string' || name === '')) problems.push('name is no text');
  if (prompt !== undefined && (typeof prompt !== 'string' || prompt === '')) problems.push('prompt is no text');
  if (notificationEnabled !== undefined && typeof notificationEnabled !== 'boolean') {
    problems.push('notificationEnabled is neither true nor false');
  }
  const given = condition === undefined || condition === null ? null : conditionIn(rules.conditions, condition);
  if (given && 'problem' in given) problems.push(given.problem);
  if (badSchedule.length > 0) refuse(400, ...badSchedule, ...problems);
  if (problems.length > 0) refuse('invalid', ...problems);
  return {
    ...(name !== undefined && { name: name as string }),
    ...(prompt !== undefined && { prompt: prompt as string }),
    ...(cron !== undefined && { cron: cron as string | null }),
    ...(timezone !== undefined && { timezone: timezone as string }),
    ...(notificationEnabled !== undefined && { notificationEnabled: notificationEnabled as boolean }),
    ...(condition !== undefined && withCondition(call, given && 'type' in given ? given : null)),
  };
}

/** A new condition looks at what its measure shows from now on. */
function withCondition({ tenant }: Call, condition: Task['condition']): Partial<Task> {
  return {
    condition,
    lastCheck: null,
    ...(condition && { reading: tenant.reading(condition.measure) }),
  };
}

/** Refuses one more active task where its creator has as many as there may be. */
function refuseOneMore(call: Call, creatorId: number, except: number | undefined, why: 409 | 'conflict'): void {
  const { tenant } = call;
  const rules = tenant.rules.scheduledTasks;
  const deploymentId = deploymentIn(call);
  const active = taskState(tenant).tasks.filter(
    (task) => task.id !== except && rules.isOfCreator(task, creatorId, deploymentId) && rules.countsAsActive(task),
  );
  if (active.length >= rules.mostActive) refuse(why, `the creator has ${active.length} active tasks already`);
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
  if (!principal.user) refuse(403, 'a task needs a user who creates it');
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
    doneUntil: now,
    reading: { value: 0, isAnomaly: false },
    ...change,
    prompt: change.prompt,
  };
  if (rules.countsAsActive(task)) refuseOneMore(call, task.creatorId, undefined, 409);
  return created(show(call, tasks.add(task)));
}

function stored(call: Call, task: Task, change: Partial<Task>): Task {
  return taskState(call.tenant).tasks.replace(call.tenant.rules.scheduledTasks.merged(task, change));
}

function updateScheduledTask(call: Call): Answer {
  const rules = call.tenant.rules.scheduledTasks;
  const task = taskFor(call, 'update');
  const change = changeIn(call, bodyOf(call, { optional: true }));
  const next = rules.merged(task, change);
  const becomesActive = rules.countsAsActive(next) && !rules.countsAsActive(task);
  if (becomesActive) refuseOneMore(call, task.creatorId, task.id, 'conflict');
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
  const next = { ...task, isEnabled: true };
  if (!task.isEnabled && rules.countsAsActive(next)) refuseOneMore(call, task.creatorId, task.id, 409);
  return ok(show(call, stored(call, task, { isEnabled: true, doneUntil: call.tenant.clock.now() })));
}

function shareScheduledTask(call: Call): Answer {
  const task = taskFor(call, 'share');
  const { shared } = bodyOf(call);
  if (typeof shared !== 'boolean') refuse('invalid', 'shared is neither true nor false');
  return ok(show(call, stored(call, task, { isShared: shared })));
}

function listScheduledTasks(call: Call): Answer {
  const { tasks } = taskState(call.tenant);
  const deploymentId = deploymentIn(call);
  const { isListed } = call.tenant.rules.scheduledTasks;
  const list = pageOfCollection(call, tasks, (task) => isListed(task, deploymentId), { otherwise: 'all' });
  return ok(shown(list, (task) => show(call, task)));
}

function showRun({ startedAt, ...run }: Run): Record<string, unknown> {
  return { ...run, startedAt: instantOf(startedAt) };
}

function listScheduledTaskRuns(call: Call): Answer {
  const { id } = taskIn(call);
  const runs = call.tenant.rules.scheduledTasks.listedRuns(taskState(call.tenant).runs.get(id) ?? []);
  // The latest first, as in any history.
  const list = pageOf(call, [...runs].reverse(), (run) => [run.id], { descending: true });
  return ok(shown(list, showRun));
}

export const scheduledTasks: FamilyBehaviour = {
  handlers: {
    listScheduledTasks: open(listScheduledTasks),
    createScheduledTask: open(createScheduledTask),
    getScheduledTask: open((call) => ok(show(call, taskIn(call)))),
    updateScheduledTask: open(updateScheduledTask),
    deleteScheduledTask: open(deleteScheduledTask),
    runScheduledTask: open((call) =>
      ok(showRun(addRun(call.tenant, taskFor(call, 'run'), 'request', call.tenant.clock.now()))),
    ),
    listScheduledTaskRuns: open(listScheduledTaskRuns),
    pauseScheduledTask: open((call) => ok(show(call, stored(call, taskFor(call, 'pause'), { isEnabled: false })))),
    resumeScheduledTask: open(resumeScheduledTask),
    shareScheduledTask: open(shareScheduledTask),
    listNotifications,
  },
};
