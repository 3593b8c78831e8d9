import { setupFailed } from '../../failures/failure.ts';
import { at, identified, type UndoRule, type UndoRules } from './rule.ts';

const devMode: UndoRule = {
  note: ({ body }) => ({ branchName: (body as { branchName?: unknown } | undefined)?.branchName ?? null }),
  says: ({ branchName }) => `dev mode on branch ${String(branchName)}`,
};

const deployment: UndoRule = {
  note: () => ({ id: null }),
  complete: identified,
  says: ({ id }) => `deployment ${String(id)}`,
};

const branchDeletion: UndoRule = {
  note: ({ query = {} }) => ({ branchName: query['branchName'] ?? null }),
  says: ({ branchName }) => `deletion of branch ${String(branchName)}, which was lent for it`,
};

/** The lent branches have no staging environment, and which others have one no answer shows. */
const staging: UndoRule = {
  note({ path = {}, body }, { known }) {
    const { deploymentId = null } = path;
    const { branchName = null } = (body ?? {}) as { readonly branchName?: unknown };
    return known.some((one) => one['branchName'] === branchName && one['deploymentId'] === deploymentId)
      ? undefined
      : { deploymentId, branchName };
  },
  async undo({ deploymentId, branchName }, { admin }) {
    const body = { branchName, enabled: false };
    const { status } = await at(admin, deploymentId).raw('setStagingEnvironment', { body });
    // What is answered where there was none to disable is open.
    if (status >= 500) throw setupFailed(`setStagingEnvironment answered ${status}`);
  },
  says: ({ branchName }) => `staging environment of branch ${String(branchName)}`,
};

export const buildRules: UndoRules = {
  enterDevMode: devMode,
  createDeployment: deployment,
  deleteBranch: branchDeletion,
  setStagingEnvironment: staging,
};
