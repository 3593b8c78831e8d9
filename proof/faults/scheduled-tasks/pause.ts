import { creatorsKept } from '../../lib/plain-users.ts';
import { idIn } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import { alsoOn, byOAuth, isAdministrator } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { notingPath } from '../../lib/noted-things.ts';
import { acknowledging, both } from '../../lib/conditions.ts';
import { all, remembering, replaceSync, withBody } from '../../lib/patches.ts';
import {
  afterTask,
  GET,
  isOthers,
  PAUSE,
  RESUME,
  RUN,
  showTasks,
  storeTask,
  taskIn,
} from '../../lib/scheduled-tasks.ts';
import { doneFromEmbedSession, whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';
import { isPaused, knowingTask } from '../../lib/task-records.ts';
import { isOfAnother, marked } from '../../lib/task-schedules.ts';
import { stateWrittenBack } from '../../lib/under-way.ts';

/** Faults of pausing tasks. */
export const pauseFaults = faults({
  'scheduled-tasks.pause.pauses': [
    {
      name: 'not-by-another-once-resumed',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A task that was resumed is not paused by somebody else than its creator.',
      patch: notingPath(
        RESUME,
        'taskId',
        () => true,
        (resumed) =>
          replaceSync(PAUSE, (call, original) => {
            const answer = original(call);
            const id = idIn(call, 'taskId') ?? 0;
            if (isOthers(call) && resumed.has(id)) storeTask(call, id, { isEnabled: true });
            return answer;
          }),
      ),
    },
    {
      name: 'back-the-second-time',
      sentence: 'Pausing a task that is paused resumes it.',
      patch: replaceSync(PAUSE, (call, original) => {
        const wasPaused = isPaused(call);
        const answer = original(call);
        if (wasPaused) storeTask(call, Number(call.path['taskId']), { isEnabled: true });
        return answer;
      }),
    },
    {
      name: 'toggles',
      sentence: 'A pause of a task that is paused resumes it.',
      patch: replaceSync(PAUSE, (call, original) => {
        const wasPaused = isPaused(call);
        const answer = original(call);
        if (!wasPaused) return answer;
        storeTask(call, idIn(call, 'taskId') ?? 0, { isEnabled: true });
        return withBody(answer, (task) => ({ ...task, enabled: true }));
      }),
    },
    {
      name: 'second-time-acknowledged',
      sentence: 'A pause of a task that was paused and resumed before is acknowledged and has no effect.',
      patch: knowingTask([PAUSE, RESUME], (past) =>
        acknowledging(PAUSE, GET, (call) => past(call).includes(PAUSE) && past(call).at(-1) === RESUME),
      ),
      also: [
        { id: 'scheduled-tasks.resume.enables', because: 'a second resume needs a second pause' },
        ...alsoThese('a task that was to be paused a second time runs', 'scheduled-tasks.pause.stops-runs'),
      ],
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A pause with an OAuth token is acknowledged and has no effect.',
      patch: acknowledging(PAUSE, GET, byOAuth),
    },
    {
      name: 'others-acknowledged',
      sentence: 'A pause by an administrator who is not the creator is acknowledged and has no effect.',
      also: alsoThese('a task that was to be paused runs', 'scheduled-tasks.pause.stops-runs'),
      patch: acknowledging(PAUSE, GET, both(isAdministrator, isOthers)),
    },
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
    {
      name: 'undone-by-an-update-at-once',
      sentence: 'An update that comes at the same time as a pause switches the task on again.',
      patch: stateWrittenBack,
    },
  ],
  'scheduled-tasks.pause.stops-runs': [
    {
      name: 'not-a-second-time',
      sentence: 'A task that is paused a second time goes on running.',
      patch: remembering(
        () => new Map<number, number>(),
        (pauses) =>
          all(
            afterTask(PAUSE, (id) => pauses.set(id, (pauses.get(id) ?? 0) + 1)),
            ({ scheduledTasks }) => {
              const { scheduleOf } = scheduledTasks;
              scheduledTasks.scheduleOf = (task) => ((pauses.get(task.id) ?? 0) > 1 ? task.cron : scheduleOf(task));
            },
          ),
      ),
    },
    {
      name: 'not-where-shared',
      sentence: 'A shared task that is paused goes on running.',
      patch: ({ scheduledTasks }) => {
        const { scheduleOf } = scheduledTasks;
        scheduledTasks.scheduleOf = (task) => (task.isShared ? task.cron : scheduleOf(task));
      },
    },
    {
      name: 'not-by-another',
      sentence: 'A task that somebody else than its creator paused goes on running.',
      patch: remembering(
        () => new Map<number, string | null>(),
        (crons) =>
          all(
            replaceSync('pauseScheduledTask', (call, original) => {
              const [task, isTheirs] = [taskIn(call), isOfAnother(call)];
              const answer = original(call);
              if (task && isTheirs) crons.set(task.id, task.cron);
              return answer;
            }),
            ({ scheduledTasks }) => {
              const { scheduleOf } = scheduledTasks;
              scheduledTasks.scheduleOf = (task) => scheduleOf(task) ?? crons.get(task.id) ?? null;
            },
          ),
      ),
    },
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
  'scheduled-tasks.pause.no-read-access': [
    ...withoutReadAccess('pause'),
    {
      name: 'creators-kept',
      toldBy: 'scheduled-tasks.update.read-access-revoked',
      sentence: 'Pausing a task is open to its creator whatever has become of their access to the deployment.',
      patch: creatorsKept(PAUSE),
    },
  ],
  'scheduled-tasks.pause.feature-disabled': [...openToSome('pauseScheduledTask'), ...whileDisabled('pause')],
  'scheduled-tasks.pause.embed-session-refused': doneFromEmbedSession('pause'),
});
