import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../mock/answer.ts';
import { may } from '../../mock/authority.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import { instantOf } from '../../mock/clock.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Patch } from '../../mock/index.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { dropping } from '../lib/only.ts';
import { all, changeBodySync, during, remembering, replace, replaceSync } from '../lib/patches.ts';
import { itemsOf } from '../lib/reports.ts';

/** Faults that show where a request meets what another user, another state or another request at the same time made of a task. */

function taskIn(call: Call): Task | undefined {
  return taskState(call.tenant).tasks.get(idIn(call, 'taskId') ?? 0);
}

const isOfAnother = (call: Call): boolean => taskIn(call)?.creatorId !== call.principal.user?.id;
const isOnDemand = ({ body }: Call): boolean => ((body as Body)['cron'] ?? null) === null;

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

/** A refusal of a bad schedule after other members of the same body were stored. */
function storingBeside(member: 'timezone' | 'notificationEnabled'): Patch {
  return replaceSync('updateScheduledTask', (call, original) => {
    try {
      return original(call);
    } catch (error) {
      const task = taskIn(call);
      const { [member]: value, cron } = call.body as Body;
      if (error instanceof Refusal && error.why === 400 && task && value !== undefined && cron !== undefined) {
        taskState(call.tenant).tasks.replace({ ...task, [member]: value });
      }
      throw error;
    }
  });
}

/** The tasks to which something was done, kept from what the schedule asks of them. */
function idle(operation: string, isMeant: (times: number) => boolean): Patch {
  return remembering(
    () => new Map<number, number>(),
    (times) =>
      all(
        replaceSync(operation, (call, original) => {
          const answer = original(call);
          const id = idIn(call, 'taskId') ?? 0;
          times.set(id, (times.get(id) ?? 0) + 1);
          return answer;
        }),
        ({ scheduledTasks }) => {
          const { carriesOut } = scheduledTasks;
          scheduledTasks.carriesOut = (task, at) => carriesOut(task, at) && !isMeant(times.get(task.id) ?? 0);
        },
      ),
  );
}

/** The other rules of schedules whose check sends other changes beside. */
const OTHER_SCHEDULES = alsoThese(
  'a schedule of any kind is refused at the same place',
  'scheduled-tasks.update.cron-every-minute',
  'scheduled-tasks.update.cron-minute-step',
  'scheduled-tasks.update.cron-minute-range',
  'scheduled-tasks.update.cron-minute-60',
  'scheduled-tasks.update.cron-hour-24',
  'scheduled-tasks.update.cron-day-32',
  'scheduled-tasks.update.cron-month-13',
  'scheduled-tasks.update.cron-too-few-fields',
  'scheduled-tasks.update.cron-too-many-fields',
  'scheduled-tasks.update.cron-not-a-cron',
  'scheduled-tasks.update.zone-unknown',
);

const DAY = 86_400_000;
/** How long a request takes between counting and storing. */
const BETWEEN = 40;

export const scheduledTasksInteractionFaults = faults({
  'scheduled-tasks.limit.create-twentieth': [
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
  ],
  'scheduled-tasks.limit.create-past-20': [
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
  ],
  'scheduled-tasks.limit.resume-past-20': {
    name: 'two-at-once',
    sentence: 'Two tasks that are resumed at the same time find the same last place.',
    patch: replace('resumeScheduledTask', async (call, original) => {
      const creator = taskIn(call)?.creatorId;
      const takesPlace = ({ creatorId, isEnabled, cron }: Task) => creatorId === creator && isEnabled && cron !== null;
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
  'scheduled-tasks.limit.paused-not-counted': {
    name: 'paused-by-another-counted',
    sentence: 'A task that somebody else paused goes on taking a place of its creator.',
    patch: miscounting('pauseScheduledTask', 1, (call, _before, refusal) => !refusal && isOfAnother(call)),
  },
  'scheduled-tasks.limit.deleted-not-counted': {
    name: 'deleted-by-another-counted',
    sentence: 'A task that somebody else deleted goes on taking a place of its creator.',
    patch: miscounting(
      'deleteScheduledTask',
      1,
      ({ principal }, before, refusal) => !refusal && before?.creatorId !== principal.user?.id,
    ),
  },
  'scheduled-tasks.schedule.runs-when-due': {
    name: 'not-after-an-update',
    sentence: 'A task that was updated no longer runs by itself.',
    also: [
      { id: 'scheduled-tasks.condition.null-lets-run', because: 'it takes an update to remove a condition' },
      ...alsoThese(
        'a task is given its condition by an update',
        'scheduled-tasks.condition.threshold-lets-run',
        'scheduled-tasks.condition.change-lets-run',
        'scheduled-tasks.condition.anomaly-lets-run',
      ),
    ],
    patch: idle('updateScheduledTask', (times) => times > 0),
  },
  'scheduled-tasks.schedule.next-run-follows-cron': {
    name: 'far-after-a-run',
    sentence: 'The next run of a task that was run on request is shown forty days ahead.',
    patch: remembering(
      () => new Set<string>(),
      (ran) =>
        all(
          replaceSync('runScheduledTask', (call, original) => {
            const answer = original(call);
            ran.add(String(call.path['taskId']));
            return answer;
          }),
          changeBodySync('getScheduledTask', (task, { path, tenant }) =>
            ran.has(String(path['taskId'])) && (task['nextRunAt'] ?? null) !== null
              ? { ...task, nextRunAt: instantOf(tenant.clock.now() + 40 * DAY) }
              : task,
          ),
        ),
    ),
  },
  'scheduled-tasks.pause.stops-runs': {
    name: 'not-by-another',
    sentence: 'A task that somebody else than its creator paused goes on running.',
    patch: remembering(
      () => new Map<number, string | null>(),
      (crons) =>
        all(
          replaceSync('pauseScheduledTask', (call, original) => {
            const [task, isTheirs] = [taskIn(call), isOfAnother(call)];
            const answer = original(call);
            if (task && isTheirs) crons.set(task.id, task.cron);
            return answer;
          }),
          ({ scheduledTasks }) => {
            const { scheduleOf } = scheduledTasks;
            scheduledTasks.scheduleOf = (task) => scheduleOf(task) ?? crons.get(task.id) ?? null;
          },
        ),
    ),
  },
  'scheduled-tasks.resume.schedules': {
    name: 'not-a-second-time',
    sentence: 'A task that was resumed twice no longer runs by itself.',
    patch: idle('resumeScheduledTask', (times) => times > 1),
  },
  'scheduled-tasks.update.takes-effect': {
    name: 'not-of-another',
    sentence: 'A prompt that somebody else than the creator sends is not stored.',
    also: alsoThese(
      'whoever may update the tasks of others does it in this way',
      'scheduled-tasks.access.admin-updates',
      'scheduled-tasks.access.all-includes-manage',
      'scheduled-tasks.access.manage-updates',
    ),
    patch: dropping('updateScheduledTask', ['prompt'], isOfAnother),
  },
  'scheduled-tasks.update.cron-minute-list': [
    {
      name: 'zone-stored',
      sentence: 'An update that is refused for its cron has stored the time zone beside it.',
      also: OTHER_SCHEDULES,
      patch: storingBeside('timezone'),
    },
    {
      name: 'notification-stored',
      sentence: 'An update that is refused for its cron has stored the notification beside it.',
      also: OTHER_SCHEDULES,
      patch: storingBeside('notificationEnabled'),
    },
  ],
  'scheduled-tasks.update.cron-minute-step': {
    name: 'taken-on-demand',
    sentence: 'An on-demand task takes a cron with a step for its minutes.',
    patch: replaceSync('updateScheduledTask', (call, original) => {
      if (taskIn(call)?.cron !== null || !/^\S*\//.test(String((call.body as Body | undefined)?.['cron'])))
        return original(call);
      const { schedule } = call.tenant.rules.scheduledTasks;
      const { firesHourlyAtMost } = schedule;
      schedule.firesHourlyAtMost = () => true;
      try {
        return original(call);
      } finally {
        schedule.firesHourlyAtMost = firesHourlyAtMost;
      }
    }),
  },
  'scheduled-tasks.create.without-action': {
    name: 'on-demand-created',
    sentence: 'An on-demand task is created by any reader of the deployment.',
    patch: during(
      'createScheduledTask',
      'scheduledTasks',
      () => ({ mayCreate: () => true }),
      (call) =>
        isOnDemand(call) &&
        !may(call.tenant, call.principal, 'ScheduledTasksCreate', Number(call.path['deploymentId'])),
    ),
  },
  'scheduled-tasks.access.reader-update-refused': {
    name: 'notification-updated',
    sentence: 'Any reader switches the notification of a task in an update that names nothing else.',
    patch: during(
      'updateScheduledTask',
      'scheduledTasks',
      () => ({ mayDo: () => true }),
      ({ body }) => Object.keys((body ?? {}) as Body).join() === 'notificationEnabled',
    ),
  },
  'scheduled-tasks.runs.own-task': {
    name: 'of-the-same-prompt',
    sentence: 'A list of runs holds those of another task with the same prompt as well.',
    patch: changeBodySync('listScheduledTaskRuns', (list, call) => {
      const { tasks, runs } = taskState(call.tenant);
      const task = taskIn(call);
      const isTwin = ({ id, prompt }: Task) => id !== task?.id && prompt === task?.prompt;
      const theirs = tasks.filter(isTwin).flatMap(({ id }) => runs.get(id) ?? []);
      const shown = theirs.map(({ startedAt, ...run }) => ({ ...run, startedAt: instantOf(startedAt) }));
      return { ...list, items: [...itemsOf(list), ...shown] };
    }),
  },
});
