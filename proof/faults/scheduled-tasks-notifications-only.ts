import { bodyOf, type Body } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Task } from '../../mock/rules/scheduled-tasks.ts';
import { byOAuth } from '../lib/access.ts';
import { faults } from '../lib/fault.ts';
import { during, remembering, replaceSync } from '../lib/patches.ts';
import { CREATE, RUN, taskIn, UPDATE } from '../lib/scheduled-tasks.ts';

/** Faults of the notifications of runs that show only for some tasks, histories or callers. */

/** Tasks that fit are told of, or not told of, whatever they are set to. */
const telling =
  (isTold: (task: Task, own: boolean) => boolean): Patch =>
  ({ scheduledTasks }) => {
    const { notifies } = scheduledTasks;
    scheduledTasks.notifies = (task, status) => isTold(task, notifies(task, status));
  };

export const scheduledTasksNotificationsOnlyFaults = faults({
  'scheduled-tasks.notification.after-success': [
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
  ],
  'scheduled-tasks.notification.none-when-off': [
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
