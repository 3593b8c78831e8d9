import type { ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { deletable } from './branches.ts';

/** Switches the staging environment of a lent branch. */
export function staging(check: Check, enabled: boolean, where: Where = 'home') {
  return { body: { branchName: check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH'), enabled } };
}

/** What a deployment is created with. On a tenant that goes on there is none to spare: nothing removes it. */
export function creation(check: Check) {
  if (check.tenant.isLive) untested('no printed operation removes a deployment: only a tenant of its own is given one');
  return { body: { ...(check.tenant.wire.value('build.deployment') as object | undefined) } };
}

export const calls: ValidCalls = {
  createDeployment: creation,
  deleteBranch: async (check, admin, where) => ({ query: { branchName: await deletable(check, admin, where) } }),
  async setStagingEnvironment(check, _admin, where) {
    await check.lock('staging environments');
    return staging(check, true, where);
  },
  validateDataModel: () => ({}),
};
