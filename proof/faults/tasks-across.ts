import { refuse } from '../../mock/answer.ts';
import { bodyOf } from '../../mock/call.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { fireAfter } from '../../mock/rules/task-schedule.ts';
import type { Run, Task } from '../../mock/rules/scheduled-tasks.ts';
import { who } from '../lib/meeting.ts';
import { asAdministrator, isOutsider, openToAll } from '../lib/access.ts';
import { faults } from '../lib/fault.ts';
import { all, remembering, replaceSync } from '../lib/patches.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  duringTasks,
  GET,
  isOthers,
  RESUME,
  RUN,
  showNextRun,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';
import { isReader } from '../lib/task-access.ts';

/** What an operation did to a task before comes back with another one. */
const broughtBack = <Kept>(
  taken: (before: Task, after: Task) => Kept | undefined,
  back: (kept: Kept) => Partial<Task>,
) =>
  remembering(
    () => new Map<number, Kept>(),
    (lost) =>
      all(
        replaceSync(UPDATE, (call, original) => {
          const before = taskIn(call);
          const answer = original(call);
          const after = taskIn(call);
          const kept = before && after && taken(before, after);
          if (before && kept !== undefined) lost.set(before.id, kept);
          return answer;
        }),
        afterTask(RESUME, (id, call) => {
          const kept = lost.get(id);
          if (kept !== undefined) storeTask(call, id, back(kept));
        }),
      ),
  );

/** Faults of scheduled tasks and deliveries that show where two of their features meet, or what one caller did and another sees. */
export const tasksAcrossFaults = faults({
  'scheduled-tasks.update.notification-off': {
    name: 'on-again-with-a-resume',
    toldBy: 'scheduled-tasks.list.same-as-read',
    sentence: 'Notifications that were switched off come back when the task is paused and resumed.',
    patch: broughtBack<boolean>(
      (before, after) => (before.notificationEnabled && !after.notificationEnabled ? true : undefined),
      (notificationEnabled) => ({ notificationEnabled }),
    ),
  },
  'scheduled-tasks.schedule.next-run-updated': {
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
  'scheduled-tasks.schedule.runs-when-due': {
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
  'scheduled-tasks.runs.own-task': {
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
            const key = `${call.path['deploymentId']} ${who(call)}`;
            const runs = left.get(key);
            left.delete(key);
            if (runs) taskState(call.tenant).runs.set(id, [...runs]);
          }),
        ),
    ),
  },
  'scheduled-tasks.access.reader-update-refused': {
    name: 'let-in-with-what-is-there',
    sentence: 'A reader may update a task of another user with the prompt that it has.',
    patch: replaceSync(UPDATE, (call, original) => {
      const { prompt } = bodyOf(call, { optional: true });
      const isSame = isReader(call) && isOthers(call) && prompt !== undefined && prompt === taskIn(call)?.prompt;
      return original(isSame ? asAdministrator(call) : call);
    }),
  },
  'scheduled-tasks.limit.resume-past-20': {
    name: 'once-updated-while-paused',
    sentence: 'A task that was updated while it was paused can be resumed past 20 active tasks.',
    patch: remembering(
      () => new Set<unknown>(),
      (updated) =>
        all(
          replaceSync(UPDATE, (call, original) => {
            const isPaused = taskIn(call)?.isEnabled === false;
            const answer = original(call);
            if (isPaused) updated.add(call.path['taskId']);
            return answer;
          }),
          duringTasks(
            RESUME,
            ({ path }) => updated.has(path['taskId']),
            () => ({ isFull: () => false }),
          ),
        ),
    ),
  },
  'scheduled-tasks.limit.manual-not-counted': {
    name: 'counted-once-resumed',
    sentence: 'An on-demand task that was paused and resumed takes a place.',
    patch: remembering(
      () => new Set<number>(),
      (resumed) =>
        all(
          afterTask(RESUME, (id) => resumed.add(id)),
          ({ scheduledTasks }) => {
            const { takesPlace } = scheduledTasks;
            scheduledTasks.takesPlace = (task, claim) =>
              takesPlace(task, claim) || (resumed.has(task.id) && task.isEnabled && task.creatorId === claim.creatorId);
          },
        ),
    ),
  },
  'scheduled-tasks.get.read-access-revoked': {
    name: 'shared-kept',
    sentence: 'A task that is shared can be read by its creator whatever has become of their access to the deployment.',
    patch: all(
      openToAll(GET),
      replaceSync(GET, (call, original) => {
        if (isOutsider(call) && !(taskIn(call)?.isShared === true && !isOthers(call)))
          refuse(403, 'the deployment may not be read by this caller');
        return original(call);
      }),
    ),
  },
  'scheduled-tasks.condition.lasting': {
    name: 'lost-when-another-resumes',
    toldBy: 'scheduled-tasks.list.same-as-read',
    sentence: 'A paused task loses its condition where somebody other than its creator resumes it.',
    patch: afterTask(RESUME, (id, call) => {
      if (isOthers(call)) storeTask(call, id, { condition: null });
    }),
  },
});
