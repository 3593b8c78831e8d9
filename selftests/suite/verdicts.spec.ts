import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { otherwise, tooLong, unset } from '../../evidence/causes.ts';
import { VERDICTS } from '../../evidence/results.ts';
import { conclude, judge, judgeAll, type Checked, type Judgement } from '../../reports/verdicts.ts';
import { check, failing, finding, exampleRequirement, untestedFor } from './checked.ts';

/** The verdicts of a few requirements, each with its checks; one of them may state that an operation is served. */
function judged(
  checks: Readonly<Record<string, readonly Checked[]>>,
  serving?: string,
): Record<string, Judgement['verdict']> {
  const requirements = Object.keys(checks).map((id) =>
    exampleRequirement(id, id === serving ? { serves: 'listRoles' } : {}),
  );
  const verdicts = judgeAll(requirements, (id) => checks[id] ?? []);
  return Object.fromEntries([...verdicts].map(([id, { verdict }]) => [id, verdict]));
}

test.describe('one requirement', () => {
  test('conforms if its checks passed', () => {
    expect(judge([check(), check()], [])).toEqual({ verdict: 'conforms' });
  });

  test('is untested if the tenant left each of its checks with nothing to judge, and conforms if one judged it', () => {
    const idle = check({ leftOut: ['after a transfer'] });
    expect(judge([idle], [])).toMatchObject({
      verdict: 'untested',
      reason: 'the tenant has nothing to judge it by: after a transfer',
    });
    expect(judge([idle, check()], [])).toEqual({ verdict: 'conforms' });
    expect(judge([idle, failing()], []).verdict).toBe('violates');
  });

  test('is violated by an assertion, with its expected and its received value', () => {
    expect(judge([check(), failing()], [])).toEqual({
      verdict: 'violates',
      expected: '200',
      seen: '418',
      foundBy: 'roles.x.x',
    });
  });

  test('is violated by a finding of any check, with its place', () => {
    expect(judge([check()], [finding('a')])).toMatchObject({ verdict: 'violates', seen: '/id must be present' });
    expect(judge([], [finding('a', 'status', '')])).toMatchObject({ verdict: 'violates', seen: 'must be present' });
  });

  test('is untested if the run was stopped before one of its checks, unless another one broke it', () => {
    const stopped = { isNotReached: true };
    for (const checks of [[], [check()]]) expect(judge(checks, [], stopped)).toMatchObject({ verdict: 'untested' });
    expect(judge([failing()], [], stopped).verdict).toBe('violates');
    expect(judge([check()], [finding('a')], stopped).verdict).toBe('violates');
    const causes = [[], [check()]].map((checks) => judge(checks, [], stopped).causes);
    expect(causes[0], 'one cause for all').toEqual(causes[1]);
  });

  test('is untested if the run was stopped during one of its checks, unless another one broke it', () => {
    const stopped = check({ status: 'interrupted' });
    for (const checks of [[stopped], [check(), stopped]]) expect(judge(checks, []).verdict).toBe('untested');
    expect(judge([stopped, failing()], []).verdict).toBe('violates');
  });

  for (const [what, checked, reason] of [
    [
      'a setup that failed',
      failing({ failure: { kind: 'setup', summary: 'no role' } }),
      /could not be set up: no role/,
    ],
    [
      'a transient failure',
      failing({ failure: { kind: 'transient', summary: 'a gateway' } }),
      /network or a gateway failed: a gateway/,
    ],
    [
      'a defect of the check',
      failing({ failure: { kind: 'defect', summary: 'TypeError' } }),
      /the check itself is wrong: TypeError/,
    ],
    ['a time-out', check({ status: 'timedOut', failure: { kind: 'transient', summary: 'too long' } }), /too long/],
    ['a time-out without evidence', check({ status: 'timedOut' }), /did not end within its time/],
    ['a worker that exited', failing({ isLost: true, error: 'worker exited' }), /broke off: worker exited/],
  ] as const) {
    test(`is inconclusive after ${what}`, () => {
      for (const checks of [[checked], [check(), checked], [checked, check({ status: 'skipped' })]]) {
        expect(judge(checks, [])).toEqual({
          verdict: 'inconclusive',
          reason: expect.stringMatching(reason) as unknown,
        });
      }
    });
  }

  test('is violated even if another check of it could not be set up', () => {
    expect(judge([failing({ failure: { kind: 'setup', summary: 'x' } }), failing()], []).verdict).toBe('violates');
  });

  test('is untested if a check was skipped, with its reason and its causes', () => {
    const member = untestedFor(unset('MEMBER_TOKEN'));
    expect(judge([check(), member], [])).toEqual({
      verdict: 'untested',
      reason: 'set MEMBER_TOKEN',
      causes: [unset('MEMBER_TOKEN')],
    });
    expect(judge([check({ status: 'skipped' })], [])).toMatchObject({
      verdict: 'untested',
      reason: 'the check did not run',
    });
  });

  test('is untested for the causes of all its checks, each once', () => {
    const both = untestedFor(unset('MEMBER_TOKEN'), tooLong('5m'));
    expect(judge([untestedFor(unset('MEMBER_TOKEN')), both], [])).toEqual({
      verdict: 'untested',
      reason: 'set MEMBER_TOKEN; set MAX_WAIT=5m',
      causes: [unset('MEMBER_TOKEN'), tooLong('5m')],
    });
  });

  test('has the words of an annotation as its cause where no causes are recorded', () => {
    const skipped = check({ status: 'skipped', annotations: { untested: 'no two reports differ' } });
    expect(judge([skipped], [])).toMatchObject({ causes: [otherwise('no two reports differ')] });
  });

  test('is untested without a check', () => {
    const reason = 'no check holds the tenant to it';
    expect(judge([], [])).toEqual({ verdict: 'untested', reason, causes: [otherwise(reason)] });
  });
});

test.describe('blame', () => {
  test('a finding is blamed on the requirement that owns it, not on the check that met it', () => {
    expect(judged({ a: [check({ findings: [finding('b')] })], b: [check()] })).toEqual({
      a: 'conforms',
      b: 'violates',
    });
  });

  test('a server error belongs to the violated requirement whose check met it', () => {
    const met = { findings: [finding('b', 'server-error', '')], met: ['listRoles'] };
    expect(judged({ a: [failing(met)], b: [check()] })).toEqual({ a: 'violates', b: 'conforms' });
    expect(judged({ a: [failing(met)], b: [failing(met)] })).toEqual({ a: 'violates', b: 'violates' });
  });

  test('a server error in another step is a violation of its own', () => {
    const met = {
      findings: [finding('b', 'server-error', '')],
      failure: { kind: 'setup', summary: 'no role' } as const,
    };
    expect(judged({ a: [failing(met)], b: [check()] })).toEqual({ a: 'inconclusive', b: 'violates' });
    expect(judged({ a: [check(met)], b: [check()] })['b']).toBe('violates');
  });

  test('requirements of an operation that is not served are inconclusive', () => {
    const checks = {
      'roles.a.b': [failing({ met: ['listRoles'] })],
      'roles.listRoles.is-served': [failing({ met: ['listRoles'] })],
      'roles.a.c': [failing({ met: ['getRole'] })],
      'roles.a.d': [check({ met: ['listRoles'] })],
    };
    expect(judged(checks, 'roles.listRoles.is-served')).toEqual({
      'roles.a.b': 'inconclusive',
      'roles.listRoles.is-served': 'violates',
      'roles.a.c': 'violates',
      'roles.a.d': 'conforms',
    });
    // It is the row that says so, not its id.
    expect(judged(checks)['roles.a.b']).toBe('violates');
  });

  test('a requirement that depends on a violated one names it', () => {
    const requirements = [exampleRequirement('a'), exampleRequirement('listRoles.is-served', { serves: 'listRoles' })];
    const verdict = judgeAll(requirements, () => [failing({ met: ['listRoles'] })]).get('a');
    expect(verdict).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('is-served') });
  });

  test('an operation that is only possibly not served makes nothing inconclusive', () => {
    const doubted = failing({ failure: { kind: 'transient', summary: 'a gateway' } });
    const checks = { a: [failing({ met: ['listRoles'] })], 'listRoles.is-served': [doubted] };
    const verdicts = judged(checks, 'listRoles.is-served');
    expect(verdicts).toEqual({ a: 'violates', 'listRoles.is-served': 'inconclusive' });
  });

  test('a violated shape explains a check that met it, if the check of the shape found it too', () => {
    const met = { findings: [finding('shape')] };
    expect(judged({ a: [failing(met)], shape: [failing(met)] })).toEqual({ a: 'inconclusive', shape: 'violates' });
  });

  test('a violated shape that its own check did not meet explains nothing', () => {
    const met = { findings: [finding('shape')] };
    expect(judged({ a: [failing(met)], shape: [check()] })).toEqual({ a: 'violates', shape: 'violates' });
  });

  test('a shape that was met elsewhere explains nothing here', () => {
    const verdicts = judged({ a: [failing()], shape: [failing({ findings: [finding('shape')] })] });
    expect(verdicts).toEqual({ a: 'violates', shape: 'violates' });
  });

  test('of two requirements that explain each other at least one is reported', () => {
    const met = { findings: [finding('a'), finding('b')] };
    const verdicts = judged({ a: [failing(met)], b: [failing(met)] });
    expect(Object.values(verdicts).sort()).toEqual(['inconclusive', 'violates']);
  });

  test('with any dependencies, a run with violations reports at least one', () => {
    const ids = ['a', 'b', 'c', 'd.is-served'];
    const story = fc.record({
      isFailing: fc.boolean(),
      findings: fc.uniqueArray(fc.constantFrom(...ids)).map((owners) => owners.map((id) => finding(id))),
      met: fc.constantFrom([], ['listRoles']),
    });
    fc.assert(
      fc.property(fc.tuple(story, story, story, story), (stories) => {
        const checks = stories.map(({ isFailing, ...met }) => [isFailing ? failing(met) : check(met)]);
        const verdicts = judged(Object.fromEntries(ids.map((id, index) => [id, checks[index] ?? []])), 'd.is-served');
        const isBroken = stories.some(({ isFailing, findings }) => isFailing || findings.length > 0);
        expect(Object.values(verdicts).includes('violates')).toBe(isBroken);
        const own = ids.filter((_, index) => stories[index]?.isFailing);
        for (const id of own) expect(verdicts[id]).not.toBe('conforms');
      }),
    );
  });
});

const circumstances = (changes: Partial<Parameters<typeof conclude>[1]> = {}) => ({
  defects: 0,
  stale: 0,
  isStrict: false,
  ...changes,
});

test.describe('the run', () => {
  const results = fc.array(
    fc.record({ level: fc.constantFrom('must', 'should'), verdict: fc.constantFrom(...VERDICTS) }),
    { maxLength: 5 },
  );

  test('is conformant exactly if there is a verdict, every must conforms and no check is defective', () => {
    fc.assert(
      fc.property(results, fc.nat({ max: 1 }), (all, defects) => {
        const musts = all.filter(({ level }) => level === 'must');
        const isConformant =
          all.length > 0 &&
          defects === 0 &&
          musts.every(({ verdict }) => verdict === 'conforms' || verdict === 'fixed');
        expect(conclude(all, circumstances({ defects })).outcome === 'conformant').toBe(isConformant);
      }),
      { numRuns: 500 },
    );
  });

  test('is non-conformant exactly if a must is violated', () => {
    fc.assert(
      fc.property(results, fc.nat({ max: 1 }), (all, defects) => {
        const isBroken = all.some(
          ({ level, verdict }) => level === 'must' && (verdict === 'violates' || verdict === 'known'),
        );
        expect(conclude(all, circumstances({ defects })).outcome === 'non-conformant').toBe(isBroken);
      }),
      { numRuns: 500 },
    );
  });

  for (const [what, all, defects, expected] of [
    ['every must conforms', ['conforms'], 0, ['conformant', 'passed', 0]],
    ['a must is violated', ['conforms', 'violates', 'untested'], 1, ['non-conformant', 'failed', 1]],
    ['a must is untested', ['conforms', 'untested'], 0, ['incomplete', 'incomplete', 3]],
    ['a must is inconclusive', ['inconclusive'], 0, ['incomplete', 'incomplete', 3]],
    ['a check is defective', ['conforms'], 1, ['incomplete', 'incomplete', 3]],
    ['nothing was selected', [], 0, ['incomplete', 'incomplete', 3]],
    ['all violations are known', ['conforms', 'known'], 0, ['non-conformant', 'passed', 0]],
    ['one violation is known and another is not', ['known', 'violates'], 0, ['non-conformant', 'failed', 1]],
  ] as const) {
    test(`exits with ${expected[2]} if ${what}`, () => {
      const [outcome, gate, exitCode] = expected;
      const musts = all.map((verdict) => ({ level: 'must', verdict }) as const);
      // What only should hold changes nothing, whatever it came to.
      const shoulds = VERDICTS.map((verdict) => ({ level: 'should', verdict }) as const);
      expect(conclude(musts, circumstances({ defects }))).toEqual({ outcome, gate, exitCode });
      if (musts.length > 0)
        expect(conclude([...shoulds, ...musts], circumstances({ defects }))).toEqual({ outcome, gate, exitCode });
    });
  }
});
