import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { byPlainUser } from '../lib/access.ts';
import { both, type When } from '../lib/only.ts';
import { after, all, changeBody, refusing, remembering, replaceSync } from '../lib/patches.ts';
import { lettingIn } from '../lib/right-conditions.ts';
import { hasBuiltInRolesAlone, isTaskManager, isTaskReader } from '../lib/task-access.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  PAUSE,
  RESUME,
  RUN,
  showTasks,
  storeTask,
  taskIn,
  UPDATE,
  type TaskRules,
} from '../lib/scheduled-tasks.ts';

/** Faults of tasks and deliveries that show after what somebody did to them, or to one kind of caller. */

const MODEL = { toldBy: 'scheduled-tasks.list.same-as-read' } as const;

const sends =
  (...names: readonly string[]): When =>
  (call) =>
    names.every((name) => bodyOf(call)[name] !== undefined);

/** Something happens to a task once an operation on it has succeeded. */
const then = (operation: string, when: When, change: (task: Task) => Partial<Task>): Patch =>
  afterTask(operation, (id, call) => {
    const task = taskState(call.tenant).tasks.get(id);
    if (task && when(call)) storeTask(call, id, change(task));
  });

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

const claiming = (takesPlace: (own: TaskRules['takesPlace']) => TaskRules['takesPlace']): Patch => {
  return ({ scheduledTasks }) => {
    scheduledTasks.takesPlace = takesPlace(scheduledTasks.takesPlace);
  };
};

const LIMIT_MODEL = { toldBy: 'scheduled-tasks.limit.create-twentieth' } as const;

export const scheduledHistoriesFaults = faults({
  'scheduled-tasks.access.creator-updates': [
    {
      name: 'not-by-a-built-in-role',
      sentence: 'Updating an own task is refused to a user whose rights come from a built-in role.',
      patch: refusing(UPDATE, hasBuiltInRolesAlone, 403),
    },
  ],
  'scheduled-tasks.create.with-action': [
    {
      name: 'not-by-a-built-in-role',
      sentence: 'Creating a task is refused to a user who holds the action by a built-in role.',
      patch: refusing(CREATE, hasBuiltInRolesAlone, 403),
    },
  ],
  'scheduled-tasks.limit.create-twentieth': [
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
  ],
  'scheduled-tasks.limit.create-past-20': [
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
  ],
  'report-deliveries.access.tasks-read-update-refused': [
    {
      name: 'recipients-alone-go-through',
      sentence: 'An update of the recipients alone is open to a holder of ScheduledTasksRead.',
      patch: lettingIn(
        'updateReportDelivery',
        (call) => isTaskReader(call) && Object.keys(bodyOf(call)).join() === 'recipients',
      ),
    },
  ],
  'report-deliveries.access.admin-lists': [
    {
      name: 'not-once-transferred',
      sentence: 'A delivery that was transferred is missing in the lists of administrators.',
      patch: (rules) => {
        const transferred = new Set<number>();
        all(
          changeBody('listReportDeliveries', (list, call) => ({
            ...list,
            items: (list['items'] as readonly Body[]).filter(
              ({ id }) => byPlainUser(call) || !transferred.has(Number(id)),
            ),
          })),
          after('transferReportDelivery', (call) => {
            const id = idIn(call, 'deliveryId') ?? 0;
            if (deliveryState(call.tenant).deliveries.get(id)) transferred.add(id);
          }),
        )(rules);
      },
    },
  ],

  // Told by the model of tasks.
  'scheduled-tasks.update.takes-effect': [
    {
      name: 'former-prompt-once-run-by-another',
      ...MODEL,
      sentence: 'A run by somebody else than the creator brings back the prompt with which a task was created.',
      patch: remembering(
        () => new Map<number, string>(),
        (created) =>
          all(
            afterTask(CREATE, (id, call) => created.set(id, String(bodyOf(call)['prompt']))),
            then(
              RUN,
              (call) => taskIn(call)?.creatorId !== call.principal.user?.id,
              ({ id, prompt }) => ({ prompt: created.get(id) ?? prompt }),
            ),
          ),
      ),
    },
    {
      name: 'not-beside-a-condition-by-a-manager',
      ...MODEL,
      sentence: 'A prompt that a holder of ScheduledTasksManage sends beside a condition is not stored.',
      patch: replaceSync(UPDATE, (call, original) => {
        const { prompt: _, ...others } = bodyOf(call);
        return original(both(isTaskManager, sends('prompt', 'condition'))(call) ? { ...call, body: others } : call);
      }),
    },
  ],
  'scheduled-tasks.update.notification-on': [
    {
      name: 'off-once-another-is-paused',
      ...MODEL,
      sentence: 'A pause switches off what updates have switched on in the other tasks of the creator.',
      patch: remembering(
        () => new Set<number>(),
        (switched) =>
          all(
            afterTask(UPDATE, (id, call) => {
              if (bodyOf(call)['notificationEnabled'] === true) switched.add(id);
            }),
            afterTask(PAUSE, (id, call) => {
              const { tasks } = taskState(call.tenant);
              const creatorId = tasks.get(id)?.creatorId;
              const isMeant = (one: Task) => one.id !== id && one.creatorId === creatorId && switched.has(one.id);
              for (const task of tasks.filter(isMeant)) tasks.replace({ ...task, notificationEnabled: false });
            }),
          ),
      ),
    },
  ],
  'scheduled-tasks.task.user-id-lasting': [
    {
      name: 'of-who-resumes',
      ...MODEL,
      sentence: 'Whoever resumes a task becomes its creator.',
      patch: afterTask(RESUME, (id, call) => {
        storeTask(call, id, { creatorId: call.principal.user?.id ?? 0 });
      }),
    },
  ],
  'scheduled-tasks.condition.lasting': [
    {
      name: 'lost-with-a-pause',
      sentence: 'A pause takes away the condition of a task.',
      also: alsoThese(
        'a task with a condition is paused there',
        'scheduled-tasks.condition.threshold-holds-back',
        'scheduled-tasks.condition.change-holds-back',
        'scheduled-tasks.condition.anomaly-holds-back',
      ),
      patch: then(
        PAUSE,
        () => true,
        () => ({ condition: null }),
      ),
    },
    {
      name: 'lost-with-a-run',
      sentence: 'A run on demand takes away the condition of a task.',
      patch: then(
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
  ],
  'scheduled-tasks.schedule.next-run-updated': [
    {
      name: 'former-zone-beside-a-cron',
      ...MODEL,
      sentence: 'A time zone that an update sends beside another cron is not stored.',
      patch: replaceSync(UPDATE, (call, original) => {
        const { timezone: _, ...others } = bodyOf(call);
        const task = taskIn(call);
        const isOther = sends('cron', 'timezone')(call) && bodyOf(call)['cron'] !== task?.cron;
        return original(isOther ? { ...call, body: others } : call);
      }),
    },
  ],
  'scheduled-tasks.run.recorded': [
    {
      name: 'lost-with-an-update-by-another',
      ...MODEL,
      sentence: 'An update of a task by somebody else than its creator empties its list of runs.',
      patch: afterTask(UPDATE, (id, call) => {
        const task = taskState(call.tenant).tasks.get(id);
        if (task && task.creatorId !== call.principal.user?.id) taskState(call.tenant).runs.delete(id);
      }),
    },
  ],
  'scheduled-tasks.access.reader-update-refused': [
    {
      name: 'let-in-once-it-has-run',
      ...MODEL,
      sentence: 'A task that has run is open to updates by a reader of the deployment.',
      also: alsoThese(
        'other users without the right are let in as well',
        'scheduled-tasks.access.built-in-no-manage',
        'scheduled-tasks.access.tasks-read-update-refused',
      ),
      patch: lettingIn(UPDATE, (call: Call) => {
        const ran = (taskState(call.tenant).runs.get(idIn(call, 'taskId') ?? 0)?.length ?? 0) > 0;
        return ran && byPlainUser(call) && !isTaskManager(call);
      }),
    },
  ],
  'scheduled-tasks.list.same-as-read': [
    {
      name: 'notifications-off-once-one-was-deleted',
      sentence: 'Once a task was deleted, lists show the notifications of the others as off.',
      patch: remembering(
        () => new Set<unknown>(),
        (tenants) =>
          all(
            showTasks(
              (task, call) => (tenants.has(call.tenant) ? { ...task, notificationEnabled: false } : task),
              ['listScheduledTasks'],
            ),
            afterTask(DELETE, (_id, call) => tenants.add(call.tenant)),
          ),
      ),
    },
  ],
});
