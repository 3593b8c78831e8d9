import { creatorsKept } from '../../lib/plain-users.ts';
import { type Body, type Call, idIn } from '../../../mock/call.ts';
import { instantOf } from '../../../mock/clock.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Run, Task } from '../../../mock/rules/scheduled-tasks.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { begunAnew, numbered } from '../../lib/cursors.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { bodyIn, callerId } from '../../lib/other-operations.ts';
import { onlyWhere, pagesOf } from '../../lib/paging.ts';
import { all, changeBodySync, during, remembering, replaceSync, responseOf } from '../../lib/patches.ts';
import { isAsked, itemsOf } from '../../lib/reports.ts';
import { afterTask, CREATE, DELETE, RUNS, taskIn } from '../../lib/scheduled-tasks.ts';
import { whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';
import { pages } from '../../lib/task-lists.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { startedTogetherSkipped } from '../../lib/ties.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

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

const ofRuns = pages(RUNS, 'runs');

/** Lists of the runs that are kept, other than the 50 most recent. */
function listedRuns(listed: (runs: readonly number[]) => readonly number[]): Patch {
  return ({ scheduledTasks }) => {
    scheduledTasks.listedRuns = (runs) => listed(runs.map((_, index) => index)).flatMap((index) => runs[index] ?? []);
  };
}

/** Faults of the list of a task's runs. */
export const runsFaults = faults({
  'scheduled-tasks.runs.own-task': [
    {
      name: 'of-one-deleted-before',
      sentence: 'The list of runs of a task begins with those of a task that its creator deleted before.',
      patch: remembering(
        () => new Map<string, readonly Run[]>(),
        (left) =>
          all(
            replaceSync(DELETE, (call, original) => {
              const task = taskIn(call);
              const runs = taskState(call.tenant).runs.get(task?.id ?? 0) ?? [];
              const answer = original(call);
              if (task && runs.length > 0) left.set(`${task.deploymentId} ${task.creatorId}`, runs);
              return answer;
            }),
            afterTask(CREATE, (id, call) => {
              const key = `${call.path['deploymentId']} ${callerId(call)}`;
              const runs = left.get(key);
              left.delete(key);
              if (runs) taskState(call.tenant).runs.set(id, [...runs]);
            }),
          ),
      ),
    },
    {
      name: 'of-the-same-prompt',
      sentence: 'A list of runs holds those of another task with the same prompt as well.',
      patch: changeBodySync('listScheduledTaskRuns', (list, call) => {
        const { tasks, runs } = taskState(call.tenant);
        const task = taskIn(call);
        const isTwin = ({ id, prompt }: Task) => id !== task?.id && prompt === task?.prompt;
        const theirs = tasks.filter(isTwin).flatMap(({ id }) => runs.get(id) ?? []);
        const shown = theirs.map(({ startedAt, ...run }) => ({ ...run, startedAt: instantOf(startedAt) }));
        return { ...list, items: [...itemsOf(list), ...shown] };
      }),
    },
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
    {
      name: 'of-all-on-demand',
      sentence: 'A list of runs of a task on demand holds those of every task on demand of its creator.',
      patch: remembering(
        () => new Map<string, Body[]>(),
        (runs) =>
          all(
            replaceSync('runScheduledTask', (call, original) => {
              const answer = original(call);
              const shown = bodyIn(responseOf(call, 'getScheduledTask'));
              if (shown['cron'] === null)
                runs.set(String(shown['userId']), [...(runs.get(String(shown['userId'])) ?? []), bodyIn(answer)]);
              return answer;
            }),
            changeBodySync('listScheduledTaskRuns', (body, call) => {
              const shown = bodyIn(responseOf(call, 'getScheduledTask'));
              if (shown['cron'] !== null || isAsked(call, 'first') || isAsked(call, 'after')) return body;
              const own = itemsOf(body).map(({ id }) => id);
              return {
                ...body,
                items: [
                  ...itemsOf(body),
                  ...(runs.get(String(shown['userId'])) ?? []).filter(({ id }) => !own.includes(id)),
                ],
              };
            }),
          ),
      ),
    },
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two lists that are asked for at the same time the second has the runs of the task of the first.',
      patch: sharedAnswer('listScheduledTaskRuns'),
    },
  ],
  'scheduled-tasks.runs.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of runs behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listScheduledTaskRuns'),
    },
    {
      name: 'one-more-behind-a-cursor',
      sentence: 'A page of runs after a cursor holds one more than was asked for.',
      patch: onlyWhere(
        RUNS,
        (call) => isAsked(call, 'after'),
        pagesOf(RUNS, (first) => first + 1),
      ),
    },
    ...ofRuns.first,
  ],
  'scheduled-tasks.runs.after-continues': [
    ...begunAnew('listScheduledTaskRuns', 'runs'),
    numbered('listScheduledTaskRuns', 'runs', 'smaller'),
    ...ofRuns.continues,
  ],
  'scheduled-tasks.runs.pages-complete': [
    {
      name: 'started-together-skipped',
      sentence:
        'A cursor of the runs is a second: runs that started in the second at which a page ends are not on the next one.',
      patch: startedTogetherSkipped,
    },
    {
      name: 'last-lost-with-room',
      sentence: 'A page of runs with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listScheduledTaskRuns'),
    },
    numbered('listScheduledTaskRuns', 'runs', 'larger'),
    ...ofRuns.complete,
  ],
  'scheduled-tasks.runs.at-most-50': [
    {
      name: 'unless-more-are-asked-for',
      sentence: 'A page of more than 50 runs is filled with older ones.',
      patch: during(
        RUNS,
        'scheduledTasks',
        () => ({ listedRuns: (runs) => runs }),
        ({ query }) => Number(query.text('first') ?? 0) > 50,
      ),
    },
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
      name: 'of-all-tasks',
      sentence: 'The list of runs of a task holds those that are among the last 50 of all tasks of the deployment.',
      patch: changeBodySync('listScheduledTaskRuns', (list, { tenant, path }) => {
        const { tasks, runs } = taskState(tenant);
        const here = tasks.filter(({ deploymentId }) => deploymentId === Number(path['deploymentId']));
        const all = here.flatMap(({ id }) => (runs.get(id) ?? []).map((run) => run.id)).sort((a, b) => a - b);
        const last = new Set(all.slice(-50));
        return { ...list, items: itemsOf(list).filter((one) => last.has(Number(one['id']))) };
      }),
    },
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
  'scheduled-tasks.runs.no-read-access': [
    ...withoutReadAccess('runs'),
    {
      name: 'creators-kept',
      toldBy: 'scheduled-tasks.update.read-access-revoked',
      sentence: 'The runs of a task are listed to its creator whatever has become of their access to the deployment.',
      patch: creatorsKept(RUNS),
    },
  ],
  'scheduled-tasks.runs.feature-disabled': [...openToSome('listScheduledTaskRuns'), ...whileDisabled('runs')],
});
