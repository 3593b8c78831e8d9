import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { taskState } from '../../mock/families/task-state.ts';
import type { Patch } from '../../mock/index.ts';
import type { Delivery } from '../../mock/rules/report-deliveries.ts';
import { asAdministrator, byPlainUser, isAdministrator } from '../lib/access.ts';
import type { Action } from '../../mock/rules/scheduled-tasks.ts';
import { faults, type Deviation } from '../lib/fault.ts';
import {
  all,
  changeBodySync,
  during,
  refusing,
  remembering,
  replaceSync,
  without,
  responseOf,
} from '../lib/patches.ts';
import { changeRequest, itemsOf } from '../lib/reports.ts';
import { afterTask, CREATE, DELETE, isOthers, LIST, RESUME, RUNS, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

/** Faults of scheduled tasks and report deliveries that need something beside what is asked. */

/** What was deleted while something held for it stays in the list. */
function staying(list: string, remove: string, entryOf: (call: Call) => Body | undefined): Patch {
  return remembering(
    () => new Map<string, Body[]>(),
    (ghosts) =>
      all(
        replaceSync(remove, (call, original) => {
          const entry = entryOf(call);
          const answer = original(call);
          const key = call.path['deploymentId'] ?? '';
          if (entry) ghosts.set(key, [...(ghosts.get(key) ?? []), entry]);
          return answer;
        }),
        changeBodySync(list, (body, call) => {
          const pageInfo = body['pageInfo'] as Body;
          const left = pageInfo['hasNextPage'] === true ? [] : (ghosts.get(call.path['deploymentId'] ?? '') ?? []);
          return { ...body, items: [...itemsOf(body), ...left] };
        }),
      ),
  );
}

function shown(call: Call, read: string): Body | undefined {
  const answer = responseOf(call, read);
  return 'body' in answer ? (answer.body as Body) : undefined;
}

function deliveryIn(call: Call): Delivery | undefined {
  return deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0);
}

const pausedCountOnce: Patch = remembering(
  () => new Set<number>(),
  (edited) => (rules) => {
    afterTask(UPDATE, (id, call) => {
      if (taskIn(call)?.isEnabled === false) edited.add(id);
    })(rules);
    const { takesPlace } = rules.scheduledTasks;
    rules.scheduledTasks.takesPlace = (task, claim) =>
      takesPlace(task.cron !== null && edited.has(task.id) ? { ...task, isEnabled: true } : task, claim);
  },
);

/** What somebody may do to their own tasks they may do to all tasks of the deployment, as soon as they have one there. */
function byAnyCreator(action: Action, what: string): Deviation {
  return {
    name: 'by-whoever-has-a-task',
    ...(action !== 'update' && { toldBy: 'scheduled-tasks.access.reader-update-refused' as const }),
    sentence: `${what} a task of another user is open to whoever has a task of their own in the deployment.`,
    patch: during(`${action}ScheduledTask`, 'scheduledTasks', ({ mayDo }, { tenant, principal, path }) => ({
      mayDo: (asked, standing) =>
        mayDo(asked, standing) ||
        taskState(tenant).tasks.find(
          (one) => one.creatorId === principal.user?.id && String(one.deploymentId) === path['deploymentId'],
        ) !== undefined,
    })),
  };
}

export const tasksWithFaults = faults({
  'scheduled-tasks.delete.leaves-list': {
    name: 'a-paused-one',
    sentence: 'A task that is deleted while it is paused stays in the list.',
    patch: staying(LIST, DELETE, (call) =>
      taskIn(call)?.isEnabled === false ? shown(call, 'getScheduledTask') : undefined,
    ),
  },
  'scheduled-tasks.run.recorded': {
    name: 'cleared-by-an-update',
    sentence: 'An update of a task empties its list of runs.',
    patch: afterTask(UPDATE, (id, call) => {
      taskState(call.tenant).runs.delete(id);
    }),
  },
  'scheduled-tasks.condition.null-removes': {
    name: 'beside-a-notification',
    sentence: 'An update with notificationEnabled and a condition of null keeps the condition.',
    patch: changeRequest(UPDATE, (body) =>
      'notificationEnabled' in body && body['condition'] === null ? without('condition')(body) : body,
    ),
  },
  'scheduled-tasks.update.takes-effect': {
    name: 'beside-another-cron',
    sentence: 'An update to another cron loses the prompt that it carries.',
    patch: changeRequest(UPDATE, (body, call) =>
      typeof body['cron'] === 'string' && body['cron'] !== taskIn(call)?.cron ? without('prompt')(body) : body,
    ),
  },
  'scheduled-tasks.list.own-deployment': {
    name: 'paused-ones',
    sentence: 'A list of tasks holds the paused tasks of other deployments.',
    patch: ({ scheduledTasks }) => {
      const { isOf } = scheduledTasks;
      scheduledTasks.isOf = (task, deploymentId) => isOf(task, deploymentId) || !task.isEnabled;
    },
  },
  'scheduled-tasks.limit.paused-not-counted': {
    name: 'updated-while-paused',
    sentence: 'A paused task that was updated takes one of the 20 places.',
    patch: pausedCountOnce,
  },
  'scheduled-tasks.access.reader-update-refused': [
    byAnyCreator('update', 'Updating'),
    {
      name: 'its-condition-alone',
      sentence: 'A reader changes the condition of a task of another user, if nothing else.',
      patch: replaceSync(UPDATE, (call, original) => {
        const names = Object.keys(bodyOf(call, { optional: true }));
        const isMeant = !isAdministrator(call) && isOthers(call) && names.join() === 'condition';
        return original(isMeant ? asAdministrator(call) : call);
      }),
    },
  ],
  'scheduled-tasks.access.reader-run-refused': byAnyCreator('run', 'Running'),
  'scheduled-tasks.access.reader-delete-refused': byAnyCreator('delete', 'Deleting'),
  'scheduled-tasks.create.readable': {
    name: 'of-the-same-prompt',
    sentence: 'A task that is made with the prompt of an earlier one takes its place.',
    patch: afterTask(CREATE, (id, call) => {
      const { tasks } = taskState(call.tenant);
      const prompt = tasks.get(id)?.prompt;
      const earlier = tasks.find((one) => one.id < id && one.prompt === prompt);
      if (earlier) tasks.remove(earlier.id);
    }),
  },
  'report-deliveries.delete.leaves-list': {
    name: 'a-paused-one',
    sentence: 'A delivery that is deleted while it is paused stays in the list.',
    patch: staying('listReportDeliveries', 'deleteReportDelivery', (call) =>
      deliveryIn(call)?.enabled === false ? shown(call, 'getReportDelivery') : undefined,
    ),
  },
  'report-deliveries.update.takes-effect': {
    name: 'one-at-a-time',
    sentence: 'Of the members that an update of a delivery carries only the first one is stored.',
    patch: changeRequest('updateReportDelivery', (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
  },
  'report-deliveries.runs.own-delivery': {
    name: 'of-the-same-report',
    sentence: 'A run history holds the runs of every delivery of the report.',
    patch: replaceSync('listReportDeliveryRuns', (call, original) => {
      const { deliveries } = deliveryState(call.tenant);
      const { reportDeliveries } = call.tenant.rules;
      const { isRunOf } = reportDeliveries;
      const reportId = deliveryIn(call)?.reportId;
      reportDeliveries.isRunOf = (run) => deliveries.get(run.deliveryId)?.reportId === reportId;
      try {
        return original(call);
      } finally {
        reportDeliveries.isRunOf = isRunOf;
      }
    }),
  },
  'report-deliveries.run.recorded': {
    name: 'until-a-transfer',
    sentence: 'The run history of a delivery is empty once it has another owner.',
    patch: replaceSync('transferReportDelivery', (call, original) => {
      const answer = original(call);
      const { runs } = deliveryState(call.tenant);
      for (const { id } of runs.filter((run) => run.deliveryId === idIn(call, 'deliveryId'))) runs.remove(id);
      return answer;
    }),
  },
  'scheduled-tasks.limit.create-past-20': [
    {
      name: 'resumed-ones-free',
      sentence: 'A task that was resumed takes no place.',
      patch: remembering(
        () => new Set<number>(),
        (resumed) => (rules) => {
          afterTask(RESUME, (id) => resumed.add(id))(rules);
          const { takesPlace } = rules.scheduledTasks;
          rules.scheduledTasks.takesPlace = (task, claim) => !resumed.has(task.id) && takesPlace(task, claim);
        },
      ),
    },
    {
      name: 'conditional-ones-free',
      sentence: 'A task with a condition takes no place.',
      patch: ({ scheduledTasks }) => {
        const { takesPlace } = scheduledTasks;
        scheduledTasks.takesPlace = (task, claim) => task.condition === null && takesPlace(task, claim);
      },
    },
  ],
  'scheduled-tasks.runs.at-most-50': {
    name: 'unless-more-are-asked-for',
    sentence: 'A page of more than 50 runs is filled with older ones.',
    patch: during(
      RUNS,
      'scheduledTasks',
      () => ({ listedRuns: (runs) => runs }),
      ({ query }) => Number(query.text('first') ?? 0) > 50,
    ),
  },
  'report-deliveries.access.tasks-read-reads': {
    name: 'not-once-transferred',
    toldBy: 'report-deliveries.access.admin-lists',
    sentence: 'A holder of ScheduledTasksRead may not read a delivery that was transferred.',
    patch: remembering(
      () => new Set<unknown>(),
      (moved) =>
        all(
          changeBodySync('transferReportDelivery', (delivery) => {
            moved.add(String(delivery['id']));
            return delivery;
          }),
          refusing('getReportDelivery', (call) => byPlainUser(call) && moved.has(call.path['deliveryId']), 'unknown'),
        ),
    ),
  },
});
