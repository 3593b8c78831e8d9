import { BY_PLAIN, byPlainCreator } from '../../lib/plain-users.ts';
import { type Body, bodyOf, type Call } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Task } from '../../../mock/rules/scheduled-tasks.ts';
import { byOAuth } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { once } from '../../lib/other-operations.ts';
import { all, during, remembering, replaceSync } from '../../lib/patches.ts';
import { afterTask, CREATE, isOthers, RESUME, RUN, taskIn, UPDATE } from '../../lib/scheduled-tasks.ts';
import { ofTask } from '../../lib/task-records.ts';

/** Notifications of some requested runs are lost. */
function lost(isLost: (call: Call) => boolean): Patch {
  return replaceSync(RUN, (call, original) => {
    const { notifications } = taskState(call.tenant);
    const before = new Set(notifications.all().map(({ id }) => id));
    const answer = original(call);
    if (isLost(call)) for (const { id } of notifications.filter((one) => !before.has(one.id))) notifications.remove(id);
    return answer;
  });
}

const isCreator = (call: Call): boolean => taskIn(call)?.creatorId === call.principal.user?.id;

/** Tasks that fit are told of, or not told of, whatever they are set to. */
const telling =
  (isTold: (task: Task, own: boolean) => boolean): Patch =>
  ({ scheduledTasks }) => {
    const { notifies } = scheduledTasks;
    scheduledTasks.notifies = (task, status) => isTold(task, notifies(task, status));
  };

/** Faults of notifications of runs. */
export const notificationFaults = faults({
  'scheduled-tasks.notification.after-success': [
    {
      name: 'once',
      sentence: 'Creators are told of the first run of a task alone.',
      patch: ({ scheduledTasks }) => {
        const { notifies } = scheduledTasks;
        const told = new Set<string>();
        scheduledTasks.notifies = (task, status) => {
          const one = `${task.createdAt} ${task.id} ${task.prompt}`;
          if (status === 'failed' || !notifies(task, status)) return notifies(task, status);
          return !told.has(one) && told.add(one).size > 0;
        };
      },
    },
    {
      name: 'failures-only',
      sentence: 'Creators are told of runs that fail, and of no others.',
      also: alsoThese('the run succeeds', 'scheduled-tasks.notification.to-creator'),
      patch: ({ scheduledTasks }) => {
        const { notifies } = scheduledTasks;
        scheduledTasks.notifies = (task, status) => status === 'failed' && notifies(task, status);
      },
    },
    {
      name: 'not-those-who-know',
      sentence: 'Creators are not told that a run has succeeded which they started themselves.',
      patch: lost((call) => isCreator(call) && !call.tenant.features.failingAgents),
    },
    {
      name: 'not-on-demand',
      sentence: 'The creator of a task that runs only on demand is told of no run.',
      patch: telling(({ cron }, own) => own && cron !== null),
    },
    {
      name: 'not-while-paused',
      sentence: 'The creator of a paused task is told of no run.',
      patch: telling(({ isEnabled, cron }, own) => own && (isEnabled || cron === null)),
    },
    {
      name: 'not-by-oauth',
      sentence: 'A run that is asked for with an OAuth token is told of to nobody.',
      patch: during(RUN, 'scheduledTasks', () => ({ notifies: () => false }), byOAuth),
    },
    {
      name: 'not-when-switched-on-later',
      sentence: 'The creator of a task whose notificationEnabled became true by an update is told of no run.',
      patch: remembering(
        () => new Set<unknown>(),
        (later) => (rules) => {
          replaceSync(UPDATE, (call, original) => {
            const before = taskIn(call);
            const answer = original(call);
            if (before && !before.notificationEnabled && bodyOf(call)['notificationEnabled'] === true)
              later.add(before.id);
            return answer;
          })(rules);
          telling(({ id }, own) => own && !later.has(id))(rules);
        },
      ),
    },
    {
      name: 'not-of-plain-users',
      sentence: 'A creator without the admin role is told of no run that they start themselves.',
      seenIn: BY_PLAIN,
      patch: during(RUN, 'scheduledTasks', () => ({ notifies: () => false }), byPlainCreator),
    },
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two runs that end at the same time the creator is told of one.',
      patch: ({ scheduledTasks }) => {
        const { notifies } = scheduledTasks;
        const told = new Map<number, { readonly taskId: number; readonly at: number }>();
        scheduledTasks.notifies = (task, status) => {
          const last = told.get(task.creatorId);
          const isTold = notifies(task, status);
          if (isTold && last && last.taskId !== task.id && Date.now() - last.at < 100) return false;
          if (isTold) told.set(task.creatorId, { taskId: task.id, at: Date.now() });
          return isTold;
        };
      },
    },
  ],
  'scheduled-tasks.notification.after-failure': [
    {
      name: 'successes-only',
      sentence: 'Creators are told of runs that succeed, and of no others.',
      patch: ({ scheduledTasks }) => {
        const { notifies } = scheduledTasks;
        scheduledTasks.notifies = (task, status) => status === 'succeeded' && notifies(task, status);
      },
    },
    {
      name: 'the-first-time-alone',
      sentence: 'The creator of a task is told of its first failure alone.',
      patch: ({ scheduledTasks }) => {
        const failed = new Set<number>();
        const { notifies } = scheduledTasks;
        scheduledTasks.notifies = (task, status) => {
          const isAgain = status === 'failed' && failed.has(task.id);
          if (status === 'failed') failed.add(task.id);
          return !isAgain && notifies(task, status);
        };
      },
    },
  ],
  'scheduled-tasks.notification.to-creator': [
    {
      name: 'latest-editor',
      sentence: 'The notification of a run goes to whoever updated the task last.',
      patch: remembering(
        () => new Map<number, number>(),
        (editors) =>
          all(
            afterTask(UPDATE, (id, { principal }) => {
              if (principal.user) editors.set(id, principal.user.id);
            }),
            ({ scheduledTasks }) => {
              const { notified } = scheduledTasks;
              scheduledTasks.notified = (task, by) => editors.get(task.id) ?? notified(task, by);
            },
          ),
      ),
    },
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
    {
      name: 'whoever-asked',
      sentence: 'The notification of a run goes to whoever started it.',
      patch: ({ scheduledTasks }) => {
        scheduledTasks.notified = ({ creatorId }, startedBy) => startedBy ?? creatorId;
      },
    },
    {
      name: 'nobody',
      sentence: 'Nobody is told of a run that somebody other than the creator started.',
      patch: lost((call) => !isCreator(call)),
    },
  ],
  'scheduled-tasks.notification.none-when-off': [
    {
      name: 'always-told',
      sentence: 'Creators are told of every run, whatever notificationEnabled says.',
      patch: ({ scheduledTasks }) => {
        scheduledTasks.notifies = () => true;
      },
    },
    {
      name: 'as-created',
      sentence: 'Creators are told of runs of what was created with notificationEnabled, whatever an update says.',
      patch: (rules) => {
        const loud = new Set<string>();
        afterTask('createScheduledTask', (_id, call) => {
          const { notificationEnabled, prompt } = bodyOf(call);
          if (notificationEnabled === true) loud.add(String(prompt));
        })(rules);
        const { notifies } = rules.scheduledTasks;
        rules.scheduledTasks.notifies = (task, status) => notifies(task, status) || loud.has(task.prompt);
      },
    },
    {
      name: 'told-when-sent',
      sentence: 'The creator of a task that was created with notificationEnabled false is told of its runs.',
      patch: remembering(
        () => new Set<unknown>(),
        (sent) => (rules) => {
          replaceSync(CREATE, (call, original) => {
            const answer = original(call);
            if (bodyOf(call)['notificationEnabled'] === false && 'body' in answer)
              sent.add((answer.body as Body)['id']);
            return answer;
          })(rules);
          telling(({ id }, own) => own || sent.has(id))(rules);
        },
      ),
    },
    {
      name: 'told-on-demand',
      sentence: 'The creator of a task that runs only on demand is told of its runs.',
      patch: telling(({ cron }, own) => own || cron === null),
    },
  ],
});
