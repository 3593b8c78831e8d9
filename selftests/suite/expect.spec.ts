import { expect as base } from '@playwright/test';
import { expect, test } from '../test.ts';

const SAMPLES: readonly (readonly [matcher: string, actual: unknown, expected: unknown])[] = [
  ['toBe', 0, -0],
  ['toBe', 'a', 'b'],
  ['toEqual', { a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }],
  ['toEqual', [1, 2], [1]],
  ['toBeUndefined', null, undefined],
  ['toBeDefined', undefined, undefined],
  ['toMatch', 'some text', /^text/],
  ['toMatch', 'some text', 'texts'],
  ['toContain', 'some text', 'texts'],
  ['toContain', [1, 2], 3],
  ['toHaveLength', [1, 2], 3],
  ['toBeGreaterThan', 2, 2],
];

type Assertions = Record<string, (expected: unknown) => void>;

for (const [matcher, actual, expected] of SAMPLES)
  test(`${matcher} fails as ever: ${JSON.stringify(actual)} and ${String(expected)}`, () => {
    const assertions = expect(actual, 'what was looked at') as unknown as Assertions;
    base(() => assertions[matcher]?.(expected)).toThrow(/what was looked at/);
  });

test('what holds by the usual rules alone holds, and what is negated is compared as ever', async () => {
  expect({ a: undefined, b: 1 }).toEqual({ b: 1 });
  expect({ a: 1, b: 2 }).toEqual(expect.objectContaining({ a: 1 }));
  expect('text').not.toBe('other');
  base(() => {
    expect('text').not.toBe('text');
  }).toThrow(/not/);
  await expect(Promise.resolve(1)).resolves.toBe(1);
  await base(expect(Promise.resolve(1)).resolves.toBe(2)).rejects.toThrow();
});
