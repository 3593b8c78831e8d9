import { rm, writeFile } from 'node:fs/promises';
import { expect, test as base } from '../test.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import { loadFaults } from '../../proof/index.ts';
import { neededBeside, replayCommand, sweepCommand } from '../../reports/again.ts';
import { startBroken } from './broken.ts';
import { bare, remains, startLive, type LiveTenant } from './live.ts';
import { idsWith, run, runLine, start } from './run.ts';
import { FULL } from '../size.ts';

const BROKEN = 'roles.get.same-id';
const SELECTION = `--grep=${BROKEN}`;
const DELETED = 'roles.delete.removes';
/** Its model finds that a role which was deleted is read again. */
const FINDING = 'roles.list.same-as-read';

/** A live tenant with a fault, known by the file of its settings alone. */
const test = base.extend<{ readonly named: LiveTenant & { readonly name: string } }>({
  named: async ({}, use, { workerIndex }) => {
    const fault = loadFaults(loadRegistry(await loadContract())).find(({ requirement }) => requirement === BROKEN);
    const live = await startLive({ patches: fault ? [fault.patch] : [] });
    const name = `selftest-${process.pid}-again-${workerIndex}`;
    const lines = Object.entries(live.env).map(([key, value]) => `${key}='${value}'\n`);
    await writeFile(`.env.${name}`, lines.join(''));
    await use({ ...live, name });
    await rm(`.env.${name}`, { force: true });
    await live.close();
  },
});

test.describe.configure({ timeout: 180_000 });

/** The command that a run printed to repeat a check. */
function againIn(output: string): string {
  return /^ +again +(?:BASE_URL=\S+ )?(npm run replay -- .+)$/m.exec(output)?.[1] ?? '';
}

test('the printed command repeats a violation on the tenant that TENANT named', async ({ named }) => {
  const first = await run('conformance', [SELECTION, '--seed=3'], { TENANT: named.name });
  expect(first.code, first.output).toBe(1);
  const line = againIn(first.output);
  expect(line).toBe(`npm run replay -- ${BROKEN} --seed=3 --tenant=${named.name}`);
  const again = await runLine(line);
  expect(again.code, again.output).toBe(1);
  expect(idsWith(again.results, 'violates')).toEqual([BROKEN]);
  expect(again.results?.run).toMatchObject({ tenant: named.name, seed: 3, isLive: true });
});

test('a violation that the check of another requirement found is repeated by that check', FULL, async () => {
  const faults = loadFaults(loadRegistry(await loadContract()));
  const made = faults.find(({ id }) => id === `${DELETED}/of-the-name-made-again`);
  const live = await startLive({ patches: made ? [made.patch] : [] });
  const first = await run('conformance', [`--grep=${FINDING}`, '--seed=2'], live.env);
  expect(idsWith(first.results, 'violates')).toEqual([DELETED]);
  const line = againIn(first.output);
  expect(line).toMatch(new RegExp(`npm run replay -- ${FINDING} --seed=2 --path=\\d`));
  const again = await runLine(line, live.env);
  await live.close();
  expect(again.code, again.output).toBe(1);
  expect(idsWith(again.results, 'violates')).toEqual([DELETED]);
  expect(again.output, 'the exchanges of what is violated').toContain('deleteRole as ');
});

test('a replay comes by no more than its check needs', async ({ named }) => {
  const again = await run('replay', [BROKEN, '--seed=3'], bare(named));
  expect(again.code, again.output).toBe(1);
  expect(again.results?.run.leftBehind).toEqual([]);
});

test('settings of the environment are read again, and another dialect is spoken again', FULL, async () => {
  const tenants = await startBroken([BROKEN], 'contrary');
  const env = { CONTROL_URL: tenants.url };
  const first = await run('conformance', [SELECTION, '--seed=4', '--dialect=contrary'], env);
  const line = againIn(first.output);
  expect(line).toBe(`npm run replay -- ${BROKEN} --seed=4 --dialect=contrary`);
  const again = await runLine(line, env);
  await tenants.close();
  expect(again.code, again.output).toBe(1);
  expect(idsWith(again.results, 'violates')).toEqual([BROKEN]);
});

test('the printed sweep undoes what a killed run left on a named tenant', FULL, async ({ named }) => {
  const before = remains(named.tenant);
  const roles = () => named.tenant.account.roles.all().length;
  const seeded = roles();
  const running = start('conformance', ['--grep=roles.update', `--tenant=${named.name}`]);
  await expect.poll(roles, { timeout: 60_000, intervals: [5] }).toBeGreaterThan(seeded + 1);
  process.kill(-running.pid, 'SIGKILL');
  await running.ended;
  const swept = await runLine(sweepCommand({ isLive: true, settings: { TENANT: named.name } }));
  expect([swept.code, swept.output]).toEqual([0, expect.stringMatching(/Undid \d+ things?|Nothing is left/)]);
  expect(remains(named.tenant)).toEqual(before);
});

test('a name that a shell would read otherwise is quoted', () => {
  const line = (TENANT: string) => sweepCommand({ isLive: true, settings: { TENANT } });
  expect(line('a b')).toBe("npm run sweep -- --tenant='a b'");
  expect(line("it's")).toBe(String.raw`npm run sweep -- --tenant='it'\''s'`);
});

test('a live tenant without a name is named by its address, lest the embedded one is tested', () => {
  const BASE_URL = 'https://acme.example.com';
  const line = (settings: Record<string, string>) => replayCommand({ isLive: true, seed: 7, settings }, BROKEN);
  expect(line({ BASE_URL })).toBe(`BASE_URL=${BASE_URL} npm run replay -- ${BROKEN} --seed=7`);
  expect(line({ BASE_URL, TENANT: 'acme' })).toBe(`npm run replay -- ${BROKEN} --seed=7 --tenant=acme`);
  expect(sweepCommand({ isLive: true, settings: { BASE_URL } })).toBe(`BASE_URL=${BASE_URL} npm run sweep`);
});

test('what a live tenant without a name needs beside its address is said', () => {
  const settings = { BASE_URL: 'https://acme.example.com', ADMIN_TOKEN: 'given' };
  expect(neededBeside({ isLive: true, settings })).toBe('ADMIN_TOKEN as in this run');
  const withAuthority = { ...settings, TLS_CA: 'ca.pem' };
  expect(neededBeside({ isLive: true, settings: withAuthority })).toBe('ADMIN_TOKEN and TLS_CA as in this run');
  expect(neededBeside({ isLive: true, settings: { ...settings, TENANT: 'acme' } })).toBeUndefined();
  expect(neededBeside({ isLive: false, settings: {} })).toBeUndefined();
});
