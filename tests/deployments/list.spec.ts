import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { checkPages, listedIds } from '../../harness/rules/lists.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('deployments', calls);
// The token has a check of its own: the schema leaves its name open and cannot detect a missing token.
checkShapes('deployments', calls, ['deployments.token.answers-token']);
checkPages('deployments.list', {
  binding: 'deployments.list',
  async open(check) {
    await check.lock('deployments');
    return (actor, query) => actor.listDeployments(query);
  },
});

test(...verifies('deployments.list.shows-deployment'), async ({ check, admin }) => {
  const ids = await listedIds((actor, query) => actor.listDeployments(query), admin);
  expect(ids).toContain(check.provided('DEPLOYMENT_ID'));
});
