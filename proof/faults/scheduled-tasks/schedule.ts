import type { RequirementId } from '../../../contracts/requirements/index.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import { instantOf } from '../../../mock/clock.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Task } from '../../../mock/rules/scheduled-tasks.ts';
import { fireAfter } from '../../../mock/rules/task-schedule.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { sendsAll } from '../../lib/conditions.ts';
import { all, changeBodySync, remembering, replaceSync } from '../../lib/patches.ts';
import {
  afterTask,
  CREATE,
  firings,
  isOthers,
  RUN,
  RUNS,
  showNextRun,
  storeTask,
  taskIn,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import { MODEL } from '../../lib/task-records.ts';
import { carriedOut, exceptFirst, idle, marked } from '../../lib/task-schedules.ts';
import { DAY, HALF_HOUR, MINUTE } from '../../lib/times.ts';
import { asStar, firstOfList, weekdaysInUtc } from '../../lib/cron-fields.ts';

const shownNext = alsoThese(
  'the check works out when a task runs next',
  'scheduled-tasks.schedule.next-run-follows-cron',
  'scheduled-tasks.schedule.next-run-in-zone',
  'scheduled-tasks.schedule.next-run-updated',
);

/** The next two moments at which a task fires. */
function* twice(call: Call, task: Task): Generator<number> {
  let count = 0;
  for (const at of firings(call, task)) {
    yield at;
    count += 1;
    if (count === 2) return;
  }
}

/** The zone in which the crons of tasks count, for what is shown or for what is carried out. */
function zoned(purpose: 'shown' | 'carried-out', other: (timezone: string) => string): Patch {
  return ({ scheduledTasks: { schedule } }) => {
    const { zoneOf } = schedule;
    schedule.zoneOf = (timezone, wanted) => zoneOf(wanted === purpose ? other(timezone) : timezone, wanted);
  };
}

/** The zone as far from UTC, in the other direction. */
function mirrored(timezone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts();
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours] = /^GMT([+-])(\d\d)/.exec(offset) ?? [];
  // The signs of these zones are the other way round.
  return sign === undefined || Number(hours) === 0 ? timezone : `Etc/GMT${sign}${Number(hours)}`;
}

/** The zone as far from UTC as a zone is in winter, where that is whole hours. */
function withoutSummerTime(timezone: string): string {
  const formatter = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' });
  const parts = formatter.formatToParts(new Date(Date.UTC(2026, 0, 15)));
  const [, sign, hours, minutes] =
    /^GMT([+-])(\d\d):(\d\d)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  if (minutes !== '00') return timezone;
  return `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`;
}

const DUE: readonly RequirementId[] = [
  'scheduled-tasks.schedule.runs-when-due',
  'scheduled-tasks.schedule.runs-in-zone',
  'scheduled-tasks.schedule.new-thread',
  'scheduled-tasks.condition.threshold-lets-run',
  'scheduled-tasks.condition.change-lets-run',
  'scheduled-tasks.condition.anomaly-lets-run',
  'scheduled-tasks.condition.null-lets-run',
  'scheduled-tasks.resume.schedules',
];

const due = (because: string) => alsoThese(because, ...DUE);

/** Faults of when tasks run. */
export const scheduleFaults = faults({
  'scheduled-tasks.schedule.next-run-follows-cron': [
    {
      name: 'last-day-for-the-31st',
      sentence: 'A nextRunAt on the 31st falls on the last day of a month that has none.',
      patch: showNextRun((_shown, task, call) => {
        const cron = (task.cron ?? '').split(' ');
        if (cron[2] !== '31') return undefined;
        const [next] = firings(call, task, { cron: [...cron.slice(0, 2), '28-31', ...cron.slice(3)].join(' ') });
        return next;
      }),
    },
    {
      name: 'first-day-of-a-list',
      sentence: 'Of the days of the month that a cron lists nextRunAt knows the first alone.',
      patch: firstOfList(2),
    },
    {
      name: 'step-of-days-ignored',
      sentence: 'A step of days in a cron counts as every day for nextRunAt.',
      patch: asStar(2, '/'),
    },
    {
      name: 'range-of-months-ignored',
      sentence: 'A range of months in a cron counts as every month for nextRunAt.',
      patch: asStar(3, '-'),
    },
    {
      name: 'first-month-of-a-list',
      sentence: 'Of the months that a cron lists nextRunAt knows the first alone.',
      patch: firstOfList(3),
    },
    {
      name: 'range-of-weekdays-ignored',
      sentence: 'A range of days of the week in a cron counts as every day for nextRunAt.',
      patch: asStar(4, '-'),
    },
    {
      name: 'step-of-hours-ignored',
      sentence: 'A step of hours in a cron counts as every hour for nextRunAt.',
      patch: asStar(1, '/'),
    },
    {
      name: 'range-of-hours-ignored',
      sentence: 'A range of hours in a cron counts as every hour for nextRunAt.',
      patch: asStar(1, '-'),
    },
    {
      name: 'first-weekday-of-a-list',
      sentence: 'Of the days of the week that a cron lists nextRunAt knows the first alone.',
      patch: firstOfList(4),
    },
    {
      name: 'first-hour-of-a-list',
      sentence: 'Of the hours that a cron lists nextRunAt knows the first alone.',
      patch: firstOfList(1),
    },
    {
      name: 'a-day-late-once-run-by-another',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A run by somebody else than the creator puts the next run of a task off to the following day.',
      patch: afterTask('runScheduledTask', (id, call) => {
        if (isOthers(call)) storeTask(call, id, { doneUntil: call.tenant.clock.now() + 86_400_000 });
      }),
    },
    {
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
    {
      name: 'one-late',
      sentence: 'An active task shows as its nextRunAt the second moment at which its cron fires.',
      also: shownNext,
      patch: showNextRun((_next, task, call) => [...twice(call, task)][1]),
    },
    {
      name: 'minute-early',
      sentence: 'An active task shows a nextRunAt a minute too early.',
      also: shownNext,
      patch: showNextRun((next) => next - MINUTE),
    },
    {
      name: 'every-day',
      sentence: 'An active task shows a nextRunAt that minutes and hours of its cron decide alone.',
      also: shownNext,
      patch: showNextRun((next, task, call) => {
        const cron = task.cron?.trim().replace(/^(\S+\s+\S+).*$/, '$1 * * *') ?? '';
        for (const at of firings(call, task, { cron })) return at;
        return next;
      }),
    },
    {
      name: 'stays-in-the-past',

      sentence: 'The nextRunAt of a task that its schedule has run stays at the moment of its first run.',
      patch: showNextRun((_shown, task, call) => {
        const hasRun = (taskState(call.tenant).runs.get(task.id) ?? []).some(({ trigger }) => trigger === 'schedule');
        const [first] = firings(call, task, { after: task.createdAt });
        return hasRun ? first : undefined;
      }),
    },
  ],
  'scheduled-tasks.schedule.next-run-in-zone': [
    {
      name: 'offset-of-now',
      sentence: 'A nextRunAt counts with the offset that the zone of its task has now, whatever that is by then.',
      patch: showNextRun((next, task, call) => {
        const offset = (at: number) =>
          Date.parse(`${new Date(at).toLocaleString('en-US', { timeZone: task.timezone })} UTC`) -
          Math.floor(at / 1_000) * 1_000;
        return next + offset(next) - offset(call.tenant.clock.now());
      }),
    },
    {
      name: 'weekdays-in-utc',
      sentence: 'An active task shows a nextRunAt for which the days of the week of its cron are those of UTC.',
      patch: weekdaysInUtc,
    },
    {
      name: 'whole-hours',
      sentence: 'An active task in a zone that is off UTC by half an hour shows a nextRunAt half an hour late.',
      patch: showNextRun((shown, { timezone }) => {
        const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(
          shown,
        );
        const isHalf = parts.some(({ type, value }) => type === 'timeZoneName' && /:(?!00)/.test(value));
        return isHalf ? shown + HALF_HOUR : undefined;
      }),
    },
    {
      name: 'utc-once-shared',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'The nextRunAt of a task that is shared counts its cron in UTC.',
      patch: showNextRun((_shown, task, call) => {
        if (!task.isShared) return undefined;
        for (const at of firings(call, task, { zone: 'UTC' })) return at;
        return undefined;
      }),
    },
    {
      name: 'utc',
      sentence: 'An active task shows a nextRunAt that counts its cron in UTC.',
      also: shownNext,
      patch: zoned('shown', () => 'UTC'),
    },
    {
      name: 'mirrored',
      sentence: 'An active task shows a nextRunAt that counts its cron as far from UTC in the other direction.',
      also: shownNext,
      patch: zoned('shown', mirrored),
    },
    {
      name: 'no-summer-time',
      sentence: 'An active task shows a nextRunAt that counts its cron as far from UTC all the year as in January.',
      patch: zoned('shown', withoutSummerTime),
    },
  ],
  'scheduled-tasks.schedule.next-run-updated': [
    {
      name: 'not-while-paused',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'The nextRunAt of a task whose cron was updated while it was paused follows the former cron.',
      patch: remembering(
        () => new Map<number, string>(),
        (former) =>
          all(
            replaceSync(UPDATE, (call, original) => {
              const before = taskIn(call);
              const answer = original(call);
              const after = taskIn(call);
              if (!before || before.cron === null || before.cron === after?.cron) return answer;
              if (before.isEnabled) former.delete(before.id);
              else former.set(before.id, before.cron);
              return answer;
            }),
            showNextRun((_shown, task) => {
              const cron = former.get(task.id);
              return cron === undefined ? undefined : fireAfter({ cron, zone: task.timezone, after: task.doneUntil });
            }),
          ),
      ),
    },
    {
      name: 'former-zone-beside-a-cron',
      ...MODEL,
      sentence: 'A time zone that an update sends beside another cron is not stored.',
      patch: replaceSync(UPDATE, (call, original) => {
        const { timezone: _, ...others } = bodyOf(call);
        const task = taskIn(call);
        const isOther = sendsAll('cron', 'timezone')(call) && bodyOf(call)['cron'] !== task?.cron;
        return original(isOther ? { ...call, body: others } : call);
      }),
    },
    {
      name: 'as-before',
      sentence: 'A task whose cron was updated shows a nextRunAt by the cron that it had before.',
      patch: (rules) => {
        const former = new Map<number, Task>();
        replaceSync(UPDATE, (call, original) => {
          const task = taskIn(call);
          const answer = original(call);
          if (task && bodyOf(call)['cron'] !== undefined) former.set(task.id, task);
          return answer;
        })(rules);
        showNextRun((next, task, call) => {
          const { cron } = former.get(task.id) ?? task;
          for (const at of firings(call, task, { cron: cron ?? '' })) return at;
          return next;
        })(rules);
      },
    },
    {
      name: 'none',
      sentence: 'A task whose cron was updated shows the moment of the update as its nextRunAt.',
      also: alsoThese('the next run is compared after an update', 'scheduled-tasks.schedule.next-run-follows-cron'),
      patch: (rules) => {
        const updated = marked(rules, UPDATE, (call) => bodyOf(call)['cron'] !== undefined);
        showNextRun((next, task) => (updated.has(task.id) ? task.doneUntil : next))(rules);
      },
    },
    {
      name: 'former-zone',
      sentence: 'A task of which the time zone alone was updated shows the nextRunAt that it had before.',
      patch: (rules) => {
        const former = new Map<number, string>();
        replaceSync(UPDATE, (call, original) => {
          const task = taskIn(call);
          const answer = original(call);
          const { cron, timezone } = bodyOf(call);
          if (task && (cron === undefined || cron === task.cron) && timezone !== task.timezone) {
            former.set(task.id, task.timezone);
          }
          return answer;
        })(rules);
        showNextRun((next, task, call) => {
          const timezone = former.get(task.id) ?? task.timezone;
          for (const at of firings(call, task, { zone: timezone })) return at;
          return next;
        })(rules);
      },
    },
    {
      name: 'former-zone-sent-alone',
      sentence: 'A task that was updated with nothing but a time zone shows the nextRunAt that it had before.',
      patch: (rules) => {
        const former = new Map<number, string>();
        replaceSync(UPDATE, (call, original) => {
          const task = taskIn(call);
          const answer = original(call);
          const body = bodyOf(call);
          if (task && body['cron'] === undefined && body['timezone'] !== undefined) former.set(task.id, task.timezone);
          return answer;
        })(rules);
        showNextRun((next, task, call) => {
          const timezone = former.get(task.id) ?? task.timezone;
          for (const at of firings(call, task, { zone: timezone })) return at;
          return next;
        })(rules);
      },
    },
  ],
  'scheduled-tasks.schedule.runs-when-due': [
    {
      name: 'not-once-on-demand',
      sentence: 'A task that was made to run on demand and was given a cron by an update does not run by it.',
      patch: remembering(
        () => new Set<number>(),
        (onDemand) =>
          all(
            ({ scheduledTasks }) => {
              const { carriesOut } = scheduledTasks;
              scheduledTasks.carriesOut = (task, at) => !onDemand.has(task.id) && carriesOut(task, at);
            },
            replaceSync(CREATE, (call, original) => {
              const answer = original(call);
              const id = 'body' in answer ? Number((answer.body as Body)['id']) : 0;
              if (taskState(call.tenant).tasks.get(id)?.cron === null) onDemand.add(id);
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'not-after-a-run-by-hand',
      sentence: 'A task that somebody has run does not run when its cron fires next.',
      patch: remembering(
        () => new Set<number>(),
        (run) =>
          all(
            afterTask(RUN, (id) => run.add(id)),
            ({ scheduledTasks }) => {
              const { carriesOut } = scheduledTasks;
              scheduledTasks.carriesOut = (task, at) => carriesOut(task, at) && !run.delete(task.id);
            },
          ),
      ),
    },
    {
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
    {
      name: 'never',
      sentence: 'No task runs by itself.',
      also: due('nothing runs when it is due'),
      patch: carriedOut(() => () => false),
    },
    {
      name: 'first-left-out',
      sentence: 'A task does not run the first time that its cron fires.',
      also: due('a task is late by one firing'),
      patch: carriedOut((rules) => exceptFirst(rules, ({ condition }) => condition === null)),
    },
    {
      name: 'one-of-two-due-at-once',
      sentence: 'Of two tasks that are due at the same moment one runs.',
      patch: ({ scheduledTasks }) => {
        const { carriesOut } = scheduledTasks;
        const taken = new Map<number, number>();
        scheduledTasks.carriesOut = (task, at) => {
          if (!taken.has(at)) taken.set(at, task.id);
          return taken.get(at) === task.id && carriesOut(task, at);
        };
      },
    },
  ],
  'scheduled-tasks.schedule.runs-in-zone': [
    {
      name: 'utc',
      sentence: 'Tasks run when their crons fire in UTC.',
      also: due('a task runs at another time'),
      patch: zoned('carried-out', () => 'UTC'),
    },
    {
      name: 'mirrored',
      sentence: 'Tasks run when their crons fire as far from UTC in the other direction.',
      also: due('a task runs at another time'),
      patch: zoned('carried-out', mirrored),
    },
    {
      name: 'both',
      sentence: 'Tasks run when their crons fire in their time zone and once more when they fire in UTC.',
      also: alsoThese('a task runs more often than it is due', ...DUE),
      patch: changeBodySync(RUNS, (list, call) => {
        const task = taskIn(call);
        if (!task?.cron || task.timezone === 'UTC' || !task.isEnabled || task.condition) return list;
        const further: Body[] = [];
        for (const at of firings(call, task, { zone: 'UTC', after: task.createdAt })) {
          if (at > call.tenant.clock.now() || further.length === 50) break;
          const id = 900_000 + further.length;
          further.push({
            id,
            taskId: task.id,
            threadId: `thread-${id}`,
            trigger: 'schedule',
            startedAt: instantOf(at),
          });
        }
        return { ...list, items: [...(list['items'] as readonly Body[]), ...further].slice(0, 50) };
      }),
    },
  ],
  'scheduled-tasks.schedule.new-thread': [
    {
      name: 'thread-of-the-task',
      sentence: 'All runs of a task that its schedule started write the same thread.',
      patch: ({ scheduledTasks }) => {
        const { threadId } = scheduledTasks;
        scheduledTasks.threadId = (task, id, trigger) => threadId(task, trigger === 'schedule' ? 0 : id, trigger);
      },
    },
    {
      name: 'two-in-one',
      sentence: 'A run that a schedule started goes on in the thread of the run before it, every other time.',
      patch: ({ scheduledTasks }) => {
        const { threadId } = scheduledTasks;
        scheduledTasks.threadId = (task, id, trigger) =>
          threadId(task, trigger === 'schedule' ? Math.ceil(id / 2) : id, trigger);
      },
    },
  ],
});
