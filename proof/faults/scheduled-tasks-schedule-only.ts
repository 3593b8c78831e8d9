import type { RequirementId } from '../../contracts/requirements/index.ts';
import { Refusal } from '../../mock/answer.ts';
import { bodyOf, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { byPlainUser } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { isPresent, sends, type When } from '../lib/only.ts';
import { remembering, replaceSync, withRules, type SyncHandler } from '../lib/patches.ts';
import {
  anyZone,
  beyond,
  clamped,
  everyMinute,
  minuteList,
  minuteRange,
  minuteStep,
  tooFew,
  tooMany,
  words,
  type Operation,
  type Repair,
} from '../lib/schedule-inputs.ts';
import { CREATE, RESUME, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

/** Faults of schedules and of the limit that show only for some users, some tasks, or when something is asked again. */

const DEFECTS: Readonly<Record<string, Repair>> = {
  'cron-every-minute': everyMinute,
  'cron-minute-step': minuteStep,
  'cron-minute-list': minuteList,
  'cron-minute-range': minuteRange,
  'cron-minute-60': beyond(0, 59, clamped(59)),
  'cron-hour-24': beyond(1, 23, clamped(23)),
  'cron-day-32': beyond(2, 31, clamped(31)),
  'cron-month-13': beyond(3, 12, clamped(12)),
  'cron-too-few-fields': tooFew,
  'cron-too-many-fields': tooMany,
  'cron-not-a-cron': words,
  'zone-unknown': anyZone,
};

/** Takes what has a defect for something else, in some requests. */
function taken(operation: Operation, repair: Repair, when: When): Patch {
  return replaceSync(operation, (call, original) => {
    try {
      return original(call);
    } catch (error) {
      const body = when(call) && error instanceof Refusal && error.why === 400 ? repair(bodyOf(call)) : undefined;
      if (!body) throw error;
      return original({ ...call, body });
    }
  });
}

const isPaused: When = (call) => taskIn(call)?.isEnabled === false;
const isConditional = sends('condition', isPresent);

const OF_SCHEDULES = Object.fromEntries(
  Object.entries(DEFECTS).flatMap(([rule, repair]): [string, readonly Deviation[]][] => [
    [
      `scheduled-tasks.create.${rule}`,
      [
        {
          name: 'taken-beside-a-condition',
          sentence: 'A create with a condition is taken with such a schedule as if it were the nearest valid one.',
          patch: taken(CREATE, repair, isConditional),
        },
        {
          name: 'taken-of-plain-users',
          sentence: 'A user without the admin role may create a task with such a schedule.',
          patch: taken(CREATE, repair, byPlainUser),
        },
      ],
    ],
    [
      `scheduled-tasks.update.${rule}`,
      [
        {
          name: 'taken-while-paused',
          sentence: 'An update of a paused task is taken with such a schedule as if it were the nearest valid one.',
          patch: taken(UPDATE, repair, isPaused),
        },
      ],
    ],
  ]),
) as Partial<Record<RequirementId, readonly Deviation[]>>;

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

export const scheduledTasksScheduleOnlyFaults = faults({
  ...OF_SCHEDULES,
  'scheduled-tasks.limit.create-past-20': [
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
        isConditional(call) ? unlimited(call, original) : original(call),
      ),
    },
  ],
  'scheduled-tasks.limit.resume-past-20': {
    name: 'granted-when-asked-again',
    sentence: 'A resume that was refused for the limit is granted when it is asked again.',
    patch: grantedAgain(RESUME, ({ path }) => path['taskId']),
  },
});
