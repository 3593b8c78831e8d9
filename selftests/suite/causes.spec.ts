import { expect, test } from '../test.ts';
import {
  isAcceptedBy,
  notAllowed,
  notLeased,
  otherwise,
  usedUp,
  sentenceOf,
  tooLong,
  unset,
  unstated,
} from '../../evidence/causes.ts';
import type { Results } from '../../evidence/results.ts';
import { gainOf, groupsOf, titleOf } from '../../reports/causes.ts';
import { junitOf } from '../../reports/junit.ts';
import { resultsOf } from '../../reports/results.ts';
import { summaryOf } from '../../reports/summary.ts';
import { TERMINAL_WIDTH } from '../../reports/terminal-lines.ts';
import { terminalText } from '../../reports/terminal.ts';
import type { Checked } from '../../reports/verdicts.ts';
import { check, exampleRequirement, failing, untestedFor } from './checked.ts';

function results(checks: Readonly<Record<string, Checked>>, accepted: readonly string[] = []): Results {
  return resultsOf({
    facts: {
      tenant: 'acme',
      isLive: true,
      seed: 7,
      propertyRuns: 100,
      maxWait: 0,
      isReadOnly: false,
      allowsAccountChanges: false,
      versions: {},
      reportFolder: 'reports/latest',
      isSelection: false,
      isStrict: false,
      settings: {},
      baseline: {
        file: 'baselines/acme.yaml',
        violations: [],
        gaps: accepted.map((requirement) => ({ requirement, accept: 'untested', reason: 'known', line: 1 })),
      },
    },
    startedAt: new Date(0),
    milliseconds: 1,
    requirements: Object.keys(checks).map((id) => exampleRequirement(id)),
    untestable: 0,
    isKnownId: (id) => id in checks,
    isPartial: false,
    checks: new Map(Object.entries(checks).map(([id, one]) => [id, [one]])),
  });
}

/** The lines between a heading and the next empty one, with the heading. */
function section(text: string, heading: string): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(heading));
  return start < 0 ? [] : lines.slice(start, lines.indexOf('', start));
}

test('one sentence names all causes, settings and bindings together', () => {
  const guessed = { ...unstated('roles.id', 'getRole got 404'), inPlaceOf: '"id"' };
  expect(
    sentenceOf([unset('A'), tooLong('5m'), unset('B'), unstated('c'), guessed, notAllowed('BORROW=1'), notLeased()]),
  ).toBe(
    'set A, B; state c in BINDINGS; set MAX_WAIT=5m; state roles.id in BINDINGS, in place of "id": getRole got 404; ' +
      'set BORROW=1; only the embedded tenant can be put into such a state',
  );
});

test('causes are counted one by one, with the requirements that need nothing else', () => {
  const groups = groupsOf([
    { id: 'a', causes: [unset('A')] },
    { id: 'b', causes: [unset('A'), unset('B')] },
    { id: 'c', causes: [unset('B'), unset('A')] },
    { id: 'd', causes: [unset('D'), notAllowed('BORROW=1', 'it changes REPORT_ID')] },
    { id: 'e', causes: [notAllowed('BORROW=1', 'it changes FOLDER_ID')] },
  ]);
  expect(groups.map((group) => `${titleOf(group)}: ${gainOf(group)}`)).toEqual([
    'Set A: 3 requirements, 1 of which needs nothing else',
    'Set BORROW=1: 2 requirements, 1 of which needs nothing else',
    'Set B: 2 requirements, each needs more',
    'Set D: 1 requirement, which needs more',
  ]);
});

test('a longer wait adds what shorter ones add', () => {
  const groups = groupsOf([
    { id: 'a', causes: [tooLong('70s')] },
    { id: 'b', causes: [tooLong('2m')] },
    { id: 'c', causes: [tooLong('24h')] },
  ]);
  expect(groups.map(({ what, alone }) => [what, alone])).toEqual([
    ['24h', 3],
    ['2m', 2],
    ['70s', 1],
  ]);
  const times = { a: '5m', b: '5m', c: '70s', d: '24h' };
  const checks = Object.entries(times).map(([id, time]) => [`roles.a.${id}`, untestedFor(tooLong(time))]);
  expect(section(terminalText(results(Object.fromEntries(checks) as Record<string, Checked>)), 'Untested')).toEqual([
    'Untested: 4 requirements',
    '  Set MAX_WAIT=24h: 4 requirements; 3 of them with MAX_WAIT=5m',
  ]);
});

test('the terminal shows at most 15 lines of untested requirements, none longer than its limit', () => {
  const many = Array.from({ length: 40 }, (_, index) => [
    `roles.a.long-name-of-a-requirement-${index}`,
    untestedFor(
      unset(`SETTING_${index}`),
      unset('EXPIRED_TOKEN'),
      otherwise(`the answer was ${'x'.repeat(index * 20)}`),
    ),
  ]);
  const text = terminalText(results(Object.fromEntries(many) as Record<string, Checked>));
  const lines = section(text, 'Untested');
  expect(lines).toHaveLength(15);
  expect(lines.slice(0, 2)).toEqual([
    'Untested: 40 requirements',
    '  Set EXPIRED_TOKEN: 40 requirements, each needs more',
  ]);
  expect(lines.at(-1)).toBe('  and 68 more causes, all in reports/latest/index.html');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(TERMINAL_WIDTH);
  const far = terminalText(results(Object.fromEntries(many) as Record<string, Checked>), `/${'x'.repeat(200)}`);
  expect(section(far, 'Untested').at(-1)).toBe('  and 68 more causes, all in the report');
});

test('gaps that the baseline accepts are counted apart from causes', () => {
  const all = { 'roles.a.a': untestedFor(unset('A')), 'roles.a.b': untestedFor(unset('A')) };
  const accepted = results(all, ['roles.a.b']);
  expect(section(terminalText(accepted), 'Untested')).toEqual([
    'Untested: 2 requirements',
    '  accepted in the baseline: 1 requirement',
    '  Set A: 1 requirement (roles.a.a)',
  ]);
  expect(summaryOf(accepted)).toContain('- Set A: 1 requirement\n- 1 untested, accepted in the baseline');
});

test('inconclusive requirements are listed by reason, in a limited number of lines', () => {
  const many = Array.from({ length: 30 }, (_, index) => [
    `roles.a.${index}`,
    failing({ failure: { kind: 'setup', summary: `step ${index}` } }),
  ]);
  const lines = section(terminalText(results(Object.fromEntries(many) as Record<string, Checked>)), 'Inconclusive');
  expect(lines.slice(0, 3)).toEqual([
    'Inconclusive: 30 requirements',
    '  could not be set up: step 0',
    '    roles.a.0',
  ]);
  expect(lines.at(-1)).toBe('  and 21 more reasons, all in reports/latest/index.html');
});

test('what is left behind is summed by kind, what has to be removed by hand first', () => {
  const leaving = (...remains: NonNullable<Parameters<typeof check>[0]>['remains'] & object) =>
    terminalText(results({ 'roles.a.0': check({ remains }) }));
  const expires = (what: string) => ({ what, became: 'expires' }) as const;
  const tokens = Array.from({ length: 27 }, (_, index) => expires(`deployment token of ${4_000 + index}`));
  const text = leaving(...tokens, expires('mail of a report delivery'), {
    what: 'role 17',
    became: 'left',
    why: 'could not be undone: 403',
  });
  expect(section(text, 'Left behind')).toEqual([
    'Left behind',
    '  role 17: could not be undone: 403',
    '  27 × deployment token: left to expire',
    '  mail of a report delivery: left to expire',
  ]);
  const lines = section(leaving(...['a', 'b', 'c', 'd', 'e', 'f'].map(expires)), 'Left behind');
  expect(lines).toHaveLength(5);
  expect(lines.at(-1)).toBe('  and 3 more kinds, all in reports/latest/index.html');
});

test('JUnit and the summary have the sentence of the causes', () => {
  const one = results({ 'roles.a.a': untestedFor(unset('A'), unset('B')) });
  expect(junitOf(one)).toContain('<skipped message="set A, B"/>');
  expect(summaryOf(one)).toContain('- Set A: 1 requirement, which needs more');
});

test('a spare thing that was used up is accepted by its setting, as one that is not set', () => {
  const spare = usedUp('SPARE_BRANCH', 'no branch of a exists any more');
  expect(sentenceOf([spare])).toBe('set another SPARE_BRANCH: no branch of a exists any more');
  expect(isAcceptedBy(spare, 'SPARE_BRANCH')).toBe(true);
});

test('all waits are one line of the summary, as on the terminal', () => {
  const waiting = results({ 'roles.a.a': untestedFor(tooLong('7d')), 'roles.a.b': untestedFor(tooLong('5m')) });
  expect(summaryOf(waiting)).toContain('- Set MAX\\_WAIT=7d: 2 requirements; 1 of them with MAX\\_WAIT=5m\n');
  expect(summaryOf(waiting).match(/- Set MAX/g)).toHaveLength(1);
});
