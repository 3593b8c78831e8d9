import { readdirSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../test.ts';
import { suitePackage } from '../../contracts/installation.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { ownFolder } from '../folders.ts';
import { FULL } from '../size.ts';
import { startBroken } from './broken.ts';
import { InstalledPackage, runIn } from './installed.ts';
import { bare, startLive } from './live.ts';
import { idsWith } from './run.ts';

// One after the other in one process: they share one installation, which takes longer than most of them.
test.describe.configure({ mode: 'default', timeout: 180_000 });

const COMMANDS = ['run', 'setup', 'preflight', 'sweep', 'replay', 'merge', 'baseline', 'compare', 'catalogue', 'mock'];
const SELECTION = '--grep=roles.get';
const FEW = '--grep=roles.get.same-id';

let installed: InstalledPackage;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  installed = await InstalledPackage.install();
});

test.afterEach(async () => {
  await rm(path.join(installed.folder, 'reports'), { recursive: true, force: true });
});

test('it is installed without a warning, and within 80 MB', () => {
  expect(installed.log).not.toMatch(/EBADENGINE|deprecated/);
  expect(installed.megabytes()).toBeLessThan(80);
});

test('a run judges a selection, is merged where it was called, and writes nothing into the package', async () => {
  const before = installed.files();
  const shard = ['--shard=1/1', '--reporter=blob'];
  const { code, stdout, stderr } = await installed.run(['run', SELECTION, ...shard, '--seed=3']);
  expect(code, stdout + stderr).toBe(0);
  const ids = [...loadRegistry(await loadContract()).keys()].filter((id) => id.startsWith('roles.get'));
  expect(ids.length).toBeGreaterThan(5);
  expect(idsWith(installed.results(), 'conforms')).toEqual(ids.sort());
  const { run, requirements } = installed.results() ?? {};
  expect(run?.versions['suite']).toBe(suitePackage().version);
  // The commit of the folder's own project, if it has one, is not that of the suite.
  expect(run?.versions).not.toHaveProperty('commit');
  expect(requirements?.[0]?.tests[0]?.file).toMatch(/^tests\/.+\.spec\.js$/);
  expect(readdirSync(path.join(installed.folder, 'reports', 'latest'))).toContain('index.html');

  expect(readdirSync(path.join(installed.folder, 'blob-report'))).toContainEqual(expect.stringMatching(/\.zip$/));
  await rm(path.join(installed.folder, 'reports'), { recursive: true });
  const merged = await installed.run(['merge']);
  expect(merged.code, merged.stdout + merged.stderr).toBe(0);
  expect(installed.results()?.run.outcome).toBe('conformant');
  expect(idsWith(installed.results(), 'conforms')).toEqual(ids);
  expect(installed.files()).toEqual(before);
});

test('a violation is told with the command that repeats it there', async () => {
  const tenants = await startBroken(['roles.get.same-id']);
  const env = { CONTROL_URL: tenants.url };
  const { code, stdout } = await installed.run(['run', FEW, '--seed=3'], env);
  expect(code, stdout).toBe(1);
  const [, line = ''] = /^ +again +(.+)$/m.exec(stdout) ?? [];
  expect(line).toBe('npx management-api-conformance replay roles.get.same-id --seed=3');
  const again = await runIn(installed.folder, line.split(' '), env);
  await tenants.close();
  expect(again.code, again.stdout).toBe(1);
  expect(again.stdout).toContain('1. getRole as admin');
});

test('a live tenant needs address and token alone, and its settings come from the folder of the caller', async () => {
  const live = await startLive();
  const env = bare(live);
  const preflight = await installed.run(['preflight'], env);
  expect(preflight.stdout).toMatch(/^Would be tested: \d+ of \d+ requirements$/m);
  const settings = path.join(installed.folder, '.env.acme');
  writeFileSync(
    settings,
    Object.entries(env)
      .map(([name, value]) => `${name}='${value}'\n`)
      .join(''),
  );
  const { code, stdout, stderr } = await installed.run(['run', FEW, '--seed=3', '--tenant=acme']);
  expect(code, stdout + stderr).toBe(0);
  expect(installed.results()?.run).toMatchObject({ isLive: true, tenant: 'acme', outcome: 'conformant' });
  writeFileSync(settings, 'BASE_URI=https://acme.example.com\n');
  const misspelt = await installed.run(['run', '--tenant=acme']);
  await Promise.all([rm(settings), live.close()]);
  expect([misspelt.code, misspelt.stderr.trim()]).toEqual([
    2,
    '.env.acme: BASE_URI is not a setting, did you mean BASE_URL?',
  ]);
});

test('the catalogue is that of the repository', async () => {
  const [there, here] = await Promise.all([
    installed.run(['catalogue', '--json']),
    runIn(process.cwd(), [process.execPath, 'commands/bin.js', 'catalogue', '--json']),
  ]);
  expect(there.code, there.stderr).toBe(0);
  expect(JSON.parse(there.stdout)).toEqual(JSON.parse(here.stdout));
});

test('help lists the commands, and each says how it is called there', async () => {
  const { code, stdout } = await installed.run(['--help']);
  expect(code).toBe(0);
  expect([...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, command]) => command)).toEqual(COMMANDS);
  for (const command of ['run', 'catalogue']) {
    const help = await installed.run([command, '--help']);
    expect(help.code, help.stderr).toBe(0);
    expect(help.stdout).toContain(`Usage: npx management-api-conformance ${command} [flags]`);
    expect(help.stdout).not.toContain('npm run');
  }
});

for (const [args, said] of [
  [['rnu'], 'rnu: there is no such command, did you mean run?'],
  [['banana'], `banana: there is no such command, expected ${COMMANDS.join(', ')}`],
  [['constructor'], `constructor: there is no such command, expected ${COMMANDS.join(', ')}`],
  [['run', '--gerp=roles'], '--gerp is unknown, did you mean --grep?'],
] as const) {
  test(`${args.join(' ')} is wrong usage`, async () => {
    const { code, stderr } = await installed.run(args);
    expect([code, stderr.trim()]).toEqual([2, said]);
  });
}

test('a Node that is too old is one sentence', async () => {
  for (const [version, isRefused] of [
    ['18.20.4', true],
    ['20.18.3', true],
    ['20.19.0', false],
    ['21.7.3', true],
    ['22.11.0', true],
    ['22.12.0', false],
    ['24.0.0', false],
  ] as const) {
    // What a process says of its version is what the command goes by.
    const pretence = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
    const line = [process.execPath, `--import=${pretence}`, 'commands/bin.js', '--version'];
    const { code, stdout, stderr } = await runIn(process.cwd(), line);
    const refusal = `Node ${version} is too old for this suite: install 20.19, 22.12, 24 or newer`;
    expect([code, stdout.trim(), stderr.trim()]).toEqual(
      isRefused ? [2, '', refusal] : [0, suitePackage().version, ''],
    );
  }
});

test('whoever installs the repository by its address gets what the last commit compiles to', FULL, async () => {
  test.setTimeout(300_000);
  const line = ['npx', '--yes', `git+${pathToFileURL(process.cwd()).href}`, '--version'];
  const { code, stdout, stderr } = await runIn(ownFolder('by-address'), line);
  expect([code, stdout.trim()], stderr).toEqual([0, suitePackage().version]);
});

test('a whole run tells of every requirement that it is conforming', FULL, async () => {
  test.setTimeout(600_000);
  const before = installed.files();
  const { code, stdout, stderr } = await installed.run(['run', '--seed=3']);
  expect(code, stdout + stderr).toBe(0);
  const testable = [...loadRegistry(await loadContract()).values()].filter(
    ({ untestable }) => untestable === undefined,
  );
  expect(idsWith(installed.results(), 'conforms')).toHaveLength(testable.length);
  expect(installed.files()).toEqual(before);
});
