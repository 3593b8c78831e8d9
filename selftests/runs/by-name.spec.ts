import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { DialectName } from '../../mock/index.ts';
import { expect, test } from '../test.ts';
import { bare, belongings, startLive, type LiveTenant } from './live.ts';
import { run, start } from './run.ts';
import { FULL } from '../size.ts';

test.describe.configure({ timeout: 300_000 });

/** Removes the ledger of a tenant, as a container that dies takes it along. */
function loseLedger({ env }: LiveTenant): void {
  const host = new URL(env['BASE_URL'] ?? '').host.replace(':', '_');
  const files = readdirSync('.ledger').filter((name) => name.startsWith(`${host}.`));
  expect(files).not.toEqual([]);
  for (const name of files) rmSync(path.join('.ledger', name));
}

const SWEEP = ['--by-name', '--older-than=0s'];

// The seed offers users by SCIM alone, with the administrator's key.
for (const dialect of ['plain', 'contrary', 'any:257'] satisfies DialectName[]) {
  test(`what a killed run left is found by its name without a ledger, dialect ${dialect}`, FULL, async () => {
    const live = await startLive({ dialect });
    const before = belongings(live);
    const selection = String.raw`--grep=\b(roles|api-keys|scheduled-tasks|workbooks|report-deliveries)\.`;
    const running = start('conformance', [selection], bare(live));
    const roles = live.tenant.account.roles;
    const has = (what: string) => roles.all().some(({ name }) => name.startsWith(`conformance-${what}`));
    // A role of a check: everything that the run made before its checks is there, too.
    await expect.poll(() => has('role-'), { timeout: 120_000, intervals: [20] }).toBe(true);

    const spared = await run('sweep', SWEEP, bare(live));
    expect(spared.output).toMatch(/^Spared: \d+ things of runs that may still go on/m);
    expect(spared.output).not.toContain('conformance-run-');
    process.kill(-running.pid, 'SIGKILL');
    await running.ended;
    loseLedger(live);

    const young = await run('sweep', ['--by-name', '--yes'], bare(live));
    expect(young.output).toMatch(/^Spared: \d+ things .* less than 2h ago/m);
    expect(young.code).toBe(0);

    const left = belongings(live);
    const listed = await run('sweep', SWEEP, bare(live));
    expect(listed.output).toMatch(/^ {2}user +conformance-run-\S+ +\d{4}-\d\d-\d\d \d\d:\d\d$/m);
    expect(listed.output).toContain('Nothing was removed: --yes removes it without asking');
    expect(listed.code).toBe(3);
    expect(belongings(live)).toEqual(left);

    const swept = await run('sweep', [...SWEEP, '--yes'], bare(live));
    expect(swept.output).toMatch(/^Removed \d+ things on https/m);
    expect(swept.code, swept.output).toBe(0);
    expect(belongings(live)).toEqual(before);
    const again = await run('sweep', SWEEP, bare(live));
    expect(again.output).toContain('Nothing that can be removed by its name is left');
    await live.close();
  });
}

test('what is wrong with the flags of a sweep is said before anything is sent', async () => {
  const { code, output } = await run('sweep', ['--older-than=soon', '--yes'], {});
  expect(code).toBe(2);
  expect(output).toContain('--older-than goes with --by-name');
  expect(output).toContain('--yes goes with --by-name');
  expect(output).toContain('--older-than=soon: expected a time such as 90s, 6m or 2h');
});
