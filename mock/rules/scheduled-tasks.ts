import { LIMITS } from '../../contracts/limits.ts';
import type { Measure } from '../state.ts';
import { conditionRules, type Condition } from './task-conditions.ts';
import { scheduleRules } from './task-schedule.ts';

/** What a caller asks to do with a task. */
export type Action = 'update' | 'delete' | 'run' | 'pause' | 'resume' | 'share';

/** How the caller stands to a task. */
export interface Standing {
  readonly isCreator: boolean;
  readonly isAdmin: boolean;
  readonly readsTasks: boolean;
  readonly managesTasks: boolean;
}

/** Who wants another place among the active tasks, where, and by which operation. */
export interface Claim {
  readonly creatorId: number;
  readonly deploymentId: number;
  readonly operationId: string;
}

/** Rules of scheduled tasks, as data. `operationId` lets a fault touch one operation alone. */
export const scheduledTasksRules = () => ({
  schedule: scheduleRules(),
  conditions: conditionRules(),

  isOpen: (isEnabled: boolean, _operationId: string): boolean => isEnabled,
  mayCreate: (holdsCreate: boolean): boolean => holdsCreate,
  /** Whoever may read the deployment sees all of its tasks. */
  sees: (_task: Task, _standing: Standing, _operationId: string): boolean => true,
  mayDo: (_action: Action, { isCreator, isAdmin, managesTasks }: Standing): boolean =>
    isCreator || isAdmin || managesTasks,

  isOf: (task: Task, deploymentId: number): boolean => task.deploymentId === deploymentId,
  /** A list without `first` is the whole list. */
  listedWithoutFirst: 'all' as 'all' | undefined,
  notificationDefault: false,
  merged: (task: Task, change: Partial<Task>): Task => ({ ...task, ...change }),

  /** The cron by which a task runs by itself, if it does. */
  scheduleOf: ({ isEnabled, cron }: Task): string | null => (isEnabled ? cron : null),
  /** Whether what the cron asks for at a moment is carried out. */
  carriesOut: (_task: Task, _at: number): boolean => true,
  threadId: ({ id }: Task, runId: number, _trigger: Run['trigger']): string => `thread-${id}-${runId}`,
  /** The runs that a list shows, of all that a task had. */
  listedRuns: (runs: readonly Run[]): readonly Run[] => runs.slice(-LIMITS.taskRunsListed.max),
  notifies: ({ notificationEnabled }: Task, _status: Run['status']): boolean => notificationEnabled,
  /** Who is told of a run, whoever asked for it. */
  notified: ({ creatorId }: Task, _startedBy: number | undefined): number => creatorId,

  /** Whether a task that is created or resumed has to find a place. */
  needsPlace: ({ isEnabled, cron }: Task): boolean => isEnabled && cron !== null,
  /** Among whose tasks a place has to be free, whoever asks. */
  placesOf: ({ creatorId }: Task, _callerId: number | undefined, _operationId: string): number => creatorId,
  takesPlace: (task: Task, { creatorId }: Claim): boolean =>
    task.creatorId === creatorId && task.isEnabled && task.cron !== null,
  isFull: (taken: number, _claim: Claim): boolean => taken >= LIMITS.activeTasksPerUser.max,
});

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
  /** How often it was changed. */
  readonly version: number;
  /** Until when its schedule has been carried out. */
  readonly doneUntil: number;
  /** What its measure showed when it was last looked at. */
  readonly reading: Measure;
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
