import { BY_PLAIN, byPlainCreator } from '../../lib/plain-users.ts';
import { type Body, bodyOf, type Call, idIn } from '../../../mock/call.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import type { Task } from '../../../mock/rules/scheduled-tasks.ts';
import type { Condition } from '../../../mock/rules/task-conditions.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { alsoThese, type Deviation, faults } from '../../lib/fault.ts';
import { both, dropping, isPresent, sends } from '../../lib/conditions.ts';
import { all, refusing, remembering, replaceSync, without } from '../../lib/patches.ts';
import { changeRequest } from '../../lib/reports.ts';
import {
  afterTask,
  CREATE,
  isOthers,
  PAUSE,
  RESUME,
  RUN,
  SHARE,
  showTasks,
  storeTask,
  taskIn,
  type TaskRules,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import { isTaskManager } from '../../lib/task-access.ts';
import { always, isConditional, isPaused, isTask, MODEL, storedAfter, updateLosing } from '../../lib/task-records.ts';
import { conditionOnce } from '../../lib/task-exceptions.ts';
import { givenAgainLetsRun } from '../../lib/task-changes.ts';

const letsRun = {
  threshold: alsoThese('a task runs by this condition', 'scheduled-tasks.condition.threshold-lets-run'),
  change: alsoThese('a task runs by this condition', 'scheduled-tasks.condition.change-lets-run'),
  anomaly: alsoThese('a task runs by this condition', 'scheduled-tasks.condition.anomaly-lets-run'),
};

/** A kind of condition is refused on one operation. */
function refused(operation: string, kind: Condition['type']): Patch {
  return ({ scheduledTasks: { conditions } }) => {
    const { isKind } = conditions;
    conditions.isKind = (given, id): given is Condition['type'] =>
      isKind(given, id) && !(id === operation && given === kind);
  };
}

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

/** A condition of some kind is refused to some callers. */
const conditionRefused = (operation: string, kind: string, isMeant: (call: Call) => boolean): Patch =>
  refusing(
    operation,
    both(
      isMeant,
      sends('condition', (condition) => (condition as Body | null | undefined)?.['type'] === kind),
    ),
    'invalid',
  );

function updated(kind: Condition['type'], what: string): Deviation {
  return {
    name: 'refused',
    sentence: `A task update with the condition ${what} is refused, while a create takes it.`,
    patch: refused(UPDATE, kind),
  };
}

/** Which tasks have a condition that does not count as it should, by what they are or what happened to them. */
const ODD = {
  'once-updated': { what: 'that was updated', operation: UPDATE, isOdd: ({ condition }: Task) => condition !== null },
  'given-later': {
    what: 'whose condition an update gave',
    operation: UPDATE,
    isOdd: ({ condition }: Task) => condition === null,
  },
  'once-resumed': { what: 'that was resumed', operation: RESUME, isOdd: () => true },
} as const;

const sentenceOf = (kind: string, what: string, isMet: boolean) =>
  `A task ${what} ${isMet ? 'runs whenever it is due' : 'never runs by itself'} if it has a condition of the kind ${kind}.`;

type Conditions = Rules['scheduledTasks']['conditions'];

function judgedOtherwise(kind: Condition['type'], isMet: boolean, isOdd: (task: Task) => boolean): Patch {
  return ({ scheduledTasks }) => {
    const { carriesOut, conditions } = scheduledTasks;
    let odd = false;
    // What is due is looked for task by task, right before its condition.
    scheduledTasks.carriesOut = (task, at) => {
      odd = isOdd(task);
      return carriesOut(task, at);
    };
    const { crosses, moves, isFlagged }: Conditions = { ...conditions };
    const others: Readonly<Record<Condition['type'], Partial<Conditions>>> = {
      threshold: { crosses: (...given) => (odd ? isMet : crosses(...given)) },
      change: { moves: (...given) => (odd ? isMet : moves(...given)) },
      anomaly: { isFlagged: (...given) => (odd ? isMet : isFlagged(...given)) },
    };
    Object.assign(conditions, others[kind]);
  };
}

function after(name: keyof typeof ODD, kind: Condition['type'], isMet: boolean): Deviation {
  const { what, operation, isOdd } = ODD[name];
  return {
    name,
    sentence: sentenceOf(kind, what, isMet),
    patch: remembering(
      () => new Set<number>(),
      (ids) =>
        all(
          replaceSync(operation, (call, original) => {
            const before = taskIn(call);
            const answer = original(call);
            if (before && isOdd(before)) ids.add(before.id);
            return answer;
          }),
          judgedOtherwise(kind, isMet, ({ id }) => ids.has(id)),
        ),
    ),
  };
}

/** Tasks of others than the administrator of the account, who is its first user. */
function ofPlainUser(kind: Condition['type'], isMet: boolean): Deviation {
  return {
    name: 'of-plain-user',
    sentence: sentenceOf(kind, 'of a user without the admin role', isMet),
    patch: remembering(
      () => new Set<number>(),
      (ids) =>
        all(
          replaceSync('createScheduledTask', (call, original) => {
            const { user } = call.principal;
            if (user && byPlainUser(call)) ids.add(user.id);
            return original(call);
          }),
          judgedOtherwise(kind, isMet, ({ creatorId }) => ids.has(creatorId)),
        ),
    ),
  };
}

function conditionJudged(isMet: boolean) {
  return {
    threshold: [after('once-updated', 'threshold', isMet), ofPlainUser('threshold', isMet)],
    change: [after('given-later', 'change', isMet), after('once-resumed', 'change', isMet)],
    anomaly: [after('once-resumed', 'anomaly', isMet), ofPlainUser('anomaly', isMet)],
  } as const;
}

const [runsAlways, runsNever] = [conditionJudged(true), conditionJudged(false)];
type ConditionRules = TaskRules['conditions'];

function judging(others: (own: ConditionRules) => Partial<ConditionRules>): Patch {
  return ({ scheduledTasks: { conditions } }) => {
    Object.assign(conditions, others({ ...conditions }));
  };
}

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

/** Faults of the conditions of tasks. */
export const conditionFaults = faults({
  'scheduled-tasks.condition.threshold-created': [
    {
      name: 'refused-to-plain-users',
      sentence: 'A threshold condition is refused in a create by a user without the admin role.',
      patch: refusing(
        CREATE,
        both(
          byPlainUser,
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'threshold'),
        ),
        'forbidden',
      ),
    },
    created('threshold', 'that a measure crosses a threshold'),
  ],
  'scheduled-tasks.condition.threshold-updated': [
    {
      name: 'refused-beside-a-notification',
      sentence: 'An update to a threshold condition is refused beside notificationEnabled.',
      patch: conditionRefused(UPDATE, 'threshold', sends('notificationEnabled', isPresent)),
    },
    {
      name: 'in-place-of-another',
      sentence: 'A threshold condition is refused in an update of a task that has a condition of another kind.',
      patch: refusing(
        UPDATE,
        both(
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'threshold'),
          isTask(({ condition }) => condition !== null && condition.type !== 'threshold'),
        ),
        'invalid',
      ),
    },
    updated('threshold', 'that a measure crosses a threshold'),
  ],
  'scheduled-tasks.condition.threshold-holds-back': [
    {
      name: 'not-once-given-again',
      sentence: 'A threshold that is given to a task again after it was removed holds back no run.',
      patch: givenAgainLetsRun,
    },
    {
      name: 'once-looked-at',
      sentence: 'A task whose threshold condition was looked at before runs whenever it is due.',
      patch: conditionOnce,
    },
    ...runsAlways.threshold,
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
    {
      name: 'not-at-zero',
      sentence: 'A task with a threshold of 0 runs whenever it is due.',
      patch: ({ scheduledTasks: { conditions } }) => {
        const { crosses } = conditions;
        conditions.crosses = (before, now, condition) => condition.value === 0 || crosses(before, now, condition);
      },
    },
  ],
  'scheduled-tasks.condition.threshold-lets-run': [
    ...runsNever.threshold,
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
    {
      name: 'the-first-time-alone',
      sentence: 'A task with a threshold condition does not run when the measure crosses the threshold again.',
      patch: ({ scheduledTasks: { conditions } }) => {
        const crossed = new Set<object>();
        const { crosses } = conditions;
        conditions.crosses = (before, now, condition) => {
          const isCrossed = crosses(before, now, condition);
          if (!isCrossed) return false;
          if (crossed.has(condition)) return false;
          crossed.add(condition);
          return true;
        };
      },
    },
  ],
  'scheduled-tasks.condition.change-created': [
    {
      name: 'refused-to-plain-users',
      sentence: 'A create with a condition on a change is refused to a user without the admin role.',
      patch: conditionRefused(CREATE, 'change', byPlainUser),
    },
    created('change', 'that a measure moves by a percentage'),
  ],
  'scheduled-tasks.condition.change-updated': [
    {
      name: 'not-while-paused',
      sentence: 'A change condition is refused in an update of a paused task.',
      patch: refusing(
        UPDATE,
        both(
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'change'),
          isPaused,
        ),
        'invalid',
      ),
    },
    {
      name: 'in-place-of-another',
      sentence: 'A change condition is refused in an update of a task that has a condition of another kind.',
      patch: refusing(
        UPDATE,
        both(
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'change'),
          isTask(({ condition }) => condition !== null && condition.type !== 'change'),
        ),
        'invalid',
      ),
    },
    updated('change', 'that a measure moves by a percentage'),
  ],
  'scheduled-tasks.condition.change-holds-back': [
    ...runsAlways.change,
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
    ...runsNever.change,
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
  'scheduled-tasks.condition.anomaly-created': [
    {
      name: 'refused-to-oauth',
      sentence: 'A create with a condition on an anomaly is refused to an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: conditionRefused(CREATE, 'anomaly', byOAuth),
    },
    {
      name: 'refused-to-plain-users',
      sentence: 'An anomaly condition is refused in a create by a user without the admin role.',
      patch: refusing(
        CREATE,
        both(
          byPlainUser,
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'anomaly'),
        ),
        'forbidden',
      ),
    },
    created('anomaly', 'that a measure is flagged as an anomaly'),
  ],
  'scheduled-tasks.condition.anomaly-updated': [
    {
      name: 'in-place-of-another',
      sentence: 'An anomaly condition is refused in an update of a task that has a condition of another kind.',
      patch: refusing(
        UPDATE,
        both(
          sends('condition', (v) => (v as Body | null | undefined)?.['type'] === 'anomaly'),
          isTask(({ condition }) => condition !== null && condition.type !== 'anomaly'),
        ),
        'invalid',
      ),
    },
    updated('anomaly', 'that a measure is flagged as an anomaly'),
  ],
  'scheduled-tasks.condition.anomaly-holds-back': [
    ...runsAlways.anomaly,
    {
      name: 'always',
      sentence: 'A task with an anomaly condition runs whenever it is due.',
      patch: judging(() => ({ isFlagged: () => true })),
    },
  ],
  'scheduled-tasks.condition.anomaly-lets-run': [
    ...runsNever.anomaly,
    {
      name: 'never',
      sentence: 'A task with an anomaly condition never runs by itself.',
      patch: judging(() => ({ isFlagged: () => false })),
    },
  ],
  'scheduled-tasks.condition.lasting': [
    {
      name: 'lost-when-another-resumes',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A paused task loses its condition where somebody other than its creator resumes it.',
      patch: afterTask(RESUME, (id, call) => {
        if (isOthers(call)) storeTask(call, id, { condition: null });
      }),
    },
    {
      name: 'lost-with-a-pause',
      sentence: 'A pause takes away the condition of a task.',
      also: alsoThese(
        'a task with a condition is paused there',
        'scheduled-tasks.condition.threshold-holds-back',
        'scheduled-tasks.condition.change-holds-back',
        'scheduled-tasks.condition.anomaly-holds-back',
      ),
      patch: storedAfter(
        PAUSE,
        () => true,
        () => ({ condition: null }),
      ),
    },
    {
      name: 'lost-with-a-run',
      sentence: 'A run on demand takes away the condition of a task.',
      patch: storedAfter(
        RUN,
        () => true,
        () => ({ condition: null }),
      ),
    },
    {
      name: 'lost-beside-another-zone',
      ...MODEL,
      sentence: 'An update of the time zone takes away the condition of a task, although it names the condition.',
      patch: replaceSync(UPDATE, (call, original) => {
        const [before, { timezone }] = [taskIn(call)?.timezone, bodyOf(call)];
        const answer = original(call);
        if (timezone !== undefined && timezone !== before)
          storeTask(call, idIn(call, 'taskId') ?? 0, { condition: null });
        return answer;
      }),
    },
    {
      name: 'lost-with-a-share',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'Sharing a task takes its condition away.',
      patch: afterTask(SHARE, (id, call) => {
        storeTask(call, id, { condition: null });
      }),
    },
  ],
  'scheduled-tasks.condition.null-removes': [
    {
      name: 'not-alone',
      sentence: 'A condition of null removes nothing where an update sends nothing else.',
      patch: dropping(
        UPDATE,
        ['condition'],
        (call) => Object.keys(bodyOf(call)).join() === 'condition' && bodyOf(call)['condition'] === null,
      ),
    },
    {
      name: 'not-by-a-manager-beside-a-prompt',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A condition of null is ignored where a holder of ScheduledTasksManage sends it beside another prompt.',
      patch: updateLosing(
        (call) =>
          isTaskManager(call) && bodyOf(call)['condition'] === null && bodyOf(call)['prompt'] !== taskIn(call)?.prompt,
        'condition',
      ),
    },
    {
      name: 'not-while-notifying',
      sentence: 'A condition of null removes nothing from a task with notificationEnabled.',
      patch: changeRequest(UPDATE, (body, call) => {
        const { condition, ...others } = body;
        return condition === null && taskIn(call)?.notificationEnabled === true ? others : body;
      }),
    },
    {
      name: 'beside-a-notification',
      sentence: 'An update with notificationEnabled and a condition of null keeps the condition.',
      patch: changeRequest(UPDATE, (body) =>
        'notificationEnabled' in body && body['condition'] === null ? without('condition')(body) : body,
      ),
    },
    {
      name: 'not-when-paused',
      sentence: 'A condition that is null does not remove the condition of a paused task.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          isPaused,
          sends('condition', (value) => value === null),
        ),
      ),
    },
    {
      name: 'not-beside-a-prompt',
      sentence: 'A condition of null that an update sends beside another notificationEnabled removes nothing.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          (call) =>
            sends('notificationEnabled', (v) => v !== undefined && v !== taskIn(call)?.notificationEnabled)(call),
        ),
      ),
    },
    {
      name: 'second-time-kept',
      sentence: 'A condition that was given again after it had been removed cannot be removed any more.',
      patch: (rules) => {
        const removed = new Map<unknown, number>();
        replaceSync(UPDATE, (call, original) => {
          const id = idIn(call, 'taskId');
          const isRemoval = bodyOf(call)['condition'] === null && isConditional(call);
          if (!isRemoval) return original(call);
          const times = removed.get(id) ?? 0;
          removed.set(id, times + 1);
          if (times === 0) return original(call);
          const { condition: _, ...rest } = bodyOf(call);
          return original({ ...call, body: rest });
        })(rules);
      },
    },
    {
      name: 'change-stays',
      sentence: 'A condition of null leaves a change condition in place.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isTask(({ condition }) => condition?.type === 'change'),
        ),
      ),
    },
    {
      name: 'anomaly-stays',
      sentence: 'A condition of null leaves an anomaly condition in place.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isTask(({ condition }) => condition?.type === 'anomaly'),
        ),
      ),
    },
    {
      name: 'stays-while-paused',
      sentence: 'A condition of null leaves the condition of a paused task in place.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isPaused,
        ),
      ),
    },
    {
      name: 'stays-for-others',
      sentence: 'A condition of null that somebody other than the creator sends removes nothing.',
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          sends('condition', (v) => v === null),
          isOthers,
        ),
      ),
    },
    {
      name: 'back-on-resume',
      sentence: 'A condition that null removed is back once the task is resumed.',
      patch: (rules) => {
        const removed = new Map<number, Task['condition']>();
        all(
          replaceSync(UPDATE, (call, original) => {
            const task = taskIn(call);
            const answer = original(call);
            if (task?.condition && bodyOf(call)['condition'] === null) removed.set(task.id, task.condition);
            return answer;
          }),
          storedAfter(RESUME, always, ({ id, condition }) => ({ condition: condition ?? removed.get(id) ?? null })),
        )(rules);
      },
    },
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
    {
      name: 'not-of-plain-users-beside-a-prompt',
      sentence: 'A condition of null that a creator without the admin role sends beside a prompt removes nothing.',
      seenIn: BY_PLAIN,
      patch: dropping(
        UPDATE,
        ['condition'],
        both(
          byPlainCreator,
          sends('condition', (one) => one === null),
          sends('prompt', isPresent),
        ),
      ),
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
});
