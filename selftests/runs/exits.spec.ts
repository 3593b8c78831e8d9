import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '../test.ts';
import { exitCodeOf } from '../../evidence/exit-codes.ts';
import { commandArgs } from '../../commands/node.ts';
import { ownFolder } from '../folders.ts';
import { replace } from '../../proof/lib/patches.ts';
import { emptySelections } from '../../commands/empty-selection.ts';
import { writableFolder } from '../../commands/main.ts';
import type { Results } from '../../evidence/results.ts';
import { soundTenants } from './broken.ts';
import { startLive, type LiveTenant } from './live.ts';
import { idsWith, run, runLine, start } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 180_000 });

const FEW = '--grep=roles.get.same-id';

const lines = (output: string) => output.trim().split('\n');

test('a violation outweighs wrong usage, and that outweighs what is open', () => {
  expect([[], [0, 0], [0, 3], [3, 2], [3, 1, 2]].map(exitCodeOf)).toEqual([0, 0, 3, 2, 1]);
});

test('a tenant that is gone in the middle of a run is no violation, and no crash', FULL, async () => {
  const live = await startLive();
  const roles = () => live.tenant.account.roles.all().length;
  const seeded = roles();
  const running = start('conformance', ['--grep=roles.update', '--seed=3'], live.env);
  // The first new one is the claim of the run.
  await expect.poll(roles, { timeout: 60_000, intervals: [10] }).toBeGreaterThan(seeded + 1);
  await live.close();
  const { code, output, results } = await running.ended;
  expect(code, output).toBe(3);
  expect(idsWith(results, 'violates')).toEqual([]);
  expect(output).toMatch(
    /^Left on https\S+: \d+ changes?: .* Run `BASE_URL=https\S+ npm run sweep` with ADMIN_TOKEN and TLS_CA as in this run$/m,
  );
  expect(output).not.toMatch(/^ +at /m);
});

/** Waits until a run has made so many roles; their ids are ever greater. */
async function untilMade(live: LiveTenant, roles: number): Promise<void> {
  const latest = () => Math.max(0, ...live.tenant.account.roles.all().map(({ id }) => id));
  const seeded = latest();
  await expect.poll(latest, { timeout: 60_000, intervals: [10] }).toBeGreaterThanOrEqual(seeded + roles);
}

const REPORT = ['ctrf.json', 'index.html', 'junit.xml', 'results.json', 'run.har', 'summary.md'];
const NOT_REACHED = 'the run was stopped before its check: run it again';

/** When the last file of a report was written. */
async function writtenIn(folder: string): Promise<number> {
  return Math.max(
    ...(await Promise.all(REPORT.map((name) => stat(path.join(folder, name))))).map((one) => one.mtimeMs),
  );
}

test('a run that is stopped keeps what it knows, and says of the rest that it was stopped', FULL, async () => {
  const seconds: number[] = [];
  // Other work on the machine only ever adds to the time: the best of a few is what the suite takes.
  while (seconds.length < 3 && !seconds.some((one) => one < 5)) {
    const live = await startLive();
    const running = start('conformance', ['--grep=roles', '--seed=3'], live.env);
    await untilMade(live, 40);
    const stopped = Date.now();
    // As a scheduler does: only the command that it started is told.
    process.kill(running.pid, 'SIGTERM');
    const { code, output, results, folder } = await running.ended;
    await live.close();
    expect(code, output).toBe(3);
    expect((await readdir(folder)).sort()).toEqual(REPORT);
    seconds.push(((await writtenIn(folder)) - stopped) / 1_000);
    expect(results?.run.outcome).toBe('incomplete');
    expect(idsWith(results, 'conforms').length).toBeGreaterThan(0);
    const unjudged = results?.requirements.filter(({ reason }) => reason === NOT_REACHED) ?? [];
    expect(new Set(unjudged.map(({ verdict }) => verdict))).toEqual(new Set(['untested']));
    expect(output.split(NOT_REACHED)).toHaveLength(2);
    expect(output).toContain(`  ${NOT_REACHED}, ${unjudged.length} requirements`);
    expect(output).not.toContain('no check holds');
  }
  expect(Math.min(...seconds)).toBeLessThan(5);
});

test('a run that is stopped while its checks wait for a tenant keeps what it knows as well', FULL, async () => {
  const { host, env, close } = await startLive();
  let asked = 0;
  const patches = [
    replace('updateRole', () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    }),
  ];
  const { settings } = await host.lease({ patches, hasOwnAddresses: true });
  const { BASE_URL = '', ADMIN_TOKEN = '' } = settings as Record<string, string>;
  const running = start('conformance', ['--grep=roles.update.name', '--seed=3'], {
    BASE_URL,
    ADMIN_TOKEN,
    TLS_CA: env['TLS_CA'] ?? '',
  });
  await expect.poll(() => asked, { timeout: 60_000 }).toBeGreaterThan(1);
  const stopped = Date.now();
  process.kill(-running.pid, 'SIGTERM');
  const { code, output, results, folder } = await running.ended;
  await close();
  expect(code, output).toBe(3);
  expect((await readdir(folder)).sort()).toEqual(REPORT);
  expect(await writtenIn(folder)).toBeLessThan(stopped + 5_000);
  expect(results?.run.outcome).toBe('incomplete');
  expect(output).toContain(NOT_REACHED);
});

test('a run that never comes to write leaves no report of an earlier one, and every other file', async () => {
  const folder = ownFolder('conformance-former');
  for (const name of [...REPORT, 'issue.md', 'notes.txt']) writeFileSync(path.join(folder, name), 'of an earlier run');
  const { code, output } = await run('conformance', [FEW], {
    BASE_URL: 'https://127.0.0.1:9',
    ADMIN_TOKEN: 'some-token',
    REPORT_FOLDER: folder,
  });
  expect(code, output).toBe(3);
  expect(await readdir(folder)).toEqual(['notes.txt']);
});

test('a list of tests is no run, and leaves the report that is there', async () => {
  const folder = ownFolder('conformance-listed');
  for (const name of REPORT) writeFileSync(path.join(folder, name), 'of an earlier run');
  const { code, output } = await run('conformance', ['--list', '-g', 'roles.get.same-id'], { REPORT_FOLDER: folder });
  expect([code, output]).toEqual([0, expect.stringContaining('Total: 1 test in 1 file')]);
  expect((await readdir(folder)).sort()).toEqual(REPORT);
  for (const name of REPORT) expect(readFileSync(path.join(folder, name), 'utf8'), name).toBe('of an earlier run');
});

test('a certificate authority that is gone in the middle of a run keeps nothing from its end', FULL, async () => {
  const live = await startLive();
  const before = live.tenant.account.roles.all().length;
  const running = start('conformance', ['--grep=roles.delete', '--seed=3'], live.env);
  await untilMade(live, 2);
  rmSync(live.env['TLS_CA'] ?? '');
  const { code, output } = await running.ended;
  expect(code, output).toBe(3);
  expect(output).toMatch(/^incomplete \(partial/m);
  expect(output).not.toMatch(/TLS_CA|ENOENT|^ +at /m);
  expect(live.tenant.account.roles.all()).toHaveLength(before);
  await live.close();
});

test('a tenant that goes with its certificate authority is one sentence, beside the report', FULL, async () => {
  const live = await startLive();
  const running = start('conformance', ['--grep=roles.update', '--seed=3'], live.env);
  await untilMade(live, 2);
  rmSync(live.env['TLS_CA'] ?? '');
  await live.close();
  const { code, output, results } = await running.ended;
  expect(code, output).toBe(3);
  expect(results?.run.outcome).toBe('incomplete');
  expect(output).toMatch(
    /^Left on https\S+: \d+ changes?: .* Run `BASE_URL=https\S+ npm run sweep` with ADMIN_TOKEN and TLS_CA as in this run$/m,
  );
  expect(output).not.toMatch(/TLS_CA(?! as in this run)|ENOENT|^ +at /m);
});

test('a disk that is full and a history that cannot be kept are a sentence each, leave the verdict, and no file is torn', async () => {
  const folder = ownFolder('conformance-full');
  const history = ownFolder('conformance-history');
  mkdirSync(path.join(history, 'embedded-plain.jsonl'));
  // A limit on the size of files refuses a write in the middle of it, as a full disk does, and needs no rights.
  const words = [process.execPath, ...commandArgs('conformance', FEW, '--seed=3')];
  const line = `ulimit -f 200; ${words.map((word) => `'${word}'`).join(' ')}`;
  const env = { ...(await soundTenants()), REPORT_FOLDER: folder, HISTORY: history };
  const { code, output } = await runLine(line, env);
  expect(code, output).toBe(3);
  expect(output).toMatch(/^conformant \(partial/m);
  const last = lines(output).slice(-2).join('\n');
  expect(last).toMatch(/embedded-plain\.jsonl cannot be stored: EISDIR/);
  expect(last).toMatch(/index\.html cannot be stored: EFBIG/);
  expect(output).not.toMatch(/^ +at /m);
  const left = await readdir(folder);
  expect(left).not.toContain('index.html');
  expect(left.filter((name) => name.endsWith('.part'))).toEqual([]);
  // What fits is written.
  const { requirements } = JSON.parse(readFileSync(path.join(folder, 'results.json'), 'utf8')) as Results;
  expect(requirements.map(({ id, verdict }) => [id, verdict])).toEqual([['roles.get.same-id', 'conforms']]);
});

test('a folder that takes no file is refused', () => {
  const file = path.join(ownFolder('conformance-file'), 'file');
  writeFileSync(file, '');
  for (const name of ['REPORT_FOLDER', 'HISTORY']) {
    for (const place of [file, path.join(file, 'below'), '/proc/no-such-folder']) {
      expect(() => writableFolder(name, place)).toThrow(`${name}=${place}: `);
    }
  }
});

test('folders that take no file are found before the run', async () => {
  const REPORT_FOLDER = '/proc/no-such-folder';
  const HISTORY = '/proc/no-such-history';
  const usable = ownFolder('conformance-usable');
  for (const [env, line] of [
    [{ REPORT_FOLDER }, `REPORT_FOLDER=${REPORT_FOLDER}: `],
    [{ REPORT_FOLDER: usable, HISTORY }, `HISTORY=${HISTORY}: `],
  ] as const) {
    const { code, output } = await run('conformance', [FEW], env);
    expect([code, lines(output)]).toEqual([2, [expect.stringContaining(line)]]);
  }
  expect(await readdir(usable)).toEqual([]);
});

for (const [what, args, said] of [
  ['a family that does not exist', ['--project=role'], '--project=role: no family has this name, did you mean roles?'],
  ['a selection that is empty', ['no-such-file'], 'Error: No tests found.'],
  [
    'a pattern that nothing matches',
    ['--grep=rolls.update'],
    '--grep=rolls.update: no requirement matches, did you mean roles.update?',
  ],
  ['a value that Playwright refuses', ['--shard=9/3'], 'Error'],
] as const) {
  test(`${what} is wrong usage`, async () => {
    const { code, output, results } = await run('conformance', args, await soundTenants());
    expect([code, output]).toEqual([2, expect.stringContaining(said)]);
    expect(results).toBeUndefined();
  });
}

test('of a pattern that is to match where an id begins it is said how to write it', async () => {
  expect(await emptySelections([String.raw`--grep=^ai\.`, '--workers=2'])).toEqual([
    String.raw`--grep=^ai\.: project and file stand before the id, use --grep='\sai\.'`,
  ]);
});

test('one family runs alone, and is told as a part', async () => {
  const { code, output, results } = await run('conformance', ['--project', 'scim', '--seed=3'], await soundTenants());
  expect(code, output).toBe(0);
  expect(results?.run).toMatchObject({ isPartial: true, isSelection: true });
  expect(new Set(results?.requirements.map(({ family }) => family))).toEqual(new Set(['scim']));
});

test('a pipeline without the settings of its tenant tests the embedded one, and its report says so', async () => {
  const env = { CI: 'true', TENANT: 'staging-eu', BASE_URL: '', ADMIN_TOKEN: '' };
  const { output, code, results } = await run('conformance', [FEW], env);
  expect(output).toMatch(/^This pipeline has no BASE_URL or no ADMIN_TOKEN.*the embedded tenant is tested instead/m);
  expect(code, output).toBe(0);
  expect(results?.run).toMatchObject({ isLive: false, tenant: 'embedded, plain' });
  expect(output).toMatch(/^tenant embedded, plain, seed/m);
  expect(output).not.toContain('staging-eu');
  const preflight = await run('preflight', [], env);
  expect(preflight.code).toBe(2);
  expect(preflight.output).toContain('This pipeline has no BASE_URL or no ADMIN_TOKEN: there is no tenant to look at');
});
