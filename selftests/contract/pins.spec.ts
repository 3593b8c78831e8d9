import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { comparePins, pinsOf } from '../../contracts/requirements/pins.ts';
import { UNCITED } from '../../contracts/requirements/uncited.ts';
import stored from '../../contracts/requirements/pins.json' with { type: 'json' };

const registry = loadRegistry(await loadContract());
const SPECIFICATION = '../shared/spec/management-api.md';

/** A text as long as the specification, with a different text on each line. */
const invented = Array.from({ length: 339 }, (_, index) => `Line ${index + 1} states ${index * 7}.`);
const pins = pinsOf(invented.join('\n'), registry);

test('the stored pins are those of the cited ranges', () => {
  expect(Object.keys(stored).sort()).toEqual(Object.keys(pins).sort());
});

test('the specification, where available, matches the stored pins and has no uncited line', () => {
  test.skip(!existsSync(SPECIFICATION), 'the specification is not beside this checkout');
  const report = comparePins(readFileSync(SPECIFICATION, 'utf8'), registry, stored);
  expect(report).toEqual({ changed: [], moved: [], unpinned: [], uncited: [] });
});

test('an unchanged text has no changed, moved or unpinned ranges', () => {
  const { changed, moved, unpinned } = comparePins(invented.join('\n'), registry, pins);
  expect({ changed, moved, unpinned }).toEqual({ changed: [], moved: [], unpinned: [] });
});

test('a changed line is reported with the rows that cite it', () => {
  const text = invented.with(61 - 1, 'Something else.').join('\n');
  const { changed, moved } = comparePins(text, registry, pins);
  expect(moved).toEqual([]);
  expect(changed.flatMap(({ citedBy }) => citedBy)).toContain('roles.update.name-null');
  expect(changed.every(({ range: [first, last] }) => first <= 61 && last >= 61)).toBe(true);
});

test('an inserted line moves the ranges below it and changes none', () => {
  const text = invented.toSpliced(100, 0, 'A new line.').join('\n');
  const { changed, moved, uncited } = comparePins(text, registry, pins);
  const straddling = changed.filter(({ range: [first, last] }) => first > 100 || last <= 100);
  expect(straddling).toEqual([]);
  expect(moved.length).toBeGreaterThan(20);
  expect(moved.every(({ range, to }) => to[0] === range[0] + 1)).toBe(true);
  expect(uncited.map(({ text: line }) => line)).toContain('A new line.');
});

test('headings, rulers, header rows and blank lines need no citation, all other lines do', () => {
  const empty = new Map();
  const text = ['# Title', '', '| Field | Type |', '|---|:--|', '| a | b |', 'A requirement.'].join('\n');
  const { uncited } = comparePins(text, empty, {});
  expect(uncited.map(({ line }) => line)).toEqual([5, 6]);
});

test('there are few exceptions, each with a reason', () => {
  expect(UNCITED.length).toBeLessThanOrEqual(25);
  for (const { reason } of UNCITED) expect(reason.split(' ').length).toBeGreaterThan(3);
});
