import type { RequirementId } from '../../contracts/requirements/index.ts';
import { Refusal } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import type { scheduleRules } from '../../mock/rules/task-schedule.ts';
import { byPlainUser } from './access.ts';
import { alsoThese, type Deviation } from './fault.ts';
import { isPresent, sends, type When } from './conditions.ts';
import { all, remembering, replaceSync } from './patches.ts';
import {
  anyZone,
  beyond,
  clamped,
  everyMinute,
  fieldsOf,
  isHourly,
  minuteList,
  minuteRange,
  minuteStep,
  refusingSchedules,
  tooFew,
  tooMany,
  words,
  type Operation,
  type Repair,
} from './schedule-inputs.ts';
import { afterTask, CREATE, RESUME, taskIn, UPDATE, type TaskRules } from './scheduled-tasks.ts';
import { isPaused } from './task-records.ts';

/** How faults of the schedules of tasks are written. */

const DEFECTS = {
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
} satisfies Readonly<Record<string, Repair>>;

/** Takes what has a defect for something else, in some requests. */
function takenRepaired(operation: Operation, repair: Repair, when: When): Patch {
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

export const sendsCondition = sends('condition', isPresent);

/** A create is taken with a defective schedule, where something else is true of it. */
export function takenByCreate(rule: keyof typeof DEFECTS): readonly Deviation[] {
  return [
    {
      name: 'taken-beside-a-condition',
      sentence: 'A create with a condition is taken with such a schedule as if it were the nearest valid one.',
      patch: takenRepaired(CREATE, DEFECTS[rule], sendsCondition),
    },
    {
      name: 'taken-of-plain-users',
      sentence: 'A user without the admin role may create a task with such a schedule.',
      patch: takenRepaired(CREATE, DEFECTS[rule], byPlainUser),
    },
  ];
}

/** Zones of an area and a city are known, and none that has a country between them. */
export function zonesOfTwoParts(operation: string, what: string): Deviation {
  return {
    name: 'two-parts-alone',
    sentence: `A ${what} knows no time zone with more than two parts.`,
    patch: ({ scheduledTasks: { schedule } }) => {
      const { isTimeZone } = schedule;
      schedule.isTimeZone = (text, id) => isTimeZone(text, id) && !(id === operation && text.split('/').length > 2);
    },
  };
}

export const isOfAnother = (call: Call): boolean => taskIn(call)?.creatorId !== call.principal.user?.id;

export function takenByUpdate(rule: keyof typeof DEFECTS): Deviation {
  return {
    name: 'taken-while-paused',
    sentence: 'An update of a paused task is taken with such a schedule as if it were the nearest valid one.',
    patch: takenRepaired(UPDATE, DEFECTS[rule], isPaused),
  };
}

/** Ids of the tasks that something was done to. */
export function marked(
  rules: Rules,
  operation: string,
  isMeant: (call: Call) => boolean = () => true,
): ReadonlySet<unknown> {
  const ids = new Set<unknown>();
  afterTask(operation, (id, call) => {
    if (isMeant(call)) ids.add(id);
  })(rules);
  return ids;
}

/** The tasks to which something was done, kept from what the schedule asks of them. */
export function idle(operation: string, isMeant: (times: number) => boolean): Patch {
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

/** What a schedule asks for is carried out at some of its moments alone. */
export function carriedOut(make: (rules: Rules) => TaskRules['carriesOut']): Patch {
  return (rules) => {
    rules.scheduledTasks.carriesOut = make(rules);
  };
}

/** The first moment since a task was created, or since what else makes a task new, is left out. */
export function exceptFirst(rules: Rules, isMeant: (task: Task) => boolean): TaskRules['carriesOut'] {
  const first = new Map<number, number>();
  afterTask(RESUME, (id) => first.delete(id))(rules);
  return (task, at) => {
    if (!isMeant(task)) return true;
    if (!first.has(task.id)) first.set(task.id, at);
    return first.get(task.id) !== at;
  };
}

type Schedules = ReturnType<typeof scheduleRules>;

/** Lists of minutes are taken as well. */
export const takingLists = (own: Schedules): Schedules => ({
  ...own,
  firesHourlyAtMost: (cron, on) => own.firesHourlyAtMost(cron, on) || cron.split(' ')[0]?.includes(',') === true,
});

const SINGLE_MINUTE: RequirementId[] = [
  'scheduled-tasks.create.cron-single-minute',
  'scheduled-tasks.update.cron-single-minute',
];

export function hourlyRefused(operation: Operation, isRefused: (body: Body) => boolean, sentence: string): Deviation {
  return {
    name: 'too-often',
    sentence,
    also: alsoThese('the crons that the check makes up are hourly at times', ...SINGLE_MINUTE),
    patch: refusingSchedules(operation, (body) => isHourly(body) && isRefused(body)),
  };
}

/** Crons that keep the rule about minutes and that a tenant might refuse all the same. */
export function validCronsRefused(operation: Operation): readonly Deviation[] {
  const what = operation === CREATE ? 'A create' : 'A task update';
  const any = (isRefused: (text: string, position: number) => boolean) =>
    refusingSchedules(operation, (body) => fieldsOf(body).some(isRefused));
  return [
    {
      name: 'no-stepped-range',
      sentence: `${what} takes no step within a range in its cron.`,
      patch: any((text) => /^\d+-\d+\/\d+$/.test(text)),
    },
    {
      name: 'no-month-12',
      sentence: `${what} takes no number past 11 for the months of its cron.`,
      patch: any((text, position) => position === 3 && /\b12\b/.test(text)),
    },
    {
      name: 'no-minute-59',
      sentence: `${what} takes no number past 58 for the minutes of its cron.`,
      also: alsoThese(
        'the minute 59 of every hour is refused as well',
        operation === CREATE ? 'scheduled-tasks.create.cron-hourly' : 'scheduled-tasks.update.cron-hourly',
      ),
      patch: any((text, position) => position === 0 && text === '59'),
    },
  ];
}
