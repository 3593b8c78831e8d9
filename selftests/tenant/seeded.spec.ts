import { existsSync, readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { loadContract } from '../../contracts/bundle.ts';
import { dialectNamed } from '../../mock/dialects/index.ts';
import { drawn, MOST_VALUES } from '../../mock/dialects/freedoms/freedom.ts';
import { FREEDOMS } from '../../mock/dialects/freedoms/index.ts';
import { UNUSED } from '../../mock/dialects/freedoms/unused.ts';
import { choicesOf, seeded } from '../../mock/dialects/seeded.ts';
import { Api } from '../../mock/api.ts';
import { expect, test } from '../test.ts';

const OPEN_POINTS = '../shared/spec/open-points.md';
const SEEDS = 200;
const contract = await loadContract();

test.describe('the table of freedoms', () => {
  test('each value of each freedom occurs in at least a tenth of the seeds', () => {
    const rare = Object.entries(FREEDOMS).flatMap(([id, freedom]) => {
      const counts = new Map(Object.keys(freedom.values).map((name) => [name, 0]));
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const name = drawn(seed, id, freedom);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      return [...counts].filter(([, count]) => count < SEEDS / MOST_VALUES).map((one) => [id, ...one]);
    });
    expect(rare).toEqual([]);
  });

  test('every freedom can be used in more than one way, and names its open points', () => {
    for (const [id, { values, points }] of Object.entries(FREEDOMS)) {
      expect(Object.keys(values).length, id).toBeGreaterThan(1);
      expect(points.length, id).toBeGreaterThan(0);
    }
  });

  test('no open point has both a freedom and a reason why it has none', () => {
    const used = new Set<string>(Object.values(FREEDOMS).flatMap(({ points }) => points));
    expect(Object.keys(UNUSED).filter((point) => used.has(point))).toEqual([]);
  });

  test('each open point, where the list is available, has a freedom or a reason', () => {
    test.skip(!existsSync(OPEN_POINTS), 'the list of open points is not beside this checkout');
    const points = readFileSync(OPEN_POINTS, 'utf8').match(/^\| (U\d{3}) /gm) ?? [];
    const known = new Set<string>([...Object.values(FREEDOMS).flatMap(({ points }) => points), ...Object.keys(UNUSED)]);
    const listed = points.map((point) => point.slice(2, 6));
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.filter((point) => !known.has(point))).toEqual([]);
    expect([...known].filter((point) => !listed.includes(point))).toEqual([]);
  });
});

test('a seed gives the same tenant each time, and another seed another one', async () => {
  expect(choicesOf(7)).toEqual(choicesOf(7));
  expect(choicesOf(7)).not.toEqual(choicesOf(8));
  const documents = await Promise.all([seeded(7), seeded(7), seeded(8)].map((one) => Api.create(contract, one)));
  const [first, second, other] = documents.map(({ document }) => JSON.stringify(document));
  expect(first === second).toBe(true);
  expect(first === other).toBe(false);
});

for (const seed of [1, 2, 3, 4, 5, 6, 7]) {
  test(`the document of seed ${seed} is valid OpenAPI 3.1 without marks of ours`, async () => {
    const { document } = await Api.create(contract, dialectNamed(`any:${seed}`));
    const source = JSON.stringify(document);
    const config = await createConfig({ extends: ['spec'] });
    const problems = await lintFromString({ source, absoluteRef: 'spec.json', config });
    expect(problems.map(({ message, location }) => `${location[0]?.pointer ?? ''}: ${message}`)).toEqual([]);
    expect(source).not.toMatch(/x-(requirement|binding|lines|access|wire)/);
  });
}
