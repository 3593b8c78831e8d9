import { bodyOf } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import type { scheduleRules } from '../../mock/rules/task-schedule.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { asAdministrator } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { both, dropping, isBeyondLatin, isPresent, sends } from '../lib/only.ts';
import { all, during, remembering, replaceSync, withRules, responseOf } from '../lib/patches.ts';
import { changeRequest } from '../lib/reports.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  duringTasks,
  LIST,
  PAUSE,
  RESUME,
  RUN,
  RUNS,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';
import { isReader, isTaskReader } from '../lib/task-access.ts';

/** Faults of scheduled tasks and report deliveries, each drawn from a sentence for one history or input. */

const isPaused = (call: Parameters<typeof taskIn>[0]): boolean => taskIn(call)?.isEnabled === false;

/** Lists of minutes are taken as well. */
const takingLists = (own: Schedules): Schedules => ({
  ...own,
  firesHourlyAtMost: (cron, on) => own.firesHourlyAtMost(cron, on) || cron.split(' ')[0]?.includes(',') === true,
});
type Schedules = ReturnType<typeof scheduleRules>;

export const schedulesDrawnFaults = faults({
  'report-deliveries.access.tasks-read-lists': {
    name: 'no-paused-ones',
    sentence: 'With ScheduledTasksRead a caller sees no paused delivery of another user in the list.',
    patch: during(
      'listReportDeliveries',
      'reportDeliveries',
      ({ maySee }) => ({
        maySee: (delivery, standing) => maySee(delivery, standing) && (delivery.enabled || standing.isOwner),
      }),
      isTaskReader,
    ),
  },
  'report-deliveries.update.takes-effect': {
    name: 'no-name-beyond-latin',
    sentence: 'A name with characters outside Latin-1 is acknowledged and not stored.',
    patch: dropping('updateReportDelivery', ['name'], sends('name', isBeyondLatin)),
  },
  'report-deliveries.delete.leaves-list': {
    name: 'not-when-paused',
    sentence: 'A delivery that was paused when it was deleted stays in the list.',
    patch: remembering(
      () => new Map<number, unknown>(),
      (kept) =>
        all(
          replaceSync('deleteReportDelivery', (call, original) => {
            const id = Number(call.path['deliveryId']);
            const delivery = deliveryState(call.tenant).deliveries.get(id);
            const shown = responseOf(call, 'getReportDelivery');
            const answer = original(call);
            if (delivery?.enabled === false && 'body' in shown) kept.set(id, shown.body);
            return answer;
          }),
          replaceSync('listReportDeliveries', (call, original) => {
            const answer = original(call);
            if (!('body' in answer)) return answer;
            const list = answer.body as { items: unknown[] };
            return { ...answer, body: { ...list, items: [...list.items, ...kept.values()] } };
          }),
        ),
    ),
  },
  'scheduled-tasks.create.keeps-prompt': {
    name: 'on-one-line',
    sentence: 'Line breaks in a prompt become spaces.',
    patch: changeRequest(CREATE, (body) =>
      typeof body['prompt'] === 'string' ? { ...body, prompt: body['prompt'].replaceAll(/\s+/g, ' ') } : body,
    ),
  },
  'scheduled-tasks.task.user-id-lasting': {
    name: 'until-somebody-runs-it',
    sentence: 'A task that somebody else runs is theirs from then on.',
    patch: replaceSync(RUN, (call, original) => {
      const answer = original(call);
      storeTask(call, Number(call.path['taskId']), { creatorId: call.principal.user?.id ?? 0 });
      return answer;
    }),
  },
  'scheduled-tasks.condition.null-removes': {
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
  'scheduled-tasks.update.notification-off': {
    name: 'not-when-paused',
    sentence: 'Notifications of a paused task cannot be turned off.',
    patch: dropping(
      UPDATE,
      ['notificationEnabled'],
      both(
        isPaused,
        sends('notificationEnabled', (value) => value === false),
      ),
    ),
  },
  'scheduled-tasks.update.zone-unknown': {
    name: 'taken-with-a-cron',
    sentence: 'A made up time zone is accepted where a cron comes with it.',
    patch: duringTasks(UPDATE, sends('cron', isPresent), ({ schedule }) => ({
      schedule: { ...schedule, isTimeZone: () => true, zoneOf: () => 'UTC' },
    })),
  },
  'scheduled-tasks.update.cron-minute-list': {
    name: 'taken-when-paused',
    sentence: 'A paused task takes a list of minutes.',
    patch: duringTasks(UPDATE, isPaused, ({ schedule }) => ({
      schedule: takingLists(schedule),
    })),
  },
  'scheduled-tasks.create.cron-minute-list': {
    name: 'taken-with-a-condition',
    sentence: 'A task with a condition takes a list of minutes.',
    patch: duringTasks(CREATE, sends('condition', isPresent), ({ schedule }) => ({
      schedule: takingLists(schedule),
    })),
  },
  'scheduled-tasks.pause.pauses': {
    name: 'back-the-second-time',
    sentence: 'Pausing a task that is paused resumes it.',
    patch: replaceSync(PAUSE, (call, original) => {
      const wasPaused = isPaused(call);
      const answer = original(call);
      if (wasPaused) storeTask(call, Number(call.path['taskId']), { isEnabled: true });
      return answer;
    }),
  },
  'scheduled-tasks.delete.leaves-list': {
    name: 'not-with-runs',
    sentence: 'A deleted task that was run stays in the list.',
    patch: remembering(
      () => new Map<number, unknown>(),
      (kept) =>
        all(
          replaceSync(DELETE, (call, original) => {
            const id = Number(call.path['taskId']);
            const hasRuns = (taskState(call.tenant).runs.get(id) ?? []).length > 0;
            const shown = responseOf(call, 'getScheduledTask');
            const answer = original(call);
            if (hasRuns && 'body' in shown) kept.set(id, shown.body);
            return answer;
          }),
          replaceSync(LIST, (call, original) => {
            const answer = original(call);
            if (!('body' in answer)) return answer;
            const list = answer.body as { items: unknown[] };
            return { ...answer, body: { ...list, items: [...list.items, ...kept.values()] } };
          }),
        ),
    ),
  },
  'scheduled-tasks.limit.paused-not-counted': {
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
  'scheduled-tasks.limit.resume-twentieth': {
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
  'scheduled-tasks.access.reader-update-refused': {
    name: 'notifications-let-in',
    sentence: 'A caller with nothing but read access may turn notifications of a task of another user on and off.',
    patch: replaceSync(UPDATE, (call, original) => {
      const names = Object.keys(bodyOf(call, { optional: true }));
      const isMeant = isReader(call) && names.length === 1 && names[0] === 'notificationEnabled';
      return original(isMeant ? asAdministrator(call) : call);
    }),
  },
  'scheduled-tasks.run.recorded': {
    name: 'not-when-paused',
    sentence: 'A run of a paused task is not recorded.',
    also: [
      ...alsoThese(
        'a run is looked for in the history',
        'scheduled-tasks.access.manage-runs',
        'scheduled-tasks.access.creator-runs',
      ),
      ...alsoThese('one of the tasks that are run there was paused', 'scheduled-tasks.access.admin-runs'),
    ],
    patch: replaceSync(RUNS, (call, original) => {
      const { runs } = taskState(call.tenant);
      const own = runs.get(Number(call.path['taskId'])) ?? [];
      if (!isPaused(call)) return original(call);
      runs.set(
        Number(call.path['taskId']),
        own.filter(({ trigger }) => trigger !== 'request'),
      );
      const answer = original(call);
      runs.set(Number(call.path['taskId']), own);
      return answer;
    }),
  },
});
