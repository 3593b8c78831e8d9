import { checkEveryOperation, checkShapes } from '../support/every-operation.ts';
import { checkPages, listedIds } from '../support/pages.ts';
import { expect, test, verifies } from '../support/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('environments', calls);
checkShapes('environments', calls);
checkPages('environments.list', (actor, query) => actor.listEnvironments(query));

test(...verifies('environments.list.shows-environment'), async ({ check, admin }) => {
  const ids = await listedIds((actor, query) => actor.listEnvironments(query), admin);
  expect(ids).toContain(check.lent('ENVIRONMENT_ID'));
});
