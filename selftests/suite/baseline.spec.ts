import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { readBaseline, type Baseline } from '../../evidence/baseline.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { weigh } from '../../reports/baseline.ts';
import { conclude, type Judgement } from '../../reports/verdicts.ts';
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
  ['an unknown member', 'violation: []\n', 'acme.yaml:1:  must NOT have additional properties: violation'],
  ['an invalid date', 'violations:\n  - requirement: a\n    reason: b\n    expires: soon\n', 'acme.yaml:4: '],
  ['a gap that accepts more', 'gaps:\n  - requirement: a\n    reason: b\n    accept: all\n', 'acme.yaml:4: '],
  ['invalid YAML', 'violations: [\n', 'acme.yaml:'],
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

const BASELINE: Baseline = {
  file: 'acme.yaml',
  violations: [
    { requirement: 'roles.a.broken', reason: 'known', line: 2 },
    { requirement: 'roles.a.kept', reason: 'was known', line: 4 },
    { requirement: 'roles.a.expired', reason: 'known too long', expires: '2026-11-20', line: 6 },
    { requirement: 'roles.a.made-up', reason: 'a slip', line: 8 },
    { requirement: 'roles.a.open', reason: 'known', line: 10 },
  ],
  gaps: [{ requirement: 'roles.a.gap', accept: 'untested', reason: 'nobody can', line: 12 }],
};

const JUDGED = new Map<string, Judgement>([
  ['roles.a.broken', { verdict: 'violates' }],
  ['roles.a.kept', { verdict: 'conforms' }],
  ['roles.a.expired', { verdict: 'violates' }],
  ['roles.a.open', { verdict: 'inconclusive', reason: 'the network failed' }],
  ['roles.a.gap', { verdict: 'untested' }],
  ['roles.a.new', { verdict: 'violates' }],
]);

test('verdicts with a baseline', () => {
  const { judgements, stale } = weigh(JUDGED, BASELINE, {
    today: '2026-11-21',
    isKnownId: (id) => JUDGED.has(id),
  });
  expect(Object.fromEntries([...judgements].map(([id, { verdict }]) => [id, verdict]))).toEqual({
    'roles.a.broken': 'known',
    'roles.a.kept': 'fixed',
    'roles.a.expired': 'violates',
    'roles.a.open': 'inconclusive',
    'roles.a.gap': 'untested',
    'roles.a.new': 'violates',
  });
  expect(judgements.get('roles.a.gap')).toHaveProperty('accepted', 'nobody can');
  expect(stale).toEqual([
    { requirement: 'roles.a.kept', line: 4, why: 'the requirement conforms now' },
    { requirement: 'roles.a.expired', line: 6, why: 'it expired on 2026-11-20' },
    { requirement: 'roles.a.made-up', line: 8, why: 'no requirement has this id' },
  ]);
});

test('an accepted gap opens the gate, unless the run is strict; a stale row closes it', () => {
  const all = [
    { level: 'must', verdict: 'conforms' },
    { level: 'must', verdict: 'untested', accepted: 'nobody can' },
  ] as const;
  const plain = { defects: 0, stale: 0, isStrict: false };
  expect(conclude(all, plain)).toEqual({ outcome: 'incomplete', gate: 'passed', exitCode: 0 });
  expect(conclude(all, { ...plain, isStrict: true })).toEqual({
    outcome: 'incomplete',
    gate: 'incomplete',
    exitCode: 3,
  });
  expect(conclude(all, { ...plain, stale: 1 })).toEqual({ outcome: 'incomplete', gate: 'failed', exitCode: 1 });
});
