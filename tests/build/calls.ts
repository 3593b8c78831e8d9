import { NAME_WORDS } from '../../contracts/bindings/words.ts';
import type { ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { isGuess } from '../../harness/check/guesses.ts';
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
  const named = Object.entries(withoutChoices(check, body)).map(([member, value]) => [
    member,
    NAME.test(member) && typeof value === 'string' ? name() : value,
  ]);
  return { body: Object.fromEntries(named) as Readonly<Record<string, unknown>> };
}

/** A guessed body without what the document does not require: a tenant may have other regions than the one that is guessed. */
function withoutChoices(check: Check, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { wire } = check.tenant;
  const route = wire.route('createDeployment');
  const declared = route && wire.document?.find(route.method, route.path);
  if (!wire.document || !declared || !isGuess(check, 'build.deployment')) return body;
  const schema = wire.document.schemaOf(declared, 'request');
  if (!schema) return body;
  const required = wire.document.requiredOf(schema);
  return Object.fromEntries(Object.entries(body).filter(([name]) => NAME.test(name) || required.includes(name)));
}

export const calls: ValidCalls = {
  createDeployment: (check) => creationRequest(check),
  deleteBranch: async (check, admin, where) => ({ query: { branchName: await branchToDelete(check, admin, where) } }),
  setStagingEnvironment: (check, _admin, where) => stagingRequest(check, true, where),
  validateDataModel: () => ({}),
};
