import type { Patch } from '../../mock/index.ts';
import { afterSync, all, remembering } from './patches.ts';

/** Tasks that count otherwise once they were changed. */

/** A threshold that is given again after it was removed does not hold back any run. */
export const givenAgainLetsRun: Patch = ({ scheduledTasks }) => {
  const removed = new Set<number>();
  const again = new WeakSet<object>();
  const { merged, conditions } = scheduledTasks;
  const { crosses } = conditions;
  scheduledTasks.merged = (task, change) => {
    if (change.condition === null && task.condition) removed.add(task.id);
    if (change.condition && removed.has(task.id)) again.add(change.condition);
    return merged(task, change);
  };
  conditions.crosses = (before, now, condition) => again.has(condition) || crosses(before, now, condition);
};

/** A task counts among those of whoever updated it last. */
export const countedForWhoUpdated: Patch = remembering(
  () => new Map<string, number | undefined>(),
  (last) =>
    all(
      afterSync('updateScheduledTask', ({ path, principal }) => last.set(path['taskId'] ?? '', principal.user?.id)),
      ({ scheduledTasks }) => {
        const { takesPlace } = scheduledTasks;
        scheduledTasks.takesPlace = (task, claim) => {
          const creatorId = last.get(String(task.id)) ?? task.creatorId;
          return takesPlace(creatorId === claim.creatorId ? { ...task, creatorId } : task, claim);
        };
      },
    ),
);

/** A zone of a fixed offset counts as far from UTC in the other direction. */
export const fixedOffsetsMirrored: Patch = ({ scheduledTasks: { schedule } }) => {
  const { zoneOf } = schedule;
  schedule.zoneOf = (timezone, purpose) =>
    zoneOf(
      timezone.replace(/^Etc\/GMT([+-])/, (_, sign) => `Etc/GMT${sign === '+' ? '-' : '+'}`),
      purpose,
    );
};

/** Of zones with several names those alone are known that the runtime lists, and UTC. */
export const namesOfTheRuntime: Patch = ({ scheduledTasks: { schedule } }) => {
  const { isTimeZone } = schedule;
  const listed = new Set<string>([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  schedule.isTimeZone = (zone, operationId) => isTimeZone(zone, operationId) && listed.has(zone);
};

/** A body is larger than what frameworks take if nobody tells them otherwise. */
export const isLarge = ({ body }: { readonly body?: unknown }): boolean => JSON.stringify(body ?? '').length > 100_000;
