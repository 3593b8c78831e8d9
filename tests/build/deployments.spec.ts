import type { Answer } from '../../harness/http/answer.ts';
import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { found } from '../../harness/check/guesses.ts';
import { listedIds } from '../../harness/rules/lists.ts';
import { eventually } from '../../harness/check/eventually.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { calls, creation } from './calls.ts';

checkEveryOperation('build', calls);
// A schema that leaves the name of the id open cannot tell where it is missing.
checkShapes('build', calls, ['build.create.returns-id']);

/** The id that a creation answers: a member of what stands there, or all of it. */
function idIn(check: Check, { body }: Answer): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return found(check, 'build.created-id', (body as { readonly id?: unknown }).id);
}

const isId = (id: unknown): id is string | number => (typeof id === 'string' && id !== '') || typeof id === 'number';

test(...verifies('build.create.returns-id'), async ({ check, admin }) => {
  const answer = await admin.raw('createDeployment', creation(check));
  expect(answer).toSucceed();
  expect(isId(idIn(check, answer)), 'whether the answer carries an id').toBe(true);
});

test(...verifies('build.create.listed'), async ({ check, admin }) => {
  const list = () => listedIds((actor, query) => actor.listDeployments(query), admin.preparing);
  const before = await list();
  const id = idIn(check, granted(await admin.raw('createDeployment', creation(check)), 'the creation'));
  if (!isId(id)) throw setupFailed('the creation answers no id');
  expect(before, 'ids of the deployments that were listed before').not.toContain(String(id));
  await eventually(check, async () => {
    expect(await list(), 'ids of the deployments that are listed').toContain(String(id));
  });
});
