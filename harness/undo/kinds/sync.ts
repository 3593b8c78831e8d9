import { setupFailed } from '../../failures/trouble.ts';
import { at, isId, type Kind, type Kinds } from './kind.ts';

/** What still runs is cancelled. The history keeps a sync for good, and a branch what was committed to it. */
const sync: Kind = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: ({ body }) => ({ syncJobId: (body as { syncJobId?: unknown } | undefined)?.syncJobId ?? null }),
  async undo({ deploymentId, syncJobId }, keeper) {
    if (!isId(syncJobId)) return;
    const { status } = await at(keeper, deploymentId).ask('cancelTransformSync', syncJobId);
    // A sync that has ended is cancelled in vain, and how that is answered is open.
    if (status >= 500) throw setupFailed(`cancelTransformSync answered ${status}`);
  },
  says: ({ syncJobId }) => `sync ${String(syncJobId)}`,
};

export const syncKinds: Kinds = { startTransformSync: sync };
