import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { pagePlan } from '../../generators/pages.ts';
import { inBothDialects, succeeded } from '../tenant/leased.ts';
import { expectEach, expectShares, samplesOf, SEED, smallest } from './samples.ts';

for (const total of [0, 1, 2, 12, 13, 1_000]) {
  test(`pages of a list of ${total} have between one and ${total + 1} elements`, () => {
    const isWithin = (size: number) => Number.isInteger(size) && size >= 1 && size <= total + 1;
    expectEach(samplesOf(pagePlan(total)), (plan) => plan.length > 0 && plan.every(isWithin));
  });
}

test('page sizes include divisors, non-divisors and the complete list', () => {
  expectShares(pagePlan(12), {
    'pages of one': (plan) => plan.includes(1),
    'an exact divisor': (plan) => plan.some((size) => size > 1 && size < 12 && 12 % size === 0),
    'a remainder': (plan) => plan.some((size) => 12 % size !== 0),
    'the whole list': (plan) => plan.includes(12),
    'one more than the list': (plan) => plan.includes(13),
    'pages of one size': (plan) => new Set(plan).size === 1,
    'pages of several sizes': (plan) => new Set(plan).size > 1,
  });
});

test('`least` is the minimum page size of a long list', () => {
  expectEach(samplesOf(pagePlan(1_000, { least: 100 })).flat(), (size) => size >= 100);
  expectEach(samplesOf(pagePlan(3, { least: 100 })).flat(), (size) => size === 4);
});

test('a planted bug shrinks to the smallest failing plan', () => {
  for (const plan of smallest(pagePlan(12), () => true)) expect(plan).toEqual([1]);
  for (const plan of smallest(pagePlan(12), (one) => one.includes(12))) expect(plan).toEqual([12]);
});

inBothDialects('page plans', (lease) => {
  test('every plan returns the complete list of roles', async () => {
    const admin = (await lease()).as('ADMIN_TOKEN');
    for (let made = 1; made <= 6; made += 1) succeeded(await admin('createRole', { body: { name: `Role ${made}` } }));
    const page = async (query: Record<string, string | number>) =>
      (await admin('listRoles', { query })).body as {
        items: { id: number }[];
        pageInfo: { hasNextPage: boolean; endCursor: string };
      };
    const whole = (await page({ first: 500 })).items.map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(pagePlan(whole.length), async (plan) => {
        const seen: number[] = [];
        let after: { after?: string } = {};
        for (let asked = 0; ; asked += 1) {
          const { items, pageInfo } = await page({ first: plan[asked % plan.length] ?? 1, ...after });
          seen.push(...items.map(({ id }) => id));
          if (!pageInfo.hasNextPage) break;
          after = { after: pageInfo.endCursor };
        }
        expect(seen).toEqual(whole);
      }),
      { numRuns: 30, seed: SEED },
    );
  });
});
