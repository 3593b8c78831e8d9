import { copyFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadSources } from '../../commands/sources.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { FAMILIES } from '../../contracts/families.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { EXIT_CODES } from '../../evidence/exit-codes.ts';
import type { TrialLine } from '../../evidence/trials.ts';
import { operationsCalled } from '../../proof/touched.ts';
import { expect, test } from '../test.ts';
import { run, start } from './run.ts';
import { ownFolder } from '../folders.ts';
import { FULL, sized } from '../size.ts';

test.describe.configure({ mode: 'default', timeout: sized(180_000, 900_000) });

test('faults of every family are caught under their own requirements', async () => {
  const { code, output, folder } = await run('prove', sized(['--sample=3'], []));
  const [, caught] =
    /trials: (\d+) caught, 0 with the wrong blame, 0 survived, 0 void, 0 without a check/.exec(output) ?? [];
  expect(Number(caught), output).toBeGreaterThan(80);
  expect(code).toBe(0);
  const { faults } = JSON.parse(await readFile(path.join(folder, 'results.json'), 'utf8')) as {
    readonly faults: readonly { readonly requirement: string }[];
  };
  const families = new Set(faults.map(({ requirement }) => requirement.split('.')[0]));
  expect([...families].sort()).toEqual(Object.keys(FAMILIES).sort());
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  expect(page).toContain(`${faults.length.toLocaleString('en')} faults, all caught`);

  // What `--touched` takes from the texts of files is compared with what the checks did call.
  const sources = await loadSources(loadRegistry(await loadContract()));
  const called = operationsCalled(sources);
  const trials = (await readFile(path.join(folder, 'trials.jsonl'), 'utf8')).trim().split('\n');
  const unforeseen = trials.flatMap((trial) => {
    const { check, met } = JSON.parse(trial) as TrialLine;
    return met.filter((one) => !called(check).has(one)).map((one) => `${check} called ${one}`);
  });
  expect(unforeseen).toEqual([]);
});

test(
  'faults are caught in tenants that a run knows by two settings, and what cannot be told there is untested',
  FULL,
  async () => {
    const live = ['--live=two-settings'];
    const roles = await run('prove', [...live, '--only=roles.get.']);
    expect(roles.output).toMatch(
      /trials: [1-9]\d* caught, 0 with the wrong blame, 0 survived, 0 void, 0 without a check/,
    );
    expect(roles.code).toBe(0);
    const unseen = await run('prove', [...live, '--only=roles.listRoles.expired-credential/oauth-never-expires']);
    expect(unseen.output).toContain('1 trials: 0 caught, 0 with the wrong blame, 0 survived, 0 void, 1 untested');
    expect(unseen.code).toBe(0);
    const refused = await run('prove', [...live, '--pairs=2']);
    expect(refused.output).toContain('--live: each tenant is played in a run of its own, which takes seconds');
    expect(refused.code).toBe(2);
  },
);

test('a proof run that is stopped leaves no process that goes on', FULL, async () => {
  const { pid, ended } = start('prove', ['--only=roles.update']);
  await sleep(6_000);
  process.kill(pid, 'SIGTERM');
  expect((await ended).code).toBe(EXIT_CODES.incomplete);
  // What it started is in the same group of processes.
  expect(() => process.kill(-pid, 0)).toThrow('ESRCH');
});

test('mutants are caught, and those that need not be have a reason', FULL, async () => {
  const { code, output, folder } = await run('mutants', [
    '--most=60',
    '--only=getRole/',
    String.raw`--checks=\broles\.`,
  ]);
  expect(output).toMatch(
    /mutants: \d+ told \(100\.0 % of those that break a requirement\), 0 .* 0 survived, \d+ left open/,
  );
  expect(code).toBe(0);
  const { mutants } = JSON.parse(await readFile(path.join(folder, 'results.json'), 'utf8')) as {
    readonly mutants: readonly { readonly verdict: string; readonly point?: string }[];
  };
  expect(mutants.filter(({ verdict }) => verdict === 'told').length).toBeGreaterThan(20);
  expect(mutants.filter(({ verdict, point }) => verdict === 'open' && point === undefined)).toEqual([]);
});

test('a fault is played against the other checks of its operation, and does not turn them red', FULL, async () => {
  const { code, output } = await run('prove', ['--only=dev-mode.enter.on-that-branch', '--blame']);
  expect(output).toMatch(/[1-9]\d* caught, 0 with the wrong blame/);
  expect(Number(/(\d+) trials/.exec(output)?.[1])).toBeGreaterThan(5);
  expect(code).toBe(0);
});

test('two faults at once are both caught', FULL, async () => {
  const { code, output } = await run('prove', ['--pairs=5']);
  expect(output).toMatch(/10 trials: \d+ caught, 0 with the wrong blame, 0 survived, 0 void/);
  expect(code).toBe(0);
});

test('the parts of two machines make one proof, and nothing is played twice', FULL, async () => {
  const only = '--only=dev-mode.';
  const shards = [await run('prove', [only, '--shard=1/2']), await run('prove', [only, '--shard=2/2'])];
  const folder = ownFolder('conformance-proof');
  for (const [index, one] of shards.entries()) {
    expect(one.code, one.output).toBe(0);
    const name = `trials-${index + 1}-2.jsonl`;
    await copyFile(path.join(one.folder, name), path.join(folder, name));
  }
  const merged = await run('prove', [only, '--resume'], { REPORT_FOLDER: folder });
  expect(merged.output).not.toMatch(/^run \d+ of/m);
  expect(merged.output).toMatch(/[1-9]\d* caught, 0 with the wrong blame, 0 survived, 0 void, 0 without a check/);
  expect(merged.code).toBe(0);
});

for (const flag of ['--shard=3/2', '--blame=some', '--touched=no-such-state']) {
  test(`${flag} is refused in one line`, async () => {
    const { code, output } = await run('prove', [flag]);
    expect(code).toBe(2);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
}
