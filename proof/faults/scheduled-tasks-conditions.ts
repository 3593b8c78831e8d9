import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Condition } from '../../mock/rules/task-conditions.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';

import { afterTask, CREATE, RUN, showTasks, taskIn, UPDATE, type TaskRules } from '../lib/scheduled-tasks.ts';
import { replaceSync } from '../lib/patches.ts';

type ConditionRules = TaskRules['conditions'];

/** A kind of condition is refused on one operation. */
function refused(operation: string, kind: Condition['type']): Patch {
  return ({ scheduledTasks: { conditions } }) => {
    const { isKind } = conditions;
    conditions.isKind = (given, id): given is Condition['type'] =>
      isKind(given, id) && !(id === operation && given === kind);
  };
}

function judging(others: (own: ConditionRules) => Partial<ConditionRules>): Patch {
  return ({ scheduledTasks: { conditions } }) => {
    Object.assign(conditions, others({ ...conditions }));
  };
}

/** Notifications of some requested runs are lost. */
function lost(isLost: (call: Call) => boolean): Patch {
  return replaceSync(RUN, (call, original) => {
    const { notifications } = taskState(call.tenant);
    const before = new Set(notifications.all().map(({ id }) => id));
    const answer = original(call);
    if (isLost(call)) for (const { id } of notifications.filter((one) => !before.has(one.id))) notifications.remove(id);
    return answer;
  });
}

const isCreator = (call: Call): boolean => taskIn(call)?.creatorId === call.principal.user?.id;
const removesCondition = ({ condition }: Body): boolean => condition === null;

/** An update that removes the condition of a task, without its doing so. */
function keepingCondition(rules: Parameters<Patch>[0]): void {
  replaceSync(UPDATE, (call, original) => {
    const body = bodyOf(call);
    if (!removesCondition(body)) return original(call);
    const { condition: _, ...rest } = body;
    return original({ ...call, body: rest });
  })(rules);
}

/** The tasks whose condition was removed. */
function removedFrom(rules: Parameters<Patch>[0]): ReadonlySet<unknown> {
  const ids = new Set<unknown>();
  afterTask(UPDATE, (id, call) => {
    if (removesCondition(bodyOf(call))) ids.add(id);
  })(rules);
  return ids;
}

const letsRun = {
  threshold: alsoThese('a task runs by this condition', 'scheduled-tasks.condition.threshold-lets-run'),
  change: alsoThese('a task runs by this condition', 'scheduled-tasks.condition.change-lets-run'),
  anomaly: alsoThese('a task runs by this condition', 'scheduled-tasks.condition.anomaly-lets-run'),
};

function created(kind: Condition['type'], what: string): Deviation {
  return {
    name: 'refused',
    sentence: `A create with the condition ${what} is refused.`,
    also: [
      ...letsRun[kind],
      { id: `scheduled-tasks.condition.${kind}-holds-back`, because: 'the check creates a task with this condition' },
    ],
    patch: refused(CREATE, kind),
  };
}

function updated(kind: Condition['type'], what: string): Deviation {
  return {
    name: 'refused',
    sentence: `A task update with the condition ${what} is refused, while a create takes it.`,
    patch: refused(UPDATE, kind),
  };
}

/** Faults of conditions, and of the notifications that creators get of runs. */
export const scheduledTasksConditionsFaults = faults({
  'scheduled-tasks.condition.threshold-created': created('threshold', 'that a measure crosses a threshold'),
  'scheduled-tasks.condition.threshold-updated': updated('threshold', 'that a measure crosses a threshold'),
  'scheduled-tasks.condition.threshold-holds-back': [
    {
      name: 'always',
      sentence: 'A task with a threshold condition runs whenever it is due.',
      patch: judging(() => ({ crosses: () => true })),
    },
    {
      name: 'any-move',
      sentence: 'A task with a threshold condition runs when the measure has moved at all.',
      patch: judging(() => ({ crosses: (before, now) => before !== now })),
    },
  ],
  'scheduled-tasks.condition.threshold-lets-run': [
    {
      name: 'never',
      sentence: 'A task with a threshold condition never runs by itself.',
      patch: judging(() => ({ crosses: () => false })),
    },
    {
      name: 'other-direction',
      sentence: 'A threshold condition looks in the other direction than it says.',
      patch: judging(({ crosses }) => ({
        crosses: (before, now, { direction, value }) =>
          crosses(before, now, { direction: direction === 'above' ? 'below' : 'above', value }),
      })),
    },
  ],
  'scheduled-tasks.condition.change-created': created('change', 'that a measure moves by a percentage'),
  'scheduled-tasks.condition.change-updated': updated('change', 'that a measure moves by a percentage'),
  'scheduled-tasks.condition.change-holds-back': [
    {
      name: 'any-move',
      sentence: 'A task with a change condition runs when the measure has moved at all.',
      patch: judging(() => ({ moves: (before, now) => before !== now })),
    },
    {
      name: 'absolute',
      sentence: 'A change condition takes its percentage for a number by which the measure moves.',
      patch: judging(() => ({ moves: (before, now, percentage) => Math.abs(now - before) >= percentage })),
    },
  ],
  'scheduled-tasks.condition.change-lets-run': [
    {
      name: 'never',
      sentence: 'A task with a change condition never runs by itself.',
      patch: judging(() => ({ moves: () => false })),
    },
    {
      name: 'hundredfold',
      sentence: 'A change condition takes its percentage for a factor.',
      patch: judging(({ moves }) => ({ moves: (before, now, percentage) => moves(before, now, percentage * 100) })),
    },
    {
      name: 'upwards-alone',
      sentence: 'A change condition does not count a move downwards.',
      patch: judging(({ moves }) => ({
        moves: (before, now, percentage) => now > before && moves(before, now, percentage),
      })),
    },
  ],
  'scheduled-tasks.condition.anomaly-created': created('anomaly', 'that a measure is flagged as an anomaly'),
  'scheduled-tasks.condition.anomaly-updated': updated('anomaly', 'that a measure is flagged as an anomaly'),
  'scheduled-tasks.condition.anomaly-holds-back': {
    name: 'always',
    sentence: 'A task with an anomaly condition runs whenever it is due.',
    patch: judging(() => ({ isFlagged: () => true })),
  },
  'scheduled-tasks.condition.anomaly-lets-run': {
    name: 'never',
    sentence: 'A task with an anomaly condition never runs by itself.',
    patch: judging(() => ({ isFlagged: () => false })),
  },
  'scheduled-tasks.condition.null-removes': [
    {
      name: 'null-as-omitted',
      sentence: 'An update takes a condition of null for one that was left out.',
      also: alsoThese('the condition is still there', 'scheduled-tasks.condition.null-lets-run'),
      patch: keepingCondition,
    },
    {
      name: 'still-shown',
      sentence: 'A condition that null removed no longer counts, and the task still shows it.',
      patch: (rules) => {
        const shown = new Map<unknown, unknown>();
        replaceSync(UPDATE, (call, original) => {
          const task = taskIn(call);
          const answer = original(call);
          const { condition } = bodyOf(call);
          if (task && condition === null) shown.set(task.id, task.condition);
          else if (task && condition !== undefined) shown.delete(task.id);
          return answer;
        })(rules);
        showTasks((task) => (shown.has(task['id']) ? { ...task, condition: shown.get(task['id']) } : task))(rules);
      },
    },
  ],
  'scheduled-tasks.condition.null-lets-run': [
    {
      name: 'hidden',
      sentence: 'A condition that null removed is no longer shown, and still holds the task back.',
      patch: (rules) => {
        keepingCondition(rules);
        const removed = removedFrom(rules);
        showTasks((task) => (removed.has(task['id']) ? { ...task, condition: null } : task))(rules);
      },
    },
    {
      name: 'switched-off',
      sentence: 'A task whose condition was removed with null does not run by itself any more.',
      patch: (rules) => {
        const removed = removedFrom(rules);
        rules.scheduledTasks.carriesOut = ({ id }) => !removed.has(id);
      },
    },
  ],

  // The inbox.
  'scheduled-tasks.notification.after-success': [
    {
      name: 'once',
      sentence: 'Creators are told of the first run of a task alone.',
      patch: ({ scheduledTasks }) => {
        const { notifies } = scheduledTasks;
        const told = new Set<string>();
        scheduledTasks.notifies = (task, status) => {
          const one = `${task.createdAt} ${task.id} ${task.prompt}`;
          if (status === 'failed' || !notifies(task, status)) return notifies(task, status);
          return !told.has(one) && told.add(one).size > 0;
        };
      },
    },
    {
      name: 'failures-only',
      sentence: 'Creators are told of runs that fail, and of no others.',
      also: alsoThese('the run succeeds', 'scheduled-tasks.notification.to-creator'),
      patch: ({ scheduledTasks }) => {
        const { notifies } = scheduledTasks;
        scheduledTasks.notifies = (task, status) => status === 'failed' && notifies(task, status);
      },
    },
    {
      name: 'not-those-who-know',
      sentence: 'Creators are not told that a run has succeeded which they started themselves.',
      patch: lost((call) => isCreator(call) && !call.tenant.features.failingAgents),
    },
  ],
  'scheduled-tasks.notification.after-failure': {
    name: 'successes-only',
    sentence: 'Creators are told of runs that succeed, and of no others.',
    patch: ({ scheduledTasks }) => {
      const { notifies } = scheduledTasks;
      scheduledTasks.notifies = (task, status) => status === 'succeeded' && notifies(task, status);
    },
  },
  'scheduled-tasks.notification.to-creator': [
    {
      name: 'whoever-asked',
      sentence: 'The notification of a run goes to whoever started it.',
      patch: ({ scheduledTasks }) => {
        scheduledTasks.notified = ({ creatorId }, startedBy) => startedBy ?? creatorId;
      },
    },
    {
      name: 'nobody',
      sentence: 'Nobody is told of a run that somebody other than the creator started.',
      patch: lost((call) => !isCreator(call)),
    },
  ],
  'scheduled-tasks.notification.none-when-off': [
    {
      name: 'always-told',
      sentence: 'Creators are told of every run, whatever notificationEnabled says.',
      patch: ({ scheduledTasks }) => {
        scheduledTasks.notifies = () => true;
      },
    },
    {
      name: 'as-created',
      sentence: 'Creators are told of runs of what was created with notificationEnabled, whatever an update says.',
      patch: (rules) => {
        const loud = new Set<string>();
        afterTask('createScheduledTask', (_id, call) => {
          const { notificationEnabled, prompt } = bodyOf(call);
          if (notificationEnabled === true) loud.add(String(prompt));
        })(rules);
        const { notifies } = rules.scheduledTasks;
        rules.scheduledTasks.notifies = (task, status) => notifies(task, status) || loud.has(task.prompt);
      },
    },
  ],
});
