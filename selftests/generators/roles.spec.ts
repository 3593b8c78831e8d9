import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { loadContract } from '../../contracts/bundle.ts';
import { SchemaChecks } from '../../contracts/schemas.ts';
import { roleBody, roleChange, roleName } from '../../generators/roles.ts';
import { inBothDialects, succeeded } from '../tenant/leased.ts';
import { expectEach, expectShares, RUNS, samplesOf, SEED, smallest } from './samples.ts';

const checks = new SchemaChecks(await loadContract());
const STEM = 'conformance-role-1';

test('bodies and changes are valid by the document', () => {
  const [create, update] = ['RoleCreateBody', 'RoleUpdateBody'].map((name) =>
    checks.at(`#/components/schemas/${name}`),
  );
  expectEach(samplesOf(roleBody()), (body) => create?.(body).length === 0);
  expectEach(samplesOf(roleChange()), (body) => update?.(body).length === 0);
});

test('each form of a body is at least a tenth of the samples', () => {
  expectShares(roleBody(), {
    'the shortest name': ({ name }) => name.length === 1,
    'the longest name': ({ name }) => name.length === 255,
    'a name in between': ({ name }) => name.length > 1 && name.length < 255,
    'no description': (body) => !('description' in body),
    'a null description': ({ description }) => description === null,
    'a text for description': ({ description }) => (description ?? '') !== '',
    'no policies': (body) => !('policies' in body),
    'an empty list of policies': ({ policies }) => policies?.length === 0,
    'some policies': ({ policies }) => (policies?.length ?? 0) > 0,
  });
  const rare = {
    'an empty description': ({ description }: { description?: string | null }) => description === '',
    'the longest description': ({ description }: { description?: string | null }) => description?.length === 255,
  };
  expectShares(roleBody(), rare, 0.03);
});

test('each combination of members is at least 8 % of the changes', () => {
  const members = (...wanted: readonly string[]) => [wanted.join(' and ') || 'none', wanted] as const;
  const combinations = [
    members(),
    members('name'),
    members('description'),
    members('policies'),
    members('name', 'description'),
    members('name', 'policies'),
    members('description', 'policies'),
    members('name', 'description', 'policies'),
  ];
  const classes = combinations.map(([what, wanted]) => [
    what,
    (change: object) => Object.keys(change).sort().join() === [...wanted].sort().join(),
  ]);
  expectShares(roleChange(), Object.fromEntries(classes) as Record<string, (change: object) => boolean>, 0.08);
  expectShares(roleChange(), { 'a null description': ({ description }) => description === null });
});

test('names with a stem begin with it, reach the maximum length and differ from those of other stems', () => {
  const names = samplesOf(roleName({ stem: STEM }));
  expectEach(names, (name) => (name === STEM || name.startsWith(`${STEM}-`)) && name.length <= 255);
  expect(names.filter(({ length }) => length === 255).length).toBeGreaterThan(100);
  expect(names.filter((name) => name === STEM).length).toBeGreaterThan(100);
});

test('a planted bug shrinks to the smallest failing body', () => {
  for (const body of smallest(roleBody(), () => true)) expect(body).toEqual({ name: 'a' });
  for (const body of smallest(roleBody(), ({ name }) => name.length > 254))
    expect(body).toEqual({ name: 'a'.repeat(255) });
  for (const change of smallest(roleChange(), ({ description }) => description === null)) {
    expect(change).toEqual({ description: null });
  }
  for (const change of smallest(roleChange(), ({ policies }) => policies?.length === 0)) {
    expect(change).toEqual({ policies: [] });
  }
});

inBothDialects('bodies of roles', (lease) => {
  test('the tenant creates and updates roles with them', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const renamed = fc.string({ unit: fc.constantFrom('x', 'y'), minLength: 1, maxLength: 255 });
    await fc.assert(
      fc.asyncProperty(roleBody(), roleChange({ name: renamed }), async (body, change) => {
        const { id } = succeeded(await admin('createRole', { body })).body as { id: number };
        const path = { roleId: id };
        const updated = succeeded(await admin('updateRole', { path, body: change })).body as typeof body;
        expect(updated.name).toBe(change.name ?? body.name);
        expect(updated.policies).toHaveLength((change.policies ?? body.policies ?? []).length);
        succeeded(await admin('deleteRole', { path }));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
