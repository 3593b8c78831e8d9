import { bodyOf } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { isPresent, sends } from '../../lib/conditions.ts';
import { refusing, replaceSync } from '../../lib/patches.ts';
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
  refusedWith,
  repairing,
  tooFew,
  tooMany,
  words,
  wrapped,
} from '../../lib/schedule-inputs.ts';
import { CREATE, duringTasks } from '../../lib/scheduled-tasks.ts';
import { hourlyRefused, takenByCreate, takingLists, validCronsRefused } from '../../lib/task-schedules.ts';

/** Faults of crons that list several values in a field. */

/** Takes a cron whose field lists a good value first and then one that is past its end, as if it listed the last one. */
function firstAlone(place: number, last: number): Patch {
  return replaceSync(CREATE, (call, original) => {
    const { cron } = bodyOf(call);
    if (typeof cron !== 'string') return original(call);
    const fields = cron.trim().split(/\s+/);
    const [first, ...others] = (fields[place] ?? '').split(/[,-]/);
    if (Number(first) > last || !others.some((one) => Number(one) > last)) return original(call);
    fields[place] = String(last);
    return original({ ...call, body: { ...bodyOf(call), cron: fields.join(' ') } });
  });
}

/** Faults of the cron that a task is created with; for the same rule an update has others, so that no two look alike. */
export const createCronFaults = faults({
  'scheduled-tasks.create.cron-every-minute': [
    {
      name: 'accepted',
      sentence: 'A create takes a cron that fires every minute.',
      patch: accepting(CREATE, everyMinute),
    },
    {
      name: 'made-hourly',
      sentence: 'A create takes a star for the minutes of its cron for the full hour.',
      patch: repairing(CREATE, everyMinute),
    },
    {
      name: 'refused-and-created',
      sentence: 'A create whose cron fires every minute is refused, and creates a task that runs every hour.',
      also: alsoThese('the task that was refused counts', 'scheduled-tasks.limit.create-twentieth'),
      patch: refusedAndDone(CREATE, everyMinute),
    },
    ...takenByCreate('cron-every-minute'),
  ],
  'scheduled-tasks.create.cron-minute-step': [
    {
      name: 'accepted',
      sentence: 'A create takes a step for the minutes of its cron.',
      patch: accepting(CREATE, minuteStep),
    },
    {
      name: 'another-status',
      sentence: 'A create whose cron has a step for its minutes is refused with 422.',
      patch: refusedWith(CREATE, 422, minuteStep),
    },
    {
      name: 'number-and-step',
      sentence: 'A create takes a step from a number on for the minutes of its cron.',
      patch: accepting(CREATE, minuteStepFromNumber),
    },
    ...takenByCreate('cron-minute-step'),
  ],
  'scheduled-tasks.create.cron-minute-list': [
    {
      name: 'taken-with-a-condition',
      sentence: 'A task with a condition takes a list of minutes.',
      patch: duringTasks(CREATE, sends('condition', isPresent), ({ schedule }) => ({
        schedule: takingLists(schedule),
      })),
    },
    {
      name: 'first-taken',
      sentence: 'A create takes the first of the minutes that its cron lists.',
      patch: repairing(CREATE, minuteList),
    },
    {
      name: 'refused-and-created',
      sentence: 'A create whose cron lists minutes is refused, and creates a task that runs at the first of them.',
      patch: refusedAndDone(CREATE, minuteList),
    },
    ...takenByCreate('cron-minute-list'),
  ],
  'scheduled-tasks.create.cron-minute-range': [
    {
      name: 'accepted',
      sentence: 'A create takes a range for the minutes of its cron.',
      patch: accepting(CREATE, minuteRange),
    },
    {
      name: 'start-taken',
      sentence: 'A create takes the start of a range for the minutes of its cron.',
      patch: repairing(CREATE, minuteRange),
    },
    ...takenByCreate('cron-minute-range'),
  ],
  'scheduled-tasks.create.cron-minute-60': [
    {
      name: 'ends-the-hour',
      sentence: 'A create takes a number past 59 for the minutes of its cron, as if it were 59.',
      patch: repairing(CREATE, beyond(0, 59, clamped(59))),
    },
    {
      name: 'another-status',
      sentence: 'A create whose cron has a number past 59 for its minutes is refused with 422.',
      patch: refusedWith(CREATE, 422, beyond(0, 59, clamped(59))),
    },
    ...takenByCreate('cron-minute-60'),
  ],
  'scheduled-tasks.create.cron-hour-24': [
    {
      name: 'midnight',
      sentence: 'A create takes a number past 23 for the hours of its cron, and counts on from midnight.',
      patch: repairing(CREATE, beyond(1, 23, wrapped(24))),
    },
    {
      name: 'refused-and-created',
      sentence:
        'A create whose cron has a number past 23 for its hours is refused, and creates a task for the last hour.',
      patch: refusedAndDone(CREATE, beyond(1, 23, clamped(23))),
    },
    ...takenByCreate('cron-hour-24'),
    {
      name: 'second-of-a-list',
      sentence: 'A create whose cron lists an hour and then the hour 24 succeeds.',
      patch: firstAlone(1, 23),
    },
  ],
  'scheduled-tasks.create.cron-day-32': [
    {
      name: 'ends-the-month',
      sentence: 'A create takes a number past 31 for the days of its cron, as if it were 31.',
      patch: repairing(CREATE, beyond(2, 31, clamped(31))),
    },
    {
      name: 'accepted',
      sentence: 'A create takes days that no month has.',
      patch: accepting(CREATE, beyond(2, 31, clamped(31))),
    },
    ...takenByCreate('cron-day-32'),
    {
      name: 'second-of-a-list',
      sentence: 'A create whose cron lists a day and then the day 32 succeeds.',
      patch: firstAlone(2, 31),
    },
  ],
  'scheduled-tasks.create.cron-month-13': [
    {
      name: 'ends-the-year',
      sentence: 'A create takes a number past 12 for the months of its cron, as if it were 12.',
      patch: repairing(CREATE, beyond(3, 12, clamped(12))),
    },
    {
      name: 'refused-and-created',
      sentence:
        'A create whose cron has a number past 12 for its months is refused, and creates a task for the next year.',
      patch: refusedAndDone(CREATE, beyond(3, 12, wrapped(12, 1))),
    },
    ...takenByCreate('cron-month-13'),
    {
      name: 'second-of-a-list',
      sentence: 'A create whose cron lists a month and then the month 13 succeeds.',
      patch: firstAlone(3, 12),
    },
  ],
  'scheduled-tasks.create.cron-too-few-fields': [
    {
      name: 'filled-up',
      sentence: 'A create takes a star for each field that its cron lacks.',
      patch: repairing(CREATE, tooFew),
    },
    {
      name: 'another-status',
      sentence: 'A create whose cron has fewer than five fields is refused with 409.',
      patch: refusedWith(CREATE, 409, tooFew),
    },
    ...takenByCreate('cron-too-few-fields'),
  ],
  'scheduled-tasks.create.cron-too-many-fields': [
    {
      name: 'rest-ignored',
      sentence: 'A create reads the first five fields of a cron of more than seven, and no others.',
      patch: repairing(CREATE, tooMany),
    },
    {
      name: 'accepted',
      sentence: 'A create takes a cron of more than seven fields, and keeps it.',
      patch: accepting(CREATE, tooMany),
    },
    ...takenByCreate('cron-too-many-fields'),
  ],
  'scheduled-tasks.create.cron-not-a-cron': [
    { name: 'accepted', sentence: 'A create takes words that no cron knows.', patch: accepting(CREATE, words) },
    {
      name: 'refused-and-created',
      sentence: 'A create whose cron has words in it is refused, and creates a task that does not care for them.',
      patch: refusedAndDone(CREATE, words),
    },
    ...takenByCreate('cron-not-a-cron'),
  ],
  'scheduled-tasks.create.cron-hourly': hourlyRefused(
    CREATE,
    () => true,
    'A create takes no cron that fires every hour.',
  ),
  'scheduled-tasks.create.cron-single-minute': [
    {
      name: 'hours-in-a-range-refused',
      sentence: 'A create whose cron has a range of hours is refused.',
      patch: refusing(CREATE, (call) => /^\s*\d+\s+\d+-/.test(String(bodyOf(call)['cron'])), 400),
    },
    ...validCronsRefused(CREATE),
  ],
});
