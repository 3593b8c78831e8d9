import { Collection } from '../collection.ts';
import { slice } from '../slice.ts';
import type { Tenant } from '../tenant.ts';
import { isMet, type Condition, type Reading } from './task-conditions.ts';
import { nextFire } from './task-schedule.ts';

export interface Task {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly prompt: string;
  /** None for a task that runs on demand alone. */
  readonly cron: string | null;
  readonly timezone: string;
  readonly isEnabled: boolean;
  readonly isShared: boolean;
  readonly creatorId: number;
  readonly notificationEnabled: boolean;
  readonly condition: Condition | null;
  readonly lastCheck: Check | null;
  readonly createdAt: number;
  /** Until when its schedule has been carried out. */
  readonly doneUntil: number;
  /** What its measure showed when it was last looked at. */
  readonly reading: Reading;
}

export interface Check {
  readonly checkedAt: number;
  readonly value: number;
  readonly isMet: boolean;
}

export interface Run {
  readonly id: number;
  readonly taskId: number;
  readonly threadId: string;
  readonly trigger: 'schedule' | 'request';
  readonly startedAt: number;
  readonly status: 'succeeded' | 'failed';
}

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

/** When a task fires next after what was carried out. Tasks are never changed in place, so each is worked out once. */
const nextFires = new WeakMap<Task, number>();

function nextFireOf(tenant: Tenant, task: Task): number {
  const known = nextFires.get(task);
  if (known !== undefined) return known;
  const { schedule } = tenant.rules.scheduledTasks;
  const next = task.cron === null ? undefined : nextFire(schedule, task.cron, task.timezone, task.doneUntil);
  nextFires.set(task, next ?? Number.POSITIVE_INFINITY);
  return next ?? Number.POSITIVE_INFINITY;
}

/** Carries out what the schedules of all tasks asked for since somebody last looked. */
export function catchUp(tenant: Tenant): void {
  const { tasks } = taskState(tenant);
  const now = tenant.clock.now();
  for (const task of tasks.all()) {
    if (!tenant.rules.scheduledTasks.runsOnSchedule(task) || nextFireOf(tenant, task) > now) continue;
    let current = task;
    for (let count = 0; count < MOST_FIRINGS && nextFireOf(tenant, current) <= now; count += 1) {
      const at = nextFireOf(tenant, current);
      current = { ...fireOnce(tenant, current, at), doneUntil: at };
    }
    tasks.replace(current);
  }
}

/** One firing: it runs the task unless a condition says that there is nothing to tell. */
function fireOnce(tenant: Tenant, task: Task, at: number): Task {
  if (!task.condition) {
    addRun(tenant, task, 'schedule', at);
    return task;
  }
  const reading = tenant.reading(task.condition.measure);
  const met = isMet(tenant.rules.scheduledTasks.conditions, task.condition, task.reading, reading);
  if (met) addRun(tenant, task, 'schedule', at);
  return { ...task, reading, lastCheck: { checkedAt: at, value: reading.value, isMet: met } };
}

/** Runs a task: the agent writes a thread as the creator, who is told if they asked for it. */
export function addRun(tenant: Tenant, task: Task, trigger: Run['trigger'], at: number): Run {
  const state = taskState(tenant);
  const rules = tenant.rules.scheduledTasks;
  state.lastRunId += 1;
  const threadId = rules.threadId(task, state.lastRunId);
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
      userId: rules.notified(task),
      text: `${name} ${status}`,
      createdAt: at,
    });
  }
  return run;
}
