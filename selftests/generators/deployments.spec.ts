import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { deploymentId, NAMES, NUMBER_LOOK_ALIKES, SLUGS } from '../../generators/deployments.ts';
import { wrongText } from '../../generators/text.ts';
import { inBothDialects, refusedWith, succeeded } from '../tenant/leased.ts';
import { expectEach, expectShares, RUNS, samplesOf, SEED, smallest } from './samples.ts';

const lookAlike = wrongText({ ...SLUGS, ...NAMES, ...NUMBER_LOOK_ALIKES });

const policies = (...resources: readonly string[]) => [
  { resourceType: 'Deployment', actions: ['DeploymentRead'], resources },
];

test('an id is a positive whole number without leading zeros', () => {
  expectEach(samplesOf(deploymentId()), (id) => /^[1-9]\d*$/.test(id) && Number(id) < 2 ** 31);
  expectShares(deploymentId(), {
    'one digit': ({ length }) => length === 1,
    'ten digits': ({ length }) => length === 10,
  });
});

test('a look-alike is not an id under any interpretation that the specification leaves open', () => {
  // Left open: negative numbers, zero, leading zeros, and blanks around an id. Only `All` is the entry: the word in small letters is a name.
  expectEach(samplesOf(lookAlike), ({ text }) => !/^[+-]?\d+$/.test(text.trim()) && text.trim() !== 'All');
});

test('look-alikes cover each kind of careless number parsing', () => {
  expectShares(lookAlike, {
    'Number() accepts it': ({ text }) => Number.isInteger(Number(text)),
    'parseInt() accepts it': ({ text }) => !Number.isNaN(Number.parseInt(text, 10)),
    'it has no digit': ({ text }) => !/\d/.test(text),
    'it has a blank': ({ text }) => text.includes(' '),
  });
});

test('each reason occurs', () => {
  const reasons = new Set(samplesOf(lookAlike).map(({ why }) => why));
  expect(reasons.size).toBe(13);
});

test('ids and look-alikes shrink to the smallest input', () => {
  for (const id of smallest(deploymentId(), () => true)) expect(id).toBe('1');
  for (const id of smallest(deploymentId(), (one) => one.length > 3)) expect(id).toBe('1000');
  for (const { text } of smallest(lookAlike, ({ why }) => why === 'a slug of two words')) {
    expect(text).toBe('a-a');
  }
});

inBothDialects('deployments in policies', (lease) => {
  test('the tenant accepts ids, refuses look-alikes with 400, and keeps the role unchanged', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    const { id } = succeeded(await admin('createRole', { body: { name: 'Deployments' } })).body as { id: number };
    const path = { roleId: id };
    await fc.assert(
      fc.asyncProperty(deploymentId(), lookAlike, async (fitting, { text }) => {
        succeeded(await admin('updateRole', { path, body: { policies: policies(fitting) } }));
        refusedWith(await admin('updateRole', { path, body: { policies: policies(text) } }), 400);
        expect((await admin('getRole', { path })).body).toMatchObject({ policies: policies(fitting) });
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});
