import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { problemsOfRows } from '../../commands/baseline-rows.ts';
import { readBaseline } from '../../evidence/baseline.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { currentId, RENAMED } from '../../contracts/requirements/renamed.ts';
import { ownFolder } from '../folders.ts';

function written(text: string): string {
  const file = path.join(ownFolder('baseline'), 'acme.yaml');
  writeFileSync(file, text);
  return file;
}

function problemsOf(text: string): readonly string[] {
  try {
    readBaseline(written(text), 'acme.yaml');
  } catch (error) {
    if (error instanceof UsageProblem) return error.problems;
    throw error;
  }
  return [];
}

test('rows of a baseline are read with their lines', () => {
  const text = `# What we know
violations:
  - requirement: roles.a.a
    reason: The limit is looked at after the name was stored.
    ticket: API-12
    since: 2026-11-01
    expires: 2027-02-01

gaps:
  - requirement: roles.a.b
    accept: untested
    reason: No second deployment.
`;
  expect(readBaseline(written(text), 'acme.yaml')).toEqual({
    file: 'acme.yaml',
    violations: [
      {
        requirement: 'roles.a.a',
        reason: 'The limit is looked at after the name was stored.',
        ticket: 'API-12',
        since: '2026-11-01',
        expires: '2027-02-01',
        line: 3,
      },
    ],
    gaps: [{ requirement: 'roles.a.b', accept: 'untested', reason: 'No second deployment.', line: 10 }],
  });
});

test('an empty baseline has no rows', () => {
  expect(readBaseline(written('# nothing\n'))).toMatchObject({ violations: [], gaps: [] });
  expect(readBaseline(written('violations:\ngaps:\n'))).toMatchObject({ violations: [], gaps: [] });
});

for (const [what, text, problem] of [
  ['a row without a reason', 'violations:\n  - requirement: roles.a.a\n', 'acme.yaml:2: violations.0 must have'],
  ['an unknown member', 'violation: []\n', 'acme.yaml:1: violation: did you mean violations?'],
  [
    'a row whose reason is empty',
    'violations:\n  - requirement: roles.a.a\n    reason: ""\n',
    'acme.yaml:3: violations.0.reason is empty',
  ],
  ['an invalid date', 'violations:\n  - requirement: a\n    reason: b\n    expires: soon\n', 'acme.yaml:4: '],
  ['a gap that accepts more', 'gaps:\n  - requirement: a\n    reason: b\n    accept: all\n', 'acme.yaml:4: '],
  ['invalid YAML', 'violations: [\n', 'acme.yaml:'],
  [
    'a pattern among the violations',
    'violations:\n  - requirement: roles.*\n    reason: b\n',
    'acme.yaml:2: roles.*: a violation is listed by its id',
  ],
  [
    'a pattern over families',
    'gaps:\n  - requirement: "*.update"\n    accept: untested\n    reason: b\n    expires: 2027-02-01\n',
    'acme.yaml:2: *.update: a pattern begins with the name of one family',
  ],
  [
    'a pattern of a part of a family name',
    'gaps:\n  - requirement: embed*\n    accept: untested\n    reason: b\n    expires: 2027-02-01\n',
    'acme.yaml:2: embed*: a pattern begins with the name of one family',
  ],
  [
    'a pattern for ever',
    'gaps:\n  - requirement: lakehouse.*\n    accept: untested\n    reason: b\n',
    'acme.yaml:2: lakehouse.*: a row that may cover several requirements needs the day on which it expires',
  ],
  [
    'a reason for ever',
    'gaps:\n  - accept: untested\n    reason: MAX_WAIT\n',
    'acme.yaml:2: reason: MAX_WAIT: a row that may cover several requirements needs the day on which it expires',
  ],
  [
    'a share that is no percentage',
    'told:\n  percent: 120\n  at: 2026-11-20T02:00:00.000Z\n',
    'acme.yaml:2: told.percent must be <= 100',
  ],
  [
    'two rows for one requirement',
    'violations:\n  - requirement: a\n    reason: b\n  - requirement: a\n    reason: c\n',
    'acme.yaml:4: a is already on line 2',
  ],
] as const) {
  test(`a baseline with ${what} is refused with its line`, () => {
    expect(problemsOf(text).join('\n')).toContain(problem);
  });
}

test('a row that can cover nothing is refused before a run, with the nearest', () => {
  const file = written(`violations:
  - requirement: roles.update.name-to-long
    reason: a
gaps:
  - requirement: lakehuose.*
    accept: untested
    reason: a
    expires: 2027-02-01
  - accept: untested
    reason: MAX_WIAT
    expires: 2027-02-01
  - accept: untested
    reason: BORROW=1
    expires: 2027-02-01
`);
  const known = { ids: ['roles.update.name-too-long', 'lakehouse.sync.is-served'], reasons: ['MAX_WAIT', 'BORROW'] };
  const read = (text: string) => problemsOfRows(readBaseline(written(text), 'acme.yaml'), known);
  const text = readFileSync(file, 'utf8');
  expect(problemsOf(text)).toEqual([
    expect.stringContaining('lakehuose.*: a pattern begins with the name of one family'),
  ]);
  expect(read(text.replace('lakehuose.*', 'lakehouse.snc.*'))).toEqual([
    'acme.yaml:2: roles.update.name-to-long: no requirement has this id, did you mean roles.update.name-too-long?',
    'acme.yaml:5: lakehouse.snc.*: no requirement has an id like this, did you mean lakehouse.sync.*?',
    'acme.yaml:9: reason: MAX_WIAT: expected a setting, a binding or "leased tenant", did you mean MAX_WAIT?',
  ]);
});

test('a requirement that was renamed keeps its row and its history', () => {
  const renamed = { 'roles.a.old': 'roles.a.newer', 'roles.a.newer': 'roles.a.newest', 'roles.b.x': 'roles.b.x' };
  expect(currentId('roles.a.old', renamed)).toBe('roles.a.newest');
  expect(currentId('roles.a.other', renamed)).toBe('roles.a.other');
  const [old = '', now] = Object.entries(RENAMED)[0] ?? [];
  const rows = `violations:\n  - requirement: ${old}\n    reason: a\n`;
  expect(readBaseline(written(rows)).violations).toMatchObject([{ requirement: now }]);
});

test('a requirement was renamed to one that there is, and no other has its old id', async () => {
  const registry = loadRegistry(await loadContract());
  const ids = Object.entries(RENAMED);
  expect(ids.filter(([old]) => registry.has(old))).toEqual([]);
  expect(ids.filter(([old]) => !registry.has(currentId(old)))).toEqual([]);
});
