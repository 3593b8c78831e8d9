import { setupFailed } from '../../failures/trouble.ts';
import { at, identified, type Kind, type Kinds } from './kind.ts';

const devMode: Kind = {
  note: ({ body }) => ({ branchName: (body as { branchName?: unknown } | undefined)?.branchName ?? null }),
  says: ({ branchName }) => `dev mode on branch ${String(branchName)}`,
};

const deployment: Kind = {
  note: () => ({ id: null }),
  complete: identified,
  says: ({ id }) => `deployment ${String(id)}`,
};

const branchDeletion: Kind = {
  note: ({ query = {} }) => ({ branchName: query['branchName'] ?? null }),
  says: ({ branchName }) => `deletion of branch ${String(branchName)}, which was lent for it`,
};

/** The lent branches have no staging environment, and which others have one no answer shows. */
const staging: Kind = {
  note({ path = {}, body }, _keeper, known) {
    const { deploymentId = null } = path;
    const { branchName = null } = (body ?? {}) as { readonly branchName?: unknown };
    return known.some((one) => one['branchName'] === branchName && one['deploymentId'] === deploymentId)
      ? undefined
      : { deploymentId, branchName };
  },
  async undo({ deploymentId, branchName }, keeper) {
    const body = { branchName, enabled: false };
    const { status } = await at(keeper, deploymentId).raw('setStagingEnvironment', { body });
    // What is answered where there was none to disable is open.
    if (status >= 500) throw setupFailed(`setStagingEnvironment answered ${status}`);
  },
  says: ({ branchName }) => `staging environment of branch ${String(branchName)}`,
};

export const buildKinds: Kinds = {
  enterDevMode: devMode,
  createDeployment: deployment,
  deleteBranch: branchDeletion,
  setStagingEnvironment: staging,
};
