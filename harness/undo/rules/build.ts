import { setupFailed } from '../../failures/failure.ts';
import { newDeployment } from './new-deployment.ts';
import { inDeployment, type UndoRule, type UndoRules } from './rule.ts';

const devMode: UndoRule = {
  note: ({ body }, { identity }) =>
    identity.isOwn === true
      ? undefined
      : { branchName: (body as { branchName?: unknown } | undefined)?.branchName ?? null },
  describe: ({ branchName }) => `dev mode on branch ${String(branchName)}`,
};

const branchDeletion: UndoRule = {
  note: ({ query = {} }) => ({ branchName: query['branchName'] ?? null }),
  describe: ({ branchName }) => `deletion of branch ${String(branchName)}, which was provided for deletion`,
};

/** Provided branches have no staging environment, and no response shows which branches have one. */
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
    const { status } = await inDeployment(admin, deploymentId).raw('setStagingEnvironment', { body });
    // The response to disabling a staging environment that does not exist is open.
    if (status >= 500) throw setupFailed(`setStagingEnvironment responded with ${status}`);
  },
  describe: ({ branchName }) => `staging environment of branch ${String(branchName)}`,
};

export const buildRules: UndoRules = {
  enterDevMode: devMode,
  createDeployment: newDeployment,
  deleteBranch: branchDeletion,
  setStagingEnvironment: staging,
};
