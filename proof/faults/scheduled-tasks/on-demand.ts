import { refuse } from '../../../mock/answer.ts';
import { bodyOf } from '../../../mock/call.ts';
import { alsoOn } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { all, changeBodySync, refusing, remembering, replaceSync } from '../../lib/patches.ts';
import { CREATE, RUN, RUNS, taskIn, UPDATE } from '../../lib/scheduled-tasks.ts';

const onDemand = alsoThese(
  'the check creates a task that runs only on demand',
  'scheduled-tasks.on-demand.run',
  'scheduled-tasks.on-demand.never-by-itself',
  'scheduled-tasks.limit.manual-not-counted',
  'scheduled-tasks.limit.manual-past-20',
);

/** Faults of tasks that run only on demand. */
export const onDemandFaults = faults({
  'scheduled-tasks.on-demand.create': {
    name: 'needs-cron',
    sentence: 'A create without a cron is refused.',
    also: [...onDemand, ...alsoOn('listScheduledTasks', 'the check creates tasks that run only on demand')],
    patch: replaceSync(CREATE, (call, original) => {
      const { cron } = bodyOf(call);
      if (cron === undefined || cron === null) refuse('invalid', 'cron is missing');
      return original(call);
    }),
  },
  'scheduled-tasks.on-demand.run': [
    {
      name: 'refused',
      sentence: 'A task without a cron cannot be run.',
      also: alsoOn(RUN, 'the check runs a task that runs only on demand'),
      patch: refusing(RUN, (call) => taskIn(call)?.cron === null, 409),
    },
    {
      name: 'not-listed',
      sentence: 'The runs of a task without a cron are in no list.',
      also: [
        ...alsoOn(RUN, 'the check runs a task that runs only on demand'),
        ...alsoOn(RUNS, 'the check looks at runs of a task that runs only on demand'),
      ],
      patch: changeBodySync(RUNS, (list, call) => (taskIn(call)?.cron === null ? { ...list, items: [] } : list)),
    },
  ],
  'scheduled-tasks.on-demand.never-by-itself': [
    {
      name: 'by-the-cron-of-before',
      sentence: 'A task whose cron an update took away runs by it all the same.',
      patch: remembering(
        () => new Map<number, string>(),
        (crons) =>
          all(
            ({ scheduledTasks }) => {
              const { scheduleOf } = scheduledTasks;
              scheduledTasks.scheduleOf = (task) =>
                scheduleOf(task) ?? (task.isEnabled ? (crons.get(task.id) ?? null) : null);
            },
            replaceSync(UPDATE, (call, original) => {
              const before = taskIn(call);
              const answer = original(call);
              if (before?.cron) crons.set(before.id, before.cron);
              return answer;
            }),
          ),
      ),
    },
    {
      name: 'hourly',
      sentence: 'A task without a cron runs at every full hour.',
      patch: ({ scheduledTasks }) => {
        const { scheduleOf } = scheduledTasks;
        scheduledTasks.scheduleOf = (task) => (task.cron === null ? '0 * * * *' : scheduleOf(task));
      },
    },
    {
      name: 'an-hour-later',
      sentence: 'A task without a cron runs every hour, counted from when it was created.',
      patch: ({ scheduledTasks }) => {
        const { scheduleOf } = scheduledTasks;
        scheduledTasks.scheduleOf = (task) =>
          task.cron === null ? `${new Date(task.createdAt).getUTCMinutes()} * * * *` : scheduleOf(task);
      },
    },
  ],
});
