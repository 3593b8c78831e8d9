import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../test.ts';
import { commandArgs } from '../../commands/node.ts';
import type { Catalogue } from '../../reports/catalogue.ts';
import { rowChanges, type Row } from '../../reports/row-changes.ts';
import { ownFolder } from '../folders.ts';

const run = promisify(execFile);

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function command(name: string, ...args: readonly string[]): Promise<Ran> {
  const ran = run(process.execPath, commandArgs(name, ...args), { maxBuffer: 50_000_000 });
  return ran.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: unknown) => error as Ran,
  );
}

// In one process, so that what several tests look at is printed once.
test.describe.configure({ mode: 'default' });

let printed: Promise<string> | undefined;

const jsonText = () => (printed ??= command('catalogue', '--json').then(({ stdout }) => stdout));

test('the JSON catalogue has all operations, and all requirements with their public members', async () => {
  const { requirements, operations } = JSON.parse(await jsonText()) as Catalogue;
  expect(operations.length).toBeGreaterThanOrEqual(103);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const operation of operations) {
    expect(operation.path).toMatch(/^\//);
    expect(operation.statuses, operation.operationId).toEqual(expect.arrayContaining(['401', '4XX']));
    expect(
      operation.statuses.some((status) => status.startsWith('2')),
      operation.operationId,
    ).toBe(true);
  }
  expect(requirements.length).toBeGreaterThan(1000);
  for (const requirement of requirements) {
    expect(Object.keys(requirement)).toEqual(
      expect.arrayContaining([
        'id',
        'family',
        'level',
        'kind',
        'sentence',
        'section',
        'lines',
        'operations',
        'needs',
        'guesses',
        'pins',
      ]),
    );
    expect(Object.keys(requirement.pins).length, requirement.id).toBeGreaterThan(0);
    for (const pin of Object.values(requirement.pins)) expect(pin).toMatch(/^[0-9a-f]{64}$/);
  }
});

test('the pins command exits with 2 without a file, and with 1 when lines changed', async () => {
  expect((await command('pins')).code).toBe(2);
  expect((await command('pins', '/nowhere.md')).stderr).toContain('cannot be read');
  const file = path.join(ownFolder('pins'), 'specification.md');
  writeFileSync(file, 'Something else entirely.\n');
  const { code, stdout } = await command('pins', file);
  expect(code).toBe(1);
  expect(stdout).toMatch(/lines 61 changed: .*\n {4}roles\./);
});

test('a requirement whose request no document can complete is marked with the bindings to state, also in the text, which ends with the totals', async () => {
  const { requirements } = JSON.parse(await jsonText()) as Catalogue;
  const guessesOf = (id: string) => requirements.find((one) => one.id === id)?.guesses;
  expect(guessesOf('roles.update.description-null-clears')).toEqual([]);
  const guessing = requirements.filter(({ guesses }) => guesses.length > 0);
  expect(guessing.some(({ guesses }) => guesses.includes('users.bulk-body'))).toBe(true);
  expect(guessing.every(({ guesses, needs }) => guesses.every((id) => needs.bindings?.includes(id) === true))).toBe(
    true,
  );
  const [first] = guessing;
  const { stdout } = await command('catalogue');
  expect(stdout).toContain(`? ${first?.id ?? ''}\n    ${first?.guesses.join(', ') ?? ''}`);
  expect(stdout.trim().split('\n').at(-1)).toMatch(
    /^\d+ testable requirements \(\d+ must, \d+ should; .*\d+ operations$/,
  );
});

test('what a release adds, changes, renames and removes is told by an earlier catalogue', async () => {
  const row = (id: string, more: Partial<Row> = {}): Row => ({
    id,
    level: 'must',
    kind: 'status',
    sentence: 'It is so.',
    ...more,
  });
  const then = [row('a.b.stays'), row('a.b.old'), row('a.b.gone'), row('a.b.reworded')];
  const now = [row('a.b.stays'), row('a.b.new'), row('a.b.reworded', { sentence: 'It is thus.' }), row('a.b.more')];
  expect(rowChanges(then, now, { 'a.b.old': 'a.b.new' })).toBe(
    [
      '## Added: 1\n\n- `a.b.more` (must, status): It is so.\n',
      '## Changed: 1\n\n- `a.b.reworded`\n  - sentence: It is thus.\n  - before: It is so.\n',
      '## Renamed: 1\n\n- `a.b.old` is `a.b.new` now\n',
      '## Removed: 1\n\n- `a.b.gone`: It is so.',
    ].join('\n'),
  );
  const file = path.join(ownFolder('catalogue-since'), 'earlier.json');
  writeFileSync(file, await jsonText());
  expect((await command('catalogue', `--since=${file}`)).stdout).toBe('No requirement differs.\n');
  writeFileSync(file, '{}');
  const { code, stderr } = await command('catalogue', `--since=${file}`);
  expect([code, stderr.trim()]).toEqual([
    2,
    `--since=${file}: expected what \`catalogue --json\` prints, or the results.json of a whole run`,
  ]);
});
