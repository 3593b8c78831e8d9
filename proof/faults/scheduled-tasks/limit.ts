import { lookingFirst } from '../../lib/at-once.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Refusal, refuse, type Why } from '../../../mock/answer.ts';
import type { Call } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Task } from '../../../mock/rules/scheduled-tasks.ts';
import { byPlainUser, byScopedKey } from '../../lib/access.ts';
import { alsoThese, type Deviation, faults } from '../../lib/fault.ts';
import { all, remembering, replace, replaceSync, type SyncHandler, withBody, withRules } from '../../lib/patches.ts';
import { refusedYet } from '../../lib/reports.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  duringTasks,
  isOthers,
  PAUSE,
  readTask,
  RESUME,
  storeTask,
  taskIn,
  type TaskRules,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import { isPaused } from '../../lib/task-records.ts';
import { isOfAnother, sendsCondition } from '../../lib/task-schedules.ts';
import { BETWEEN } from '../../lib/times.ts';
import { deletedOnceRunCounts, takingPlaceOnceRun } from '../../lib/task-exceptions.ts';
import { countedForWhoUpdated } from '../../lib/task-changes.ts';

/** Tasks that were updated count otherwise when a place is looked for. */
function updatedCounting(counts: 'twice' | 'never'): Patch {
  return remembering(
    () => new Set<number>(),
    (updated) =>
      all(
        afterTask(UPDATE, (id) => updated.add(id)),
        ({ scheduledTasks }) => {
          const { isFull, takesPlace } = scheduledTasks;
          let more = 0;
          scheduledTasks.takesPlace = (task, claim) => {
            const takes = takesPlace(task, claim);
            if (!takes || !updated.has(task.id)) return takes;
            if (counts === 'twice') more += 1;
            return counts === 'twice';
          };
          scheduledTasks.isFull = (taken, claim) => {
            const all = taken + more;
            more = 0;
            return isFull(all, claim);
          };
        },
      ),
  );
}

/** A tally of active tasks that some requests move by one although they change no active task. */
function miscounting(
  operation: string,
  by: 1 | -1,
  isCounted: (call: Call, before: Task | undefined, refusal: Refusal | undefined) => boolean,
): Patch {
  return remembering(
    () => ({ off: 0 }),
    (tally) =>
      all(
        replaceSync(operation, (call, original) => {
          const before = taskIn(call);
          const count = (refusal?: Refusal) => {
            if (isCounted(call, before, refusal)) tally.off += by;
          };
          try {
            const answer = original(call);
            count();
            return answer;
          } catch (error) {
            if (error instanceof Refusal) count(error);
            throw error;
          }
        }),
        ({ scheduledTasks }) => {
          const { isFull } = scheduledTasks;
          scheduledTasks.isFull = (taken, claim) => isFull(taken + tally.off, claim);
        },
      ),
  );
}

type Operation = typeof CREATE | typeof RESUME;

/** How many places there are for one operation. */
function places(operation: Operation, count: number): Patch {
  return ({ scheduledTasks }) => {
    const { isFull } = scheduledTasks;
    scheduledTasks.isFull = (taken, claim) => (claim.operationId === operation ? taken >= count : isFull(taken, claim));
  };
}

const LIMIT_MODEL = { toldBy: 'scheduled-tasks.limit.create-twentieth' } as const;

const claiming = (takesPlace: (own: TaskRules['takesPlace']) => TaskRules['takesPlace']): Patch => {
  return ({ scheduledTasks }) => {
    scheduledTasks.takesPlace = takesPlace(scheduledTasks.takesPlace);
  };
};

const unlimited = (call: Call, original: SyncHandler) =>
  withRules(call, 'scheduledTasks', { needsPlace: () => false }, () => original(call));

/** What was refused for the limit is granted when its user, or somebody for the same task, asks again. */
function grantedAgain(operation: typeof CREATE | typeof RESUME, keyOf: (call: Call) => unknown): Patch {
  return remembering(
    () => new Set<unknown>(),
    (refused) =>
      replaceSync(operation, (call, original) => {
        if (refused.has(keyOf(call))) return unlimited(call, original);
        try {
          return original(call);
        } catch (error) {
          if (error instanceof Refusal && error.why === 409) refused.add(keyOf(call));
          throw error;
        }
      }),
  );
}

const pastTwenty = {
  create: alsoThese('nobody is stopped at 20', 'scheduled-tasks.limit.create-across-deployments'),
  resume: alsoThese(
    'nobody is stopped at 20',
    'scheduled-tasks.limit.resume-across-deployments',
    'scheduled-tasks.limit.resume-counts-creator',
  ),
};

type TakesPlace = TaskRules['takesPlace'];

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

/** How many places are taken is counted by what was asked for, and not by what there is. */
function counted(
  change: (taken: number, asked: Readonly<Record<string, number>>, operationId: string) => number,
): Patch {
  return remembering(
    (): Record<string, number> => ({}),
    (asked) =>
      all(
        ...[PAUSE, RESUME, DELETE].map((operation) =>
          replaceSync(operation, (call, original) => {
            const answer = original(call);
            asked[operation] = (asked[operation] ?? 0) + 1;
            return answer;
          }),
        ),
        ({ scheduledTasks }) => {
          const { isFull } = scheduledTasks;
          scheduledTasks.isFull = (taken, claim) => isFull(change(taken, asked, claim.operationId), claim);
        },
      ),
  );
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

const pausedCountOnce: Patch = remembering(
  () => new Set<number>(),
  (edited) => (rules) => {
    afterTask(UPDATE, (id, call) => {
      if (taskIn(call)?.isEnabled === false) edited.add(id);
    })(rules);
    const { takesPlace } = rules.scheduledTasks;
    rules.scheduledTasks.takesPlace = (task, claim) =>
      takesPlace(task.cron !== null && edited.has(task.id) ? { ...task, isEnabled: true } : task, claim);
  },
);

/** Faults of how many active tasks a user may have. */
export const limitFaults = faults({
  'scheduled-tasks.limit.create-twentieth': [
    {
      name: 'updated-counted-twice',
      sentence: 'An active task that was updated takes two places.',
      patch: updatedCounting('twice'),
    },
    {
      name: 'counted-once-resumed',
      toldBy: 'scheduled-tasks.limit.create-twentieth',
      sentence: 'A task that was resumed before it was deleted keeps its place.',
      patch: remembering(
        () => ({ resumed: new Set<number>(), lost: 0 }),
        (memory) =>
          all(
            ({ scheduledTasks }) => {
              const { isFull } = scheduledTasks;
              scheduledTasks.isFull = (taken, claim) => isFull(taken + memory.lost, claim);
            },
            afterTask(RESUME, (id) => memory.resumed.add(id)),
            afterTask(DELETE, (id) => {
              if (memory.resumed.has(id)) memory.lost += 1;
            }),
          ),
      ),
    },
    {
      name: 'elsewhere-counts-twice',
      sentence: 'A task in another deployment takes two places.',
      patch: ({ scheduledTasks }) => {
        const { takesPlace, isFull } = scheduledTasks;
        let elsewhere = 0;
        scheduledTasks.takesPlace = (task, claim) => {
          const takes = takesPlace(task, claim);
          if (takes && task.deploymentId !== claim.deploymentId) elsewhere += 1;
          return takes;
        };
        scheduledTasks.isFull = (taken, claim) => {
          const all = taken + Math.min(1, elsewhere);
          elsewhere = 0;
          return isFull(all, claim);
        };
      },
    },
    {
      name: 'refused-counted',
      sentence: 'A creation that was refused for its cron keeps the place that it would have taken.',
      patch: miscounting('createScheduledTask', 1, (_call, _before, refusal) => refusal?.why === 400),
    },
    {
      name: 'resumed-again-counted',
      sentence: 'A task that is resumed while it is active takes another place.',
      patch: miscounting('resumeScheduledTask', 1, (_call, before, refusal) => !refusal && before?.isEnabled === true),
    },
    {
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
  ],
  'scheduled-tasks.limit.create-past-20': [
    {
      name: 'not-with-a-scoped-key',
      seenWith: 'SCOPED_TOKEN',
      sentence: 'Creations with a key that is scoped to deployments are not limited.',
      patch: duringTasks(CREATE, byScopedKey, () => ({ isFull: () => false })),
    },
    {
      name: 'updated-not-counted',
      sentence: 'An active task that was updated takes no place.',
      patch: updatedCounting('never'),
    },
    {
      name: 'one-more-once-resumed',
      ...LIMIT_MODEL,
      sentence: 'A task that was resumed takes no place.',
      patch: remembering(
        () => new Set<number>(),
        (resumed) =>
          all(
            afterTask(RESUME, (id) => resumed.add(id)),
            claiming((own) => (task, claim) => own(task, claim) && !resumed.has(task.id)),
          ),
      ),
    },
    {
      name: 'resumed-ones-free',
      sentence: 'A task that was resumed takes no place.',
      patch: remembering(
        () => new Set<number>(),
        (resumed) => (rules) => {
          afterTask(RESUME, (id) => resumed.add(id))(rules);
          const { takesPlace } = rules.scheduledTasks;
          rules.scheduledTasks.takesPlace = (task, claim) => !resumed.has(task.id) && takesPlace(task, claim);
        },
      ),
    },
    {
      name: 'conditional-ones-free',
      sentence: 'A task with a condition takes no place.',
      patch: ({ scheduledTasks }) => {
        const { takesPlace } = scheduledTasks;
        scheduledTasks.takesPlace = (task, claim) => task.condition === null && takesPlace(task, claim);
      },
    },
    {
      name: 'paused-again-frees',
      sentence: 'A task that is paused while it is paused frees another place.',
      patch: miscounting('pauseScheduledTask', -1, (_call, before, refusal) => !refusal && before?.isEnabled === false),
    },
    {
      name: 'paused-deleted-frees',
      sentence: 'The deletion of a paused task frees a place that it did not take.',
      patch: miscounting(
        'deleteScheduledTask',
        -1,
        (_call, before, refusal) => !refusal && before?.isEnabled === false,
      ),
    },
    {
      name: 'on-demand-deleted-frees',
      sentence: 'The deletion of an on-demand task frees a place that it did not take.',
      patch: miscounting('deleteScheduledTask', -1, (_call, before, refusal) => !refusal && before?.cron === null),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'Who was refused a twenty-first active task is granted it when asking again.',
      patch: grantedAgain(CREATE, ({ principal }) => principal.user?.id),
      also: alsoThese(
        'the second refusal there is of the same user',
        'scheduled-tasks.limit.create-across-deployments',
      ),
    },
    {
      name: 'not-with-a-condition',
      sentence: 'A task with a condition may be created past 20 active tasks.',
      patch: replaceSync(CREATE, (call, original) =>
        sendsCondition(call) ? unlimited(call, original) : original(call),
      ),
    },
    {
      name: 'only-for-administrators',
      sentence: 'A user who is no administrator may create any number of active tasks.',
      toldBy: 'scheduled-tasks.limit.deleted-not-counted',
      patch: replaceSync(CREATE, (call, original) => (byPlainUser(call) ? unlimited(call, original) : original(call))),
    },
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
      patch: replace(CREATE, async (call, original) => {
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
    {
      name: 'beside-a-resume-at-once',
      sentence: 'A create does not see the place that a resume takes at the same time.',
      patch: lookingFirst(
        CREATE,
        ({ tenant }) =>
          new Set(
            taskState(tenant)
              .tasks.filter(({ isEnabled }) => !isEnabled)
              .map(({ id }) => id),
          ),
        (call, original, paused) => {
          const { takesPlace } = call.tenant.rules.scheduledTasks;
          return withRules(
            call,
            'scheduledTasks',
            { takesPlace: (task, claim) => takesPlace(task, claim) && !paused.has(task.id) },
            () => original(call),
          );
        },
      ),
    },
  ],
  'scheduled-tasks.limit.resume-twentieth': [
    {
      name: 'not-after-many-pauses',
      ...LIMIT_MODEL,
      sentence: 'A resume finds a place less once three tasks were paused.',
      patch: counted(
        (taken, { [PAUSE]: pauses = 0 }, operation) => taken + (operation === RESUME && pauses > 2 ? 1 : 0),
      ),
    },
    {
      name: 'not-once-more',
      sentence: 'A task that was resumed and paused before is counted twice when it is resumed again.',
      patch: remembering(
        () => new Set<number>(),
        (resumed) =>
          all(
            replaceSync(RESUME, (call, original) => {
              const id = Number(call.path['taskId']);
              const wasPaused = isPaused(call);
              const { isFull } = call.tenant.rules.scheduledTasks;
              const stricter = {
                isFull: (taken: number, claim: never) => isFull(taken + (wasPaused && resumed.has(id) ? 1 : 0), claim),
              };
              const answer = withRules(call, 'scheduledTasks', stricter as never, () => original(call));
              resumed.add(id);
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'nineteen',
      sentence: 'A paused task whose creator has 19 active ones cannot be resumed.',
      patch: places(RESUME, 19),
    },
    {
      name: 'not-once-refused',
      sentence: 'A task whose resume was refused stays paused, also where a place is free again.',
      patch: remembering(
        () => new Set<unknown>(),
        (refused) =>
          replaceSync(RESUME, (call, original) => {
            const id = call.path['taskId'];
            if (refused.has(id)) refuse(409, 'the creator has 20 active tasks already');
            try {
              return original(call);
            } catch (error) {
              refused.add(id);
              throw error;
            }
          }),
      ),
    },
  ],
  'scheduled-tasks.limit.resume-past-20': [
    {
      name: 'once-updated-while-paused',
      sentence: 'A task that was updated while it was paused can be resumed past 20 active tasks.',
      patch: remembering(
        () => new Set<unknown>(),
        (updated) =>
          all(
            replaceSync(UPDATE, (call, original) => {
              const isPaused = taskIn(call)?.isEnabled === false;
              const answer = original(call);
              if (isPaused) updated.add(call.path['taskId']);
              return answer;
            }),
            duringTasks(
              RESUME,
              ({ path }) => updated.has(path['taskId']),
              () => ({ isFull: () => false }),
            ),
          ),
      ),
    },
    {
      name: 'not-with-a-condition',
      sentence: 'A task with a condition may be resumed past 20 active tasks.',
      patch: duringTasks(
        RESUME,
        (call) => (taskIn(call)?.condition ?? null) !== null,
        () => ({ isFull: () => false }),
      ),
    },
    {
      name: 'two-at-once',
      sentence: 'Two tasks that are resumed at the same time find the same last place.',
      patch: replace('resumeScheduledTask', async (call, original) => {
        const creator = taskIn(call)?.creatorId;
        const takesPlace = ({ creatorId, isEnabled, cron }: Task) =>
          creatorId === creator && isEnabled && cron !== null;
        const taken = taskState(call.tenant).tasks.filter(takesPlace).length;
        await sleep(BETWEEN);
        const rules = call.tenant.rules.scheduledTasks;
        const { isFull } = rules;
        rules.isFull = (_now, claim) => isFull(taken, claim);
        try {
          return await original(call);
        } finally {
          rules.isFull = isFull;
        }
      }),
    },
    {
      name: 'granted-when-asked-again',
      sentence: 'A resume that was refused for the limit is granted when it is asked again.',
      patch: grantedAgain(RESUME, ({ path }) => path['taskId']),
    },
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
  'scheduled-tasks.limit.manual-not-counted': [
    {
      name: 'counted-once-scheduled',
      sentence: 'A task that had a cron and runs only on demand by an update goes on taking a place.',
      patch: remembering(
        () => new Set<number>(),
        (scheduled) =>
          all(
            ({ scheduledTasks }) => {
              const { takesPlace } = scheduledTasks;
              scheduledTasks.takesPlace = (task, claim) =>
                takesPlace(task, claim) ||
                (scheduled.has(task.id) && task.cron === null && task.isEnabled && task.creatorId === claim.creatorId);
            },
            replaceSync(UPDATE, (call, original) => {
              const before = taskIn(call);
              const answer = original(call);
              if (before?.cron) scheduled.add(before.id);
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'counted-once-resumed',
      sentence: 'An on-demand task that was paused and resumed takes a place.',
      patch: remembering(
        () => new Set<number>(),
        (resumed) =>
          all(
            afterTask(RESUME, (id) => resumed.add(id)),
            ({ scheduledTasks }) => {
              const { takesPlace } = scheduledTasks;
              scheduledTasks.takesPlace = (task, claim) =>
                takesPlace(task, claim) ||
                (resumed.has(task.id) && task.isEnabled && task.creatorId === claim.creatorId);
            },
          ),
      ),
    },
    {
      name: 'counted',
      sentence: 'Tasks that run only on demand take places when another task is created.',
      patch: taking(
        CREATE,
        (own) => (task, claim) => own(task, claim) || (task.creatorId === claim.creatorId && task.cron === null),
      ),
    },
  ],
  'scheduled-tasks.limit.manual-past-20': {
    name: 'needs-a-place',
    sentence: 'A task that runs only on demand needs a place to be created.',
    patch: ({ scheduledTasks }) => {
      const { needsPlace } = scheduledTasks;
      scheduledTasks.needsPlace = (task) => needsPlace(task) || task.cron === null;
    },
  },
  'scheduled-tasks.limit.paused-not-counted': [
    {
      name: 'once-run-by-hand',
      sentence: 'A paused task that somebody has run counts among the active ones.',
      patch: takingPlaceOnceRun,
    },
    {
      name: 'while-shared',
      sentence: 'A paused task that is shared takes a place.',
      patch: ({ scheduledTasks }) => {
        const { takesPlace } = scheduledTasks;
        scheduledTasks.takesPlace = (task, claim) =>
          takesPlace(task, claim) || (task.isShared && task.cron !== null && task.creatorId === claim.creatorId);
      },
    },
    {
      name: 'updated-while-paused',
      sentence: 'A paused task that was updated takes one of the 20 places.',
      patch: pausedCountOnce,
    },
    {
      name: 'counted-once-resumed',
      sentence: 'A task that was resumed and paused again counts among the active ones.',
      patch: remembering(
        () => new Set<number>(),
        (resumed) =>
          all(
            afterTask(RESUME, (id) => resumed.add(id)),
            ({ scheduledTasks: rules }) => {
              const { takesPlace } = rules;
              rules.takesPlace = (task, claim) =>
                takesPlace(task, claim) || (task.creatorId === claim.creatorId && resumed.has(task.id));
            },
          ),
      ),
    },
    {
      name: 'paused-by-another-counted',
      sentence: 'A task that somebody else paused goes on taking a place of its creator.',
      patch: miscounting('pauseScheduledTask', 1, (call, _before, refusal) => !refusal && isOfAnother(call)),
    },
    {
      name: 'counted',
      sentence: 'Paused tasks take places when another task is created.',
      also: alsoThese('a place is freed in that way there', 'scheduled-tasks.limit.create-twentieth'),
      patch: taking(
        CREATE,
        (own) => (task, claim) => own(task, claim) || (task.creatorId === claim.creatorId && !task.isEnabled),
      ),
    },
  ],
  'scheduled-tasks.limit.deleted-not-counted': [
    {
      name: 'once-run-counted',
      sentence: 'An active task that has run keeps its place once it is deleted.',
      patch: deletedOnceRunCounts,
    },
    {
      name: 'deleted-by-another-counted',
      sentence: 'A task that somebody else deleted goes on taking a place of its creator.',
      patch: miscounting(
        'deleteScheduledTask',
        1,
        ({ principal }, before, refusal) => !refusal && before?.creatorId !== principal.user?.id,
      ),
    },
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
      name: 'updated-by-the-caller-counted',
      sentence: 'An active task counts among those of whoever updated it last.',
      patch: countedForWhoUpdated,
    },
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
      name: 'managers-count-their-own',
      sentence: 'When a holder of ScheduledTasksManage resumes a task, their own active tasks count.',
      patch: duringTasks(RESUME, byPlainUser, ({ placesOf }) => ({
        placesOf: (task, callerId, id) => callerId ?? placesOf(task, callerId, id),
      })),
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
