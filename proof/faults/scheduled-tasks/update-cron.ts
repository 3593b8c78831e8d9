import { byPlainUser } from '../../lib/access.ts';
import { BY_PLAIN } from '../../lib/plain-users.ts';
import { Refusal } from '../../../mock/answer.ts';
import { bodyOf, type Body } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { both, isPresent, sends } from '../../lib/conditions.ts';
import { replaceSync, during } from '../../lib/patches.ts';
import {
  accepting,
  beyond,
  clamped,
  everyMinute,
  minuteList,
  minuteRange,
  minuteStep,
  minuteStepFromNumber,
  refusedAndDone,
  refusedAndRestStored,
  refusedWith,
  repairing,
  tooFew,
  tooMany,
  words,
  wrapped,
} from '../../lib/schedule-inputs.ts';
import { duringTasks, taskIn, UPDATE } from '../../lib/scheduled-tasks.ts';
import { isPaused } from '../../lib/task-records.ts';
import { hourlyRefused, takenByUpdate, takingLists, validCronsRefused } from '../../lib/task-schedules.ts';
import { stepBesideZone } from '../../lib/task-exceptions.ts';

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

/** Faults of the cron that an update gives a task; for the same rule a creation has others, so that no two look alike. */
export const updateCronFaults = faults({
  'scheduled-tasks.update.cron-every-minute': [
    {
      name: 'accepted',
      sentence: 'A task update takes a cron that fires every minute.',
      patch: accepting(UPDATE, everyMinute),
    },
    {
      name: 'refused-and-updated',
      sentence: 'A task update whose cron fires every minute is refused, and the task runs at every full hour.',
      patch: refusedAndDone(UPDATE, everyMinute),
    },
    {
      name: 'refused-and-rest-stored',
      sentence: 'A task update whose cron has a star for its minutes is refused, and the rest of it is stored.',
      patch: refusedAndRestStored(UPDATE, everyMinute),
    },
    takenByUpdate('cron-every-minute'),
  ],
  'scheduled-tasks.update.cron-minute-step': [
    {
      name: 'beside-a-zone',
      sentence: 'A cron with a step for its minutes is accepted by an update that sends a time zone beside it.',
      patch: stepBesideZone,
    },
    {
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
    {
      name: 'made-hourly',
      sentence: 'A task update takes a step for the minutes of its cron for the full hour.',
      patch: repairing(UPDATE, minuteStep),
    },
    {
      name: 'refused-and-updated',
      sentence: 'A task update whose cron has a step for its minutes is refused, and the task runs at every full hour.',
      patch: refusedAndDone(UPDATE, minuteStep),
    },
    {
      name: 'number-and-step',
      sentence: 'A task update takes a step from a number on for the minutes of its cron.',
      patch: accepting(UPDATE, minuteStepFromNumber),
    },
    takenByUpdate('cron-minute-step'),
    {
      name: 'taken-of-plain-users',
      sentence: 'A user without the admin role may update a task to a cron with a step for its minutes.',
      seenIn: BY_PLAIN,
      patch: during(
        UPDATE,
        'scheduledTasks',
        ({ schedule }) => ({
          schedule: {
            ...schedule,
            firesHourlyAtMost: (cron, id) => /^\s*\*\//.test(cron) || schedule.firesHourlyAtMost(cron, id),
          },
        }),
        byPlainUser,
      ),
    },
  ],
  'scheduled-tasks.update.cron-minute-list': [
    {
      name: 'taken-beside-a-zone',
      sentence: 'A cron that fires several times an hour is accepted by an update that sends a time zone beside it.',
      also: alsoThese(
        'such a cron may fire every minute as well',
        'scheduled-tasks.update.cron-every-minute',
        'scheduled-tasks.update.cron-minute-step',
        'scheduled-tasks.update.cron-minute-range',
      ),
      patch: duringTasks(UPDATE, both(sends('cron', isPresent), sends('timezone', isPresent)), ({ schedule }) => ({
        schedule: { ...schedule, firesHourlyAtMost: () => true },
      })),
    },
    {
      name: 'taken-when-paused',
      sentence: 'A paused task takes a list of minutes.',
      patch: duringTasks(UPDATE, isPaused, ({ schedule }) => ({
        schedule: takingLists(schedule),
      })),
    },
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
    {
      name: 'accepted',
      sentence: 'A task update takes several minutes in its cron.',
      patch: accepting(UPDATE, minuteList),
    },
    {
      name: 'first-taken',
      sentence: 'A task update takes the first of the minutes that its cron lists.',
      patch: repairing(UPDATE, minuteList),
    },
    takenByUpdate('cron-minute-list'),
  ],
  'scheduled-tasks.update.cron-minute-range': [
    {
      name: 'accepted',
      sentence: 'A task update takes a range for the minutes of its cron.',
      patch: accepting(UPDATE, minuteRange),
    },
    {
      name: 'another-status',
      sentence: 'A task update whose cron has a range for its minutes is refused with 422.',
      patch: refusedWith(UPDATE, 422, minuteRange),
    },
    takenByUpdate('cron-minute-range'),
  ],
  'scheduled-tasks.update.cron-minute-60': [
    {
      name: 'next-hour',
      sentence: 'A task update takes a number past 59 for the minutes of its cron, and counts on from the full hour.',
      patch: repairing(UPDATE, beyond(0, 59, wrapped(60))),
    },
    {
      name: 'refused-and-updated',
      sentence:
        'A task update whose cron has a number past 59 for its minutes is refused, and the task runs in the last minute.',
      patch: refusedAndDone(UPDATE, beyond(0, 59, clamped(59))),
    },
    takenByUpdate('cron-minute-60'),
  ],
  'scheduled-tasks.update.cron-hour-24': [
    {
      name: 'ends-the-day',
      sentence: 'A task update takes a number past 23 for the hours of its cron, as if it were 23.',
      patch: repairing(UPDATE, beyond(1, 23, clamped(23))),
    },
    {
      name: 'another-status',
      sentence: 'A task update whose cron has a number past 23 for its hours is refused with 409.',
      patch: refusedWith(UPDATE, 409, beyond(1, 23, clamped(23))),
    },
    takenByUpdate('cron-hour-24'),
  ],
  'scheduled-tasks.update.cron-day-32': [
    {
      name: 'ends-the-month',
      sentence: 'A task update takes a number past 31 for the days of its cron, as if it were 31.',
      patch: repairing(UPDATE, beyond(2, 31, clamped(31))),
    },
    {
      name: 'refused-and-updated',
      sentence:
        'A task update whose cron has a number past 31 for its days is refused, and the task runs early in the month.',
      patch: refusedAndDone(UPDATE, beyond(2, 31, wrapped(31, 1))),
    },
    takenByUpdate('cron-day-32'),
  ],
  'scheduled-tasks.update.cron-month-13': [
    {
      name: 'ends-the-year',
      sentence: 'A task update takes a number past 12 for the months of its cron, as if it were 12.',
      patch: repairing(UPDATE, beyond(3, 12, clamped(12))),
    },
    {
      name: 'accepted',
      sentence: 'A task update takes months that no year has.',
      patch: accepting(UPDATE, beyond(3, 12, clamped(12))),
    },
    takenByUpdate('cron-month-13'),
  ],
  'scheduled-tasks.update.cron-too-few-fields': [
    {
      name: 'accepted',
      sentence: 'A task update takes a cron of fewer than five fields.',
      patch: accepting(UPDATE, tooFew),
    },
    {
      name: 'refused-and-updated',
      sentence: 'A task update whose cron lacks fields is refused, and a star stands in the place of each.',
      patch: refusedAndDone(UPDATE, tooFew),
    },
    takenByUpdate('cron-too-few-fields'),
  ],
  'scheduled-tasks.update.cron-too-many-fields': [
    {
      name: 'rest-ignored',
      sentence: 'A task update reads the first five fields of a cron of more than seven, and no others.',
      patch: repairing(UPDATE, tooMany),
    },
    {
      name: 'another-status',
      sentence: 'A task update whose cron has more than seven fields is refused with 422.',
      patch: refusedWith(UPDATE, 422, tooMany),
    },
    takenByUpdate('cron-too-many-fields'),
  ],
  'scheduled-tasks.update.cron-not-a-cron': [
    {
      name: 'unchecked-while-paused',
      sentence:
        'A task update of a paused task with a cron that is none is acknowledged, and leaves the cron as it is.',
      patch: replaceSync(UPDATE, (call, original) => {
        const { cron: _, ...rest } = bodyOf(call);
        const isMeant = taskIn(call)?.isEnabled === false && words(bodyOf(call)) !== undefined;
        return original(isMeant ? { ...call, body: rest } : call);
      }),
    },
    {
      name: 'ignored',
      sentence: 'A task update does not care for words that no cron knows.',
      patch: repairing(UPDATE, words),
    },
    {
      name: 'cron-removed',
      sentence: 'A task update whose cron has words in it leaves the task without a cron.',
      patch: repairing(UPDATE, (body) => words(body) && { ...body, cron: null }),
    },
    takenByUpdate('cron-not-a-cron'),
  ],
  'scheduled-tasks.update.cron-hourly': hourlyRefused(
    UPDATE,
    () => true,
    'A task update takes no cron that fires every hour.',
  ),
  'scheduled-tasks.update.cron-single-minute': validCronsRefused(UPDATE),
});
