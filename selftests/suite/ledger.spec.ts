import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { Secret, Secrets } from '../../harness/http/secrets.ts';
import { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Cleanup, describeRemaining, Ledger } from '../../harness/undo/ledger.ts';
import { sweep as sweepWith } from '../../harness/undo/sweep.ts';
import { inFoldersOfTheirOwn } from './working-folder.ts';

test.describe.configure({ mode: 'serial' });

const BASE_URL = 'https://acme.example.com';
const TOKEN = 'the-token-of-an-administrator';
const ADMIN = { name: 'admin' };

function filesOf(baseUrl = BASE_URL, pid = process.pid, token = TOKEN): LedgerFiles {
  return new LedgerFiles(baseUrl, token, new Secrets(), pid);
}

/** The ledger of this process, or of another one. */
function ledgerOf(tenant: Tenant, pid = process.pid): Ledger {
  return new Ledger(filesOf(BASE_URL, pid), () => tenant.admin, new Cleanup());
}

const sweep = (_baseUrl: string, admin: Actor) => sweepWith(filesOf(), admin);
const ledgerFile = (baseUrl: string) => filesOf(baseUrl).own;
const pendingEntries = (baseUrl: string) => filesOf(baseUrl).pending();

inFoldersOfTheirOwn('ledger');

interface Role {
  readonly id: number;
  readonly name: string;
}

/** The part of a tenant that undoing the creation of roles uses. */
class Tenant {
  readonly roles = new Map<number, string>();
  readonly deleted: number[] = [];
  listed = 0;
  /** Roles whose deletion fails. */
  readonly undeletable = new Set<number>();
  #last = 0;

  make(name: string): Role {
    this.#last += 1;
    this.roles.set(this.#last, name);
    return { id: this.#last, name };
  }

  get admin(): Actor {
    return {
      listRoles: () => {
        this.listed += 1;
        return Promise.resolve({ items: [...this.roles].map(([id, name]) => ({ id, name })) });
      },
      ask: (operation: AnyOperationId, id: number) => {
        if (this.undeletable.has(id)) return Promise.resolve(answer(operation, 500));
        this.deleted.push(id);
        return Promise.resolve(answer(operation, this.roles.delete(id) ? 204 : 404));
      },
    } as unknown as Actor;
  }
}

function answer(operation: AnyOperationId, status: number, body?: unknown): Answer {
  const text = JSON.stringify(body ?? '');
  const original = new Secret(text, 0);
  return { operation, status, headers: {}, text, bytes: Buffer.from(text), body, wire: body, original };
}

/** Creates a role as the client does: noted, sent, and completed if a response is received. */
async function createRole(ledger: Ledger, tenant: Tenant, name = fresh('role'), hasResponse = true): Promise<Role> {
  const entry = await ledger.before('createRole', { body: { name } }, ADMIN);
  const made = tenant.make(name);
  if (entry && hasResponse) ledger.after(entry, answer('createRole', 201, made), true);
  return made;
}

function lines(file: string): Record<string, unknown>[] {
  const text = readFileSync(file, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
}

/** The ledger of a process that has ended. */
async function ofEndedProcess(): Promise<{ readonly file: string; readonly ledger: Ledger; readonly tenant: Tenant }> {
  const gone = await ended(spawn('true'));
  const tenant = new Tenant();
  return { file: filesOf(BASE_URL, gone).own, tenant, ledger: ledgerOf(tenant, gone) };
}

async function ended(child: ChildProcess): Promise<number> {
  await new Promise((resolve) => child.on('exit', resolve));
  return child.pid ?? 0;
}

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

test('operations that change nothing, and changes of a leased tenant, are not written', async () => {
  expect(await ledgerOf(new Tenant()).before('listRoles', {}, ADMIN)).toBeUndefined();
  const leased = new Ledger(undefined, () => new Tenant().admin, new Cleanup());
  expect(await leased.before('createRole', { body: { name: 'r' } }, ADMIN)).toBeUndefined();
  expect(readdirSync('.')).toEqual([]);
});

/** What a ledger could not undo or leaves to expire. */
async function remaining(ledger: Ledger): Promise<string[]> {
  return (await ledger.settle()).flatMap((entry) => describeRemaining(entry) ?? []);
}

test('all changes are undone in reverse order, and the file is removed', async () => {
  const tenant = new Tenant();
  const ledger = ledgerOf(tenant);
  for (let count = 1; count <= 3; count += 1) await createRole(ledger, tenant);
  const settled = await ledger.settle();
  expect(settled.map(({ operation, became }) => `${operation} ${became}`)).toEqual(Array(3).fill('createRole undone'));
  expect(tenant.deleted).toEqual([3, 2, 1]);
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
  const ledger = new Ledger(filesOf(), () => admin, new Cleanup());
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
    getDashboardFile: () => Promise.resolve(draft),
    raw: (operation: AnyOperationId) => Promise.resolve(answer(operation, status, draft)),
    in: () => admin,
  } as unknown as Actor;
  const ledger = new Ledger(filesOf(), () => admin, new Cleanup());
  await ledger.before('patchDashboardFile', { path: { deploymentId: '1', workbookId: '7' } }, ADMIN);
  status = 404;
  expect((await ledger.settle()).map(({ became }) => became)).toEqual(['undone']);
  expect(readdirSync('.ledger')).toEqual([]);
});

test('the file stays while another check has unsettled changes in it', async () => {
  const tenant = new Tenant();
  const [one, other] = [1, 2].map(() => ledgerOf(tenant));
  if (!one || !other) throw new Error('two ledgers');
  await createRole(one, tenant);
  await createRole(other, tenant);
  await one.settle();
  expect(pendingEntries(BASE_URL).map(({ entries }) => entries.length)).toEqual([1]);
  await other.settle();
  expect(pendingEntries(BASE_URL)).toEqual([]);
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
  expect(await remaining(ledger)).toEqual([`role ${second.name}: could not be undone: deleteRole responded with 500`]);
  expect(tenant.deleted).toEqual([first.id]);
  const pending = pendingEntries(BASE_URL);
  expect(pending.map((one) => [one.file, one.entries.map(({ data }) => data)])).toEqual([
    [file, [{ ...second, description: null }]],
  ]);
});

test('what expires by itself is reported and does not keep the file', async () => {
  const ledger = ledgerOf(new Tenant());
  await ledger.before('streamChat', { path: { agentId: 7 } }, ADMIN);
  expect(await remaining(ledger)).toEqual(['conversation with agent 7: left to expire']);
  expect(readdirSync('.ledger')).toEqual([]);
});

test.describe('after a crash', () => {
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
