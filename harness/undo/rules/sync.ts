import { setupFailed } from '../../failures/failure.ts';
import { at, isId, type UndoRule, type UndoRules } from './rule.ts';

/** What still runs is cancelled. The history keeps a sync for good, and a branch what was committed to it. */
const sync: UndoRule = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: ({ body }) => ({ syncJobId: (body as { syncJobId?: unknown } | undefined)?.syncJobId ?? null }),
  async undo({ deploymentId, syncJobId }, { admin }) {
    if (!isId(syncJobId)) return;
    const { status } = await at(admin, deploymentId).ask('cancelTransformSync', syncJobId);
    // A sync that has ended is cancelled in vain, and how that is answered is open.
    if (status >= 500) throw setupFailed(`cancelTransformSync answered ${status}`);
  },
  says: ({ syncJobId }) => `sync ${String(syncJobId)}`,
};

export const syncRules: UndoRules = { startTransformSync: sync };
