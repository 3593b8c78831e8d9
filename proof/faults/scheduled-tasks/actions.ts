import { idIn } from '../../../mock/call.ts';
import { taskState } from '../../../mock/families/task-state.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Task } from '../../../mock/rules/scheduled-tasks.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { replaceSync } from '../../lib/patches.ts';
import { together } from '../../lib/rights.ts';
import { taskIn } from '../../lib/scheduled-tasks.ts';

/** What is done to a task is done to the one that its creator made next as well, while that is the last one and nothing was done to it. */
function withNextTask(operation: string, change: (to: Task) => Partial<Task> | undefined): Patch {
  return replaceSync(operation, (call, original) => {
    const { tasks } = taskState(call.tenant);
    const named = tasks.get(idIn(call, 'taskId') ?? 0);
    const answer = original(call);
    const next = tasks.all().at(-1);
    const isNext = next?.id === (named?.id ?? 0) + 1 && next.creatorId === named?.creatorId;
    if (!next || !isNext || next.doneUntil !== next.createdAt || next.cron !== named.cron) return answer;
    const changed = change(tasks.get(named.id) ?? next);
    if (changed) tasks.replace({ ...next, ...changed });
    else tasks.remove(next.id);
    return answer;
  });
}

/** Faults of what the actions on tasks allow. */
export const actionsFaults = faults({
  'scheduled-tasks.actions.others-kept': [
    {
      name: 'deleted-with-one-of-the-same-cron',
      sentence: 'The deletion of a task deletes every other one of its creator with the same cron.',
      patch: replaceSync('deleteScheduledTask', (call, original) => {
        const gone = taskIn(call);
        const answer = original(call);
        const { tasks } = taskState(call.tenant);
        for (const { id } of tasks.filter(({ creatorId, cron }) => creatorId === gone?.creatorId && cron === gone.cron))
          tasks.remove(id);
        return answer;
      }),
    },
    {
      ...together(
        'A task',
        'paused-together',
        withNextTask('pauseScheduledTask', () => ({ isEnabled: false })),
      ),
      also: alsoThese(
        'a task that was made after a paused one is paused as well',
        'scheduled-tasks.update.takes-effect',
      ),
    },
    {
      ...together(
        'A task',
        'changed-together',
        withNextTask('updateScheduledTask', ({ prompt }) => ({ prompt })),
      ),
      also: alsoThese('several tasks are updated there', 'scheduled-tasks.update.takes-effect'),
    },
    together(
      'A task',
      'shared-together',
      withNextTask('shareScheduledTask', ({ isShared }) => ({ isShared })),
    ),
    together(
      'A task',
      'deleted-together',
      withNextTask('deleteScheduledTask', () => undefined),
    ),
  ],
});
