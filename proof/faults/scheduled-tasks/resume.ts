import { idIn } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import { alsoOn, isAdministrator } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { once } from '../../lib/other-operations.ts';
import { acknowledging, timesIn } from '../../lib/conditions.ts';
import { replaceSync, withBody } from '../../lib/patches.ts';
import { afterTask, GET, PAUSE, RESUME, RUN, showTasks, storeTask, taskIn, UPDATE } from '../../lib/scheduled-tasks.ts';
import { doneFromEmbedSession, whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';
import { isPaused, knowingTask, ofTask } from '../../lib/task-records.ts';
import { carriedOut, exceptFirst, idle, marked } from '../../lib/task-schedules.ts';

/** Faults of resuming tasks. */
export const resumeFaults = faults({
  'scheduled-tasks.resume.enables': [
    {
      name: 'not-while-another-is-paused',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A resume by an administrator has no effect while another task of the creator is paused.',
      also: [
        ...alsoThese('of several paused tasks some are resumed there', 'scheduled-tasks.limit.resume-past-20'),
        ...alsoThese('a task that is not resumed has no runs', 'scheduled-tasks.resume.schedules'),
      ],
      patch: afterTask(RESUME, (id, call) => {
        const { tasks } = taskState(call.tenant);
        const creatorId = tasks.get(id)?.creatorId;
        const other = tasks.find((one) => one.id !== id && one.creatorId === creatorId && !one.isEnabled);
        if (other && isAdministrator(call)) storeTask(call, id, { isEnabled: false });
      }),
    },
    {
      name: 'toggles',
      sentence: 'A resume of a task that is active pauses it.',
      patch: replaceSync(RESUME, (call, original) => {
        const wasPaused = isPaused(call);
        const answer = original(call);
        if (wasPaused) return answer;
        storeTask(call, idIn(call, 'taskId') ?? 0, { isEnabled: false });
        return withBody(answer, (task) => ({ ...task, enabled: false }));
      }),
    },
    {
      name: 'once',
      sentence: 'A task can be resumed once; later resumes are acknowledged and have no effect.',
      also: alsoThese(
        'a task that is not resumed has no runs',
        'scheduled-tasks.resume.schedules',
        'scheduled-tasks.limit.resume-counts-creator',
      ),
      patch: knowingTask([RESUME], (past) => acknowledging(RESUME, GET, (call) => timesIn(past(call), RESUME) > 0)),
    },
    {
      name: 'not-after-a-run',
      sentence: 'A resume of a task that has run while it was paused is acknowledged and has no effect.',
      patch: knowingTask([PAUSE, RUN], (past) =>
        acknowledging(RESUME, GET, (call) => past(call).includes(PAUSE) && past(call).at(-1) === RUN),
      ),
    },
    {
      name: 'not-after-an-update',
      also: alsoThese(
        'a resume that has no effect is acknowledged past 20 active tasks as well',
        'scheduled-tasks.limit.resume-past-20',
      ),
      sentence: 'A resume of a task that was updated while it was paused is acknowledged and has no effect.',
      patch: knowingTask([PAUSE, UPDATE], (past) =>
        acknowledging(RESUME, GET, (call) => past(call).includes(PAUSE) && past(call).at(-1) === UPDATE),
      ),
    },
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
      name: 'not-once-run-while-paused',
      sentence: 'A task that was run while it was paused does not run by itself once it is resumed.',
      patch: once(
        RUN,
        (call) => (taskIn(call)?.isEnabled === false ? Number(ofTask(call)) : undefined),
        (run) =>
          ({ scheduledTasks }) => {
            const { carriesOut } = scheduledTasks;
            scheduledTasks.carriesOut = (task, at) => carriesOut(task, at) && !run.has(task.id);
          },
      ),
    },
    {
      name: 'not-a-second-time',
      sentence: 'A task that was resumed twice no longer runs by itself.',
      patch: idle('resumeScheduledTask', (times) => times > 1),
    },
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
  'scheduled-tasks.resume.no-read-access': withoutReadAccess('resume'),
  'scheduled-tasks.resume.feature-disabled': [...openToSome(RESUME), ...whileDisabled('resume')],
  'scheduled-tasks.resume.embed-session-refused': doneFromEmbedSession('resume'),
});
