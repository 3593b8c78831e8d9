import type { RequirementId } from '../../contracts/requirements/index.ts';
import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { instantOf } from '../../mock/clock.ts';
import type { Patch, Rules } from '../../mock/index.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { alsoOn } from '../lib/access.ts';

import {
  afterTask,
  CREATE,
  firings,
  PAUSE,
  RESUME,
  RUN,
  RUNS,
  showTasks,
  showNextRun,
  storeTask,
  taskIn,
  UPDATE,
  type TaskRules,
} from '../lib/scheduled-tasks.ts';
import { changeBodySync, refusing, replaceSync } from '../lib/patches.ts';

const MINUTE = 60_000;

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

/** What a schedule asks for is carried out at some of its moments alone. */
function carriedOut(make: (rules: Rules) => TaskRules['carriesOut']): Patch {
  return (rules) => {
    rules.scheduledTasks.carriesOut = make(rules);
  };
}

/** The first moment since a task was created, or since what else makes a task new, is left out. */
function exceptFirst(rules: Rules, isMeant: (task: Task) => boolean): TaskRules['carriesOut'] {
  const first = new Map<number, number>();
  afterTask(RESUME, (id) => first.delete(id))(rules);
  return (task, at) => {
    if (!isMeant(task)) return true;
    if (!first.has(task.id)) first.set(task.id, at);
    return first.get(task.id) !== at;
  };
}

/** Ids of the tasks that something was done to. */
function marked(rules: Rules, operation: string, isMeant: (call: Call) => boolean = () => true): ReadonlySet<unknown> {
  const ids = new Set<unknown>();
  afterTask(operation, (id, call) => {
    if (isMeant(call)) ids.add(id);
  })(rules);
  return ids;
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
const shownNext = alsoThese(
  'the check works out when a task runs next',
  'scheduled-tasks.schedule.next-run-follows-cron',
  'scheduled-tasks.schedule.next-run-in-zone',
  'scheduled-tasks.schedule.next-run-updated',
);
const onDemand = alsoThese(
  'the check creates a task that runs only on demand',
  'scheduled-tasks.on-demand.run',
  'scheduled-tasks.on-demand.never-by-itself',
  'scheduled-tasks.limit.manual-not-counted',
  'scheduled-tasks.limit.manual-past-20',
);

/** Faults of schedules: when a task runs next, when it runs, and what pausing it does. */
export const scheduledTasksScheduleFaults = faults({
  'scheduled-tasks.schedule.next-run-follows-cron': [
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
  ],
  'scheduled-tasks.schedule.next-run-in-zone': [
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

  // Tasks that run only on demand.
  'scheduled-tasks.on-demand.create': {
    name: 'needs-cron',
    sentence: 'A create without a cron is refused.',
    also: [...onDemand, ...alsoOn('listScheduledTasks', 'the check creates tasks that run only on demand')],
    patch: replaceSync(CREATE, (call, original) => {
      const { cron } = bodyOf(call);
      if (cron === undefined || cron === null) refuse('invalid', 'cron is missing');
      return original(call);
    }),
  },
  'scheduled-tasks.on-demand.run': [
    {
      name: 'refused',
      sentence: 'A task without a cron cannot be run.',
      also: alsoOn(RUN, 'the check runs a task that runs only on demand'),
      patch: refusing(RUN, (call) => taskIn(call)?.cron === null, 409),
    },
    {
      name: 'not-listed',
      sentence: 'The runs of a task without a cron are in no list.',
      also: [
        ...alsoOn(RUN, 'the check runs a task that runs only on demand'),
        ...alsoOn(RUNS, 'the check looks at runs of a task that runs only on demand'),
      ],
      patch: changeBodySync(RUNS, (list, call) => (taskIn(call)?.cron === null ? { ...list, items: [] } : list)),
    },
  ],
  'scheduled-tasks.on-demand.never-by-itself': [
    {
      name: 'hourly',
      sentence: 'A task without a cron runs at every full hour.',
      patch: ({ scheduledTasks }) => {
        const { scheduleOf } = scheduledTasks;
        scheduledTasks.scheduleOf = (task) => (task.cron === null ? '0 * * * *' : scheduleOf(task));
      },
    },
    {
      name: 'an-hour-later',
      sentence: 'A task without a cron runs every hour, counted from when it was created.',
      patch: ({ scheduledTasks }) => {
        const { scheduleOf } = scheduledTasks;
        scheduledTasks.scheduleOf = (task) =>
          task.cron === null ? `${new Date(task.createdAt).getUTCMinutes()} * * * *` : scheduleOf(task);
      },
    },
  ],

  // Pause and resume.
  'scheduled-tasks.pause.pauses': [
    {
      name: 'all-of-the-creator',
      sentence: 'A pause is one of all tasks of the creator.',
      also: [
        ...alsoThese('another task is paused as well', 'scheduled-tasks.actions.others-kept'),
        ...alsoThese('another task of the creator is compared there', 'scheduled-tasks.update.takes-effect'),
        { id: 'scheduled-tasks.resume.enables', because: 'another task of the creator is compared after its resume' },
      ],
      patch: afterTask(PAUSE, (id, call) => {
        const { tasks } = taskState(call.tenant);
        const creator = tasks.get(id)?.creatorId;
        for (const one of tasks.filter(({ creatorId }) => creatorId === creator)) {
          storeTask(call, one.id, { isEnabled: false });
        }
      }),
    },
    {
      name: 'until-it-runs',
      sentence: 'A run on demand resumes a task that was paused.',
      patch: afterTask(RUN, (id, call) => {
        storeTask(call, id, { isEnabled: true });
      }),
    },
    {
      name: 'shown-enabled',
      sentence: 'A task that was paused does not run, and goes on showing itself as enabled.',
      also: alsoThese('the check looks whether the task is enabled', 'scheduled-tasks.access.manage-pauses'),
      patch: (rules) => {
        const paused = marked(rules, PAUSE);
        showTasks((task) => (paused.has(task['id']) ? { ...task, enabled: true } : task))(rules);
      },
    },
    {
      name: 'acknowledged',
      sentence: 'A pause is acknowledged, and the task stays as it was.',
      also: [
        ...alsoThese(
          'a task cannot be paused',
          'scheduled-tasks.pause.stops-runs',
          'scheduled-tasks.access.manage-pauses',
          'scheduled-tasks.limit.paused-not-counted',
        ),
        ...alsoOn(RESUME, 'a task cannot be paused'),
      ],
      patch: replaceSync(PAUSE, (call, original) => {
        const task = taskIn(call);
        const answer = original(call);
        if (task) storeTask(call, task.id, task);
        return answer;
      }),
    },
  ],
  'scheduled-tasks.pause.stops-runs': [
    {
      name: 'goes-on',
      sentence: 'A paused task runs whenever its cron fires.',
      patch: ({ scheduledTasks }) => {
        scheduledTasks.scheduleOf = ({ cron }) => cron;
      },
    },
    {
      name: 'once-more',
      sentence: 'A paused task runs once more, when its cron fires next, and then no more.',
      patch: (rules) => {
        const last = new Map<number, number>();
        const paused = marked(rules, PAUSE);
        afterTask(RESUME, (id) => last.delete(id))(rules);
        rules.scheduledTasks.scheduleOf = ({ id, cron, isEnabled }) => (isEnabled || paused.has(id) ? cron : null);
        rules.scheduledTasks.carriesOut = ({ id, isEnabled }, at) => {
          if (isEnabled) return true;
          if (!last.has(id)) last.set(id, at);
          return last.get(id) === at;
        };
      },
    },
  ],
  'scheduled-tasks.resume.enables': [
    {
      name: 'shown-paused',
      sentence: 'A task that was resumed runs again, and goes on showing itself as not enabled.',
      patch: (rules) => {
        const resumed = marked(rules, RESUME);
        showTasks((task) => (resumed.has(task['id']) ? { ...task, enabled: false } : task))(rules);
      },
    },
    {
      name: 'acknowledged',
      sentence: 'A resume is acknowledged, and the task stays paused.',
      also: alsoOn(RESUME, 'a task cannot be resumed'),
      patch: replaceSync(RESUME, (call, original) => {
        const task = taskIn(call);
        const answer = original(call);
        if (task) storeTask(call, task.id, task);
        return answer;
      }),
    },
  ],
  'scheduled-tasks.resume.schedules': [
    {
      name: 'never-again',
      sentence: 'A task that was resumed shows itself as enabled, and does not run by itself any more.',
      also: alsoThese(
        'a task with a condition is resumed there',
        'scheduled-tasks.condition.threshold-lets-run',
        'scheduled-tasks.condition.change-lets-run',
        'scheduled-tasks.condition.anomaly-lets-run',
      ),
      patch: carriedOut((rules) => {
        const resumed = marked(rules, RESUME);
        return ({ id }) => !resumed.has(id);
      }),
    },
    {
      name: 'first-left-out',
      sentence: 'A task that was resumed does not run the first time that its cron fires.',
      patch: carriedOut((rules) => {
        const resumed = marked(rules, RESUME);
        return exceptFirst(rules, ({ id }) => resumed.has(id));
      }),
    },
  ],
});

/** The next two moments at which a task fires. */
function* twice(call: Call, task: Task): Generator<number> {
  let count = 0;
  for (const at of firings(call, task)) {
    yield at;
    count += 1;
    if (count === 2) return;
  }
}
