import { LIMITS } from '../../contracts/limits.ts';
import { Collection } from '../collection.ts';
import type { Task, Run } from '../rules/scheduled-tasks.ts';
import { isMet } from '../rules/task-conditions.ts';
import { fireAfter, firesAfter, type Purpose } from '../rules/task-schedule.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';

/** What a run writes, as its creator finds it among their chats. */
export interface Thread {
  readonly id: string;
  readonly deploymentId: number;
  readonly userId: number;
  readonly prompt: string;
  readonly startedAt: number;
}

export interface Notification {
  readonly id: number;
  readonly deploymentId: number;
  readonly userId: number;
  readonly text: string;
  readonly createdAt: number;
}

const HOUR = 3_600_000;
/** How many firings are made up for at once: more than a week of hours. */
const MOST_FIRINGS = 200;
/** How many runs a task keeps; more than its list shows. */
const MOST_RUNS = 120;

export const taskState = slice('scheduled-tasks', () => ({
  tasks: new Collection<Task>(2001),
  runs: new Map<number, Run[]>(),
  threads: new Map<string, Thread>(),
  notifications: new Collection<Notification>(1),
  lastRunId: 0,
}));

/** Tasks are never changed in place, so that their next firings are worked out once for each schedule that counts for them. */
const nextFires = new WeakMap<Task, Map<string, number>>();

/** When a task fires next after what was carried out; never, if it does not run by itself. */
export function nextFireOf(tenant: Tenant, task: Task, purpose: Purpose): number {
  const { schedule, scheduleOf } = tenant.rules.scheduledTasks;
  const cron = scheduleOf(task);
  if (cron === null) return Number.POSITIVE_INFINITY;
  const zone = schedule.zoneOf(task.timezone, purpose);
  const known = nextFires.get(task) ?? new Map<string, number>();
  const key = `${zone} ${cron}`;
  const next = known.get(key) ?? fireAfter({ cron, zone, after: task.doneUntil });
  nextFires.set(task, known.set(key, next));
  return next;
}

/** Carries out what the schedules of all tasks asked for since somebody last looked. */
export function catchUp(tenant: Tenant): void {
  if (!tenant.features.scheduledTasks) return;
  const { tasks } = taskState(tenant);
  const now = tenant.clock.now();
  for (const task of tasks.all()) {
    if (nextFireOf(tenant, task, 'carried-out') <= now) tasks.replace(caughtUp(tenant, task, now));
  }
}

function caughtUp(tenant: Tenant, task: Task, now: number): Task {
  const fired = dueFirings(tenant, task, now).reduce((current, at) => fireOnce(tenant, current, at), task);
  return { ...fired, doneUntil: now };
}

/** The latest firings since a task was last looked at: after years away as quickly found as after a day. */
function dueFirings(tenant: Tenant, task: Task, now: number): number[] {
  const { carriesOut, schedule, scheduleOf } = tenant.rules.scheduledTasks;
  const cron = scheduleOf(task);
  if (cron === null) return [];
  const zone = schedule.zoneOf(task.timezone, 'carried-out');
  for (let back = MOST_FIRINGS * HOUR; ; back *= 8) {
    const from = Math.max(task.doneUntil, now - back);
    const due: number[] = [];
    for (const at of firesAfter({ cron, zone, after: from })) {
      if (at > now) break;
      if (carriesOut(task, at)) due.push(at);
    }
    if (from === task.doneUntil || due.length >= LIMITS.taskRunsListed.max) return due.slice(-MOST_FIRINGS);
  }
}

/** One firing: it runs the task unless a condition says that there is nothing to tell. */
function fireOnce(tenant: Tenant, task: Task, at: number): Task {
  if (!task.condition) {
    addRun(tenant, task, { trigger: 'schedule', at });
    return task;
  }
  const reading = tenant.reading(task.condition.measure, at);
  const met = isMet(tenant.rules.scheduledTasks.conditions, task.condition, task.reading, reading);
  if (met) addRun(tenant, task, { trigger: 'schedule', at });
  return { ...task, reading, lastCheck: { checkedAt: at, value: reading.value, isMet: met } };
}

/** What starts a run, and who if somebody asked for it. */
interface Start {
  readonly trigger: Run['trigger'];
  readonly at: number;
  readonly by?: number | undefined;
}

/** Runs a task: the agent writes a thread as the creator, who is told if they asked for it. */
export function addRun(tenant: Tenant, task: Task, { trigger, at, by }: Start): Run {
  const state = taskState(tenant);
  const rules = tenant.rules.scheduledTasks;
  state.lastRunId += 1;
  const threadId = rules.threadId(task, state.lastRunId, trigger);
  const { id, deploymentId, creatorId, prompt, name } = task;
  state.threads.set(threadId, { id: threadId, deploymentId, userId: creatorId, prompt, startedAt: at });
  const status = tenant.features.failingAgents ? 'failed' : 'succeeded';
  const run: Run = { id: state.lastRunId, taskId: id, threadId, trigger, startedAt: at, status };
  const runs = [...(state.runs.get(id) ?? []), run];
  for (const dropped of runs.slice(0, -MOST_RUNS)) state.threads.delete(dropped.threadId);
  state.runs.set(id, runs.slice(-MOST_RUNS));
  if (rules.notifies(task, status)) {
    state.notifications.add({
      id: state.notifications.nextId(),
      deploymentId,
      userId: rules.notified(task, by),
      text: `${name} ${status}`,
      createdAt: at,
    });
  }
  return run;
}
