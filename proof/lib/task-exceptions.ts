import { taskState } from '../../mock/families/task-state.ts';
import type { Patch } from '../../mock/index.ts';
import { both, isPresent, sends } from './conditions.ts';
import { all, remembering, replaceSync, withRules } from './patches.ts';
import { DELETE, RUN, UPDATE, afterTask, duringTasks, storeTask, taskIn } from './scheduled-tasks.ts';

/** What goes wrong with tasks and deliveries for few callers, histories or values alone. */

/** On one operation what policies grant on all deployments does not count. */
export const notOnAllDeployments = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const { counted } = call.tenant.rules.authority;
    return withRules(
      call,
      'authority',
      {
        counted: (tenant, user) =>
          counted(tenant, user).map((role) => ({
            ...role,
            policies: role.policies.filter(
              (one) => one.resourceType !== 'Deployment' || !one.resources.includes('All'),
            ),
          })),
      },
      () => original(call),
    );
  });

/** A cron with a step for its minutes is taken beside a time zone. */
export const stepBesideZone: Patch = duringTasks(
  UPDATE,
  both(
    sends('cron', (cron) => typeof cron === 'string' && /^\S*\/\d/.test(cron.trim())),
    sends('timezone', isPresent),
  ),
  ({ schedule }) => ({ schedule: { ...schedule, firesHourlyAtMost: () => true } }),
);

/** A paused task that somebody runs takes a place from then on, until it is resumed. */
export const takingPlaceOnceRun: Patch = remembering(
  () => new Set<number>(),
  (run) =>
    all(
      afterTask(RUN, (id, call) => {
        if (taskIn(call)?.isEnabled === false) run.add(id);
      }),
      ({ scheduledTasks }) => {
        const { takesPlace } = scheduledTasks;
        scheduledTasks.takesPlace = (task, claim) =>
          takesPlace(run.has(task.id) ? { ...task, isEnabled: true } : task, claim);
      },
    ),
);

/** A task that has run keeps its place once it is deleted. */
export const deletedOnceRunCounts: Patch = remembering(
  () => new Map<number, number>(),
  (kept) =>
    all(
      replaceSync(DELETE, (call, original) => {
        const task = taskIn(call);
        const hasRun = task !== undefined && (taskState(call.tenant).runs.get(task.id) ?? []).length > 0;
        const isActive = task?.isEnabled === true && task.cron !== null;
        const answer = original(call);
        if (task && hasRun && isActive) kept.set(task.creatorId, (kept.get(task.creatorId) ?? 0) + 1);
        return answer;
      }),
      ({ scheduledTasks }) => {
        const { isFull } = scheduledTasks;
        scheduledTasks.isFull = (taken, claim) => isFull(taken + (kept.get(claim.creatorId) ?? 0), claim);
      },
    ),
);

/** A task is that of whoever ran it last. */
export const ownedByRunner: Patch = afterTask(RUN, (id, call) => {
  if (call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
});

export const ownedByResumer: Patch = afterTask('resumeScheduledTask', (id, call) => {
  if (call.principal.user) storeTask(call, id, { creatorId: call.principal.user.id });
});

/** A task whose condition was looked at before runs whenever it is due. */
export const conditionOnce: Patch = ({ scheduledTasks: { conditions } }) => {
  const looked = new Set<string>();
  const { crosses } = conditions;
  conditions.crosses = (before, now, condition) => {
    const key = JSON.stringify(condition);
    const isAgain = looked.has(key);
    looked.add(key);
    return isAgain || crosses(before, now, condition);
  };
};
