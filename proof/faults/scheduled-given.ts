import { Refusal } from '../../mock/answer.ts';
import { bodyOf, idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { deliveryState } from '../../mock/families/report-deliveries.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { byOAuth, isAdministrator } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBodySync, refusing, remembering, replaceSync, responseOf } from '../lib/patches.ts';
import {
  afterTask,
  CREATE,
  DELETE,
  isOthers,
  LIST,
  PAUSE,
  RESUME,
  storeTask,
  taskIn,
  UPDATE,
} from '../lib/scheduled-tasks.ts';
import { isTaskManager } from '../lib/task-access.ts';

/** Faults of tasks and deliveries that show to one actor, after one history or for one input. */

/** The things for which something was done before, by their ids. */
function noting(
  operation: string,
  name: 'taskId' | 'deliveryId',
  isNoted: (call: Call) => boolean,
  patch: (noted: Set<number>) => Patch,
): Patch {
  return remembering(
    () => new Set<number>(),
    (noted) =>
      all(
        patch(noted),
        replaceSync(operation, (call, original) => {
          const isMeant = isNoted(call);
          const answer = original(call);
          if (isMeant) noted.add(idIn(call, name) ?? 0);
          return answer;
        }),
      ),
  );
}

/** An update loses some of what it asks for. */
const losing = (isMeant: (call: Call) => boolean, ...names: readonly string[]): Patch =>
  replaceSync(UPDATE, (call, original) => {
    const kept = Object.entries(bodyOf(call)).filter(([name]) => !names.includes(name));
    return original(isMeant(call) ? { ...call, body: Object.fromEntries(kept) } : call);
  });

const deliveryIn = (call: Call) => deliveryState(call.tenant).deliveries.get(idIn(call, 'deliveryId') ?? 0);

export const scheduledGivenFaults = faults({
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
  ],
  'scheduled-tasks.access.manage-updates': [
    {
      name: 'not-of-one-with-a-condition',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'Updating a task with a condition is refused to a holder of ScheduledTasksManage.',
      patch: refusing(UPDATE, (call) => isTaskManager(call) && isOthers(call) && taskIn(call)?.condition !== null, 403),
    },
  ],
  'scheduled-tasks.create.notification-default': [
    {
      name: 'as-of-the-last-deleted',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A create that leaves out notificationEnabled takes that of the task that its creator deleted last.',
      patch: remembering(
        () => new Map<unknown, boolean>(),
        (last) =>
          all(
            replaceSync(CREATE, (call, original) => {
              const usual = last.get(call.principal.user?.id);
              return original(
                usual === true ? { ...call, body: { notificationEnabled: true, ...bodyOf(call) } } : call,
              );
            }),
            replaceSync(DELETE, (call, original) => {
              const task = taskIn(call);
              const answer = original(call);
              if (task) last.set(task.creatorId, task.notificationEnabled);
              return answer;
            }),
          ),
      ),
    },
  ],
  'scheduled-tasks.update.notification-off': [
    {
      name: 'not-by-oauth-beside-a-condition-of-null',
      toldBy: 'scheduled-tasks.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'notificationEnabled false is ignored where an OAuth token sends it beside a condition of null.',
      patch: losing(
        (call) => byOAuth(call) && bodyOf(call)['condition'] === null && bodyOf(call)['notificationEnabled'] === false,
        'notificationEnabled',
      ),
    },
  ],
  'scheduled-tasks.pause.pauses': [
    {
      name: 'not-by-another-once-resumed',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A task that was resumed is not paused by somebody else than its creator.',
      patch: noting(
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
  ],
  'scheduled-tasks.condition.null-removes': [
    {
      name: 'not-by-a-manager-beside-a-prompt',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A condition of null is ignored where a holder of ScheduledTasksManage sends it beside another prompt.',
      patch: losing(
        (call) =>
          isTaskManager(call) && bodyOf(call)['condition'] === null && bodyOf(call)['prompt'] !== taskIn(call)?.prompt,
        'condition',
      ),
    },
  ],
  'scheduled-tasks.task.user-id-creator': [
    {
      name: 'of-who-was-refused-before',
      sentence: 'A task that is created after a refused create is taken for one of the user who was refused.',
      patch: remembering(
        () => ({ userId: undefined as number | undefined }),
        (memory) =>
          replaceSync(CREATE, (call, original) => {
            try {
              const answer = original(call);
              const { id } = ('body' in answer ? answer.body : {}) as Body;
              if (memory.userId !== undefined) storeTask(call, Number(id), { creatorId: memory.userId });
              memory.userId = undefined;
              return answer;
            } catch (error) {
              if (error instanceof Refusal) memory.userId = call.principal.user?.id;
              throw error;
            }
          }),
      ),
    },
  ],
  'scheduled-tasks.limit.create-twentieth': [
    {
      name: 'counted-once-resumed',
      toldBy: 'scheduled-tasks.limit.create-twentieth',
      sentence: 'A task that was resumed before it was deleted keeps its place.',
      patch: remembering(
        () => ({ resumed: new Set<number>(), lost: 0 }),
        (memory) =>
          all(
            ({ scheduledTasks }) => {
              const { isFull } = scheduledTasks;
              scheduledTasks.isFull = (taken, claim) => isFull(taken + memory.lost, claim);
            },
            afterTask(RESUME, (id) => memory.resumed.add(id)),
            afterTask(DELETE, (id) => {
              if (memory.resumed.has(id)) memory.lost += 1;
            }),
          ),
      ),
    },
  ],
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
  ],
  'scheduled-tasks.schedule.next-run-follows-cron': [
    {
      name: 'a-day-late-once-run-by-another',
      toldBy: 'scheduled-tasks.list.same-as-read',
      sentence: 'A run by somebody else than the creator puts the next run of a task off to the following day.',
      patch: afterTask('runScheduledTask', (id, call) => {
        if (isOthers(call)) storeTask(call, id, { doneUntil: call.tenant.clock.now() + 86_400_000 });
      }),
    },
  ],
  'report-deliveries.delete.unreadable': [
    {
      name: 'read-where-a-manager-deleted',
      sentence: 'A delivery that a holder of ScheduledTasksManage has deleted can still be read.',
      patch: remembering(
        () => new Map<number, Body>(),
        (gone) =>
          all(
            replaceSync('getReportDelivery', (call, original) => {
              const body = gone.get(idIn(call, 'deliveryId') ?? 0);
              return body ? { kind: 'ok', body } : original(call);
            }),
            replaceSync('deleteReportDelivery', (call, original) => {
              const delivery = deliveryIn(call);
              const answer = original(call);
              if (delivery && isTaskManager(call)) gone.set(delivery.id, { ...delivery, createdAt: '2020-01-01' });
              return answer;
            }),
          ),
      ),
    },
  ],
  'report-deliveries.update.takes-effect': [
    {
      name: 'not-once-transferred',
      sentence: 'An update of a delivery that was transferred is not stored.',
      patch: noting(
        'transferReportDelivery',
        'deliveryId',
        () => true,
        (transferred) =>
          replaceSync('updateReportDelivery', (call, original) => {
            const isMeant = transferred.has(idIn(call, 'deliveryId') ?? 0);
            return original(isMeant ? { ...call, body: {} } : call);
          }),
      ),
    },
  ],
});
