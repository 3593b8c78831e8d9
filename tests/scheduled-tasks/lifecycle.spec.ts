import { scheduledTask as lifecycle } from '../../contracts/lifecycles/schedules.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { fresh } from '../../harness/client/unique.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { requestAction, enabledOf, createTask, createOnDemandTask, updateTask, type CreatedTask } from './tasks.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin }) => {
  const begin = beginning(check, admin);
  await takeThrough(check, lifecycle, {
    begin,
    act: {
      read: (task) => admin.ask('getScheduledTask', task.id),
      update: (task) => updateTask(admin, task, { prompt: fresh('changed') }),
      run: (task) => admin.ask('runScheduledTask', task.id),
      pause: (task) => requestAction(admin, 'pause', task),
      resume: (task) => requestAction(admin, 'resume', task),
      delete: (task) => admin.ask('deleteScheduledTask', task.id),
    },
    look: (task, state) => expectShown(check, admin, task, state),
  });
});

/** Creates a task for each way, and deletes the previous one, because each counts towards the limit of active tasks. */
function beginning(check: Check, admin: Actor): (state: string) => Promise<CreatedTask> {
  let last: CreatedTask | undefined;
  return async (state) => {
    if (last) await admin.raw('deleteScheduledTask', { path: { taskId: last.id } });
    last = state === 'on demand' ? await createOnDemandTask(check, admin) : await createTask(check, admin);
    return last;
  };
}

/** Expects a task to show whether it is enabled; what other states show is open. */
async function expectShown(check: Check, admin: Actor, task: CreatedTask, state: string): Promise<void> {
  if (state !== 'active' && state !== 'paused') return;
  const isActive = state === 'active';
  expect((await enabledOf(check, admin, task)) ?? isActive, 'enabled of the task').toBe(isActive);
}
