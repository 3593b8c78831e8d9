import { refuse, Refusal, type Answer, type Why } from '../../mock/answer.ts';
import type { Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { taskState } from '../../mock/families/task-state.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { replaceSync, replace as waiting, withBody, withRules } from '../lib/patches.ts';
import { refusedYet } from '../lib/reports.ts';
import {
  CREATE,
  DELETE,
  isOthers,
  readTask,
  RESUME,
  storeTask,
  taskIn,
  type TaskRules,
} from '../lib/scheduled-tasks.ts';

type Operation = typeof CREATE | typeof RESUME;
type TakesPlace = TaskRules['takesPlace'];

/** How many places there are for one operation. */
function places(operation: Operation, count: number): Patch {
  return ({ scheduledTasks }) => {
    const { isFull } = scheduledTasks;
    scheduledTasks.isFull = (taken, claim) => (claim.operationId === operation ? taken >= count : isFull(taken, claim));
  };
}

/** Which tasks take a place where one is asked for by one operation. */
function taking(operation: Operation, decide: (own: TakesPlace) => TakesPlace): Patch {
  return ({ scheduledTasks }) => {
    const { takesPlace } = scheduledTasks;
    const other = decide(takesPlace);
    scheduledTasks.takesPlace = (task, claim) =>
      claim.operationId === operation ? other(task, claim) : takesPlace(task, claim);
  };
}

/** What is done when there is no place left. */
function whenFull(operation: Operation, act: (call: Call, unlimited: () => Answer) => Answer): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      if (!(error instanceof Refusal) || error.why !== 409) throw error;
      return act(call, () => withRules(call, 'scheduledTasks', { needsPlace: () => false }, () => original(call)));
    }
  });
}

function refusedAndDone(operation: Operation): Patch {
  return refusedYet(operation, (call, original, { why }) => {
    if (why === 409) withRules(call, 'scheduledTasks', { needsPlace: () => false }, () => original(call));
  });
}

function under(operation: Operation, status: Why): Patch {
  return whenFull(operation, () => refuse(status, 'there are 20 active tasks'));
}

const pastTwenty = {
  create: alsoThese('nobody is stopped at 20', 'scheduled-tasks.limit.create-across-deployments'),
  resume: alsoThese(
    'nobody is stopped at 20',
    'scheduled-tasks.limit.resume-across-deployments',
    'scheduled-tasks.limit.resume-counts-creator',
  ),
};

function across(operation: Operation, what: string): readonly Deviation[] {
  return [
    {
      name: 'per-deployment',
      sentence: `${what}, the active tasks of its deployment count alone.`,
      patch: taking(operation, (own) => (task, claim) => own(task, claim) && task.deploymentId === claim.deploymentId),
    },
    {
      name: 'older-deployments',
      sentence: `${what}, the active tasks of its deployment and of older ones count.`,
      patch: taking(operation, (own) => (task, claim) => own(task, claim) && task.deploymentId <= claim.deploymentId),
    },
    {
      name: 'newer-deployments',
      sentence: `${what}, the active tasks of its deployment and of newer ones count.`,
      patch: taking(operation, (own) => (task, claim) => own(task, claim) && task.deploymentId >= claim.deploymentId),
    },
  ];
}

/** Faults of the 20 places that a user has for active tasks. */
export const scheduledTasksLimitFaults = faults({
  'scheduled-tasks.limit.create-twentieth': {
    name: 'nineteen',
    sentence: 'A user with 19 active tasks may create no other.',
    also: alsoThese(
      'the check has 20 active tasks created',
      'scheduled-tasks.limit.manual-not-counted',
      'scheduled-tasks.limit.manual-past-20',
      'scheduled-tasks.limit.paused-not-counted',
      'scheduled-tasks.limit.deleted-not-counted',
      'scheduled-tasks.limit.others-not-counted',
      'scheduled-tasks.limit.create-past-20',
      'scheduled-tasks.limit.create-across-deployments',
    ),
    patch: places(CREATE, 19),
  },
  'scheduled-tasks.limit.create-past-20': [
    {
      name: 'twenty-one',
      sentence: 'A user may create 21 active tasks.',
      also: pastTwenty.create,
      patch: places(CREATE, 21),
    },
    {
      name: 'per-credential',
      sentence: 'The active tasks of a user count apart for each of their credentials.',
      patch: (rules) => {
        const credentials = new Map<unknown, string>();
        replaceSync(CREATE, (call, original) => {
          const { takesPlace } = call.tenant.rules.scheduledTasks;
          const own: TakesPlace = (task, claim) =>
            takesPlace(task, claim) && credentials.get(task.id) === call.principal.token;
          const answer = withRules(call, 'scheduledTasks', { takesPlace: own }, () => original(call));
          if ('body' in answer) credentials.set((answer.body as { id: unknown }).id, call.principal.token);
          return answer;
        })(rules);
      },
    },
    {
      name: 'at-once',
      sentence: 'Of creates that come at the same time none sees what the others take.',
      patch: waiting(CREATE, async (call, original) => {
        const own = ({ creatorId }: Task) => creatorId === call.principal.user?.id;
        const taken = taskState(call.tenant).tasks.filter((one) => own(one) && one.isEnabled && one.cron !== null);
        await sleep(20);
        return withRules(call, 'scheduledTasks', { isFull: () => taken.length >= 20 }, () => original(call));
      }),
    },
    {
      name: 'created-paused',
      sentence: 'A task that a user with 20 active ones creates is paused from the start.',
      also: pastTwenty.create,
      patch: whenFull(CREATE, (call, unlimited) =>
        withBody(unlimited(), (task) => {
          storeTask(call, Number(task['id']), { isEnabled: false });
          return { ...task, enabled: false };
        }),
      ),
    },
    {
      name: 'refused-and-created',
      sentence: 'A create by a user with 20 active tasks is refused with 409, and the task is there.',
      also: [
        ...pastTwenty.create,
        { id: 'scheduled-tasks.limit.deleted-not-counted', because: 'there is a task more than its check knows of' },
        { id: 'scheduled-tasks.limit.paused-not-counted', because: 'the task that was refused counts' },
      ],
      patch: refusedAndDone(CREATE),
    },
    {
      name: 'another-status',
      sentence: 'A create by a user with 20 active tasks is refused with 403.',
      also: pastTwenty.create,
      patch: under(CREATE, 403),
    },
  ],
  'scheduled-tasks.limit.resume-twentieth': {
    name: 'nineteen',
    sentence: 'A paused task whose creator has 19 active ones cannot be resumed.',
    patch: places(RESUME, 19),
  },
  'scheduled-tasks.limit.resume-past-20': [
    {
      name: 'twenty-one',
      sentence: 'A paused task can be resumed beside 20 active ones.',
      also: pastTwenty.resume,
      patch: places(RESUME, 21),
    },
    {
      name: 'acknowledged',
      sentence: 'A resume beside 20 active tasks is acknowledged, and the task stays paused.',
      also: pastTwenty.resume,
      patch: whenFull(RESUME, (call) => readTask(call)),
    },
    {
      name: 'refused-and-resumed',
      sentence: 'A resume beside 20 active tasks is refused with 409, and the task is active.',
      also: pastTwenty.resume,
      patch: refusedAndDone(RESUME),
    },
    {
      name: 'another-status',
      sentence: 'A resume beside 20 active tasks is refused with 400.',
      also: pastTwenty.resume,
      patch: under(RESUME, 400),
    },
  ],
  'scheduled-tasks.limit.create-across-deployments': across(CREATE, 'When a task is created').map((one) => ({
    ...one,
    also: alsoThese('tasks of two deployments are at the limit there', 'scheduled-tasks.limit.create-past-20'),
  })),
  'scheduled-tasks.limit.resume-across-deployments': across(RESUME, 'When a task is resumed'),
  'scheduled-tasks.limit.manual-not-counted': {
    name: 'counted',
    sentence: 'Tasks that run only on demand take places when another task is created.',
    patch: taking(
      CREATE,
      (own) => (task, claim) => own(task, claim) || (task.creatorId === claim.creatorId && task.cron === null),
    ),
  },
  'scheduled-tasks.limit.manual-past-20': {
    name: 'needs-a-place',
    sentence: 'A task that runs only on demand needs a place to be created.',
    patch: ({ scheduledTasks }) => {
      const { needsPlace } = scheduledTasks;
      scheduledTasks.needsPlace = (task) => needsPlace(task) || task.cron === null;
    },
  },
  'scheduled-tasks.limit.paused-not-counted': {
    name: 'counted',
    sentence: 'Paused tasks take places when another task is created.',
    also: alsoThese('a place is freed in that way there', 'scheduled-tasks.limit.create-twentieth'),
    patch: taking(
      CREATE,
      (own) => (task, claim) => own(task, claim) || (task.creatorId === claim.creatorId && !task.isEnabled),
    ),
  },
  'scheduled-tasks.limit.deleted-not-counted': [
    {
      name: 'refused-for-ever',
      sentence: 'Who was once refused a task for want of a place is refused every other.',
      patch: (rules) => {
        const refused = new Set<number | undefined>();
        replaceSync(CREATE, (call, original) => {
          const { id } = call.principal.user ?? {};
          try {
            return withRules(call, 'scheduledTasks', refused.has(id) ? { isFull: () => true } : {}, () =>
              original(call),
            );
          } catch (error) {
            if (error instanceof Refusal && error.why === 409) refused.add(id);
            throw error;
          }
        })(rules);
      },
    },
    {
      name: 'counted',
      sentence: 'Active tasks that were deleted take their places for ever when another one is created.',
      also: alsoThese('a place is freed in that way there', 'scheduled-tasks.limit.create-twentieth'),
      patch: (rules) => {
        const deleted = new Map<number, number>();
        replaceSync(DELETE, (call, original) => {
          const task = taskIn(call);
          const answer = original(call);
          if (task?.isEnabled && task.cron !== null) {
            deleted.set(task.creatorId, (deleted.get(task.creatorId) ?? 0) + 1);
          }
          return answer;
        })(rules);
        const { isFull } = rules.scheduledTasks;
        rules.scheduledTasks.isFull = (taken, claim) =>
          isFull(taken + (claim.operationId === CREATE ? (deleted.get(claim.creatorId) ?? 0) : 0), claim);
      },
    },
  ],
  'scheduled-tasks.limit.others-not-counted': [
    {
      name: 'everybody-counted',
      sentence: 'When a task is created, the active tasks of everybody count.',
      patch: taking(CREATE, (own) => (task, claim) => own(task, { ...claim, creatorId: task.creatorId })),
    },
    {
      name: 'deployment-counted',
      sentence: 'When a task is created, the active tasks of others in its deployment count as well.',
      patch: taking(
        CREATE,
        (own) => (task, claim) =>
          own(task, claim) ||
          (own(task, { ...claim, creatorId: task.creatorId }) && task.deploymentId === claim.deploymentId),
      ),
    },
    {
      name: 'shared-counted',
      sentence: 'When a task is created, the active tasks that others share count as well.',
      patch: taking(
        CREATE,
        (own) => (task, claim) =>
          own(task, claim) || (task.isShared && own(task, { ...claim, creatorId: task.creatorId })),
      ),
    },
  ],
  'scheduled-tasks.limit.resume-counts-creator': [
    {
      name: 'administrators-unlimited',
      sentence: 'Whoever resumes a task of somebody else is not stopped at 20 active tasks.',
      patch: ({ scheduledTasks }) => {
        const { placesOf } = scheduledTasks;
        scheduledTasks.placesOf = (task, callerId, id) =>
          id === RESUME && callerId !== task.creatorId ? -1 : placesOf(task, callerId, id);
      },
    },
    {
      name: 'caller-counted',
      sentence: 'When a task is resumed, the active tasks of the caller count.',
      also: alsoThese('an administrator with 20 is stopped', 'scheduled-tasks.limit.resume-spares-caller'),
      patch: ({ scheduledTasks }) => {
        const { placesOf } = scheduledTasks;
        scheduledTasks.placesOf = (task, callerId, id) =>
          id === RESUME ? (callerId ?? task.creatorId) : placesOf(task, callerId, id);
      },
    },
  ],
  'scheduled-tasks.limit.resume-spares-caller': {
    name: 'caller-counted-too',
    sentence: "When a task of somebody else is resumed, the creator's active tasks count and the caller's as well.",
    patch: replaceSync(RESUME, (call, original) => {
      const { tenant, principal } = call;
      const own = taskState(tenant).tasks.filter(
        (task) => task.creatorId === principal.user?.id && task.isEnabled && task.cron !== null,
      );
      if (isOthers(call) && own.length >= 20) refuse(409, 'the caller has 20 active tasks');
      return original(call);
    }),
  },
});
