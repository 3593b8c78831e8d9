import { expect, test } from '../test.ts';
import { compile } from '../../contracts/compile.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { UsageProblem } from '../../contracts/problem.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { promises } from '../../contracts/requirements/row.ts';

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

test('a broken YAML file is named with the line', () => {
  const problems = compiling('x-family: roles\npaths:\n  /a: {get: [\n');
  expect(problems.length).toBeGreaterThan(0);
  expect(problems[0]).toMatch(/^contracts\/openapi\/roles\.yaml:[34]: /);
});

test('a $ref to nothing is named with its line and target', () => {
  const text = `x-family: roles\npaths: {}\ncomponents:\n  schemas:\n    Role:\n      $ref: '#/components/schemas/Nowhere'\n`;
  expect(compiling(text)).toEqual([
    `${ROLES}:6: $ref to #/components/schemas/Nowhere, which is nowhere in the document`,
  ]);
});

test('a reference never resolves to what every object inherits', () => {
  const text = `x-family: roles\ncomponents:\n  schemas:\n    Role:\n      $ref: '#/components/schemas/constructor'\n`;
  expect(compiling(text)).toHaveLength(1);
});

test('an operationId that is used twice is named with both places', () => {
  const text = `x-family: roles\npaths:\n  /a:\n    get:\n${operation('listRoles')}  /b:\n    get:\n${operation('listRoles')}`;
  expect(compiling(text)).toEqual([`${ROLES}:11: the operationId listRoles is taken, it stands at ${ROLES}:5 as well`]);
});

test('an unknown family, a missing member and a repeated key are told', () => {
  expect(compiling('x-family: rolls\n')[0]).toContain('x-family is "rolls", expected one of the families');
  expect(compiling('x-family: roles\npaths:\n  /a:\n    get:\n      operationId: a\n')).toHaveLength(3);
  expect(compiling('x-family: roles\nx-family: users\n')[0]).toMatch(/roles\.yaml:\d: .*unique/);
  expect(compiling('just text')[0]).toContain('expected a mapping');
});

test('all problems of several files come in one message', () => {
  const problems = problemsOf(() =>
    compile([SHARED, { file: ROLES, text: 'a: [' }, { file: 'contracts/openapi/users.yaml', text: 'b: {' }]),
  );
  expect(problems.map((problem) => problem.split(':')[0])).toEqual(
    expect.arrayContaining([ROLES, 'contracts/openapi/users.yaml']),
  );
});

test('a registry row is refused for each thing that is wrong with it, by file and id', async () => {
  const contract = await loadContract();
  const row = { kind: 'status', lines: '61', sentence: 'A sentence.', operations: ['updateRole'] } as const;
  const broken = promises('roles', [
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
  expect(problems.join('\n')).toContain('no operation is called inventRole');
});

test('an id is type-checked', () => {
  promises('roles', [
    // @ts-expect-error An id has three parts and starts with the family.
    { id: 'rolls.update.name', kind: 'status', lines: '1', sentence: 'A sentence.' },
  ]);
});
