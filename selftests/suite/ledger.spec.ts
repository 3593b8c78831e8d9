import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { remainingOf } from '../../evidence/ledger-entry.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { transient } from '../../harness/failures/failure.ts';
import { fresh } from '../../harness/client/unique.ts';
import { type Secret, Secrets } from '../../harness/http/secrets.ts';
import type { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Ledger } from '../../harness/undo/ledger.ts';
import {
  ADMIN,
  answer,
  BASE_URL,
  createRole,
  filesOf,
  ledgerFile,
  ledgerOf,
  lines,
  ofEndedProcess,
  pendingEntries,
  Tenant,
  withoutDelays,
} from './ledgers.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

test.describe.configure({ mode: 'serial' });

inFoldersOfTheirOwn('ledger');

test('a change is written before its request is sent, to a file that only its owner may read', async () => {
  const file = ledgerFile(BASE_URL);
  const ledger = ledgerOf(new Tenant());
  expect(existsSync(file)).toBe(false);
  const entry = await ledger.before('createRole', { body: { name: 'conformance-r' } }, ADMIN);
  expect(lines(file)).toEqual([
    { n: entry?.n, operation: 'createRole', data: { name: 'conformance-r', description: null } },
  ]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('a change whose request was never sent is settled, one that may have arrived is not', async () => {
  const ledger = ledgerOf(new Tenant());
  const failing = (isNeverSent: boolean) =>
    ledger.around('createRole', { body: { name: fresh('role') } }, ADMIN, (neverSent) => {
      if (isNeverSent) neverSent();
      return Promise.reject(transient('no response'));
    });
  await expect(failing(true)).rejects.toThrow('no response');
  await expect(failing(false)).rejects.toThrow('no response');
  const settled = filesOf()
    .entriesOf(filesOf().own)
    .map(({ isSettled }) => isSettled);
  expect(settled).toEqual([true, false]);
  expect(await ledger.settle()).toHaveLength(1);
});

test('operations that change nothing, and changes of a leased tenant, are not written', async () => {
  expect(await ledgerOf(new Tenant()).before('listRoles', {}, ADMIN)).toBeUndefined();
  const leased = new Ledger(undefined, () => new Tenant().admin, withoutDelays());
  expect(await leased.before('createRole', { body: { name: 'r' } }, ADMIN)).toBeUndefined();
  expect(readdirSync('.')).toEqual([]);
});

/** What a ledger could not undo or leaves to expire. */
async function remaining(ledger: Ledger): Promise<string[]> {
  return (await ledger.settle()).flatMap((entry) => remainingOf(entry)?.what ?? []);
}

test('all changes are undone in reverse order, and the file is removed', async () => {
  const tenant = new Tenant();
  const ledger = ledgerOf(tenant);
  for (let count = 1; count <= 3; count += 1) await createRole(ledger, tenant);
  const settled = await ledger.settle();
  expect(settled.map(({ operation, became }) => `${operation} ${became}`)).toEqual(Array(3).fill('createRole undone'));
  expect(tenant.deleted).toEqual([3, 2, 1]);
  filesOf().end();
  expect(readdirSync('.ledger')).toEqual([]);
});

test('independent changes of one operation are undone at once, and those of another one after them', async () => {
  const begun: string[] = [];
  let end = () => {};
  const deleting = new Promise<void>((resolve) => (end = resolve));
  const admin = {
    ask: async (operation: AnyOperationId, id: number) => {
      begun.push(`${operation} ${id}`);
      if (operation === 'deleteRole') await deleting;
      return answer(operation, 204);
    },
    in: () => admin,
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  for (const operation of ['createReportDelivery', 'createRole', 'createRole'] as const) {
    const entry = await ledger.before(
      operation,
      { path: { deploymentId: '1' }, body: { name: fresh('thing') } },
      ADMIN,
    );
    if (entry) ledger.after(entry, answer(operation, 201, { id: begun.length + entry.n }), true);
  }
  const settling = ledger.settle();
  await expect.poll(() => begun.length).toBe(2);
  expect(begun.every((one) => one.startsWith('deleteRole'))).toBe(true);
  end();
  await settling;
  expect(begun.at(-1)).toMatch(/^deleteReportDelivery/);
});

test('the draft of a workbook that was removed meanwhile needs no undoing', async () => {
  const draft = { content: 'as it was', hash: 'h' };
  let status = 200;
  const admin = {
    ask: (operation: AnyOperationId) => Promise.resolve(answer(operation, status, draft)),
    raw: (operation: AnyOperationId) => Promise.resolve(answer(operation, status, draft)),
    in: () => admin,
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  await ledger.before('patchDashboardFile', { path: { deploymentId: '1', workbookId: '7' } }, ADMIN);
  status = 404;
  expect((await ledger.settle()).map(({ became }) => became)).toEqual(['undone']);
  filesOf().end();
  expect(readdirSync('.ledger')).toEqual([]);
});

test('a patch of a draft that its deployment does not have is noted as no change', async () => {
  const admin = {
    ask: (operation: AnyOperationId) => Promise.resolve(answer(operation, 404)),
    in: () => admin,
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, withoutDelays());
  for (const [operation, path] of [
    ['patchDashboardFile', { deploymentId: '1', workbookId: '7' }],
    ['patchReportFile', { deploymentId: '1', reportId: '7' }],
  ] as const) {
    expect(await ledger.before(operation, { path }, ADMIN)).toBeUndefined();
  }
  expect(await ledger.settle()).toEqual([]);
});

test('the file stays while another check has unsettled changes in it', async () => {
  const tenant = new Tenant();
  const [one, other] = [1, 2].map(() => ledgerOf(tenant));
  if (!one || !other) throw new Error('two ledgers');
  await createRole(one, tenant);
  await createRole(other, tenant);
  await one.settle();
  filesOf().end();
  expect(pendingEntries(BASE_URL).map(({ entries }) => entries.length)).toEqual([1]);
  await other.settle();
  filesOf().end();
  expect(pendingEntries(BASE_URL)).toEqual([]);
});

test('a process that has begun counts as a writer, with nothing noted and with all undone, until it has ended', async () => {
  // Another process of this machine that is running.
  const [tenant, files] = [new Tenant(), filesOf(BASE_URL, process.ppid)];
  const ledger = ledgerOf(tenant, process.ppid);
  expect(filesOf().hasWriters).toBe(false);
  files.begin();
  expect(filesOf().hasWriters).toBe(true);
  await createRole(ledger, tenant);
  await ledger.settle();
  expect(filesOf().hasWriters).toBe(true);
  files.end();
  expect(filesOf().hasWriters).toBe(false);
});

test('a role whose creation got no response is found by its name', async () => {
  const tenant = new Tenant();
  const others = tenant.make(fresh('role'));
  const ledger = ledgerOf(tenant);
  const made = await createRole(ledger, tenant, fresh('role'), false);
  expect(await remaining(ledger)).toEqual([]);
  expect(tenant.deleted).toEqual([made.id]);
  expect([...tenant.roles.keys()]).toEqual([others.id]);
});

test('a role of another user is not deleted, even if the check tried to create one with its name', async () => {
  const tenant = new Tenant();
  tenant.make('Admin');
  const ledger = ledgerOf(tenant);
  const entry = await ledger.before('createRole', { body: { name: 'Admin' } }, ADMIN);
  if (entry) ledger.after(entry, answer('createRole', 400), false);
  expect(await remaining(ledger)).toEqual([]);
  expect(tenant.deleted).toEqual([]);
});

test('a change that cannot be undone is reported, stays in the file and does not block the others', async () => {
  const { file, ledger, tenant } = await ofEndedProcess();
  const [first, second] = [await createRole(ledger, tenant), await createRole(ledger, tenant)];
  tenant.undeletable.add(second.id);
  const why = 'deleteRole responded with 500 2 bytes of no type';
  expect(await remaining(ledger)).toEqual([`role ${second.name}: could not be undone: ${why}`]);
  expect(tenant.deleted).toEqual([first.id]);
  const pending = pendingEntries(BASE_URL);
  expect(pending.map((one) => [one.file, one.entries.map(({ data }) => data)])).toEqual([
    [file, [{ ...second, description: null }]],
  ]);
});

test('a role that the tenant keeps while users hold it is taken from them first', async () => {
  const tenant = new Tenant();
  const ledger = ledgerOf(tenant);
  const { id } = await createRole(ledger, tenant);
  tenant.holders.set(id, new Set([7, 8]));
  expect(await remaining(ledger)).toEqual([]);
  expect(tenant.deleted).toEqual([id]);
});

test('what the check has removed itself is not removed again, and a refused removal counts for nothing', async () => {
  const tenant = new Tenant();
  const ledger = ledgerOf(tenant);
  const [gone, refused] = [await createRole(ledger, tenant), await createRole(ledger, tenant)];
  const remove = (id: number, status: number) =>
    ledger.around('deleteRole', { path: { roleId: id } }, ADMIN, () => Promise.resolve(answer('deleteRole', status)));
  await remove(gone.id, 204);
  await remove(refused.id, 403);
  expect((await ledger.settle()).map(({ became }) => became)).toEqual(['undone', 'undone']);
  expect(tenant.deleted).toEqual([refused.id]);
});

test('a grant of a role that the check made ends with the role', async () => {
  const tenant = new Tenant();
  const ledger = ledgerOf(tenant);
  const { id } = await createRole(ledger, tenant);
  expect(await ledger.before('grantRole', { path: { roleId: id, userId: 7 } }, ADMIN)).toBeUndefined();
});

test('what the tenant refused to make is not reported as left to expire', async () => {
  const ledger = ledgerOf(new Tenant());
  const asked = { path: { deploymentId: 7 } };
  await ledger.around('startDashboardExport', asked, ADMIN, () => Promise.resolve(answer('startDashboardExport', 422)));
  expect(await remaining(ledger)).toEqual([]);
});

test('what expires by itself is reported and does not keep the file', async () => {
  const ledger = ledgerOf(new Tenant());
  await ledger.before('streamChat', { path: { agentId: 7 } }, ADMIN);
  expect(await remaining(ledger)).toEqual(['conversation with agent 7: left to expire']);
  filesOf().end();
  expect(readdirSync('.ledger')).toEqual([]);
});

test('a secret that is needed to undo a change is encrypted, and only the same token decrypts it', async () => {
  const SESSION = 'embed-session-0123456789';
  const ledger = ledgerOf(new Tenant());
  const entry = await ledger.before('generateEmbedSession', { body: {} }, ADMIN);
  const body = { sessionId: new Secrets().add(SESSION, 'session') };
  if (entry) ledger.after(entry, { ...answer('generateEmbedSession', 201), body }, true);
  const file = ledgerFile(BASE_URL);
  expect(readFileSync(file, 'utf8')).not.toContain(SESSION);
  const sessionIn = (files: LedgerFiles) => files.entriesOf(file)[0]?.data['sessionId'];
  expect((sessionIn(filesOf()) as Secret).reveal()).toBe(SESSION);
  expect(sessionIn(filesOf(BASE_URL, process.pid, 'the-token-of-another-one'))).toBeNull();
});

test('creations without a response are looked for in one list, until something in it is removed', async () => {
  const tenant = new Tenant();
  const ledger = ledgerOf(tenant);
  for (let index = 0; index < 3; index += 1)
    await ledger.before('createRole', { body: { name: fresh('role') } }, ADMIN);
  const lost = await createRole(ledger, tenant, fresh('role'), false);
  for (let index = 0; index < 3; index += 1)
    await ledger.before('createRole', { body: { name: fresh('role') } }, ADMIN);
  await ledger.settle();
  expect(tenant.deleted).toEqual([lost.id]);
  expect(tenant.roles.size).toBe(0);
  expect(tenant.listed).toBe(2);
});
