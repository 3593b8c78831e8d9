import { scheduledTask as lifecycle } from '../../contracts/lifecycles/schedules.ts';
import { fresh } from '../../harness/client/unique.ts';
import { takeThrough } from '../../harness/rules/lifecycle.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { act, enabledOf, made, madeOnDemand, update, type Made } from './tasks.ts';

test(...verifies(lifecycle.walkedBy), async ({ check, admin }) => {
  let last: Made | undefined;
  await takeThrough(check, lifecycle, {
    async begin(state: string): Promise<Made> {
      // Each takes one of the places for active tasks.
      if (last) await admin.raw('deleteScheduledTask', { path: { taskId: last.id } });
      last = state === 'on demand' ? await madeOnDemand(check, admin) : await made(check, admin);
      return last;
    },
    act: {
      read: (task) => admin.ask('getScheduledTask', task.id),
      update: (task) => update(admin, task, { prompt: fresh('changed') }),
      run: (task) => admin.ask('runScheduledTask', task.id),
      pause: (task) => act(check, admin, 'pause', task),
      resume: (task) => act(check, admin, 'resume', task),
      delete: (task) => admin.ask('deleteScheduledTask', task.id),
    },
    async look(task, state) {
      if (state !== 'active' && state !== 'paused') return;
      const isActive = state === 'active';
      expect((await enabledOf(check, admin, task)) ?? isActive, 'whether it shows itself as enabled').toBe(isActive);
    },
  });
});
