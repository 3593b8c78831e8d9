import { setupFailed } from '../../failures/failure.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { inDeployment, type UndoRule, type UndoRules } from './rule.ts';

/** A running sync is cancelled. Its entry in the history and its commits on a branch cannot be removed. */
const sync: UndoRule = {
  note: ({ path = {} }) => ({ deploymentId: path['deploymentId'] ?? null }),
  complete: ({ body }) => ({ syncJobId: (body as { syncJobId?: unknown } | undefined)?.syncJobId ?? null }),
  async undo({ deploymentId, syncJobId }, { admin }) {
    if (!isId(syncJobId)) return;
    const { status } = await inDeployment(admin, deploymentId).ask('cancelTransformSync', syncJobId);
    // The response to cancelling a sync that has ended is open.
    if (status >= 500) throw setupFailed(`cancelTransformSync responded with ${status}`);
  },
  isIndependent: true,
  describe: ({ syncJobId }) => `sync ${String(syncJobId)}`,
};

export const syncRules: UndoRules = { startTransformSync: sync };
