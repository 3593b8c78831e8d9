import type { RequirementId } from '../../../contracts/requirements/index.ts';
import { Refusal } from '../../../mock/answer.ts';
import { bodyOf, idIn, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, isAdministrator } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { asText, forOAuth } from '../../lib/mistyped.ts';
import { all, remembering, replaceSync, taking } from '../../lib/patches.ts';
import {
  afterTask,
  CREATE,
  GET,
  LIST,
  PAUSE,
  RESUME,
  RUN,
  showTasks,
  storeTask,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import { isTaskManager } from '../../lib/task-access.ts';
import { knowingTask, MODEL, shownOtherwise, storedAfter } from '../../lib/task-records.ts';
import { ownedByResumer, ownedByRunner } from '../../lib/task-exceptions.ts';

/** A member of tasks that is shown in another way. */
function member(
  name: 'userId' | 'nextRunAt' | 'notificationEnabled',
  change: (value: unknown) => unknown,
  operation: typeof LIST | typeof GET,
): Patch {
  return showTasks((task) => (name in task ? { ...task, [name]: change(task[name]) } : task), [operation]);
}

/** A userId in a request is taken for the creator of the task. */
function ofUserSent(operation: typeof CREATE | typeof UPDATE): Patch {
  return all(
    taking(operation, 'userId'),
    afterTask(operation, (id, call) => {
      const { userId } = bodyOf(call);
      if (typeof userId === 'number') storeTask(call, id, { creatorId: userId });
    }),
  );
}

const NEXT_RUN: readonly RequirementId[] = [
  'scheduled-tasks.schedule.next-run-follows-cron',
  'scheduled-tasks.schedule.next-run-in-zone',
  'scheduled-tasks.schedule.next-run-updated',
];

const NOTIFICATION: readonly RequirementId[] = [
  'scheduled-tasks.create.notification-default',
  'scheduled-tasks.create.notification-kept',
  'scheduled-tasks.update.notification-on',
  'scheduled-tasks.update.notification-off',
];

/** A lastConditionCheck in a request is kept, and shown in the place of the tenant's own. */
function keepingCheck(operation: typeof CREATE | typeof UPDATE): Patch {
  return (rules) => {
    const sent = new Map<unknown, unknown>();
    taking(operation, 'lastConditionCheck')(rules);
    afterTask(operation, (id, call) => {
      const body = bodyOf(call);
      if (body['lastConditionCheck'] !== undefined) sent.set(id, body['lastConditionCheck']);
    })(rules);
    showTasks((task) => (sent.has(task['id']) ? { ...task, lastConditionCheck: sent.get(task['id']) } : task))(rules);
  };
}

/** Faults of the members of a task. */
export const taskFaults = faults({
  'scheduled-tasks.task.user-id': [
    {
      name: 'object-in-list',
      sentence: 'The list shows a userId as an object.',
      patch: member('userId', (id) => ({ id }), LIST),
    },
    {
      name: 'array-when-read',
      sentence: 'A task that is read shows its userId in an array.',
      also: alsoThese(
        'the check compares what is shown',
        'scheduled-tasks.task.user-id-creator',
        'scheduled-tasks.task.user-id-lasting',
      ),
      patch: member('userId', (id) => [id], GET),
    },
  ],
  'scheduled-tasks.task.user-id-creator': [
    {
      name: 'of-who-was-refused-before',
      sentence: 'A task that is created after a refused create is taken for one of the user who was refused.',
      patch: remembering(
        () => ({ userId: undefined as number | undefined }),
        (memory) =>
          replaceSync(CREATE, (call, original) => {
            try {
              const answer = original(call);
              const { id } = ('body' in answer ? answer.body : {}) as Body;
              if (memory.userId !== undefined) storeTask(call, Number(id), { creatorId: memory.userId });
              memory.userId = undefined;
              return answer;
            } catch (error) {
              if (error instanceof Refusal) memory.userId = call.principal.user?.id;
              throw error;
            }
          }),
      ),
    },
    {
      name: 'first-administrator',
      sentence: 'A task shows the userId of the first administrator, whoever created it.',
      patch: showTasks((task, { tenant }) => ({ ...task, userId: tenant.account.cast.admin })),
    },
    {
      name: 'reader',
      sentence: 'A task shows the userId of whoever looks at it.',
      also: alsoThese('the creator and an administrator look at it', 'scheduled-tasks.task.user-id-lasting'),
      patch: showTasks((task, { principal }) => ({ ...task, userId: principal.user?.id })),
    },
    {
      name: 'own-numbers',
      sentence: 'Each task shows a userId of its own.',
      also: alsoThese('no two tasks show the same', 'scheduled-tasks.task.user-id-lasting'),
      patch: showTasks((task) => ({ ...task, userId: 10_000 + Number(task['id']) })),
    },
    {
      name: 'as-sent',
      sentence: 'A task is that of the user whose userId a create sends.',
      patch: ofUserSent(CREATE),
    },
    {
      name: 'nobody-without-cron',
      sentence: 'A task that runs only on demand shows 0 as its userId.',
      patch: shownOtherwise(
        ({ cron }) => cron === null,
        (task) => ({ ...task, userId: 0 }),
      ),
    },
    {
      name: 'administrator-over-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A task that is created with an OAuth token shows a userId of its own.',
      patch: storedAfter(CREATE, byOAuth, ({ id }) => ({ creatorId: 900_000 + id })),
    },
  ],
  'scheduled-tasks.task.user-id-lasting': [
    {
      name: 'of-who-resumed-it',
      sentence: 'A task that somebody else has resumed shows the userId of that user from then on.',
      patch: ownedByResumer,
    },
    {
      name: 'of-who-ran-it',
      sentence: 'A task that somebody else has run shows the userId of that user from then on.',
      patch: ownedByRunner,
    },
    {
      name: 'of-who-paused-it',
      sentence: 'A task that somebody else has paused shows the userId of that user from then on.',
      patch: replaceSync(PAUSE, (call, original) => {
        const answer = original(call);
        storeTask(call, idIn(call, 'taskId') ?? 0, { creatorId: call.principal.user?.id ?? 0 });
        return answer;
      }),
    },
    {
      name: 'of-who-resumes',
      ...MODEL,
      sentence: 'Whoever resumes a task becomes its creator.',
      patch: afterTask(RESUME, (id, call) => {
        storeTask(call, id, { creatorId: call.principal.user?.id ?? 0 });
      }),
    },
    {
      name: 'until-somebody-runs-it',
      sentence: 'A task that somebody else runs is theirs from then on.',
      patch: replaceSync(RUN, (call, original) => {
        const answer = original(call);
        storeTask(call, Number(call.path['taskId']), { creatorId: call.principal.user?.id ?? 0 });
        return answer;
      }),
    },
    {
      name: 'latest-editor-shown',
      sentence: 'A task shows the userId of whoever updated it last.',
      patch: (rules) => {
        const editors = new Map<unknown, number | undefined>();
        afterTask(UPDATE, (id, { principal }) => editors.set(id, principal.user?.id))(rules);
        showTasks((task) => ({ ...task, userId: editors.get(task['id']) ?? task['userId'] }))(rules);
      },
    },
    {
      name: 'handed-over',
      sentence: 'An update by an administrator makes the task theirs.',
      also: alsoThese('the task is not that of its creator any more', 'scheduled-tasks.access.creator-updates'),
      patch: afterTask(UPDATE, (id, call) => {
        if (isAdministrator(call) && call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
      }),
    },
    ...[RUN, 'shareScheduledTask', 'pauseScheduledTask', 'resumeScheduledTask'].map((operation) => ({
      name: `taken-over-by-${operation}`,
      sentence: `Whoever asks for ${operation} makes the task theirs.`,
      patch: afterTask(operation, (id, call) => {
        if (call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
      }),
    })),
    {
      name: 'managers-own',
      sentence: 'An update by a holder of ScheduledTasksManage makes the task theirs.',
      also: alsoThese('a task that was updated is that of its manager', 'scheduled-tasks.access.reader-update-refused'),
      patch: afterTask(UPDATE, (id, call) => {
        if (isTaskManager(call) && call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
      }),
    },
    {
      name: 'as-sent',
      sentence: 'An update with a userId makes the task that of this user.',
      patch: ofUserSent(UPDATE),
    },
    {
      name: 'resumer',
      sentence: 'A task belongs to whoever resumed it after a run.',
      patch: knowingTask([RUN, RESUME], (past) => (rules) => {
        replaceSync(RESUME, (call, original) => {
          const ran = past(call).includes(RUN);
          const answer = original(call);
          const creatorId = call.principal.user?.id;
          if (ran && creatorId !== undefined) storeTask(call, idIn(call, 'taskId') ?? 0, { creatorId });
          return answer;
        })(rules);
      }),
    },
    {
      name: 'whoever-has-a-token',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update with an OAuth token makes its user the creator of the task.',
      patch: afterTask(UPDATE, (id, call) => {
        const creatorId = call.principal.user?.id;
        if (byOAuth(call) && creatorId !== undefined) storeTask(call, id, { creatorId });
      }),
    },
    {
      name: 'second-updater',
      sentence: 'A task that was updated twice by somebody else belongs to them.',
      patch: (rules) => {
        const updates = new Map<string, number>();
        afterTask(UPDATE, (id, call) => {
          const creatorId = call.principal.user?.id;
          const key = `${id} ${creatorId ?? ''}`;
          updates.set(key, (updates.get(key) ?? 0) + 1);
          if (creatorId !== undefined && (updates.get(key) ?? 0) > 1) storeTask(call, id, { creatorId });
        })(rules);
      },
    },
  ],
  'scheduled-tasks.task.next-run-at': [
    {
      name: 'words-in-list',
      sentence: 'The list shows a nextRunAt in words.',
      patch: member('nextRunAt', (at) => (at === null ? at : 'in 5 hours'), LIST),
    },
    {
      name: 'boolean-when-read',
      sentence: 'A task that is read shows whether it will run as its nextRunAt.',
      also: NEXT_RUN.map((id) => ({ id, because: 'no moment is shown' })),
      patch: member('nextRunAt', (at) => at !== null, GET),
    },
  ],
  'scheduled-tasks.task.notification-enabled': [
    forOAuth('getScheduledTask', 'notificationEnabled', asText, 'a text'),
    {
      name: 'text-in-list',
      sentence: 'The list shows notificationEnabled as a text.',
      patch: member('notificationEnabled', String, LIST),
    },
    {
      name: 'number-when-read',
      sentence: 'A task that is read shows notificationEnabled as 0 or 1.',
      also: NOTIFICATION.map((id) => ({ id, because: 'neither true nor false is shown' })),
      patch: member('notificationEnabled', Number, GET),
    },
  ],
  'scheduled-tasks.task.last-check-not-created': [
    {
      name: 'kept',
      sentence: 'A lastConditionCheck sent with a create is kept and shown.',
      patch: keepingCheck(CREATE),
    },
    {
      name: 'beside-a-condition',
      sentence: 'A lastConditionCheck is stored where a create sends a condition beside it.',
      patch: (rules) => {
        const invented = new Map<unknown, unknown>();
        all(
          taking(CREATE, 'lastConditionCheck'),
          replaceSync(CREATE, (call, original) => {
            const { lastConditionCheck, condition } = bodyOf(call);
            const answer = original(call);
            if (lastConditionCheck !== undefined && condition && 'body' in answer)
              invented.set((answer.body as Body)['id'], lastConditionCheck);
            return answer;
          }),
          showTasks((task) => ({
            ...task,
            lastConditionCheck: invented.get(task['id']) ?? task['lastConditionCheck'],
          })),
        )(rules);
      },
    },
  ],
  'scheduled-tasks.task.last-check-not-updated': [
    {
      name: 'kept',
      sentence: 'A lastConditionCheck sent with an update is kept and shown.',
      patch: keepingCheck(UPDATE),
    },
    {
      name: 'beside-a-condition',
      sentence: 'A lastConditionCheck is stored where an update sends a condition beside it.',
      patch: (rules) => {
        const invented = new Map<unknown, unknown>();
        all(
          taking(UPDATE, 'lastConditionCheck'),
          replaceSync(UPDATE, (call, original) => {
            const { lastConditionCheck, condition } = bodyOf(call);
            const answer = original(call);
            if (lastConditionCheck !== undefined && condition) invented.set(idIn(call, 'taskId'), lastConditionCheck);
            return answer;
          }),
          showTasks((task) => ({
            ...task,
            lastConditionCheck: invented.get(task['id']) ?? task['lastConditionCheck'],
          })),
        )(rules);
      },
    },
  ],
});
