import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { loadContract } from '../../contracts/bundle.ts';
import { SchemaChecks } from '../../contracts/schemas.ts';
import {
  brokenPolicies,
  type BrokenPolicies,
  POLICY_DEFECTS,
  PRINTED_DEFECTS,
  type PolicyDefect,
} from '../../generators/policy-defects.ts';
import { inBothDialects, refused, refusedWith, succeeded, type Caller } from '../tenant/leased.ts';
import { defectsOf } from './policy-rule.ts';
import { expectEach, expectShares, RUNS, samplesOf, SEED, smallest } from './samples.ts';

const check = new SchemaChecks(await loadContract()).at('#/components/schemas/PolicyInput');
type Kinded = Pick<BrokenPolicies, 'kind'>;
const POLICY_DEFECT_KINDS = Object.keys(POLICY_DEFECTS) as PolicyDefect[];
/** The defects with a specified 400, repeated by hand. All others may have any refusal status. */
const WITH_400 = ['no action', 'no resource', 'wrong resource'];

for (const kind of POLICY_DEFECT_KINDS) {
  test(`${kind}: exactly one defect, and none in the neighbour`, () => {
    const samples = samplesOf(POLICY_DEFECTS[kind], 200);
    expectEach(samples, ({ policy }) => defectsOf(policy).length === 1 && check(policy).length > 0);
    expectEach(samples, ({ neighbour }) => defectsOf(neighbour).length === 0);
    // A number in place of an id is a wrong resource, but the status for JSON of a wrong type is left open.
    const statusOf = (policy: unknown) =>
      WITH_400.includes(defectsOf(policy)[0] ?? '') && kind !== 'numberResource' ? 400 : '4xx';
    expectEach(samples, ({ policy, status }) => status === statusOf(policy), 'of another status');
  });
}

test('a list has one broken policy at the stated index, and equals its neighbour elsewhere', () => {
  const areAsSaid = ({ policies, neighbour, index: broken }: BrokenPolicies) =>
    policies.length === neighbour.length &&
    policies.every((policy, index) =>
      index === broken ? defectsOf(policy).length === 1 : policy === neighbour[index],
    );
  const lists = samplesOf(brokenPolicies());
  expectEach(lists, areAsSaid);
  expectEach(
    lists.flatMap(({ neighbour }) => neighbour),
    (policy) => defectsOf(policy).length === 0,
  );
});

test('the broken policy is at any index, and every kind occurs', () => {
  expectShares(brokenPolicies(), {
    'it is the only policy': ({ policies }) => policies.length === 1,
    'it is the first of several': ({ policies, index }) => policies.length > 1 && index === 0,
    'it is the last of several': ({ policies, index }) => policies.length > 1 && index === policies.length - 1,
    'others stand on either side': ({ policies, index }) => index > 0 && index < policies.length - 1,
    'its refusal is printed': ({ status }) => status === 400,
    'its refusal is open': ({ status }) => status === '4xx',
  });
  const isOf = (kind: PolicyDefect) => (one: Kinded) => one.kind === kind;
  expectShares<Kinded>(
    brokenPolicies(),
    Object.fromEntries(POLICY_DEFECT_KINDS.map((kind) => [kind, isOf(kind)])),
    0.5 / POLICY_DEFECT_KINDS.length,
  );
});

test('lists can be limited to defects with a specified status', () => {
  const isPrinted = ({ status, kind }: BrokenPolicies) => status === 400 && PRINTED_DEFECTS.includes(kind);
  expectEach(samplesOf(brokenPolicies(PRINTED_DEFECTS)), isPrinted);
});

test.describe('a planted bug is told by the smallest list that shows it', () => {
  const VALID = { resourceType: 'Deployment', actions: ['DeploymentRead'], resources: ['1'] };
  const namesSlug = (policy: unknown) => /"[a-z]+(-[a-z]+)?"/.test(JSON.stringify((policy as typeof VALID).resources));

  test('in any slug', () => {
    for (const { policies } of smallest(brokenPolicies(['slugResource']), (one) => one.policies.some(namesSlug))) {
      expect(policies).toHaveLength(1);
      expect(JSON.stringify(policies)).toMatch(/"resources":\["a(-a)?"\]/);
      expect(policies[0]).toMatchObject({ actions: ['DeploymentRead'] });
    }
  });

  for (const kind of PRINTED_DEFECTS) {
    test(`in ${kind}`, () => {
      for (const { policies, neighbour } of smallest(brokenPolicies(), (one) => one.kind === kind)) {
        expect(policies).toHaveLength(1);
        expect(neighbour).toEqual([VALID]);
      }
    });
  }

  test('in a broken policy after a valid one', () => {
    for (const { policies, index } of smallest(brokenPolicies(), (one) => one.index > 0)) {
      expect(policies).toHaveLength(2);
      expect(policies[0]).toEqual({ ...VALID, resources: [expect.any(String)] });
      expect(index).toBe(1);
    }
  });
});

inBothDialects('broken policies', (lease) => {
  async function roleOf(admin: Caller): Promise<{ roleId: number }> {
    const created = succeeded(await admin('createRole', { body: { name: 'Broken' } }));
    return { roleId: (created.body as { id: number }).id };
  }

  test('the tenant refuses each kind with its status and accepts the neighbour', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const path = await roleOf(admin);
    for (const kind of POLICY_DEFECT_KINDS) {
      for (const { policy, neighbour, status } of samplesOf(POLICY_DEFECTS[kind], 5)) {
        const got = await admin('updateRole', { path, body: { policies: [policy] } });
        if (status === 400) refusedWith(got, 400);
        else refused(got);
        succeeded(await admin('updateRole', { path, body: { policies: [neighbour] } }));
      }
    }
  });

  test('the tenant refuses lists with one of them, and accepts their neighbours', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const path = await roleOf(admin);
    await fc.assert(
      fc.asyncProperty(brokenPolicies(), async ({ policies, neighbour, status }) => {
        for (const got of [
          await admin('updateRole', { path, body: { policies } }),
          await admin('createRole', { body: { name: 'Never created', policies } }),
        ]) {
          if (status === 400) refusedWith(got, 400);
          else refused(got);
        }
        succeeded(await admin('updateRole', { path, body: { policies: neighbour } }));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
