import { toTheSecond } from '../../lib/at-once.ts';
import { idIn } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import { alsoOn, byOAuth } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { alsoThese, faults, type Fault } from '../../lib/fault.ts';
import { onItems, bodyIn } from '../../lib/other-operations.ts';
import type { When } from '../../lib/conditions.ts';
import { hiding } from '../../lib/paging.ts';
import { changeBodySync, remembering, replaceSync, withBody } from '../../lib/patches.ts';
import { afterTask, isOthers, PAUSE, RESUME, RUN, RUNS, taskIn, UPDATE } from '../../lib/scheduled-tasks.ts';
import { whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';
import { always, isPaused, knowingTask, MODEL } from '../../lib/task-records.ts';
import { MINUTE } from '../../lib/times.ts';

const forgetRuns = (when: When, operation: string): Patch =>
  afterTask(operation, (id, call) => {
    if (when(call)) taskState(call.tenant).runs.delete(id);
  });

const ran: NonNullable<Fault['also']> = [
  ...alsoOn(RUN, 'the check looks for a run in the list'),
  ...alsoOn(RUNS, 'the check looks for a run in the list'),
];

/** Runs of some requests go on in the thread of the run before. */
function oneThread(when: When): Patch {
  return replaceSync(RUN, (call, original) => {
    const isMeant = when(call);
    const answer = original(call);
    const state = taskState(call.tenant);
    const id = idIn(call, 'taskId') ?? 0;
    const runs = state.runs.get(id) ?? [];
    const [before, last] = runs.slice(-2);
    if (!isMeant || !before || !last) return answer;
    state.runs.set(id, [...runs.slice(0, -1), { ...last, threadId: before.threadId }]);
    return withBody(answer, (run) => ({ ...run, threadId: before.threadId }));
  });
}

/** Faults of running tasks on request. */
export const runFaults = faults({
  'scheduled-tasks.run.recorded': [
    {
      name: 'forgotten-on-resume',
      sentence: 'A resume empties the list of runs of the task.',
      patch: afterTask(RESUME, (id, { tenant }) => taskState(tenant).runs.delete(id)),
    },
    {
      name: 'not-beside-another-task',
      sentence: 'A run on request is not recorded where another task of the creator ran in the same minute.',
      also: alsoThese('a run is looked for in the history', 'scheduled-tasks.access.admin-runs'),
      patch: remembering(
        () => new Map<number, { readonly taskId: number; readonly at: number }>(),
        (latest) =>
          replaceSync(RUN, (call, original) => {
            const task = taskIn(call);
            const answer = original(call);
            if (!task) return answer;
            const now = call.tenant.clock.now();
            const last = latest.get(task.creatorId);
            latest.set(task.creatorId, { taskId: task.id, at: now });
            if (last && last.taskId !== task.id && now - last.at < MINUTE) {
              const { runs } = taskState(call.tenant);
              runs.set(task.id, (runs.get(task.id) ?? []).slice(0, -1));
            }
            return answer;
          }),
      ),
    },
    {
      name: 'lost-with-an-update-by-another',
      ...MODEL,
      sentence: 'An update of a task by somebody else than its creator empties its list of runs.',
      patch: afterTask(UPDATE, (id, call) => {
        const task = taskState(call.tenant).tasks.get(id);
        if (task && task.creatorId !== call.principal.user?.id) taskState(call.tenant).runs.delete(id);
      }),
    },
    {
      name: 'not-where-shared',
      also: alsoThese(
        'that a run was started is seen in that list',
        'scheduled-tasks.access.admin-runs',
        'scheduled-tasks.access.creator-runs',
        'scheduled-tasks.access.manage-runs',
      ),
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'The list of runs of a shared task leaves out those that somebody asked for.',
      patch: changeBodySync(
        RUNS,
        onItems((items, call) =>
          taskIn(call)?.isShared === true ? items.filter(({ trigger }) => trigger !== 'request') : items,
        ),
      ),
    },
    {
      name: 'cleared-by-an-update',
      sentence: 'An update of a task empties its list of runs.',
      patch: afterTask(UPDATE, (id, call) => {
        taskState(call.tenant).runs.delete(id);
      }),
    },
    {
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
    {
      name: 'forgotten-on-pause',
      sentence: 'A pause empties the list of runs of the task.',
      patch: forgetRuns(always, PAUSE),
    },
    {
      name: 'forgotten-on-update',
      sentence: 'An update empties the list of runs of the task.',
      patch: forgetRuns(always, UPDATE),
    },
    {
      name: 'not-of-others',
      sentence: 'A run that somebody other than the creator asked for stands in no list.',
      patch: changeBodySync(RUN, (run, call) => {
        const { runs } = taskState(call.tenant);
        const id = idIn(call, 'taskId') ?? 0;
        if (isOthers(call)) runs.set(id, (runs.get(id) ?? []).slice(0, -1));
        return run;
      }),
      also: [
        { id: 'scheduled-tasks.access.manage-runs', because: 'their check looks for the run that a manager asked for' },
        { id: 'scheduled-tasks.access.admin-runs', because: 'their check looks for the run of an administrator' },
      ],
    },
    {
      name: 'not-while-paused',
      sentence: 'A run of a paused task stands in no list.',
      also: alsoThese(
        'a run is looked for in the history',
        'scheduled-tasks.access.manage-runs',
        'scheduled-tasks.access.creator-runs',
        'scheduled-tasks.access.admin-runs',
      ),
      patch: changeBodySync(RUN, (run, call) => {
        const { runs } = taskState(call.tenant);
        const id = idIn(call, 'taskId') ?? 0;
        if (isPaused(call)) runs.set(id, (runs.get(id) ?? []).slice(0, -1));
        return run;
      }),
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A run that is asked for with an OAuth token stands in no list.',
      also: alsoThese('a run is looked for in the history', 'scheduled-tasks.access.admin-runs'),
      patch: changeBodySync(RUN, (run, call) => {
        const { runs } = taskState(call.tenant);
        const id = idIn(call, 'taskId') ?? 0;
        if (byOAuth(call)) runs.set(id, (runs.get(id) ?? []).slice(0, -1));
        return run;
      }),
    },
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
    {
      name: 'two-at-once',
      sentence: 'Of two runs of a task that are asked for at the same time one is not recorded.',
      patch: toTheSecond(RUN, (call, answer) => {
        const { runs } = taskState(call.tenant);
        const id = Number(call.path['taskId']);
        runs.set(
          id,
          (runs.get(id) ?? []).filter((run) => run.id !== bodyIn(answer)['id']),
        );
      }),
    },
  ],
  'scheduled-tasks.run.new-thread': [
    {
      name: 'one-after-an-update',
      sentence: 'A run goes on in the thread of the run before it where the task was updated in between.',
      patch: knowingTask([UPDATE, RUN], (past) => oneThread((call) => past(call).at(-1) === UPDATE)),
    },
    {
      name: 'one-for-others',
      sentence: 'A run that somebody other than the creator asked for goes on in the thread of the run before it.',
      patch: oneThread(isOthers),
    },
    {
      name: 'one-while-paused',
      sentence: 'A run of a paused task goes on in the thread of the run before it.',
      patch: oneThread(isPaused),
    },
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
    {
      name: 'two-at-once',
      sentence: 'Two runs of a task that are asked for at the same time write the same thread.',
      patch: toTheSecond(RUN, (call, answer) => {
        const { runs } = taskState(call.tenant);
        const id = Number(call.path['taskId']);
        const all = runs.get(id) ?? [];
        const threadId = all.at(-2)?.threadId;
        if (threadId === undefined) return;
        (bodyIn(answer) as Record<string, unknown>)['threadId'] = threadId;
        runs.set(
          id,
          all.map((run) => (run.id === bodyIn(answer)['id'] ? { ...run, threadId } : run)),
        );
      }),
    },
  ],
  'scheduled-tasks.run.no-read-access': withoutReadAccess('run'),
  'scheduled-tasks.run.feature-disabled': [...openToSome('runScheduledTask'), ...whileDisabled('run')],
});
