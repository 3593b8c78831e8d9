import { expect, test } from '../test.ts';
import { notAllowed, unset } from '../../evidence/causes.ts';
import type { RunFacts } from '../../evidence/results.ts';
import { resultsOf, type Run } from '../../reports/results.ts';
import { terminalText } from '../../reports/terminal.ts';
import type { Checked } from '../../reports/verdicts.ts';
import { check, failing, finding, exampleRequirement, untestedFor } from './checked.ts';

const FACTS: RunFacts = {
  tenant: 'acme',
  isLive: true,
  baseUrl: 'https://acme.example.com',
  seed: 7,
  propertyRuns: 100,
  maxWait: 0,
  isReadOnly: false,
  allowsAccountChanges: false,
  versions: { suite: '1.0.0' },
  reportFolder: 'reports/latest',
  isSelection: false,
  isStrict: false,
  settings: {},
};

function runOf(checks: Readonly<Record<string, readonly Checked[]>>, changes: Partial<Run> = {}): Run {
  return {
    facts: FACTS,
    startedAt: new Date(0),
    milliseconds: 1_234.5,
    requirements: Object.keys(checks).map((id) => exampleRequirement(id)),
    untestable: 2,
    isKnownId: (id) => id in checks,
    isPartial: false,
    checks: new Map(Object.entries(checks)),
    ...changes,
  };
}

const MIXED = {
  'roles.a.a': [check({ met: ['listRoles'] })],
  'roles.a.b': [failing({ met: ['listRoles', 'getRole'] })],
  'roles.a.c': [untestedFor(unset('MEMBER_TOKEN'))],
  'roles.a.d': [failing({ failure: { kind: 'transient', summary: 'a gateway' } })],
  'roles.a.e': [],
};

test('every requirement is counted once', () => {
  const { counts, requirements, run, operations } = resultsOf(runOf(MIXED));
  expect(counts).toEqual({
    total: 5,
    conforms: 1,
    violates: 1,
    known: 0,
    fixed: 0,
    inconclusive: 1,
    untested: 2,
    untestable: 2,
  });
  expect(requirements.map(({ id }) => id)).toEqual(Object.keys(MIXED));
  expect(run).toMatchObject({ outcome: 'non-conformant', gate: 'failed', exitCode: 1, isPartial: false, seed: 7 });
  expect(operations).toEqual([
    { operationId: 'getRole', statuses: [200], asserted: [] },
    { operationId: 'listRoles', statuses: [200], asserted: [] },
  ]);
});

test('the verdict of a selection covers only the selection and says that it is partial', () => {
  const results = resultsOf(runOf({ 'roles.a.a': [check()] }, { isPartial: true, shard: { current: 1, total: 4 } }));
  expect(results.run).toMatchObject({ outcome: 'conformant', exitCode: 0, isPartial: true, shard: { total: 4 } });
  expect(terminalText(results)).toContain('conformant (partial: a selection was judged): 1 of 1 requirements conform');
});

test('an empty selection is incomplete', () => {
  expect(resultsOf(runOf({}, { isPartial: true })).run).toMatchObject({ outcome: 'incomplete', exitCode: 3 });
});

test('a defective check is reported with its error, even if every requirement conforms', () => {
  const { run } = resultsOf(
    runOf({ 'roles.a.a': [check({ failure: { kind: 'defect', summary: 'TypeError: x' } }), check()] }),
  );
  expect(run).toMatchObject({ outcome: 'incomplete', defects: ['roles.x.x: TypeError: x'] });
});

test('remaining resources are listed', () => {
  const results = resultsOf(runOf({ 'roles.a.a': [check({ remains: [{ what: 'role x', became: 'expires' }] })] }));
  expect(results.run.leftBehind).toEqual([{ what: 'role x: left to expire', expires: true }]);
  expect(terminalText(results)).toContain('\n  role x: left to expire\n');
});

test('a check that needed a second attempt is flaky, and conforms', () => {
  const once = check();
  const twice = { ...once, test: { ...once.test, attempts: 2 } };
  expect(resultsOf(runOf({ 'roles.a.a': [twice] })).requirements[0]).toMatchObject({
    verdict: 'conforms',
    isFlaky: true,
  });
  expect(resultsOf(runOf({ 'roles.a.a': [once] })).requirements[0]).not.toHaveProperty('isFlaky');
});

test('requirements that conform have evidence in a small run, but not in a large one', () => {
  const exchange = {
    actor: 'a',
    method: 'GET',
    url: 'https://a',
    requestHeaders: {},
    startedAt: 0,
    milliseconds: 1,
    findings: [],
  };
  const checked = check();
  const evidence = { requirement: 'a', exchanges: [exchange], notKept: 4, findings: [], met: {} };
  const small = { 'roles.a.a': [{ ...checked, evidence }] };
  const many = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`roles.b.${n}`, [check()]]));
  expect(resultsOf(runOf(small)).requirements[0]?.evidence).toHaveLength(1);
  const large = resultsOf(runOf({ ...small, ...many }));
  expect(large.requirements[0]?.evidence).toEqual([]);
  expect(large.run.exchanges).toBe(5);
});

test('what the commands need that repeat checks of a live tenant without a name is said once', () => {
  const results = resultsOf(runOf(MIXED));
  const settings = { BASE_URL: 'https://acme.example.com', ADMIN_TOKEN: 'given', TLS_CA: 'ca.pem' };
  const text = terminalText({ ...results, run: { ...results.run, isLive: true, settings } });
  expect(text.split('The lines behind "again" need ADMIN_TOKEN and TLS_CA as in this run\n')).toHaveLength(2);
  expect(terminalText(results)).not.toContain('The lines behind');
});

test('the last lines name each violation, its expected and received value, and the command to replay it', () => {
  const counterexample = { input: '[1]', seed: 7, path: '3:0:1', inputs: 4, shrinks: 2 };
  const failure = { kind: 'violation', expected: '1', seen: '2', counterexample } as const;
  const text = terminalText(
    resultsOf(
      runOf({
        ...MIXED,
        'roles.a.f': [failing({ of: 'roles.a.f', failure })],
        'roles.a.g': [check()],
        'roles.a.h': [check({ of: 'roles.a.h', findings: [finding('roles.a.g')] })],
        'roles.a.i': [failing({ of: 'roles.a.h', failure: { ...failure, expected: '3' } })],
      }),
    ),
  );
  expect(text).toContain('violates roles.a.b\n  The sentence of roles.a.b.\n  expected  200\n  seen      418\n');
  expect(text).toContain('again     npm run replay -- roles.a.f --seed=7 --path=3:0:1');
  expect(text).toContain(
    'violates roles.a.g\n  The sentence of roles.a.g.\n  about     a response breaks the contract\n  seen      /id must be present\n  again     npm run replay -- roles.a.h --seed=7\n',
  );
  // The check of one requirement found that another one is violated.
  expect(text).toMatch(/violates roles\.a\.i\n[^]+?again {5}npm run replay -- roles\.a\.h --seed=7 --path=3:0:1\n/);
  expect(text).toContain('Inconclusive: 1 requirement\n  the network or a gateway failed: a gateway\n    roles.a.d\n');
  expect(text).toContain('Untested: 2 requirements\n  Set MEMBER_TOKEN: 1 requirement (roles.a.c)\n');
  const [outcome, facts, report] = text.split('\n').slice(-3);
  expect(outcome).toBe('non-conformant: 2 of 9 requirements conform, 4 violated, 1 inconclusive, 2 untested');
  expect(facts).toBe('tenant acme, seed 7, 1.2 s, 0 exchanges, gate failed');
  expect(report).toBe('report reports/latest/index.html');
});

test('an untested requirement has its causes in the results', () => {
  const causes = [unset('MEMBER_TOKEN'), notAllowed('BORROW=1', 'it changes REPORT_ID, which the run only found')];
  expect(resultsOf(runOf({ 'roles.a.a': [untestedFor(...causes)] })).requirements[0]).toMatchObject({
    verdict: 'untested',
    reason: 'set MEMBER_TOKEN; set BORROW=1: it changes REPORT_ID, which the run only found',
    causes,
  });
});
