import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { loadContract } from '../../contracts/bundle.ts';
import { SchemaChecks } from '../../contracts/schemas.ts';
import { policies, policy, type Policy } from '../../generators/policies.ts';
import { inBothDialects, succeeded } from '../tenant/leased.ts';
import { defectsOf } from './policy-rule.ts';
import { expectEach, expectShares, RUNS, samplesOf, SEED, smallest } from './samples.ts';

const check = new SchemaChecks(await loadContract()).at('#/components/schemas/PolicyInput');
const sorted = (values: readonly string[]) => [...values].sort();
const asSet = (list: readonly Policy[]) =>
  sorted(list.map((one) => JSON.stringify([one.resourceType, sorted(one.actions), sorted(one.resources)])));

test('policies are valid by the specified rule and by the document', () => {
  expectEach(samplesOf(policy()), (one) => defectsOf(one).length === 0 && check(one).length === 0);
});

test('policies and lists have no duplicates, and All is the only entry', () => {
  const areDistinct = (values: readonly string[]) => new Set(values).size === values.length;
  const lists = samplesOf(policies({ max: 200 }));
  expectEach(lists, (list) => areDistinct(list.map(({ resources }) => sorted(resources).join())));
  const values = lists.flat().flatMap(({ actions, resources }) => [actions, resources] as string[][]);
  expectEach(values, (some) => areDistinct(some) && (some.length === 1 || !some.includes('All')));
});

test('each kind of policy is at least a tenth of the samples', () => {
  expectShares(policy(), {
    'one action': ({ actions }) => actions.length === 1,
    'several actions': ({ actions }) => actions.length > 1,
    'all actions': ({ actions }) => actions[0] === 'All',
    'all deployments': ({ resources }) => resources[0] === 'All',
    'one deployment': ({ resources }) => resources.length === 1 && resources[0] !== 'All',
    'several deployments': ({ resources }) => resources.length > 1,
  });
});

test('each action occurs', () => {
  expect(new Set(samplesOf(policy()).flatMap(({ actions }) => actions)).size).toBe(23);
});

test('each kind of list is at least a tenth of the samples, the longest a fiftieth', () => {
  const lists = policies({ max: 200 });
  expectShares(lists, {
    'no policy': ({ length }) => length === 0,
    'one policy': ({ length }) => length === 1,
    'several policies': ({ length }) => length > 1 && length <= 6,
    'many policies': ({ length }) => length > 6,
  });
  expectShares(lists, { 'as many as can be': ({ length }) => length === 200 }, 0.02);
});

for (const [min, max] of [
  [0, 0],
  [1, 1],
  [2, 5],
  [200, 200],
  [0, 200],
] as const) {
  test(`lists of ${min} to ${max} policies have this length`, () => {
    expectEach(samplesOf(policies({ min, max }), 100), ({ length }) => length >= min && length <= max);
  });
}

test.describe('a planted bug is told by the smallest policy that shows it', () => {
  const SMALLEST: Policy = { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['1'] };

  test('in any policy', () => {
    for (const found of smallest(policy(), () => true)) expect(found).toEqual(SMALLEST);
  });

  test('in a policy with three actions', () => {
    for (const { actions, resources } of smallest(policy(), (one) => one.actions.length >= 3)) {
      expect(actions).toHaveLength(3);
      expect(resources).toEqual(['1']);
    }
  });

  test('in a policy with a particular action', () => {
    for (const found of smallest(policy(), ({ actions }) => actions.includes('ScheduledTasksManage'))) {
      expect(found).toEqual({ ...SMALLEST, actions: ['ScheduledTasksManage'] });
    }
  });

  test('in a policy on all deployments', () => {
    for (const found of smallest(policy(), ({ resources }) => resources.includes('All'))) {
      expect(found).toEqual({ ...SMALLEST, resources: ['All'] });
    }
  });

  test('in a list of a particular length', () => {
    const lists = policies({ max: 200 });
    for (const found of smallest(lists, ({ length }) => length >= 1)) expect(found).toEqual([SMALLEST]);
    for (const found of smallest(lists, ({ length }) => length >= 3)) {
      // The policies differ only in their deployments, because no two name the same.
      expect(found.map(({ actions }) => actions)).toEqual([1, 2, 3].map(() => SMALLEST.actions));
      expect(new Set(found.flatMap(({ resources }) => resources)).size).toBeLessThanOrEqual(3);
    }
    for (const found of smallest(lists, ({ length }) => length > 120)) expect(found).toHaveLength(121);
  });
});

inBothDialects('valid policies', (lease) => {
  test('the tenant accepts and stores them', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    await fc.assert(
      fc.asyncProperty(policies({ max: 200 }), async (some) => {
        const { id } = succeeded(await admin('createRole', { body: { name: 'Generated', policies: some } })).body as {
          id: number;
        };
        const path = { roleId: id };
        const stored = (await admin('getRole', { path })).body as { policies: Policy[] };
        expect(asSet(stored.policies)).toEqual(asSet(some));
        succeeded(await admin('deleteRole', { path }));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
