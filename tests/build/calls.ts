import type { ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { walkLarge } from '../../harness/client/paging.ts';
import { fresh } from '../../harness/client/unique.ts';
import { deploymentRequest } from '../../harness/requests/new-deployment.ts';
import { branchToDelete } from './branches.ts';

/** A request that switches the staging environment of a provided branch. */
export function stagingRequest(check: Check, enabled: boolean, where: Where = 'home') {
  return { body: { branchName: check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH'), enabled } };
}

/** A request that creates a deployment. */
export async function creationRequest(check: Check, name: () => string = () => fresh('deployment')) {
  const { wire, namesAreKnown } = check.tenant;
  if (namesAreKnown) return deploymentRequest(wire, name, { namesAreKnown });
  const admin = check.as('ADMIN_TOKEN', 'admin').preparing;
  const [shown] = await walkLarge((page) => admin.listDeployments(page));
  return deploymentRequest(wire, name, { shown });
}

export const calls: ValidCalls = {
  createDeployment: (check) => creationRequest(check),
  deleteBranch: async (check, admin, where) => ({ query: { branchName: await branchToDelete(check, admin, where) } }),
  setStagingEnvironment: (check, _admin, where) => stagingRequest(check, true, where),
  validateDataModel: () => ({}),
};
