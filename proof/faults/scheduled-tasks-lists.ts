import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { alsoThese, faults, type Deviation, type Fault } from '../lib/fault.ts';
import { all, changeBodySync, replaceSync, withBody } from '../lib/patches.ts';
import { alsoOn } from '../lib/access.ts';
import { continuing, endingEarly, hiding, pagesOf, startingOver } from '../lib/paging.ts';
import { isAsked, itemsOf, pageInfoOf, requery } from '../lib/reports.ts';
import { duringTasks, LIST, RUN, RUNS, taskIn } from '../lib/scheduled-tasks.ts';

/** The list of the runs of one task with those of others in it. */
function runsOf(isIncluded: (taskId: number, call: Call) => boolean): Patch {
  return replaceSync(RUNS, (call, original) => {
    const { runs } = taskState(call.tenant);
    const id = idIn(call, 'taskId') ?? 0;
    const own = runs.get(id);
    const others = [...runs].flatMap(([taskId, those]) => (taskId !== id && isIncluded(taskId, call) ? those : []));
    runs.set(
      id,
      [...(own ?? []), ...others].sort((a, b) => a.id - b.id),
    );
    try {
      return original(call);
    } finally {
      if (own) runs.set(id, own);
      else runs.delete(id);
    }
  });
}

/** Lists of the runs that are kept, other than the 50 most recent. */
function listedRuns(listed: (runs: readonly number[]) => readonly number[]): Patch {
  return ({ scheduledTasks }) => {
    scheduledTasks.listedRuns = (runs) => listed(runs.map((_, index) => index)).flatMap((index) => runs[index] ?? []);
  };
}

function listingEach(change: (task: Body) => Body): Patch {
  return changeBodySync(LIST, (body) => ({ ...body, items: itemsOf(body).map(change) }));
}

function limits(operation: string, things: string): readonly Deviation[] {
  return [
    {
      name: 'one-more',
      sentence: `A page of ${things} holds one more than was asked for.`,
      patch: pagesOf(operation, (first) => first + 1),
    },
    {
      name: 'least-of-two',
      sentence: `A page of ${things} for which one was asked holds two.`,
      patch: pagesOf(operation, (first) => Math.max(2, first)),
    },
  ];
}

function pages(operation: string, things: string) {
  return {
    first: limits(operation, things),
    continues: [
      {
        name: 'one-early',
        sentence: `A page of ${things} begins with the last of the page before it.`,
        patch: continuing(operation, 'one-early'),
      },
      {
        name: 'starting-over',
        sentence: `The cursor behind the second of the ${things} or a later one leads back to the first.`,
        patch: startingOver(operation),
      },
    ],
    complete: [
      {
        name: 'one-late',
        sentence: `A page of ${things} leaves out the one that it should begin with.`,
        ...(operation === LIST && {
          also: alsoThese('the whole list is compared with its pages', 'scheduled-tasks.list.whole-without-first'),
        }),
        patch: continuing(operation, 'one-late'),
      },
      {
        name: 'ending-early',
        sentence: `The list of ${things} ends before the last where that would stand on a page of its own.`,
        patch: endingEarly(operation),
      },
    ],
  } as const satisfies Record<string, readonly Deviation[]>;
}

const ofTasks = pages(LIST, 'tasks');
const ofRuns = pages(RUNS, 'runs');

const ran: NonNullable<Fault['also']> = [
  ...alsoOn(RUN, 'the check looks for a run in the list'),
  ...alsoOn(RUNS, 'the check looks for a run in the list'),
];

/** Faults of the lists of tasks and of their runs. */
export const scheduledTasksListsFaults = faults({
  // Lists.
  'scheduled-tasks.list.whole-without-first': [
    {
      name: 'page-of-100',
      sentence: 'A list without first is a page of 100 tasks.',
      patch: replaceSync(LIST, (call, original) =>
        original(isAsked(call, 'first') ? call : requery(call, { first: '100' })),
      ),
    },
    {
      name: 'silently-cut',
      sentence: 'A list without first holds 100 tasks and says that there are no more.',
      patch: replaceSync(LIST, (call, original) => {
        if (isAsked(call, 'first')) return original(call);
        return withBody(original(requery(call, { first: '100' })), (list) => ({
          ...list,
          pageInfo: { ...pageInfoOf(list), hasNextPage: false },
        }));
      }),
    },
  ],
  'scheduled-tasks.list.first-limits': ofTasks.first,
  'scheduled-tasks.list.after-continues': ofTasks.continues,
  'scheduled-tasks.list.pages-complete': ofTasks.complete,
  'scheduled-tasks.list.same-as-read': [
    {
      name: 'notification-default',
      sentence: 'A list shows the default of notificationEnabled, whatever a task has.',
      patch: listingEach((task) => ({ ...task, notificationEnabled: false })),
    },
    {
      name: 'caller-as-creator',
      sentence: 'A list shows another user as the creator of each task.',
      patch: listingEach((task) => ({ ...task, userId: Number(task['userId']) + 1 })),
    },
  ],
  'scheduled-tasks.list.own-deployment': [
    {
      name: 'all',
      sentence: 'A list holds the tasks of all deployments.',
      patch: duringTasks(
        LIST,
        () => true,
        () => ({ isOf: () => true }),
      ),
    },
    {
      name: 'own-of-elsewhere',
      sentence: "A list holds its caller's own tasks in other deployments as well.",
      patch: duringTasks(
        LIST,
        () => true,
        ({ isOf }, { principal }) => ({
          isOf: (task, id) => isOf(task, id) || task.creatorId === principal.user?.id,
        }),
      ),
    },
    {
      name: 'all-from-the-second-page-on',
      sentence: 'Pages behind the first hold the tasks of all deployments.',
      patch: duringTasks(
        LIST,
        (call) => isAsked(call, 'after'),
        () => ({ isOf: () => true }),
      ),
    },
  ],

  // Runs that were started by a request.
  'scheduled-tasks.run.recorded': [
    {
      name: 'one-behind',
      sentence: 'The latest run of a task stands in its list once another one has followed.',
      also: ran,
      patch: hiding(
        RUNS,
        (id, call) =>
          id ===
          taskState(call.tenant)
            .runs.get(idIn(call, 'taskId') ?? 0)
            ?.at(-1)?.id,
      ),
    },
    {
      name: 'acknowledged',
      sentence: 'The answer to a request to run a task is that the run has started, and there is none.',
      also: ran,
      patch: replaceSync(RUN, (call, original) => {
        const { runs } = taskState(call.tenant);
        const task = taskIn(call);
        const own = task && runs.get(task.id);
        const answer = original(call);
        if (task) runs.set(task.id, own ?? []);
        return answer;
      }),
    },
  ],
  'scheduled-tasks.run.new-thread': [
    {
      name: 'thread-of-the-task',
      sentence: 'All runs of a task that somebody asked for write the same thread.',
      patch: ({ scheduledTasks }) => {
        const { threadId } = scheduledTasks;
        scheduledTasks.threadId = (task, id, trigger) => threadId(task, trigger === 'request' ? 0 : id, trigger);
      },
    },
    {
      name: 'two-in-one',
      sentence: 'A run that somebody asked for goes on in the thread of the run before it, every other time.',
      patch: ({ scheduledTasks }) => {
        const { threadId } = scheduledTasks;
        scheduledTasks.threadId = (task, id, trigger) =>
          threadId(task, trigger === 'request' ? Math.ceil(id / 2) : id, trigger);
      },
    },
  ],
  'scheduled-tasks.runs.own-task': [
    {
      name: 'all',
      sentence: 'A list of runs holds the runs of all tasks.',
      also: [
        ...alsoThese('the check tells two tasks apart by their runs', 'scheduled-tasks.condition.change-lets-run'),
        ...alsoThese(
          'runs of other tasks are counted',
          'scheduled-tasks.run.recorded',
          'scheduled-tasks.on-demand.never-by-itself',
          'scheduled-tasks.pause.stops-runs',
        ),
      ],
      patch: runsOf(() => true),
    },
    {
      name: 'same-schedule',
      sentence: 'A list of runs holds the runs of other tasks of the deployment with the same schedule as well.',
      also: [
        ...alsoThese('the check tells two tasks apart by their runs', 'scheduled-tasks.condition.change-lets-run'),
        ...alsoThese(
          'runs of other tasks are counted',
          'scheduled-tasks.run.recorded',
          'scheduled-tasks.pause.stops-runs',
        ),
      ],
      patch: runsOf((id, call) => {
        const other = taskState(call.tenant).tasks.get(id);
        const own = taskIn(call);
        return own !== undefined && other?.cron === own.cron && other.deploymentId === own.deploymentId;
      }),
    },
  ],
  'scheduled-tasks.runs.first-limits': ofRuns.first,
  'scheduled-tasks.runs.after-continues': ofRuns.continues,
  'scheduled-tasks.runs.pages-complete': ofRuns.complete,
  'scheduled-tasks.runs.at-most-50': [
    {
      name: 'fifty-one',
      sentence: 'A list of runs holds the 51 most recent ones.',
      also: alsoThese('the first of 51 runs is listed', 'scheduled-tasks.runs.oldest-dropped'),
      patch: listedRuns((runs) => runs.slice(-51)),
    },
    {
      name: 'fifty-a-page',
      sentence: 'A page of runs holds 50 at most, and there are pages for all runs.',
      also: alsoThese('the first of 51 runs is listed', 'scheduled-tasks.runs.oldest-dropped'),
      patch: all(
        listedRuns((runs) => runs),
        pagesOf(RUNS, (first) => Math.min(50, first)),
      ),
    },
  ],
  'scheduled-tasks.runs.holds-50': [
    {
      name: 'forty-nine',
      sentence: 'A list of runs holds the 49 most recent ones.',
      also: alsoThese(
        'two runs are missing from 51',
        'scheduled-tasks.runs.oldest-dropped',
        'scheduled-tasks.runs.at-most-50',
      ),
      patch: listedRuns((runs) => runs.slice(-49)),
    },
    {
      name: 'first-of-50-missing',
      sentence: 'A list of runs drops the oldest one as soon as there are 50.',
      also: alsoThese('a run is missing before the 51st', 'scheduled-tasks.runs.oldest-dropped'),
      patch: listedRuns((runs) => (runs.length === 50 ? runs.slice(1) : runs.slice(-50))),
    },
  ],
  'scheduled-tasks.runs.oldest-dropped': [
    {
      name: 'latest-dropped',
      sentence: 'A list of runs holds the first 50 of them.',
      patch: listedRuns((runs) => runs.slice(0, 50)),
    },
    {
      name: 'second-dropped',
      sentence: 'A list of runs holds the first of them for ever, and beside it the 49 most recent ones.',
      patch: listedRuns((runs) => (runs.length > 50 ? [...runs.slice(0, 1), ...runs.slice(-49)] : runs)),
    },
  ],
});
