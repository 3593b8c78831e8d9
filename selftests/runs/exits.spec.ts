import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { exitCodeOf } from '../../evidence/exit-codes.ts';
import { commandArgs } from '../../commands/node.ts';
import { ownFolder } from '../folders.ts';
import { startBroken } from './broken.ts';
import { startLive } from './live.ts';
import { idsWith, run, runLine, start } from './run.ts';

test.describe.configure({ timeout: 180_000 });

const FEW = '--grep=roles.get.same-id';

const lines = (output: string) => output.trim().split('\n');

test('a violation outweighs wrong usage, and that outweighs what is open', () => {
  expect([[], [0, 0], [0, 3], [3, 2], [3, 1, 2]].map(exitCodeOf)).toEqual([0, 0, 3, 2, 1]);
});

test('a violation is shown when it happens, and the run ends with 1', async () => {
  const tenants = await startBroken(['roles.get.same-id']);
  const { code, output, results } = await run('conformance', [FEW, '--seed=3'], { CONTROL_URL: tenants.url });
  await tenants.close();
  expect(code, output).toBe(1);
  expect(idsWith(results, 'violates')).toEqual(['roles.get.same-id']);
  expect(lines(output)[0]).toBe('violates roles.get.same-id');
  expect(output).toMatch(/^1 of 1 checks, 1 violated$/m);
  // Playwright's own reporters are silent: of a run whose failures are expected they would say that all passed.
  expect(output).not.toMatch(/^ *\d+ (passed|failed)/m);
});

test('a tenant that is gone in the middle of a run is no violation, and no crash', async () => {
  const live = await startLive();
  const roles = () => live.tenant.account.roles.all().length;
  const seeded = roles();
  const running = start('conformance', ['--grep=roles.update', '--seed=3'], live.env);
  await expect.poll(roles, { timeout: 60_000, intervals: [10] }).toBeGreaterThan(seeded);
  await live.close();
  const { code, output, results } = await running.ended;
  expect(code, output).toBe(3);
  expect(idsWith(results, 'violates')).toEqual([]);
  expect(output).toMatch(/^\d+ changes are left on https.* Run `npm run sweep`$/m);
  expect(output).not.toMatch(/^ +at /m);
});

test('a disk that is full when the report is written is one sentence, and no file is torn', async () => {
  const folder = ownFolder('conformance-full');
  // A limit on the size of files refuses a write in the middle of it, as a full disk does, and needs no rights.
  const words = [process.execPath, ...commandArgs('conformance', FEW, '--seed=3')];
  const line = `ulimit -f 200; ${words.map((word) => `'${word}'`).join(' ')}`;
  const { code, output } = await runLine(line, { REPORT_FOLDER: folder });
  expect(code, output).toBe(3);
  expect(output).toMatch(/^conformant \(partial/m);
  expect(lines(output).at(-1)).toMatch(/index\.html cannot be stored: EFBIG/);
  expect(output).not.toMatch(/^ +at /m);
  const left = await readdir(folder);
  expect(left).not.toContain('index.html');
  expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a history that cannot be kept leaves the verdict and the report, and is told', async () => {
  const history = ownFolder('conformance-history');
  mkdirSync(path.join(history, 'embedded-plain.jsonl'));
  const { code, output, results } = await run('conformance', [FEW, '--seed=3'], { HISTORY: history });
  expect(code, output).toBe(3);
  expect(idsWith(results, 'conforms')).toEqual(['roles.get.same-id']);
  expect(output).toMatch(/^conformant \(partial/m);
  expect(lines(output).at(-1)).toMatch(/embedded-plain\.jsonl cannot be stored: EISDIR/);
});

for (const name of ['REPORT_FOLDER', 'HISTORY']) {
  test(`a ${name} that takes no file is found before the run`, async () => {
    const file = path.join(ownFolder('conformance-file'), 'file');
    writeFileSync(file, '');
    for (const place of [file, path.join(file, 'below'), '/proc/no-such-folder']) {
      const { code, output, seconds } = await run('conformance', [FEW], { [name]: place });
      expect(code, output).toBe(2);
      expect(lines(output)).toEqual([expect.stringContaining(`${name}=${place}: `)]);
      expect(seconds).toBeLessThan(20);
    }
  });
}

for (const [what, args, said] of [
  ['a family that does not exist', ['--project=role'], '--project=role: no family has this name, did you mean roles?'],
  ['a flag that does not exist', ['--gerp', 'roles'], '--gerp is unknown, did you mean --grep?'],
  ['a selection that is empty', ['no-such-file'], 'Error: No tests found.'],
  ['a value that Playwright refuses', ['--shard=9/3'], 'Error'],
] as const) {
  test(`${what} is wrong usage`, async () => {
    const { code, output, results } = await run('conformance', args);
    expect([code, output]).toEqual([2, expect.stringContaining(said)]);
    expect(results).toBeUndefined();
  });
}

test('a list of tests is no run', async () => {
  const { code, output, results } = await run('conformance', ['--list', '-g', 'roles.get.same-id']);
  expect([code, output]).toEqual([0, expect.stringContaining('Total: 1 test in 1 file')]);
  expect(results).toBeUndefined();
});

test('one family runs alone, and is told as a part', async () => {
  const { code, results } = await run('conformance', ['--project', 'api-keys', '--seed=3']);
  expect(code).toBe(0);
  expect(results?.run).toMatchObject({ isPartial: true, isSelection: true });
  expect(new Set(results?.requirements.map(({ family }) => family))).toEqual(new Set(['api-keys']));
});

test('a pipeline without the settings of its tenant tests the embedded one, and its report says so', async () => {
  const env = { CI: 'true', TENANT: 'staging-eu', BASE_URL: '', ADMIN_TOKEN: '' };
  const { output, code, results } = await run('conformance', ['--grep=roles.get'], env);
  expect(output).toMatch(/^This pipeline has no BASE_URL or no ADMIN_TOKEN.*the embedded tenant is tested instead/m);
  expect(code, output).toBe(0);
  expect(results?.run).toMatchObject({ isLive: false, tenant: 'embedded, plain' });
  expect(output).toMatch(/^tenant embedded, plain, seed/m);
  expect(output).not.toContain('staging-eu');
  const preflight = await run('preflight', [], env);
  expect(preflight.code).toBe(2);
  expect(preflight.output).toContain('This pipeline has no BASE_URL or no ADMIN_TOKEN: there is no tenant to look at');
});
