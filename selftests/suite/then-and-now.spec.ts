import type { Results } from '../../evidence/results.ts';
import { differencesSince } from '../../reports/then-and-now.ts';
import { expect, test } from '../test.ts';

interface Facts {
  readonly verdict?: string;
  readonly suite?: string;
  readonly documents?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly things?: readonly object[];
  readonly bindings?: readonly object[];
}

function resultsWith({
  verdict = 'violates',
  suite = '1.0.0',
  documents = ['aa'],
  settings = {},
  things = [],
  bindings = [],
}: Facts) {
  const run = { tenant: 'eu', seed: 7, versions: { suite }, documents, settings, provided: [{ things }] };
  return { run, bindings, requirements: [{ id: 'roles.a.b', verdict }] } as unknown as Results;
}

const since = (then: Facts, now: Facts) => differencesSince(resultsWith(then), resultsWith(now), 'roles.a.b');

test('two runs of the same that are judged alike differ in nothing, wherever they write', () => {
  expect(since({ settings: { REPORT_FOLDER: 'a', TLS_CA: '/a' } }, { settings: { REPORT_FOLDER: 'b' } })).toEqual([]);
});

test('what may explain another verdict is a line each', () => {
  const found = (source: string) => [
    { setting: 'REPORT_ID', source, how: 'a list' },
    { setting: 'BRANCH', how: 'none' },
  ];
  expect(
    since(
      {
        settings: { PROPERTY_RUNS: '5' },
        things: found('stated'),
        bindings: [{ id: 'reports.direction', value: 'dir' }],
      },
      {
        verdict: 'conforms',
        suite: '1.1.0',
        documents: ['bb'],
        things: found('found').slice(0, 1),
        bindings: [
          { id: 'reports.direction', value: 'order' },
          { id: 'other', value: 'x' },
        ],
      },
    ),
  ).toEqual([
    'verdict of roles.a.b: violates, now conforms',
    'version of suite: 1.0.0, now 1.1.0',
    "the tenant's document: aa, now bb",
    'setting PROPERTY_RUNS: 5, now none',
    'source of REPORT_ID: stated, now found',
    'name reports.direction: dir, now order',
  ]);
});
