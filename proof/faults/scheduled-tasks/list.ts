import { onceListed } from '../../lib/plain-users.ts';
import type { Body } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { begunAnew, numbered } from '../../lib/cursors.ts';
import { faults, type Deviation } from '../../lib/fault.ts';
import { bodyIn } from '../../lib/other-operations.ts';
import type { When } from '../../lib/conditions.ts';
import { onlyWhere, pagesOf } from '../../lib/paging.ts';
import { all, changeBodySync, remembering, replaceSync, withBody } from '../../lib/patches.ts';
import { isAsked, itemsOf, pageInfoOf, requery } from '../../lib/reports.ts';
import { afterTask, CREATE, DELETE, duringTasks, LIST, showTasks } from '../../lib/scheduled-tasks.ts';
import { isReader, isTaskReader, whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';
import { pages } from '../../lib/task-lists.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

function twentyFor(isMeant: When, name: string, who: string): Deviation {
  return {
    name: `twenty-${name}`,
    sentence: `A list without first is a page of 20 tasks for ${who}.`,
    patch: replaceSync(LIST, (call, original) =>
      original(isMeant(call) && !isAsked(call, 'first') ? requery(call, { first: '20' }) : call),
    ),
  };
}

const ofTasks = pages(LIST, 'tasks');

function listingEach(change: (task: Body) => Body): Patch {
  return changeBodySync(LIST, (body) => ({ ...body, items: itemsOf(body).map(change) }));
}

/** Faults of the list of tasks. */
export const listFaults = faults({
  'scheduled-tasks.list.whole-without-first': [
    twentyFor(isTaskReader, 'for-holders-of-the-action', 'a holder of ScheduledTasksRead'),
    twentyFor(isReader, 'for-readers', 'a reader of the deployment'),
    twentyFor(byOAuth, 'for-oauth', 'an OAuth token'),
    {
      name: 'cut-behind-a-cursor',
      sentence: 'A list of tasks that goes on behind a cursor without first is cut after 100.',
      patch: replaceSync('listScheduledTasks', (call, original) =>
        original(isAsked(call, 'after') && !isAsked(call, 'first') ? requery(call, { first: '100' }) : call),
      ),
    },
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
  'scheduled-tasks.list.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of tasks behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listScheduledTasks'),
    },
    {
      name: 'one-more-for-readers',
      sentence: 'A page of tasks for a reader of the deployment holds one more than was asked for.',
      patch: onlyWhere(
        LIST,
        isReader,
        pagesOf(LIST, (first) => first + 1),
      ),
    },
    {
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
    ...ofTasks.first,
  ],
  'scheduled-tasks.list.after-continues': [
    ...begunAnew('listScheduledTasks', 'tasks'),
    numbered('listScheduledTasks', 'tasks', 'smaller'),
    ...ofTasks.continues,
  ],
  'scheduled-tasks.list.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of tasks with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listScheduledTasks'),
    },
    numbered('listScheduledTasks', 'tasks', 'larger'),
    ...ofTasks.complete,
  ],
  'scheduled-tasks.list.own-deployment': [
    {
      name: 'paused-ones',
      sentence: 'A list of tasks holds the paused tasks of other deployments.',
      patch: ({ scheduledTasks }) => {
        const { isOf } = scheduledTasks;
        scheduledTasks.isOf = (task, deploymentId) => isOf(task, deploymentId) || !task.isEnabled;
      },
    },
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
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two lists that are asked for at the same time the second is that of the deployment of the first.',
      patch: sharedAnswer('listScheduledTasks'),
    },
  ],
  'scheduled-tasks.list.same-as-read': [
    {
      name: 'without-notification-behind-a-cursor',
      sentence: 'Later pages of tasks show notificationEnabled as false.',
      patch: changeBodySync(LIST, (list, call) =>
        isAsked(call, 'after')
          ? { ...list, items: itemsOf(list).map((one) => ({ ...one, notificationEnabled: false })) }
          : list,
      ),
    },
    {
      name: 'notifications-off-once-one-was-deleted',
      sentence: 'Once a task was deleted, lists show the notifications of the others as off.',
      patch: remembering(
        () => new Set<unknown>(),
        (tenants) =>
          all(
            showTasks(
              (task, call) => (tenants.has(call.tenant) ? { ...task, notificationEnabled: false } : task),
              ['listScheduledTasks'],
            ),
            afterTask(DELETE, (_id, call) => tenants.add(call.tenant)),
          ),
      ),
    },
    {
      name: 'notification-as-created',
      sentence: 'A list shows the notificationEnabled that a task was created with.',
      patch: (rules) => {
        const first = new Map<unknown, boolean>();
        all(
          afterTask(CREATE, (id, call) => {
            first.set(id, taskState(call.tenant).tasks.get(id)?.notificationEnabled ?? false);
          }),
          showTasks(
            (task) => ({ ...task, notificationEnabled: first.get(task['id']) ?? task['notificationEnabled'] }),
            [LIST],
          ),
        )(rules);
      },
    },
    {
      name: 'first-condition-listed',
      sentence: 'A list goes on showing the condition that a task was created with once it has another one.',
      patch: (rules) => {
        const conditions = new Map<unknown, unknown>();
        all(
          showTasks(
            (task) => {
              conditions.set(task['id'], task['condition']);
              return task;
            },
            [CREATE],
          ),
          showTasks(
            (task) => ({ ...task, condition: task['condition'] && (conditions.get(task['id']) ?? task['condition']) }),
            [LIST],
          ),
        )(rules);
      },
    },
    {
      name: 'next-run-of-paused',
      sentence: 'A list leaves the nextRunAt of a task as it was before its cron was updated.',
      patch: (rules) => {
        const before = new Map<unknown, unknown>();
        all(
          showTasks(
            (task) => {
              before.set(task['id'], task['nextRunAt']);
              return task;
            },
            [CREATE],
          ),
          showTasks((task) => ({ ...task, nextRunAt: before.get(task['id']) ?? task['nextRunAt'] }), [LIST]),
        )(rules);
      },
    },
    {
      name: 'caller-as-creator-for-plain-users',
      sentence: 'A list shows its caller as the creator of each task where the caller is no administrator.',
      patch: showTasks(
        (task, call) => (byPlainUser(call) ? { ...task, userId: call.principal.user?.id } : task),
        [LIST],
      ),
    },
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
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two readings of tasks at the same time the second answers the task of the first.',
      patch: sharedAnswer('getScheduledTask'),
    },
  ],
  'scheduled-tasks.list.no-read-access': [
    ...withoutReadAccess('list'),
    {
      name: 'once-listed',
      toldBy: 'scheduled-tasks.update.read-access-revoked',
      sentence: 'Whoever has listed the tasks of a deployment may list them when they may read it no longer.',
      patch: onceListed,
    },
  ],
  'scheduled-tasks.list.feature-disabled': [...openToSome('listScheduledTasks'), ...whileDisabled('list')],
});
