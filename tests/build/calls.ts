import type { ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { notLeased, untested } from '../../harness/failures/untested.ts';
import { branchToDelete } from './branches.ts';

/** A request that switches the staging environment of a provided branch. */
export function stagingRequest(check: Check, enabled: boolean, where: Where = 'home') {
  return { body: { branchName: check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH'), enabled } };
}

/** A request that creates a deployment. It is not sent to a live tenant, because no operation removes the deployment. */
export function creationRequest(check: Check) {
  if (check.tenant.isLive) untested(notLeased('no printed operation removes a deployment'));
  return { body: { ...(check.tenant.wire.value('build.deployment') as object | undefined) } };
}

export const calls: ValidCalls = {
  createDeployment: creationRequest,
  deleteBranch: async (check, admin, where) => ({ query: { branchName: await branchToDelete(check, admin, where) } }),
  setStagingEnvironment: (check, _admin, where) => stagingRequest(check, true, where),
  validateDataModel: () => ({}),
};
