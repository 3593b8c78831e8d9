import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { holdAgainst, pinsOf } from '../../contracts/requirements/pins.ts';
import { UNCITED } from '../../contracts/requirements/uncited.ts';
import stored from '../../contracts/requirements/pins.json' with { type: 'json' };

const registry = loadRegistry(await loadContract());
const SPECIFICATION = '../shared/spec/management-api.md';

/** A text in which each line differs from the others, as long as the specification. */
const invented = Array.from({ length: 339 }, (_, index) => `Line ${index + 1} promises ${index * 7}.`);
const pins = pinsOf(invented.join('\n'), registry);

test('every cited range has a stored pin, and no pin is left over', () => {
  expect(Object.keys(stored).sort()).toEqual(Object.keys(pins).sort());
});

test('the specification, where it is at hand, holds against the stored pins and leaves no line uncited', () => {
  test.skip(!existsSync(SPECIFICATION), 'the specification is not beside this checkout');
  const report = holdAgainst(readFileSync(SPECIFICATION, 'utf8'), registry, stored);
  expect(report).toEqual({ changed: [], moved: [], unpinned: [], uncited: [] });
});

test('an unchanged text is silent but for the lines that nobody cites', () => {
  const { changed, moved, unpinned } = holdAgainst(invented.join('\n'), registry, pins);
  expect({ changed, moved, unpinned }).toEqual({ changed: [], moved: [], unpinned: [] });
});

test('a changed line is told with the rows that cite it', () => {
  const text = invented.with(61 - 1, 'Something else.').join('\n');
  const { changed, moved } = holdAgainst(text, registry, pins);
  expect(moved).toEqual([]);
  expect(changed.flatMap(({ citedBy }) => citedBy)).toContain('roles.update.name-null');
  expect(changed.every(({ range: [first, last] }) => first <= 61 && last >= 61)).toBe(true);
});

test('an inserted line moves what stands below it and changes nothing', () => {
  const text = invented.toSpliced(100, 0, 'A new line.').join('\n');
  const { changed, moved, uncited } = holdAgainst(text, registry, pins);
  const straddling = changed.filter(({ range: [first, last] }) => first > 100 || last <= 100);
  expect(straddling).toEqual([]);
  expect(moved.length).toBeGreaterThan(20);
  expect(moved.every(({ range, to }) => to[0] === range[0] + 1)).toBe(true);
  expect(uncited.map(({ text: line }) => line)).toContain('A new line.');
});

test('headings, rulers, header rows and blank lines need no row, and anything else does', () => {
  const empty = new Map();
  const text = ['# Title', '', '| Field | Type |', '|---|:--|', '| a | b |', 'A promise.'].join('\n');
  const { uncited } = holdAgainst(text, empty, {});
  expect(uncited.map(({ line }) => line)).toEqual([5, 6]);
});

test('the exceptions are few, and each has a reason', () => {
  expect(UNCITED.length).toBeLessThanOrEqual(25);
  for (const { reason } of UNCITED) expect(reason.split(' ').length).toBeGreaterThan(3);
});
