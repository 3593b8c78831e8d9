import { at, granted, identified, isId, type Kind, type Kinds } from './kind.ts';

const scheduledTask: Kind = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: identified,
  async undo({ id, deploymentId }, keeper) {
    const here = at(keeper, deploymentId);
    if (isId(id)) granted(await here.ask('deleteScheduledTask', id));
  },
  says: ({ id }) => `scheduled task ${String(id)}`,
};

export const scheduleKinds: Kinds = { createScheduledTask: scheduledTask };
