import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { readProvided, type ProvidedThings } from '../../evidence/provided.ts';
import type { RunFacts } from '../../evidence/results.ts';
import { resultsOf, type Run } from '../../reports/results.ts';
import { ownFolder } from '../folders.ts';
import { check, exampleRequirement } from './checked.ts';

const PROVIDED: ProvidedThings = {
  things: [
    { setting: 'REPORT_ID', source: 'made', how: 'a new report of DEPLOYMENT_ID', value: '17' },
    { setting: 'MEMBER_TOKEN', how: 'only the user can state it' },
  ],
  requests: 12,
  milliseconds: 340,
};

function runWith(changes: Partial<Run>): Run {
  const facts: RunFacts = {
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
  };
  return {
    facts,
    startedAt: new Date(0),
    milliseconds: 1,
    requirements: [
      exampleRequirement('roles.a.a', { needs: { lent: ['REPORT_ID'] } }),
      exampleRequirement('roles.a.b', { needs: { lent: ['REPORT_ID'], actors: ['MEMBER_TOKEN'] } }),
    ],
    untestable: 0,
    isKnownId: () => true,
    isPartial: false,
    checks: new Map([['roles.a.a', [check()]]]),
    ...changes,
  };
}

/** A check with what its worker knew of the things of its run. */
const knowing = (provided: ProvidedThings) => {
  const checked = check();
  return { ...checked, evidence: { requirement: '', exchanges: [], notKept: 0, findings: [], met: {}, provided } };
};

test('the results have each thing with the number of requirements that hang on it', () => {
  const ends = { removed: ['report 17'], left: [{ what: 'user 4: could not be undone: 403', expires: false }] };
  const { run } = resultsOf(runWith({ provided: { ...PROVIDED, ...ends } }));
  expect(run.provided).toEqual([
    {
      things: [
        { ...PROVIDED.things[0], requirements: 2 },
        { ...PROVIDED.things[1], requirements: 1 },
      ],
      requests: 12,
      milliseconds: 340,
      ...ends,
    },
  ]);
  expect(run.leftBehind).toEqual(ends.left);
});

test('a run without provisioning has none', () => {
  expect(resultsOf(runWith({})).run.provided).toEqual([]);
});

test('a merged report has the things of each shard once, from the evidence of its workers', () => {
  const other = { ...PROVIDED, requests: 14 };
  const checks = [knowing(PROVIDED), knowing(PROVIDED), knowing(other)];
  const { run } = resultsOf(runWith({ checks: new Map([['roles.a.a', checks]]) }));
  expect(run.provided.map(({ requests }) => requests)).toEqual([12, 14]);
});

test('a merged report has each shard as it ended, where its file is there', () => {
  const [before, other] = [
    { ...PROVIDED, id: 'one' },
    { ...PROVIDED, id: 'other' },
  ];
  const ended = [{ ...before, removed: ['report 17'], left: [] }];
  const checks = [knowing(before), knowing(before), knowing(other)];
  const { run } = resultsOf(runWith({ checks: new Map([['roles.a.a', checks]]), ended }));
  expect(run.provided.map(({ id, removed }) => [id, removed])).toEqual([
    ['one', ['report 17']],
    ['other', undefined],
  ]);
});

test('a copy is left for good, unless it was removed when the run ended', () => {
  const copy = {
    operation: 'duplicateWorkbook',
    what: 'copy 8 of workbook 7',
    became: 'expires',
    why: 'left for good',
    copyOf: '7',
  } as const;
  const checked = knowing(PROVIDED);
  const checks = [{ ...checked, evidence: { ...checked.evidence, ledger: [copy] } }];
  const of = (withoutCopies: readonly string[]) => {
    const provided = { ...PROVIDED, withoutCopies };
    const { run, ledger } = resultsOf(runWith({ checks: new Map([['roles.a.a', checks]]), provided }));
    return { left: run.leftBehind.map(({ what }) => what), became: ledger.map(({ became }) => became) };
  };
  expect(of([])).toEqual({ left: ['copy 8 of workbook 7: left for good'], became: ['expires'] });
  expect(of(['9'])).toEqual({ left: ['copy 8 of workbook 7: left for good'], became: ['expires'] });
  expect(of(['7'])).toEqual({ left: [], became: ['undone'] });
});

test('the file of what a run provided is optional', () => {
  const before = process.env['PROVIDED_FILE'];
  const file = path.join(ownFolder('provided'), 'provided.json');
  try {
    delete process.env['PROVIDED_FILE'];
    expect(readProvided()).toBeUndefined();
    process.env['PROVIDED_FILE'] = file;
    expect(readProvided()).toBeUndefined();
    writeFileSync(file, JSON.stringify(PROVIDED));
    expect(readProvided()).toEqual(PROVIDED);
  } finally {
    if (before === undefined) delete process.env['PROVIDED_FILE'];
    else process.env['PROVIDED_FILE'] = before;
  }
});
