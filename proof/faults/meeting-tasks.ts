import { refuse } from '../../mock/answer.ts';
import { bodyOf, type Body, type Call } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { byOAuth, isOutsider, openToAll } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { bodyIn, marking, once, onItems, who } from '../lib/meeting.ts';
import { all, changeBodySync, refusing, remembering, replaceSync, responseOf } from '../lib/patches.ts';
import { changeRequest, isAsked, itemsOf, pageInfoOf, requery } from '../lib/reports.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  firings,
  GET,
  isOthers,
  LIST,
  RESUME,
  RUN,
  RUNS,
  SHARE,
  showNextRun,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';

/** Faults of scheduled tasks and deliveries that show where two of their features meet. */

const ofTask = ({ path }: Call): string => path['taskId'] ?? '';
const deliveryIn = ({ tenant, path }: Call) => deliveryState(tenant).deliveries.get(Number(path['deliveryId']));
const ofDelivery = ({ path }: Call): string => path['deliveryId'] ?? '';

export const meetingTasksFaults = faults({
  'scheduled-tasks.get.no-read-access': {
    name: 'shared-ones',
    also: alsoThese(
      'the task of who may read the deployment no longer is shared as well',
      'scheduled-tasks.get.read-access-revoked',
    ),
    sentence: 'A task that is shared can be read without read access to its deployment.',
    patch: all(
      openToAll(GET),
      replaceSync(GET, (call, original) => {
        if (isOutsider(call) && taskIn(call)?.isShared !== true)
          refuse(403, 'the deployment may not be read by this caller');
        return original(call);
      }),
    ),
  },
  'scheduled-tasks.condition.lasting': {
    name: 'lost-with-a-share',
    toldBy: 'scheduled-tasks.list.same-as-read',
    sentence: 'Sharing a task takes its condition away.',
    patch: afterTask(SHARE, (id, call) => {
      storeTask(call, id, { condition: null });
    }),
  },
  'scheduled-tasks.condition.null-removes': {
    name: 'not-while-notifying',
    sentence: 'A condition of null removes nothing from a task with notificationEnabled.',
    patch: changeRequest(UPDATE, (body, call) => {
      const { condition, ...others } = body;
      return condition === null && taskIn(call)?.notificationEnabled === true ? others : body;
    }),
  },
  'scheduled-tasks.schedule.next-run-in-zone': {
    name: 'utc-once-shared',
    toldBy: 'scheduled-tasks.list.same-as-read',
    sentence: 'The nextRunAt of a task that is shared counts its cron in UTC.',
    patch: showNextRun((_shown, task, call) => {
      if (!task.isShared) return undefined;
      for (const at of firings(call, task, { zone: 'UTC' })) return at;
      return undefined;
    }),
  },
  'scheduled-tasks.update.takes-effect': {
    name: 'undone-by-a-share',
    toldBy: 'scheduled-tasks.list.same-as-read',
    sentence: 'Sharing a task brings back the prompt with which it was created.',
    patch: remembering(
      () => new Map<number, string>(),
      (prompts) =>
        all(
          afterTask(CREATE, (id, call) => {
            prompts.set(id, taskState(call.tenant).tasks.get(id)?.prompt ?? '');
          }),
          afterTask(SHARE, (id, call) => {
            const prompt = prompts.get(id);
            if (prompt !== undefined) storeTask(call, id, { prompt });
          }),
        ),
    ),
  },
  'scheduled-tasks.notification.to-creator': [
    {
      name: 'nobody-once-resumed-by-another',
      sentence: 'The creator of a task is told of no run once somebody else has resumed it.',
      patch: once(
        RESUME,
        (call) => (isOthers(call) ? Number(ofTask(call)) : undefined),
        (resumed) =>
          ({ scheduledTasks }) => {
            const { notifies } = scheduledTasks;
            scheduledTasks.notifies = (task, status) => notifies(task, status) && !resumed.has(task.id);
          },
      ),
    },
    {
      name: 'whoever-asked-where-shared',
      sentence: 'The notification of a run of a shared task goes to whoever started it.',
      patch: ({ scheduledTasks }) => {
        const { notified } = scheduledTasks;
        scheduledTasks.notified = (task, by) => (task.isShared ? (by ?? notified(task, by)) : notified(task, by));
      },
    },
  ],
  'scheduled-tasks.limit.paused-not-counted': {
    name: 'while-shared',
    sentence: 'A paused task that is shared takes a place.',
    patch: ({ scheduledTasks }) => {
      const { takesPlace } = scheduledTasks;
      scheduledTasks.takesPlace = (task, claim) =>
        takesPlace(task, claim) || (task.isShared && task.cron !== null && task.creatorId === claim.creatorId);
    },
  },
  'scheduled-tasks.run.recorded': {
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
  'scheduled-tasks.pause.stops-runs': {
    name: 'not-where-shared',
    sentence: 'A shared task that is paused goes on running.',
    patch: ({ scheduledTasks }) => {
      const { scheduleOf } = scheduledTasks;
      scheduledTasks.scheduleOf = (task) => (task.isShared ? task.cron : scheduleOf(task));
    },
  },
  'scheduled-tasks.resume.schedules': {
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
  'scheduled-tasks.delete.unreadable': {
    name: 'read-where-oauth-deleted',
    toldBy: 'scheduled-tasks.list.same-as-read',
    sentence: 'A task that was deleted with an OAuth token can still be read.',
    patch: remembering(
      () => new Map<string, Task>(),
      (kept) =>
        all(
          replaceSync(DELETE, (call, original) => {
            const task = taskIn(call);
            const answer = original(call);
            if (task && byOAuth(call)) kept.set(`${task.deploymentId} ${task.id}`, task);
            return answer;
          }),
          replaceSync(GET, (call, original) => {
            const task = kept.get(`${call.path['deploymentId']} ${ofTask(call)}`);
            if (!task) return original(call);
            const { tasks } = taskState(call.tenant);
            tasks.add(task);
            try {
              return original(call);
            } finally {
              tasks.remove(task.id);
            }
          }),
        ),
    ),
  },
  'scheduled-tasks.list.first-limits': {
    name: 'a-paused-one-besides',
    sentence: 'A page of tasks holds one more than was asked for where the next one is paused.',
    patch: replaceSync(LIST, (call, original) => {
      const first = call.query.text('first');
      const answer = original(call);
      if (first === undefined || !('body' in answer)) return answer;
      const more = original(requery(call, { first: String(Number(first) + 1) }));
      const next = itemsOf(bodyIn(more))[Number(first)];
      return next?.['enabled'] === false ? more : answer;
    }),
  },
  'scheduled-tasks.create.notification-default': {
    name: 'as-the-last-update',
    toldBy: 'scheduled-tasks.list.same-as-read',
    sentence: 'A create that leaves out notificationEnabled takes that of the last update by its creator.',
    patch: remembering(
      () => new Map<number, unknown>(),
      (last) =>
        all(
          replaceSync(UPDATE, (call, original) => {
            const answer = original(call);
            const { notificationEnabled } = bodyOf(call, { optional: true });
            if (notificationEnabled !== undefined) last.set(who(call), notificationEnabled);
            return answer;
          }),
          changeRequest(CREATE, (body, call) => ({
            ...body,
            notificationEnabled: body['notificationEnabled'] ?? last.get(who(call)),
          })),
        ),
    ),
  },
  'report-deliveries.resume.after-pause': [
    {
      name: 'not-once-transferred-while-paused',
      sentence: 'A delivery that was handed over while it was paused cannot be resumed.',
      patch: once(
        'transferReportDelivery',
        (call) => (deliveryIn(call)?.enabled === false ? ofDelivery(call) : undefined),
        (handed) => refusing('resumeReportDelivery', (call) => handed.has(ofDelivery(call)), 'conflict'),
      ),
    },
    {
      name: 'not-with-another-credential',
      also: alsoThese(
        'a scoped key resumes what another one has paused',
        'report-deliveries.resumeReportDelivery.scoped-key-at-home',
      ),
      sentence: 'A delivery is resumed with the credential alone with which it was paused.',
      patch: remembering(
        () => new Map<string, string>(),
        (pausers) =>
          all(
            replaceSync('pauseReportDelivery', (call, original) => {
              const answer = original(call);
              pausers.set(ofDelivery(call), call.principal.token);
              return answer;
            }),
            refusing(
              'resumeReportDelivery',
              (call) => (pausers.get(ofDelivery(call)) ?? call.principal.token) !== call.principal.token,
              'conflict',
            ),
          ),
      ),
    },
  ],
  'report-deliveries.delete.leaves-list': {
    name: 'not-once-transferred',
    sentence: 'A delivery that was handed over stays in the list when it is deleted.',
    patch: remembering(
      () => ({ handed: new Set<string | number>(), kept: new Map<string, Body>() }),
      ({ handed, kept }) =>
        all(
          marking('transferReportDelivery', handed, ofDelivery),
          replaceSync('deleteReportDelivery', (call, original) => {
            const known = handed.has(ofDelivery(call)) ? bodyIn(responseOf(call, 'getReportDelivery')) : undefined;
            const answer = original(call);
            if (known) kept.set(ofDelivery(call), known);
            return answer;
          }),
          changeBodySync('listReportDeliveries', (body, call) => {
            const more = [...kept.values()].filter((one) => one['deploymentId'] === Number(call.path['deploymentId']));
            return pageInfoOf(body)['hasNextPage'] === true || isAsked(call, 'first')
              ? body
              : { ...body, items: [...itemsOf(body), ...more] };
          }),
        ),
    ),
  },
  'report-deliveries.update.takes-effect': {
    name: 'undone-by-a-run',
    sentence: 'A run of a delivery brings back what the last update has changed.',
    patch: remembering(
      () => new Map<string, Body>(),
      (former) =>
        all(
          replaceSync('updateReportDelivery', (call, original) => {
            const before = deliveryIn(call);
            const answer = original(call);
            if (before) former.set(ofDelivery(call), { name: before.name, recipients: before.recipients });
            return answer;
          }),
          replaceSync('runReportDelivery', (call, original) => {
            const answer = original(call);
            const delivery = deliveryIn(call);
            if (delivery)
              deliveryState(call.tenant).deliveries.replace({ ...delivery, ...former.get(ofDelivery(call)) });
            return answer;
          }),
        ),
    ),
  },
});
