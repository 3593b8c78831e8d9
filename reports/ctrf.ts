import type { RequirementResult, Results, Verdict } from '../evidence/results.ts';

/** The statuses of the Common Test Report Format. */
const STATUSES: Readonly<Record<Verdict, 'passed' | 'failed' | 'skipped' | 'other'>> = {
  conforms: 'passed',
  fixed: 'passed',
  violates: 'failed',
  known: 'skipped',
  untested: 'skipped',
  inconclusive: 'other',
};

/** The verdicts in the Common Test Report Format (ctrf.io): a test for each requirement. */
export function ctrfOf({ run, requirements }: Results): object {
  const start = Date.parse(run.startedAt);
  const count = (status: string) => requirements.filter(({ verdict }) => STATUSES[verdict] === status).length;
  return {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    results: {
      tool: { name: 'management-api-conformance', version: run.versions['suite'] ?? '' },
      summary: {
        tests: requirements.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: 0,
        skipped: count('skipped'),
        other: count('other'),
        start,
        stop: start + run.milliseconds,
      },
      tests: requirements.map(testOf),
      environment: { appName: run.tenant, testEnvironment: run.tenant },
    },
  };
}

function testOf(one: RequirementResult): object {
  const { id, family, level, kind, section, lines, sentence, verdict, reason, expected, seen, isFlaky } = one;
  const [test] = one.tests;
  const message = [reason, expected && `expected ${expected}`, seen && `seen ${seen}`].filter(Boolean).join('\n');
  const retries = Math.max(0, ...one.tests.map(({ attempts }) => attempts - 1));
  return {
    name: id,
    status: STATUSES[verdict],
    duration: one.milliseconds,
    suite: [family],
    rawStatus: verdict,
    tags: [level, kind],
    ...(message !== '' && STATUSES[verdict] !== 'passed' && { message }),
    ...(test && { filePath: test.file, line: test.line }),
    ...(isFlaky && { flaky: true }),
    ...(retries > 0 && { retries }),
    extra: { sentence, section, lines },
  };
}
