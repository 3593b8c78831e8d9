import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile, cp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '../test.ts';
import { ownFolder } from '../folders.ts';

const run = promisify(execFile);

/** A project of a few rooms with one import each, judged by the real rules. */
async function judged(imports: Readonly<Record<string, string>>): Promise<string> {
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
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

test('a check that imports the reference tenant is refused', async () => {
  expect(await judged({ tests: 'mock' })).toContain('tests/a.ts');
});

test('the contract that imports anything of ours is refused', async () => {
  expect(await judged({ contracts: 'reports' })).toContain('contracts/a.ts');
});

test('an import of a command is refused', async () => {
  expect(await judged({ proof: 'commands' })).toContain('proof/a.ts');
});

test('the arrows of the design are allowed', async () => {
  const told = await judged({
    generators: 'contracts',
    mock: 'contracts',
    reports: 'contracts',
    tests: 'generators',
    proof: 'mock',
    commands: 'proof',
    selftests: 'commands',
  });
  expect(told).not.toMatch(/-imports-only-/);
});
