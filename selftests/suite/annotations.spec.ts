import { expect, test } from '../test.ts';
import type { RequirementResult, Results } from '../../evidence/results.ts';
import { annotationsOf } from '../../reports/annotations.ts';

const TEST = { file: 'tests/roles/update.spec.ts', line: 7 };

const RUN = { staleRows: [], isLive: false, seed: 7, settings: {} };

function annotated(row: Partial<RequirementResult>, run: object = RUN): string[] {
  const requirement = { id: 'roles.a.b', sentence: 'It holds.', verdict: 'conforms', tests: [TEST], ...row };
  return annotationsOf({ run, requirements: [requirement] } as unknown as Results);
}

test('a violation is an error at the line of its check', () => {
  expect(annotated({ verdict: 'violates', expected: '400', seen: '200' })).toEqual([
    '::error file=tests/roles/update.spec.ts,line=7,title=roles.a.b::It holds.%0Aexpected 400%0Aseen 200%0Aagain npm run replay -- roles.a.b --seed=7',
  ]);
});

test('in a job of another repository, where the file of the check is not, an error has no line', () => {
  const tests = [{ ...TEST, file: 'tests/none/none.spec.js' }] as unknown as RequirementResult['tests'];
  expect(annotated({ verdict: 'violates', tests })[0]).toMatch(/^::error title=roles\.a\.b::/);
});

test('a known violation is a notice, a flaky check a warning, and a requirement that conforms has no annotation', () => {
  expect(annotated({ verdict: 'known', known: { reason: 'API-7' } })[0]).toMatch(/^::notice .*known: API-7$/);
  expect(annotated({ isFlaky: true })[0]).toMatch(/^::warning /);
  expect(annotated({})).toEqual([]);
});

test('a stale row of the baseline is an error at its line', () => {
  const run = {
    baseline: { file: 'baselines/eu.yaml' },
    staleRows: [{ requirement: 'roles.a.b', line: 4, why: 'the requirement conforms now' }],
  };
  expect(annotated({}, run)).toEqual([
    '::error file=baselines/eu.yaml,line=4,title=roles.a.b::the requirement conforms now',
  ]);
});

test('text from a tenant cannot begin a workflow command', () => {
  const [line = '', ...others] = annotated({ verdict: 'violates', seen: 'x\n::error file=a,line=1::gotcha\r100%' });
  expect(others).toEqual([]);
  expect(line).not.toMatch(/[\r\n]/);
  expect(line).toContain('x%0A::error file=a,line=1::gotcha%0D100%25');
});
