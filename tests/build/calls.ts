import { NAME_WORDS } from '../../contracts/bindings/words.ts';
import type { ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { fresh } from '../../harness/client/unique.ts';
import { branchToDelete } from './branches.ts';

/** A request that switches the staging environment of a provided branch. */
export function stagingRequest(check: Check, enabled: boolean, where: Where = 'home') {
  return { body: { branchName: check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH'), enabled } };
}

const NAME = new RegExp(`^((display|deployment)_?)?(${NAME_WORDS})$`, 'i');

/** A request that creates a deployment, under a name by which it is found even if the response says nothing of it. */
export function creationRequest(check: Check, name: () => string = () => fresh('deployment')) {
  const body = (check.tenant.wire.value('build.deployment') ?? {}) as Readonly<Record<string, unknown>>;
  const named = Object.entries(body).map(([member, value]) => [
    member,
    NAME.test(member) && typeof value === 'string' ? name() : value,
  ]);
  return { body: Object.fromEntries(named) as Readonly<Record<string, unknown>> };
}

export const calls: ValidCalls = {
  createDeployment: (check) => creationRequest(check),
  deleteBranch: async (check, admin, where) => ({ query: { branchName: await branchToDelete(check, admin, where) } }),
  setStagingEnvironment: (check, _admin, where) => stagingRequest(check, true, where),
  validateDataModel: () => ({}),
};
