import { scheduledTask as lifecycle } from '../../contracts/lifecycles/schedules.ts';
import { fresh } from '../../harness/client/unique.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { requestAction, enabledOf, createTask, createOnDemandTask, updateTask, type CreatedTask } from './tasks.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin }) => {
  let last: CreatedTask | undefined;
  await takeThrough(check, lifecycle, {
    async begin(state: string): Promise<CreatedTask> {
      // Deletes the previous task, because each counts towards the limit of active tasks.
      if (last) await admin.raw('deleteScheduledTask', { path: { taskId: last.id } });
      last = state === 'on demand' ? await createOnDemandTask(check, admin) : await createTask(check, admin);
      return last;
    },
    act: {
      read: (task) => admin.ask('getScheduledTask', task.id),
      update: (task) => updateTask(admin, task, { prompt: fresh('changed') }),
      run: (task) => admin.ask('runScheduledTask', task.id),
      pause: (task) => requestAction(check, admin, 'pause', task),
      resume: (task) => requestAction(check, admin, 'resume', task),
      delete: (task) => admin.ask('deleteScheduledTask', task.id),
    },
    async look(task, state) {
      if (state !== 'active' && state !== 'paused') return;
      const isActive = state === 'active';
      expect((await enabledOf(check, admin, task)) ?? isActive, 'enabled of the task').toBe(isActive);
    },
  });
});
