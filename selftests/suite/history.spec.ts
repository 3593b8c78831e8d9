import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { VERDICTS, type Results, type Verdict } from '../../evidence/results.ts';
import { byTenant, changesBetween } from '../../reports/comparison.ts';
import { appendRun, asPast, historyFile, readRuns, type PastRun } from '../../reports/history.ts';
import { changeOf } from '../../reports/page/script/changes.js';
import { ownFolder } from '../folders.ts';
import { startOwnTime } from '../own-time.ts';

function resultsWith(verdicts: Readonly<Record<string, Verdict>>, at: string): Results {
  return {
    run: { tenant: 'staging eu', startedAt: at, seed: 7, outcome: 'incomplete', milliseconds: 9, exchanges: 3 },
    requirements: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict })),
  } as unknown as Results;
}

const folder = () => ownFolder('history');

test('a run is read from the history as it was written', () => {
  const here = folder();
  const verdicts = Object.fromEntries(VERDICTS.map((verdict) => [`roles.a.${verdict}`, verdict]));
  const results = resultsWith(verdicts, '2026-11-20T02:00:00.000Z');
  appendRun(here, results);
  expect(readdirSync(here)).toEqual(['staging-eu.jsonl']);
  expect(readRuns(historyFile(here, 'staging eu'))).toEqual([asPast(results)]);
});

test('a run takes one line, and ids are written only when they change', () => {
  const here = folder();
  for (const day of ['01', '02', '03']) appendRun(here, resultsWith({ a: 'conforms' }, `2026-11-${day}`));
  appendRun(here, resultsWith({ a: 'conforms', b: 'violates' }, '2026-11-04'));
  appendRun(here, resultsWith({ a: 'violates' }, '2026-11-05'));
  const file = historyFile(here, 'staging eu');
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(7);
  // A crash may truncate a line.
  appendFileSync(file, '{"tenant":"staging eu","at":"2026-11-0');
  expect(readRuns(file).map(({ verdicts }) => Object.fromEntries(verdicts))).toEqual([
    { a: 'conforms' },
    { a: 'conforms' },
    { a: 'conforms' },
    { a: 'conforms', b: 'violates' },
    { a: 'violates' },
  ]);
});

test('a tenant name that is a path does not leave the folder', () => {
  expect(path.dirname(historyFile('kept', '../../etc/passwd'))).toBe('kept');
});

test('a year of nightly runs of five tenants is read and compared quickly', () => {
  const here = folder();
  const ids = Array.from({ length: 1_600 }, (_, index) => `roles.family.promise-${index}`);
  for (let night = 0; night < 365; night += 1) {
    const verdicts = Object.fromEntries(
      ids.map((id, index) => [id, (index + night) % 97 === 0 ? 'violates' : 'conforms'] as const),
    );
    appendRun(here, resultsWith(verdicts, new Date(night * 86_400_000).toISOString()));
  }
  const file = historyFile(here, 'staging eu');
  const ownTime = startOwnTime();
  const runs = Array.from({ length: 5 }, () => readRuns(file)).flat();
  for (const [, nights] of byTenant(runs)) changesBetween(nights.at(-2) as PastRun, nights.at(-1) as PastRun);
  const took = ownTime();
  expect(runs).toHaveLength(365 * 5);
  expect(took).toBeLessThan(3_000);
});

for (const [before, now, change] of [
  ['conforms', 'violates', 'newly violated'],
  [undefined, 'violates', 'newly violated'],
  ['violates', 'known', 'same'],
  ['known', 'conforms', 'fixed'],
  ['known', 'fixed', 'fixed'],
  ['untested', 'conforms', 'newly tested'],
  [undefined, 'conforms', 'newly tested'],
  ['conforms', undefined, 'no longer tested'],
  ['conforms', 'untested', 'no longer tested'],
  ['violates', 'untested', 'no longer tested'],
  ['untested', undefined, 'same'],
  ['conforms', 'inconclusive', 'now inconclusive'],
  ['conforms', 'fixed', 'same'],
] as const) {
  test(`from ${before ?? 'nothing'} to ${now ?? 'nothing'} is ${change}`, () => {
    expect(changeOf(before, now)).toBe(change);
  });
}

test('the changes of a run since the one before', () => {
  const past = (verdicts: Readonly<Record<string, Verdict>>): PastRun => asPast(resultsWith(verdicts, '2026-11-20'));
  const [before, now] = [
    past({ a: 'conforms', b: 'violates', c: 'conforms' }),
    past({ a: 'violates', b: 'conforms', d: 'untested' }),
  ];
  expect(Object.fromEntries(changesBetween(before, now))).toEqual({
    'newly violated': ['a'],
    fixed: ['b'],
    'no longer tested': ['c'],
  });
});

test('runs are grouped by tenant, the oldest first', () => {
  const at = (tenant: string, day: string): PastRun => ({ ...asPast(resultsWith({}, `2026-11-${day}`)), tenant });
  const nights = byTenant([at('us', '03'), at('eu', '02'), at('eu', '01')]);
  expect([...nights].map(([tenant, runs]) => [tenant, runs.map((run) => run.at)])).toEqual([
    ['eu', ['2026-11-01', '2026-11-02']],
    ['us', ['2026-11-03']],
  ]);
});
