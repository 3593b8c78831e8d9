import type { RequirementId } from '../../contracts/requirements/index.ts';
import { bodyOf, type Body } from '../../mock/call.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';

import {
  accepting,
  anyZone,
  areaAlone,
  beyond,
  cityUnknown,
  clamped,
  everyMinute,
  fieldsOf,
  isHourly,
  isWholeHour,
  minuteList,
  minuteRange,
  minuteStep,
  minuteStepFromNumber,
  offset,
  type Operation,
  refusedAndDone,
  refusedAndRestStored,
  refusingSchedules,
  repairing,
  repairingZone,
  spaced,
  tooFew,
  tooMany,
  refusedWith,
  words,
  wrapped,
} from '../lib/schedule-inputs.ts';
import { CREATE, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';
import { replaceSync } from '../lib/patches.ts';

type Suffix<Id, Prefix extends string> = Id extends `${Prefix}${infer Rest}` ? Rest : never;
/** Requirements that hold for the schedule in a create and in an update alike. */
type Topic = Suffix<RequirementId, 'scheduled-tasks.create.'> & Suffix<RequirementId, 'scheduled-tasks.update.'>;

/** The faults of one operation; the same rule has others on the other operation, so that no two look alike. */
function ofOperation(
  operation: Operation,
  what: string,
  topics: Readonly<Partial<Record<Topic, Deviation | readonly Deviation[]>>>,
): Parameters<typeof faults>[0] {
  const at = operation === CREATE ? 'create' : 'update';
  return Object.fromEntries(
    Object.entries(topics).map(([topic, deviations]) => [
      `scheduled-tasks.${at}.${topic}`,
      [deviations].flat().map((one: Deviation) => ({ ...one, sentence: `${what} ${one.sentence}` })),
    ]),
  );
}

const SINGLE: RequirementId[] = [
  'scheduled-tasks.create.cron-single-minute',
  'scheduled-tasks.update.cron-single-minute',
];

/** Crons that keep the rule about minutes and that a tenant might refuse all the same. */
function single(operation: Operation): readonly Deviation[] {
  const any = (isRefused: (text: string, position: number) => boolean) =>
    refusingSchedules(operation, (body) => fieldsOf(body).some(isRefused));
  return [
    {
      name: 'no-stepped-range',
      sentence: 'takes no step within a range in its cron.',
      patch: any((text) => /^\d+-\d+\/\d+$/.test(text)),
    },
    {
      name: 'no-month-12',
      sentence: 'takes no number past 11 for the months of its cron.',
      patch: any((text, position) => position === 3 && /\b12\b/.test(text)),
    },
    {
      name: 'no-minute-59',
      sentence: 'takes no number past 58 for the minutes of its cron.',
      also: alsoThese(
        'the minute 59 of every hour is refused as well',
        operation === CREATE ? 'scheduled-tasks.create.cron-hourly' : 'scheduled-tasks.update.cron-hourly',
      ),
      patch: any((text, position) => position === 0 && text === '59'),
    },
  ];
}

function hourly(operation: Operation, isRefused: (body: Body) => boolean, sentence: string): Deviation {
  return {
    name: 'too-often',
    sentence,
    also: alsoThese('the crons that the check makes up are hourly at times', ...SINGLE),
    patch: refusingSchedules(operation, (body) => isHourly(body) && isRefused(body)),
  };
}

/** Faults of the cron and the time zone that a create or an update is sent with. */
export const scheduledTasksFieldsFaults = faults({
  ...ofOperation(CREATE, 'A create', {
    'cron-every-minute': [
      { name: 'accepted', sentence: 'takes a cron that fires every minute.', patch: accepting(CREATE, everyMinute) },
      {
        name: 'made-hourly',
        sentence: 'takes a star for the minutes of its cron for the full hour.',
        patch: repairing(CREATE, everyMinute),
      },
      {
        name: 'refused-and-created',
        sentence: 'whose cron fires every minute is refused, and creates a task that runs every hour.',
        also: alsoThese('the task that was refused counts', 'scheduled-tasks.limit.create-twentieth'),
        patch: refusedAndDone(CREATE, everyMinute),
      },
    ],
    'cron-minute-step': [
      { name: 'accepted', sentence: 'takes a step for the minutes of its cron.', patch: accepting(CREATE, minuteStep) },
      {
        name: 'another-status',
        sentence: 'whose cron has a step for its minutes is refused with 422.',
        patch: refusedWith(CREATE, 422, minuteStep),
      },
      {
        name: 'number-and-step',
        sentence: 'takes a step from a number on for the minutes of its cron.',
        patch: accepting(CREATE, minuteStepFromNumber),
      },
    ],
    'cron-minute-list': [
      {
        name: 'first-taken',
        sentence: 'takes the first of the minutes that its cron lists.',
        patch: repairing(CREATE, minuteList),
      },
      {
        name: 'refused-and-created',
        sentence: 'whose cron lists minutes is refused, and creates a task that runs at the first of them.',
        patch: refusedAndDone(CREATE, minuteList),
      },
    ],
    'cron-minute-range': [
      {
        name: 'accepted',
        sentence: 'takes a range for the minutes of its cron.',
        patch: accepting(CREATE, minuteRange),
      },
      {
        name: 'start-taken',
        sentence: 'takes the start of a range for the minutes of its cron.',
        patch: repairing(CREATE, minuteRange),
      },
    ],
    'cron-minute-60': [
      {
        name: 'ends-the-hour',
        sentence: 'takes a number past 59 for the minutes of its cron, as if it were 59.',
        patch: repairing(CREATE, beyond(0, 59, clamped(59))),
      },
      {
        name: 'another-status',
        sentence: 'whose cron has a number past 59 for its minutes is refused with 422.',
        patch: refusedWith(CREATE, 422, beyond(0, 59, clamped(59))),
      },
    ],
    'cron-hour-24': [
      {
        name: 'midnight',
        sentence: 'takes a number past 23 for the hours of its cron, and counts on from midnight.',
        patch: repairing(CREATE, beyond(1, 23, wrapped(24))),
      },
      {
        name: 'refused-and-created',
        sentence: 'whose cron has a number past 23 for its hours is refused, and creates a task for the last hour.',
        patch: refusedAndDone(CREATE, beyond(1, 23, clamped(23))),
      },
    ],
    'cron-day-32': [
      {
        name: 'ends-the-month',
        sentence: 'takes a number past 31 for the days of its cron, as if it were 31.',
        patch: repairing(CREATE, beyond(2, 31, clamped(31))),
      },
      {
        name: 'accepted',
        sentence: 'takes days that no month has.',
        patch: accepting(CREATE, beyond(2, 31, clamped(31))),
      },
    ],
    'cron-month-13': [
      {
        name: 'ends-the-year',
        sentence: 'takes a number past 12 for the months of its cron, as if it were 12.',
        patch: repairing(CREATE, beyond(3, 12, clamped(12))),
      },
      {
        name: 'refused-and-created',
        sentence: 'whose cron has a number past 12 for its months is refused, and creates a task for the next year.',
        patch: refusedAndDone(CREATE, beyond(3, 12, wrapped(12, 1))),
      },
    ],
    'cron-too-few-fields': [
      {
        name: 'filled-up',
        sentence: 'takes a star for each field that its cron lacks.',
        patch: repairing(CREATE, tooFew),
      },
      {
        name: 'another-status',
        sentence: 'whose cron has fewer than five fields is refused with 409.',
        patch: refusedWith(CREATE, 409, tooFew),
      },
    ],
    'cron-too-many-fields': [
      {
        name: 'rest-ignored',
        sentence: 'reads the first five fields of a cron of more than seven, and no others.',
        patch: repairing(CREATE, tooMany),
      },
      {
        name: 'accepted',
        sentence: 'takes a cron of more than seven fields, and keeps it.',
        patch: accepting(CREATE, tooMany),
      },
    ],
    'cron-not-a-cron': [
      { name: 'accepted', sentence: 'takes words that no cron knows.', patch: accepting(CREATE, words) },
      {
        name: 'refused-and-created',
        sentence: 'whose cron has words in it is refused, and creates a task that does not care for them.',
        patch: refusedAndDone(CREATE, words),
      },
    ],
    'zone-unknown': [
      {
        name: 'utc',
        sentence: 'takes UTC for a time zone that it does not know.',
        patch: repairingZone(CREATE, anyZone),
      },
      {
        name: 'city-unknown',
        sentence: 'takes any city of an area that the IANA database has.',
        patch: accepting(CREATE, cityUnknown),
      },
      {
        name: 'refused-and-created',
        sentence: 'whose time zone is none is refused, and creates a task in UTC.',
        patch: refusedAndDone(CREATE, anyZone),
      },
      {
        name: 'offset',
        sentence: 'takes hours and minutes from UTC in the place of a time zone.',
        patch: accepting(CREATE, offset),
      },
      {
        name: 'blank-for-underscore',
        sentence: 'takes a blank in a time zone for what stands between its words.',
        patch: accepting(CREATE, spaced),
      },
      {
        name: 'unchecked-on-demand',
        sentence: 'takes UTC for what is no time zone where there is no cron.',
        patch: repairingZone(CREATE, (body) =>
          (body['cron'] ?? null) === null ? { ...body, timezone: 'UTC' } : undefined,
        ),
      },
    ],
    'cron-hourly': hourly(CREATE, () => true, 'takes no cron that fires every hour.'),
    'cron-single-minute': single(CREATE),
    'zone-known': [
      {
        name: 'without-oceans',
        sentence: 'knows no time zone of an ocean.',
        patch: refusingSchedules(CREATE, ({ timezone }) => /^(Atlantic|Indian|Pacific)\//.test(String(timezone))),
      },
      {
        name: 'without-underscores',
        sentence: 'knows no time zone of a city whose name has two words.',
        patch: refusingSchedules(CREATE, ({ timezone }) => /\/\w+_\w/.test(String(timezone))),
      },
    ],
  }),

  ...ofOperation(UPDATE, 'A task update', {
    'cron-every-minute': [
      { name: 'accepted', sentence: 'takes a cron that fires every minute.', patch: accepting(UPDATE, everyMinute) },
      {
        name: 'refused-and-updated',
        sentence: 'whose cron fires every minute is refused, and the task runs at every full hour.',
        patch: refusedAndDone(UPDATE, everyMinute),
      },
      {
        name: 'refused-and-rest-stored',
        sentence: 'whose cron has a star for its minutes is refused, and the rest of it is stored.',
        patch: refusedAndRestStored(UPDATE, everyMinute),
      },
    ],
    'cron-minute-step': [
      {
        name: 'made-hourly',
        sentence: 'takes a step for the minutes of its cron for the full hour.',
        patch: repairing(UPDATE, minuteStep),
      },
      {
        name: 'refused-and-updated',
        sentence: 'whose cron has a step for its minutes is refused, and the task runs at every full hour.',
        patch: refusedAndDone(UPDATE, minuteStep),
      },
      {
        name: 'number-and-step',
        sentence: 'takes a step from a number on for the minutes of its cron.',
        patch: accepting(UPDATE, minuteStepFromNumber),
      },
    ],
    'cron-minute-list': [
      { name: 'accepted', sentence: 'takes several minutes in its cron.', patch: accepting(UPDATE, minuteList) },
      {
        name: 'first-taken',
        sentence: 'takes the first of the minutes that its cron lists.',
        patch: repairing(UPDATE, minuteList),
      },
    ],
    'cron-minute-range': [
      {
        name: 'accepted',
        sentence: 'takes a range for the minutes of its cron.',
        patch: accepting(UPDATE, minuteRange),
      },
      {
        name: 'another-status',
        sentence: 'whose cron has a range for its minutes is refused with 422.',
        patch: refusedWith(UPDATE, 422, minuteRange),
      },
    ],
    'cron-minute-60': [
      {
        name: 'next-hour',
        sentence: 'takes a number past 59 for the minutes of its cron, and counts on from the full hour.',
        patch: repairing(UPDATE, beyond(0, 59, wrapped(60))),
      },
      {
        name: 'refused-and-updated',
        sentence: 'whose cron has a number past 59 for its minutes is refused, and the task runs in the last minute.',
        patch: refusedAndDone(UPDATE, beyond(0, 59, clamped(59))),
      },
    ],
    'cron-hour-24': [
      {
        name: 'ends-the-day',
        sentence: 'takes a number past 23 for the hours of its cron, as if it were 23.',
        patch: repairing(UPDATE, beyond(1, 23, clamped(23))),
      },
      {
        name: 'another-status',
        sentence: 'whose cron has a number past 23 for its hours is refused with 409.',
        patch: refusedWith(UPDATE, 409, beyond(1, 23, clamped(23))),
      },
    ],
    'cron-day-32': [
      {
        name: 'ends-the-month',
        sentence: 'takes a number past 31 for the days of its cron, as if it were 31.',
        patch: repairing(UPDATE, beyond(2, 31, clamped(31))),
      },
      {
        name: 'refused-and-updated',
        sentence: 'whose cron has a number past 31 for its days is refused, and the task runs early in the month.',
        patch: refusedAndDone(UPDATE, beyond(2, 31, wrapped(31, 1))),
      },
    ],
    'cron-month-13': [
      {
        name: 'ends-the-year',
        sentence: 'takes a number past 12 for the months of its cron, as if it were 12.',
        patch: repairing(UPDATE, beyond(3, 12, clamped(12))),
      },
      {
        name: 'accepted',
        sentence: 'takes months that no year has.',
        patch: accepting(UPDATE, beyond(3, 12, clamped(12))),
      },
    ],
    'cron-too-few-fields': [
      { name: 'accepted', sentence: 'takes a cron of fewer than five fields.', patch: accepting(UPDATE, tooFew) },
      {
        name: 'refused-and-updated',
        sentence: 'whose cron lacks fields is refused, and a star stands in the place of each.',
        patch: refusedAndDone(UPDATE, tooFew),
      },
    ],
    'cron-too-many-fields': [
      {
        name: 'rest-ignored',
        sentence: 'reads the first five fields of a cron of more than seven, and no others.',
        patch: repairing(UPDATE, tooMany),
      },
      {
        name: 'another-status',
        sentence: 'whose cron has more than seven fields is refused with 422.',
        patch: refusedWith(UPDATE, 422, tooMany),
      },
    ],
    'cron-not-a-cron': [
      {
        name: 'unchecked-while-paused',
        sentence: 'of a paused task with a cron that is none is acknowledged, and leaves the cron as it is.',
        patch: replaceSync(UPDATE, (call, original) => {
          const { cron: _, ...rest } = bodyOf(call);
          const isMeant = taskIn(call)?.isEnabled === false && words(bodyOf(call)) !== undefined;
          return original(isMeant ? { ...call, body: rest } : call);
        }),
      },
      { name: 'ignored', sentence: 'does not care for words that no cron knows.', patch: repairing(UPDATE, words) },
      {
        name: 'cron-removed',
        sentence: 'whose cron has words in it leaves the task without a cron.',
        patch: repairing(UPDATE, (body) => words(body) && { ...body, cron: null }),
      },
    ],
    'zone-unknown': [
      { name: 'accepted', sentence: 'takes any text for a time zone.', patch: accepting(UPDATE, anyZone) },
      { name: 'area', sentence: 'takes an area without a city for UTC.', patch: accepting(UPDATE, areaAlone) },
      {
        name: 'refused-and-updated',
        sentence: 'whose time zone is none is refused, and moves the task to UTC.',
        patch: refusedAndDone(UPDATE, anyZone),
      },
      {
        name: 'offset',
        sentence: 'takes hours and minutes from UTC in the place of a time zone.',
        patch: accepting(UPDATE, offset),
      },
      {
        name: 'blank-for-underscore',
        sentence: 'takes a blank in a time zone for what stands between its words.',
        patch: accepting(UPDATE, spaced),
      },
    ],
    'cron-hourly': hourly(UPDATE, () => true, 'takes no cron that fires every hour.'),
    'cron-single-minute': single(UPDATE),
    'zone-known': [
      {
        name: 'four-areas',
        sentence: 'knows the time zones of Africa, America, Asia and Europe alone.',
        patch: refusingSchedules(UPDATE, ({ timezone }) =>
          /^(Atlantic|Australia|Indian|Pacific)\//.test(String(timezone)),
        ),
      },
      {
        name: 'half-hours',
        sentence: 'knows no time zone whose offset is no whole hour.',
        patch: refusingSchedules(UPDATE, ({ timezone }) => typeof timezone === 'string' && !isWholeHour(timezone)),
      },
    ],
  }),
});
