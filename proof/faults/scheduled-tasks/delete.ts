import { lookingFirst } from '../../lib/at-once.ts';
import { BY_PLAIN, byPlainCreator, deletedForThemselves, creatorsKept } from '../../lib/plain-users.ts';
import { ok, refuse } from '../../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Task } from '../../../mock/rules/scheduled-tasks.ts';
import { byOAuth } from '../../lib/access.ts';
import { openToSome } from '../../lib/closed-features.ts';
import { faults } from '../../lib/fault.ts';
import { bodyShownBy, staying } from '../../lib/listed-deleted.ts';
import type { When } from '../../lib/conditions.ts';
import { all, changeBodySync, remembering, replaceSync, responseOf } from '../../lib/patches.ts';
import { isAsked, itemsOf, pageInfoOf } from '../../lib/reports.ts';
import {
  DELETE,
  GET,
  isAdministratorsOwn,
  isOthers,
  LIST,
  PAUSE,
  readTask,
  RESUME,
  RUN,
  RUNS,
  SHARE,
  taskIn,
  UPDATE,
} from '../../lib/scheduled-tasks.ts';
import { whileDisabled, withoutReadAccess } from '../../lib/task-access.ts';
import { isOnDemand, isPaused, isTask, listedWithout, ofTask } from '../../lib/task-records.ts';
import { secondAcknowledged } from '../../lib/under-way.ts';

/** Administrators' own tasks, or some of them, as they were shown before they were deleted. */
function rememberingDeleted(
  use: (deleted: ReadonlyMap<number, Body>) => Patch,
  isKept: (call: Call) => boolean = () => true,
): Patch {
  return (rules) => {
    const deleted = new Map<number, Body>();
    replaceSync(DELETE, (call, original) => {
      const isMeant = isAdministratorsOwn(call) && isKept(call);
      const task = taskIn(call);
      const shown = isMeant ? readTask(call) : undefined;
      const answer = original(call);
      if (task && shown && 'body' in shown) deleted.set(task.id, shown.body as Body);
      return answer;
    })(rules);
    use(deleted)(rules);
  };
}

/** A list that shows deleted tasks at its end. */
function listedDeleted(isKept?: (call: Call) => boolean): Patch {
  return rememberingDeleted(
    (deleted) =>
      changeBodySync(LIST, (list, call) => {
        if (pageInfoOf(list)['hasNextPage'] === true) return list;
        const here = [...deleted.values()].filter(
          ({ deploymentId }) => String(deploymentId) === call.path['deploymentId'],
        );
        return { ...list, items: [...itemsOf(list), ...here] };
      }),
    isKept,
  );
}

const hasRun = (call: Call): boolean => (taskState(call.tenant).runs.get(Number(call.path['taskId'])) ?? []).length > 0;

/** A deleted task of some kind is there all the same, switched off; its id is noted. */
function keptAfter(when: When, kept: Set<number>): Patch {
  return replaceSync(DELETE, (call, original) => {
    const task = taskIn(call);
    const isMeant = when(call);
    const answer = original(call);
    if (task && isMeant) {
      kept.add(task.id);
      taskState(call.tenant).tasks.add({ ...task, isEnabled: false });
    }
    return answer;
  });
}

/** A deleted task of some kind stays in lists alone. */
function listedOnly(when: When): Patch {
  return (rules) => {
    const kept = new Set<number>();
    all(
      keptAfter(when, kept),
      ...[GET, UPDATE, DELETE, RUN, RUNS, PAUSE, RESUME, SHARE].map((operation) =>
        replaceSync(operation, (call, original) =>
          kept.has(idIn(call, 'taskId') ?? 0) ? refuse('unknown', 'there is no such task') : original(call),
        ),
      ),
    )(rules);
  };
}

/** What is read of a deleted task. */
function readDeleted(show: (task: Body) => Body, isKept?: (call: Call) => boolean): Patch {
  return rememberingDeleted(
    (deleted) =>
      replaceSync(GET, (call, original) => {
        const task = deleted.get(Number(call.path['taskId']));
        return task ? ok(show(task)) : original(call);
      }),
    isKept,
  );
}

/** A deleted task of some kind can still be read, and lists do not show it. */
function hiddenInstead(when: When): Patch {
  return (rules) => {
    const hidden = new Set<number>();
    all(
      keptAfter(when, hidden),
      listedWithout(({ id }) => hidden.has(id)),
    )(rules);
  };
}

/** Faults of deleting tasks. */
export const deleteFaults = faults({
  'scheduled-tasks.delete.leaves-list': [
    {
      name: 'paused-of-others-stay',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A paused task that somebody else than its creator deletes stays in lists.',
      patch: remembering(
        () => [] as Body[],
        (gone) =>
          all(
            changeBodySync(LIST, (list) => ({ ...list, items: [...(list['items'] as readonly Body[]), ...gone] })),
            replaceSync(DELETE, (call, original) => {
              const task = taskIn(call);
              const shown =
                task && !task.isEnabled && isOthers(call) ? responseOf(call, 'getScheduledTask') : undefined;
              const answer = original(call);
              if (shown && 'body' in shown) gone.push(shown.body as Body);
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'a-paused-one',
      sentence: 'A task that is deleted while it is paused stays in the list.',
      patch: staying(LIST, DELETE, (call) =>
        taskIn(call)?.isEnabled === false ? bodyShownBy(call, 'getScheduledTask') : undefined,
      ),
    },
    {
      name: 'not-with-runs',
      sentence: 'A deleted task that was run stays in the list.',
      patch: remembering(
        () => new Map<number, unknown>(),
        (kept) =>
          all(
            replaceSync(DELETE, (call, original) => {
              const id = Number(call.path['taskId']);
              const hasRuns = (taskState(call.tenant).runs.get(id) ?? []).length > 0;
              const shown = responseOf(call, 'getScheduledTask');
              const answer = original(call);
              if (hasRuns && 'body' in shown) kept.set(id, shown.body);
              return answer;
            }),
            replaceSync(LIST, (call, original) => {
              const answer = original(call);
              if (!('body' in answer)) return answer;
              const list = answer.body as { items: unknown[] };
              return { ...answer, body: { ...list, items: [...list.items, ...kept.values()] } };
            }),
          ),
      ),
    },
    {
      name: 'with-its-twins',
      sentence: 'With a task all others of its creator go that have the same prompt.',
      patch: replaceSync(DELETE, (call, original) => {
        const task = taskIn(call);
        const answer = original(call);
        const { tasks } = taskState(call.tenant);
        const twins = tasks.filter((one) => one.prompt === task?.prompt && one.creatorId === task.creatorId);
        for (const { id } of twins) tasks.remove(id);
        return answer;
      }),
    },
    {
      name: 'still-listed',
      sentence: 'A deleted task stays in the list.',
      patch: listedDeleted(),
    },
    {
      name: 'with-runs-listed',
      sentence: 'A deleted task that has run stays in the list.',
      patch: listedDeleted(hasRun),
    },
    {
      name: 'list-first-in-line',
      sentence: 'A deleted task stays at the head of the list until another one is deleted.',
      patch: rememberingDeleted((deleted) =>
        changeBodySync(LIST, (list, call) => {
          const last = [...deleted.values()].at(-1);
          const isMeant = String(last?.['deploymentId']) === call.path['deploymentId'] && !isAsked(call, 'after');
          return isMeant && last ? { ...list, items: [last, ...itemsOf(list)] } : list;
        }),
      ),
    },
    {
      name: 'paused-listed',
      sentence: 'A paused task stays in lists once it was deleted.',
      patch: listedOnly(isPaused),
    },
    {
      name: 'on-demand-listed',
      sentence: 'A task without a cron stays in lists once it was deleted.',
      patch: listedOnly(isOnDemand),
    },
    {
      name: 'notifying-listed',
      sentence: 'A task with notificationEnabled true stays in lists once it was deleted.',
      patch: listedOnly(isTask(({ notificationEnabled }) => notificationEnabled)),
    },
    {
      name: 'own-of-plain-users',
      sentence: 'A task that its creator without the admin role deleted stays in the lists of others.',
      seenIn: BY_PLAIN,
      patch: deletedForThemselves({ remove: DELETE, read: GET, list: LIST, isOwn: byPlainCreator }),
    },
  ],
  'scheduled-tasks.delete.unreadable': [
    {
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
    {
      name: 'still-read',
      sentence: 'A deleted task can be read as it was.',
      patch: readDeleted((task) => task),
    },
    {
      name: 'tombstone',
      sentence: 'Reading a deleted task succeeds and answers that it is deleted.',
      patch: readDeleted(({ id }) => ({ id, deleted: true })),
    },
    {
      name: 'with-runs-read',
      sentence: 'A deleted task that has run can be read as it was.',
      patch: readDeleted((task) => task, hasRun),
    },
    {
      name: 'paused-readable',
      sentence: 'A paused task that was deleted is gone from lists and can still be read.',
      patch: hiddenInstead(isPaused),
    },
    {
      name: 'on-demand-readable',
      sentence: 'A task without a cron that was deleted is gone from lists and can still be read.',
      patch: hiddenInstead(isOnDemand),
    },
    {
      name: 'of-others-readable',
      sentence: 'A task that somebody other than its creator deleted is gone from lists and can still be read.',
      patch: hiddenInstead(isOthers),
    },
    {
      name: 'back-by-an-update-at-once',
      sentence: 'An update that comes at the same time as the deletion of its task brings the task back.',
      patch: lookingFirst(UPDATE, taskIn, (call, original, seen) => {
        if (seen && !taskIn(call)) taskState(call.tenant).tasks.add(seen);
        return original(call);
      }),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two deletions at the same time the second is acknowledged and deletes nothing.',
      patch: secondAcknowledged('deleteScheduledTask'),
    },
  ],
  'scheduled-tasks.delete.no-read-access': [
    ...withoutReadAccess('delete'),
    {
      name: 'creators-kept',
      toldBy: 'scheduled-tasks.update.read-access-revoked',
      sentence: 'Deleting a task is open to its creator whatever has become of their access to the deployment.',
      patch: creatorsKept(DELETE),
    },
  ],
  'scheduled-tasks.delete.feature-disabled': [...openToSome('deleteScheduledTask'), ...whileDisabled('delete')],
});
