import { expect, test } from '../test.ts';
import type { AcceptedGap, Baseline } from '../../evidence/baseline.ts';
import { notAllowed, notLeased, otherwise, tooLong, unset, unstated, type Cause } from '../../evidence/causes.ts';
import type { PastRun } from '../../reports/history.ts';
import { fallOf, toldBy } from '../../reports/told.ts';
import { weigh } from '../../reports/baseline.ts';
import { conclude, type Judgement } from '../../reports/verdicts.ts';

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
    isWhole: true,
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

const WHOLE = { today: '2026-11-21', isKnownId: () => true, isWhole: true };

function weighed(
  judged: Readonly<Record<string, Judgement>>,
  gaps: readonly Omit<AcceptedGap, 'accept' | 'line'>[],
  run = {},
) {
  const rows = gaps.map((row, index) => ({ ...row, accept: 'untested' as const, line: index + 1 }));
  const all = weigh(
    new Map(Object.entries(judged)),
    { file: 'acme.yaml', violations: [], gaps: rows },
    { ...WHOLE, ...run },
  );
  return {
    accepted: Object.fromEntries(
      [...all.judgements].flatMap(([id, { accepted }]) => (accepted ? [[id, accepted]] : [])),
    ),
    verdicts: [...all.judgements.values()].map(({ verdict }) => verdict),
    stale: all.stale.map(({ requirement, why }) => `${requirement}: ${why}`),
  };
}

const untested = (...causes: readonly Cause[]): Judgement => ({ verdict: 'untested', causes });
const LATER = '2027-02-01';

test('a pattern accepts what is untested in its family, and nothing that is violated or inconclusive', () => {
  const judged = {
    'embed.a.gap': untested(otherwise('switched off')),
    'embed.a.broken': { verdict: 'violates' },
    'embed.a.open': { verdict: 'inconclusive' },
    'embed-tenants.a.gap': untested(otherwise('switched off')),
  } as const;
  expect(weighed(judged, [{ requirement: 'embed.*', reason: 'not bought', expires: LATER }])).toEqual({
    accepted: { 'embed.a.gap': 'not bought' },
    verdicts: ['untested', 'violates', 'inconclusive', 'untested'],
    stale: [],
  });
});

test('a reason accepts a requirement if it, or it with others, is all that the requirement lacks', () => {
  const judged = {
    'roles.a.wait': untested(tooLong('6m')),
    'roles.a.both': untested(tooLong('6m'), unset('MEMBER_TOKEN')),
    'roles.a.more': untested(tooLong('6m'), unset('SCIM_TOKEN')),
    'roles.a.consent': untested(notAllowed('BORROW=1')),
    'roles.a.binding': untested(unstated('roles.list')),
    'roles.a.words': untested(otherwise('MAX_WAIT')),
    'roles.a.lease': untested(notLeased('a state')),
  };
  const rows = ['MAX_WAIT', 'MEMBER_TOKEN', 'BORROW=1', 'roles.list', 'leased tenant'];
  const { accepted, stale } = weighed(
    judged,
    rows.map((reason) => ({ reason, expires: LATER })),
  );
  expect(accepted).toEqual({
    'roles.a.wait': 'MAX_WAIT',
    'roles.a.both': 'MAX_WAIT, MEMBER_TOKEN',
    'roles.a.consent': 'BORROW=1',
    'roles.a.binding': 'roles.list',
    'roles.a.lease': 'leased tenant',
  });
  expect(stale).toEqual([]);
});

test('a row of the gaps that covers nothing, or that expired, is stale and accepts nothing', () => {
  const judged = { 'roles.a.told': { verdict: 'conforms' }, 'roles.a.gap': untested(unset('SCIM_TOKEN')) } as const;
  const rows = [
    { requirement: 'roles.a.told', reason: 'nobody can' },
    { requirement: 'reports.*', reason: 'not bought', expires: LATER },
    { reason: 'MAX_WAIT', expires: LATER },
    { reason: 'SCIM_TOKEN', expires: '2026-11-20' },
  ];
  expect(weighed(judged, rows)).toMatchObject({
    accepted: {},
    stale: [
      'roles.a.told: the requirement is not untested',
      'reports.*: it covers no untested requirement',
      'reason: MAX_WAIT: no requirement is untested for this reason',
      'reason: SCIM_TOKEN: it expired on 2026-11-20',
    ],
  });
  // A selection does not show what the other requirements would have lacked.
  expect(weighed(judged, rows.slice(1, 3), { isWhole: false }).stale).toEqual([]);
  // Nor does a run that could not tell.
  const open = { 'reports.a.open': { verdict: 'inconclusive' } } as const;
  expect(weighed(open, rows.slice(1, 3)).stale).toEqual([]);
});

test('what a stopped run did not come to is accepted by no pattern and no reason', () => {
  const judged = { 'roles.a.gap': untested(otherwise('the run was stopped')) };
  const rows = [{ requirement: 'roles.*', reason: 'not bought', expires: LATER }];
  expect(weighed(judged, rows, { notReached: new Set(['roles.a.gap']) }).accepted).toEqual({});
});

const past = (at: string, told: number, gate: PastRun['gate'] = 'passed'): PastRun => ({
  tenant: 'acme',
  at,
  seed: 1,
  outcome: 'incomplete',
  gate,
  milliseconds: 1,
  exchanges: 1,
  verdicts: new Map(verdictsOf(told).map((verdict, index) => [`roles.a.${index}`, verdict])),
});

/** A thousand verdicts, so many of which say whether the requirement holds. */
const verdictsOf = (told: number) =>
  Array.from({ length: 1_000 }, (_, index) => (index < told ? 'conforms' : 'untested'));

test('less than one percent below the last accepted run is told: the gate is incomplete', () => {
  const told = { percent: 95, at: '2026-11-20T02:00:00.000Z' };
  const fallen = (count: number, runs: readonly PastRun[] = []) => toldBy(verdictsOf(count), { told }, runs).hasFallen;
  expect([fallen(940), fallen(939)]).toEqual([false, true]);
  // A passed run after it counts if it told more; a failed one does not, nor one that a person has accepted less after.
  expect(fallen(945, [past('2026-11-21T02:00:00.000Z', 960)])).toBe(true);
  expect(fallen(945, [past('2026-11-21T02:00:00.000Z', 960, 'failed')])).toBe(false);
  expect(fallen(945, [past('2026-11-19T02:00:00.000Z', 960)])).toBe(false);
  // Small losses do not add up.
  expect(fallen(935, [past('2026-11-21T02:00:00.000Z', 944)])).toBe(true);
  expect(toldBy(verdictsOf(10), undefined)).toEqual({ percent: 1, hasFallen: false });
  expect(fallOf(toldBy(verdictsOf(900), { told }))).toBe(
    'Only 90.0 % of the requirements were tested, and 95.0 % in the accepted run of 2026-11-20',
  );
  const all = [{ level: 'must', verdict: 'conforms' }] as const;
  const plain = { defects: 0, stale: 0, isStrict: false };
  expect(conclude(all, { ...plain, hasFallen: true })).toEqual({
    outcome: 'conformant',
    gate: 'incomplete',
    exitCode: 3,
  });
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
