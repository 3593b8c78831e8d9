import { spawn } from 'node:child_process';
import { appendFileSync, existsSync } from 'node:fs';
import { fresh } from '../../harness/client/unique.ts';
import { commandArgs } from '../../commands/node.ts';
import { pendingByHost } from '../../harness/undo/ledger-file.ts';
import { Cleanup, Ledger } from '../../harness/undo/ledger.ts';
import { runIn } from '../runs/installed.ts';
import { expect, test } from '../test.ts';
import {
  ADMIN,
  BASE_URL,
  createRole,
  ended,
  filesOf,
  ledgerOf,
  lines,
  ofEndedProcess,
  pendingEntries,
  sweep,
} from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

// What a process has left in its ledger that ended before it undid it.

test.describe.configure({ mode: 'serial' });

inFoldersOfTheirOwn('ledger');

test('a sweep undoes all changes, the latest first, with and without a response', async () => {
  const { ledger, tenant, file } = await ofEndedProcess();
  await createRole(ledger, tenant);
  await createRole(ledger, tenant, fresh('role'), false);
  await createRole(ledger, tenant);
  expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 3, left: [] });
  expect(tenant.deleted).toEqual([3, 2, 1]);
  expect(existsSync(file)).toBe(false);
  expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 0, left: [] });
});

test('without a tenant the changes of ended processes are counted by host, settled ones left out', async () => {
  expect([...pendingByHost()]).toEqual([]);
  const { ledger, tenant } = await ofEndedProcess();
  await createRole(ledger, tenant);
  await createRole(ledger, tenant);
  const port = new Ledger(
    filesOf('https://localhost:8443', await ended(spawn('true'))),
    () => tenant.admin,
    new Cleanup(),
  );
  await createRole(port, tenant);
  await createRole(ledgerOf(tenant, process.ppid), tenant);
  expect(new Map(pendingByHost())).toEqual(
    new Map([
      ['acme.example.com', 2],
      ['localhost:8443', 1],
    ]),
  );
  await sweep(BASE_URL, tenant.admin);
  expect([...pendingByHost()]).toEqual([['localhost:8443', 1]]);
});

test('a sweep that knows of no tenant names the hosts with changes left, and is refused', async () => {
  const { ledger, tenant } = await ofEndedProcess();
  const swept = () => runIn('.', [process.execPath, ...commandArgs('sweep')]);
  expect(await swept()).toMatchObject({ code: 0, stdout: expect.stringContaining('No live tenant') });
  await createRole(ledger, tenant);
  expect(await swept()).toEqual({
    code: 2,
    stdout: '',
    stderr: `1 change left on acme.example.com, but no tenant is configured: give --tenant=<name> for .env.<name>, or set BASE_URL, ADMIN_TOKEN and, where the run had it, TLS_CA\n`,
  });
});

test('a truncated line is ignored', async () => {
  const { ledger, tenant, file } = await ofEndedProcess();
  const { id } = await createRole(ledger, tenant);
  appendFileSync(file, '{"n":2,"operation":"createRole","da');
  expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 1, left: [] });
  expect(tenant.deleted).toEqual([id]);
});

test('the next sweep undoes only what could not be undone before', async () => {
  const { ledger, tenant, file } = await ofEndedProcess();
  const [first, second] = [await createRole(ledger, tenant), await createRole(ledger, tenant)];
  appendFileSync(file, '{"n":');
  tenant.undeletable.add(first.id);
  const swept = await sweep(BASE_URL, tenant.admin);
  expect(swept).toEqual({ undone: 1, left: [expect.stringContaining(first.name) as unknown] });
  tenant.undeletable.clear();
  expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 1, left: [] });
  expect(tenant.deleted).toEqual([second.id, first.id]);
  expect(existsSync(file)).toBe(false);
});

test('what expires by itself does not keep the file', async () => {
  const { ledger, tenant, file } = await ofEndedProcess();
  await ledger.before('enterDevMode', { body: { branchName: 'b' } }, ADMIN);
  expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 0, left: [] });
  expect(existsSync(file)).toBe(false);
});

test('changes of several processes are undone in one order, the latest first', async () => {
  const { tenant, ledger } = await ofEndedProcess();
  const gone = await ended(spawn('true'));
  const other = ledgerOf(tenant, gone);
  const made = [];
  for (const one of [ledger, other, ledger, other]) made.push((await createRole(one, tenant)).id);
  expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 4, left: [] });
  expect(tenant.deleted).toEqual(made.reverse());
});

test('entries are numbered by time, so that a later process with the same id does not reuse a number', async () => {
  const { ledger, tenant, file } = await ofEndedProcess();
  await createRole(ledger, tenant);
  for (const { n } of lines(file)) expect(Number(n)).toBeGreaterThan(Date.now() - 3_600_000);
});

test('the file of a running process is not swept', async () => {
  const { ledger, tenant } = await ofEndedProcess();
  await createRole(ledger, tenant);
  const child = spawn('sleep', ['60']);
  const running = ledgerOf(tenant, child.pid);
  const made = await createRole(running, tenant);
  expect(await sweep(BASE_URL, tenant.admin)).toMatchObject({ undone: 1 });
  expect(tenant.roles.has(made.id)).toBe(true);
  child.kill();
  await ended(child);
  expect(await sweep(BASE_URL, tenant.admin)).toMatchObject({ undone: 1 });
  expect(tenant.roles.size).toBe(0);
});

test('the files of another tenant with a similar name are not swept', async () => {
  const { ledger, tenant } = await ofEndedProcess();
  await createRole(ledger, tenant);
  for (const other of ['https://acme.example', 'https://acme.example.com:8443', 'https://example.com']) {
    expect(pendingEntries(other)).toEqual([]);
  }
  expect(pendingEntries(`${BASE_URL}/`)).toHaveLength(1);
});
