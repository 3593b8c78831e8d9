import { expect, test } from '../test.ts';
import { compile } from '../../contracts/compile.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { requirements } from '../../contracts/requirements/row.ts';

const SHARED = { file: 'contracts/openapi/document.yaml', text: 'openapi: 3.1.0\ncomponents:\n  schemas: {}\n' };
const ROLES = 'contracts/openapi/roles.yaml';

function operation(operationId: string): string {
  return `      operationId: ${operationId}\n      summary: S\n      x-lines: '1'\n      responses: { 2XX: { description: Done } }\n`;
}

function problemsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageProblem) return error.problems;
    throw error;
  }
  return [];
}

function compiling(text: string): readonly string[] {
  return problemsOf(() => compile([SHARED, { file: ROLES, text }]));
}

test('invalid YAML is reported with file and line', () => {
  const problems = compiling('x-family: roles\npaths:\n  /a: {get: [\n');
  expect(problems.length).toBeGreaterThan(0);
  expect(problems[0]).toMatch(/^contracts\/openapi\/roles\.yaml:[34]: /);
});

test('a $ref without a target is reported with its line', () => {
  const text = `x-family: roles\npaths: {}\ncomponents:\n  schemas:\n    Role:\n      $ref: '#/components/schemas/Nowhere'\n`;
  expect(compiling(text)).toEqual([`${ROLES}:6: $ref to #/components/schemas/Nowhere, which is not in the document`]);
});

test('a reference does not resolve to an inherited member', () => {
  const text = `x-family: roles\ncomponents:\n  schemas:\n    Role:\n      $ref: '#/components/schemas/constructor'\n`;
  expect(compiling(text)).toHaveLength(1);
});

test('a duplicate operationId is reported with both lines', () => {
  const text = `x-family: roles\npaths:\n  /a:\n    get:\n${operation('listRoles')}  /b:\n    get:\n${operation('listRoles')}`;
  expect(compiling(text)).toEqual([`${ROLES}:11: the operationId listRoles is already used at ${ROLES}:5`]);
});

test('an unknown family, missing members and a repeated key are reported', () => {
  expect(compiling('x-family: rolls\n')[0]).toContain('x-family is "rolls", expected one of the families');
  expect(compiling('x-family: roles\npaths:\n  /a:\n    get:\n      operationId: a\n')).toHaveLength(3);
  expect(compiling('x-family: roles\nx-family: users\n')[0]).toMatch(/roles\.yaml:\d: .*unique/);
  expect(compiling('just text')[0]).toContain('expected a mapping');
});

test('the problems of several files are reported together', () => {
  const problems = problemsOf(() =>
    compile([SHARED, { file: ROLES, text: 'a: [' }, { file: 'contracts/openapi/users.yaml', text: 'b: {' }]),
  );
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(
    expect.arrayContaining([ROLES, 'contracts/openapi/users.yaml']),
  );
});

test('each problem of a registry row is reported with file and id', async () => {
  const contract = await loadContract();
  const row = { kind: 'status', lines: '61', sentence: 'A sentence.', operations: ['updateRole'] } as const;
  const broken = requirements('roles', [
    { ...row, id: 'roles.update.twice' },
    { ...row, id: 'roles.update.twice' },
    { ...row, id: 'roles.update.unknown', operations: ['inventRole' as 'updateRole'] },
    { ...row, id: 'roles.update.lines', lines: '70-61' },
    { ...row, id: 'roles.update.kind', kind: 'mood' as 'status' },
    { ...row, id: 'rolls.update.family' as 'roles.update.family' },
  ]);
  const problems = problemsOf(() => loadRegistry(contract, [broken]));
  expect(problems).toHaveLength(5);
  for (const problem of problems) expect(problem).toMatch(/^contracts\/requirements\/roles\.ts: \S+: .*/);
  expect(problems.join('\n')).toContain('there is no operation inventRole');
});

test('an id is type-checked', () => {
  requirements('roles', [
    // @ts-expect-error An id has three parts and starts with the family.
    { id: 'rolls.update.name', kind: 'status', lines: '1', sentence: 'A sentence.' },
  ]);
});
