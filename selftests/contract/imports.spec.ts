import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect, test } from '../test.ts';
import { ownFolder } from '../folders.ts';

const run = promisify(execFile);

/** Runs the real import rules on a project of the rooms with the given imports, and returns the violations. */
async function violationsOf(imports: Readonly<Record<string, string>>): Promise<string> {
  const root = ownFolder('rooms');
  await cp('.dependency-cruiser.cjs', path.join(root, '.dependency-cruiser.cjs'));
  await cp('tsconfig.json', path.join(root, 'tsconfig.json'));
  await cp('package.json', path.join(root, 'package.json'));
  await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
  const rooms = [
    'contracts',
    'evidence',
    'generators',
    'harness',
    'mock',
    'reports',
    'tests',
    'proof',
    'commands',
    'selftests',
  ];
  for (const room of rooms) {
    await mkdir(path.join(root, room));
    const others = imports[room] ?? '';
    await writeFile(
      path.join(root, room, 'a.ts'),
      `${others === '' ? '' : `import '../${others}/a.ts';\n`}export {};\n`,
    );
  }
  const cruise = run(path.resolve('node_modules/.bin/depcruise'), ['--output-type=err', ...rooms], { cwd: root });
  return cruise.then(
    () => '',
    (error: unknown) => stripVTControlCharacters((error as { stdout: string }).stdout),
  );
}

test('a check must not import the reference tenant, contracts no other room, and no room a command', async () => {
  const imports = { tests: 'mock', contracts: 'reports', proof: 'commands' };
  const violations = await violationsOf(imports);
  for (const [room, other] of Object.entries(imports)) expect(violations).toContain(` ${room}/a.ts → ${other}/a.ts`);
});

test('the intended directions are allowed', async () => {
  const violations = await violationsOf({
    generators: 'contracts',
    mock: 'contracts',
    reports: 'contracts',
    tests: 'generators',
    proof: 'mock',
    commands: 'proof',
    selftests: 'commands',
  });
  expect(violations).not.toMatch(/-imports-only-/);
});
