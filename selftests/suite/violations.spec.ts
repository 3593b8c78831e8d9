import type { Exchange } from '../../evidence/evidence.ts';
import type { Failure } from '../../evidence/failure.ts';
import type { RequirementResult, Results } from '../../evidence/results.ts';
import { storyOf } from '../../reports/story.ts';
import { summaryOf } from '../../reports/summary.ts';
import { terminalText } from '../../reports/terminal.ts';
import { troublesOf } from '../../reports/violations.ts';
import { expect, test } from '../test.ts';

const exchange = (operation: string, status: number, more: Partial<Exchange> = {}): Exchange => ({
  actor: 'admin',
  operation,
  method: 'POST',
  url: 'https://acme.example.com/api/v1/roles',
  requestHeaders: {},
  status,
  startedAt: 0,
  milliseconds: 1,
  findings: [],
  ...more,
});

function result(
  id: string,
  failure: Failure,
  sent: Exchange,
  more: Partial<RequirementResult> = {},
): RequirementResult {
  return {
    id,
    family: 'roles',
    level: 'must',
    kind: 'status',
    sentence: `The sentence of ${id}.`,
    section: 'Roles',
    lines: '34',
    verdict: failure.kind === 'violation' ? 'violates' : 'inconclusive',
    milliseconds: 1,
    tests: [{ title: '', file: '', line: 1, status: 'failed', milliseconds: 1, attempts: 1, failure }],
    findings: [],
    exchange: 0,
    evidence: [sent],
    ...more,
  };
}

const refused = (id: string, operation: string, seen: number) =>
  result(id, { kind: 'violation', status: { expected: 'success', seen } }, exchange(operation, seen));
const unlike = (id: string, operation: string, expected: 'refusal' | number, seen: number) =>
  result(id, { kind: 'violation', status: { expected, seen } }, exchange(operation, seen));
const setup = (id: string, operation: string, status: number) =>
  result(id, { kind: 'setup', summary: 'was refused' }, exchange(operation, status));
const own = (id: string) =>
  result(
    id,
    { kind: 'violation', expected: '909', seen: '101' },
    exchange('getRole', 200, { responseBody: '{"id":101}' }),
  );

const shown = (all: readonly RequirementResult[]) =>
  troublesOf(all).map(({ title, violated, inconclusive }) => [
    title,
    violated.map(({ id }) => id).join(' '),
    inconclusive.map(({ id }) => id).join(' '),
  ]);

test('a refused creation is one cause, with what could not be set up because of it', () => {
  expect(
    shown([
      refused('roles.create.a', 'createRole', 422),
      own('roles.get.id'),
      refused('roles.create.b', 'createRole', 422),
      refused('roles.create.c', 'createRole', 403),
      setup('roles.update.a', 'createRole', 422),
      setup('roles.update.b', 'getRole', 422),
    ]),
  ).toEqual([
    ['createRole is refused with 422', 'roles.create.a roles.create.b', 'roles.update.a'],
    [undefined, 'roles.get.id', ''],
    [undefined, 'roles.create.c', ''],
  ]);
});

test('an operation that is not served is one cause, with what depends on it', () => {
  const served = result('roles.getRole.is-served', { kind: 'violation' }, exchange('getRole', 404), {
    serves: 'getRole',
  });
  expect(
    shown([
      served,
      refused('roles.get.same-id', 'getRole', 404),
      setup('roles.update.a', 'getRole', 404),
      { ...setup('roles.update.b', '', 0), standsOn: 'roles.getRole.is-served' },
    ]),
  ).toEqual([['getRole is not served', 'roles.getRole.is-served roles.get.same-id', 'roles.update.a roles.update.b']]);
  expect(storyOf(served)?.title).toBe('getRole: is not served (404)');
  const { serves: _, ...bySuchAnId } = served;
  expect(storyOf(bySuchAnId)?.title).not.toContain('is not served');
});

test('one wrong status for many is one cause; a rule that is not applied is one for all operations', () => {
  expect(
    shown([
      unlike('roles.update.name-null', 'updateRole', 400, 422),
      unlike('roles.create.name-null', 'createRole', 400, 422),
      unlike('roles.create.name-taken', 'createRole', 409, 422),
      unlike('roles.getRole.no-credential', 'getRole', 401, 200),
      unlike('reports.getReport.no-credential', 'getReport', 401, 200),
      unlike('roles.update.name-too-long', 'updateRole', 'refusal', 200),
    ]),
  ).toEqual([
    ['updateRole, createRole: 422 in place of 400', 'roles.update.name-null roles.create.name-null', ''],
    [
      'getRole, getReport: a success with 200 in place of 401',
      'roles.getRole.no-credential reports.getReport.no-credential',
      '',
    ],
    [undefined, 'roles.create.name-taken', ''],
    [undefined, 'roles.update.name-too-long', ''],
  ]);
});

test('a status that many operations answer with is no matter of one of them', () => {
  const down = ['getRole', 'listRoles', 'createRole'].map((operation) =>
    refused(`roles.${operation}.a`, operation, 500),
  );
  expect(shown(down)).toEqual([['3 operations fail with 500', down.map(({ id }) => id).join(' '), '']]);
});

test('whatever is violated stands under exactly one cause', () => {
  const all = [
    refused('roles.create.a', 'createRole', 422),
    own('roles.get.id'),
    result('roles.role.id', { kind: 'violation' }, exchange('getRole', 500), {
      findings: [{ requirement: 'roles.role.id', at: '', message: 'a server error', kind: 'server-error' }],
    }),
    setup('roles.update.a', 'createRole', 422),
  ];
  const listed = troublesOf(all).flatMap(({ violated }) => violated.map(({ id }) => id));
  expect(listed.sort()).toEqual(['roles.create.a', 'roles.get.id', 'roles.role.id']);
});

test('a violation is told in what was sent, required and received, with the member that differs', () => {
  expect(storyOf(own('roles.get.id'))).toEqual({
    title: 'getRole: id: expected 909, seen 101',
    sent: 'POST /api/v1/roles (getRole) was sent as admin.',
    required: 'The specification, section “Roles”, line 34: The sentence of roles.get.id.',
    came: 'The tenant responded with 200, and id: expected 909, seen 101.',
  });
});

test('a response that deviates from the contract is told by its place, not by how the check compared it', () => {
  const finding = {
    requirement: 'roles.role.policies',
    at: '/items/0/policies',
    message: 'must be array',
    kind: 'schema',
  } as const;
  const places = [{ at: '0', expected: 'undefined', seen: '"/items/0/policies must be array"' }];
  const story = storyOf(
    result(
      'roles.role.policies',
      { kind: 'violation', summary: 'differences', places },
      exchange('listRoles', 200, { findings: [finding] }),
      {
        findings: [finding],
      },
    ),
  );
  expect(story?.title).toBe('listRoles: /items/0/policies must be array');
  expect(story?.came).toBe('The tenant responded with 200, and /items/0/policies must be array.');
});

for (const [what, failure, body, title] of [
  ['a status', { status: { expected: 404, seen: 200 } }, '{}', 'getRole: responds with 200 in place of 404'],
  [
    'places of structures',
    { places: [{ at: 'a.b', expected: '1', seen: '2' }], expected: '{…}', seen: '{…}' },
    '{}',
    'getRole: a.b: expected 1, seen 2',
  ],
  [
    'a value that two members have',
    { expected: '909', seen: '101' },
    '{"id":101,"of":101}',
    'getRole: expected 909, seen 101',
  ],
  [
    'a value that occurs by chance',
    { expected: 'true', seen: 'false' },
    '{"a":false}',
    'getRole: expected true, seen false',
  ],
] as const) {
  test(`the title of a ticket says what is wrong: ${what}`, () => {
    const one = result(
      'roles.get.id',
      { kind: 'violation', ...failure },
      exchange('getRole', 200, { responseBody: body }),
    );
    const { expected, seen } = failure as Partial<Failure>;
    expect(storyOf({ ...one, ...(expected && { expected }), ...(seen && { seen }) })?.title).toBe(title);
  });
}

/** As much of the results of a run as the terminal and the summary need. */
function runWith(requirements: readonly RequirementResult[]): Results {
  const violates = requirements.filter(({ verdict }) => verdict === 'violates').length;
  const counts = {
    total: requirements.length,
    violates,
    conforms: 0,
    known: 0,
    fixed: 0,
    inconclusive: 0,
    untested: 0,
  };
  const run = { tenant: 'acme', reportFolder: 'r', defects: [], leftBehind: [], staleRows: [], settings: {}, seed: 1 };
  return { run, counts, requirements } as unknown as Results;
}

test('on a terminal and in the summary the violations of one cause are one', () => {
  const results = runWith([
    own('roles.get.id'),
    ...['a', 'b', 'c', 'd', 'e'].map((name) => refused(`reports.list.${name}`, 'listReports', 500)),
    setup('reports.file.f', 'listReports', 500),
  ]);
  const text = terminalText(results);
  expect(text).toContain(
    [
      'violates 5 requirements: listReports fails with 500',
      '  reports.list.a, reports.list.b, reports.list.c and 2 more',
      '  The sentence of reports.list.a.',
    ].join('\n'),
  );
  expect(text).toContain('  1 more could not be judged because of it');
  expect(text.indexOf('violates roles.get.id')).toBeLessThan(text.indexOf('violates 5 requirements'));
  expect(text.match(/^violates /gm)).toHaveLength(2);
  expect(summaryOf(results)).toContain(
    '- listReports fails with 500: 5 requirements, 1 more could not be judged because of it, such as `reports.list.a`',
  );
});

test('a terminal has the largest causes, and says where the others are', () => {
  const text = terminalText(runWith(Array.from({ length: 45 }, (_, index) => own(`roles.get.${index}`))));
  expect(text.match(/^violates /gm)).toHaveLength(20);
  expect(text).toContain('25 further causes of violations: r/index.html');
});
