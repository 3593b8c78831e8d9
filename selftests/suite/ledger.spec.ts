import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '../test.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { Secret, Secrets } from '../../harness/http/secrets.ts';
import { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Cleanup, Ledger, remnant } from '../../harness/undo/ledger.ts';
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

/** A tenant as far as an administrator who tidies up sees it. */
class Tenant {
  readonly roles = new Map<number, string>();
  readonly deleted: number[] = [];
  /** Roles that it does not let go. */
  readonly stubborn = new Set<number>();
  #last = 0;

  make(name: string): Role {
    this.#last += 1;
    this.roles.set(this.#last, name);
    return { id: this.#last, name };
  }

  get admin(): Actor {
    return {
      listRoles: () => Promise.resolve({ items: [...this.roles].map(([id, name]) => ({ id, name })) }),
      ask: (operation: AnyOperationId, id: number) => {
        if (this.stubborn.has(id)) return Promise.resolve(answer(operation, 500));
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

/** Makes a role as the client does: noted, sent, and completed where an answer came. */
async function makes(ledger: Ledger, tenant: Tenant, name = fresh('role'), hasAnswer = true): Promise<Role> {
  const entry = await ledger.before('createRole', { body: { name } }, ADMIN);
  const made = tenant.make(name);
  if (entry && hasAnswer) ledger.after(entry, answer('createRole', 201, made), true);
  return made;
}

function lines(file: string): Record<string, unknown>[] {
  const text = readFileSync(file, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
}

/** The ledger of a process that has ended since. */
async function ofTheDead(): Promise<{ readonly file: string; readonly ledger: Ledger; readonly tenant: Tenant }> {
  const gone = await ended(spawn('true'));
  const tenant = new Tenant();
  return { file: filesOf(BASE_URL, gone).own, tenant, ledger: ledgerOf(tenant, gone) };
}

async function ended(child: ChildProcess): Promise<number> {
  await new Promise((resolve) => child.on('exit', resolve));
  return child.pid ?? 0;
}

test('a thing is written down before it is asked for, for the eyes of its owner alone', async () => {
  const file = ledgerFile(BASE_URL);
  const ledger = ledgerOf(new Tenant());
  expect(existsSync(file)).toBe(false);
  const entry = await ledger.before('createRole', { body: { name: 'conformance-r' } }, ADMIN);
  expect(lines(file)).toEqual([{ n: entry?.n, operation: 'createRole', data: { name: 'conformance-r' } }]);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('what changes nothing is not written down, nor anything on a leased tenant', async () => {
  expect(await ledgerOf(new Tenant()).before('listRoles', {}, ADMIN)).toBeUndefined();
  const leased = new Ledger(undefined, () => new Tenant().admin, new Cleanup());
  expect(await leased.before('createRole', { body: { name: 'r' } }, ADMIN)).toBeUndefined();
  expect(readdirSync('.')).toEqual([]);
});

/** What a ledger could not undo, or leaves to expire. */
async function remnants(ledger: Ledger): Promise<string[]> {
  return (await ledger.settle()).flatMap((entry) => remnant(entry) ?? []);
}

test('everything is undone in reverse, and the file goes with it', async () => {
  const tenant = new Tenant();
  const ledger = ledgerOf(tenant);
  for (let count = 1; count <= 3; count += 1) await makes(ledger, tenant);
  const settled = await ledger.settle();
  expect(settled.map(({ operation, became }) => `${operation} ${became}`)).toEqual(Array(3).fill('createRole undone'));
  expect(tenant.deleted).toEqual([3, 2, 1]);
  expect(readdirSync('.ledger')).toEqual([]);
});

test('one check does not take the file away from another that is not done', async () => {
  const tenant = new Tenant();
  const [one, other] = [1, 2].map(() => ledgerOf(tenant));
  if (!one || !other) throw new Error('two ledgers');
  await makes(one, tenant);
  await makes(other, tenant);
  await one.settle();
  expect(pendingEntries(BASE_URL).map(({ entries }) => entries.length)).toEqual([1]);
  await other.settle();
  expect(pendingEntries(BASE_URL)).toEqual([]);
});

test('a role whose creation was never answered is found by its name', async () => {
  const tenant = new Tenant();
  const others = tenant.make(fresh('role'));
  const ledger = ledgerOf(tenant);
  const made = await makes(ledger, tenant, fresh('role'), false);
  expect(await remnants(ledger)).toEqual([]);
  expect(tenant.deleted).toEqual([made.id]);
  expect([...tenant.roles.keys()]).toEqual([others.id]);
});

test('a role that somebody else made is left alone, though one of its name was asked for', async () => {
  const tenant = new Tenant();
  tenant.make('Admin');
  const ledger = ledgerOf(tenant);
  const entry = await ledger.before('createRole', { body: { name: 'Admin' } }, ADMIN);
  if (entry) ledger.after(entry, answer('createRole', 400), false);
  expect(await remnants(ledger)).toEqual([]);
  expect(tenant.deleted).toEqual([]);
});

test('what the tenant does not let go is told, stays in the file and does not keep the rest', async () => {
  const { file, ledger, tenant } = await ofTheDead();
  const [first, second] = [await makes(ledger, tenant), await makes(ledger, tenant)];
  tenant.stubborn.add(second.id);
  expect(await remnants(ledger)).toEqual([`role ${second.name}: could not be undone, deleteRole answered 500`]);
  expect(tenant.deleted).toEqual([first.id]);
  const pending = pendingEntries(BASE_URL);
  expect(pending.map((one) => [one.file, one.entries.map(({ data }) => data)])).toEqual([[file, [{ ...second }]]]);
});

test('what expires by itself is told and holds nothing up', async () => {
  const ledger = ledgerOf(new Tenant());
  await ledger.before('streamChat', { path: { agentId: 7 } }, ADMIN);
  expect(await remnants(ledger)).toEqual(['conversation with agent 7: left to expire']);
  expect(readdirSync('.ledger')).toEqual([]);
});

test.describe('after a crash', () => {
  test('everything is swept, the latest first, whether or not it was answered', async () => {
    const { ledger, tenant, file } = await ofTheDead();
    await makes(ledger, tenant);
    await makes(ledger, tenant, fresh('role'), false);
    await makes(ledger, tenant);
    expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 3, left: [] });
    expect(tenant.deleted).toEqual([3, 2, 1]);
    expect(existsSync(file)).toBe(false);
    expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 0, left: [] });
  });

  test('a line that was cut short is no harm', async () => {
    const { ledger, tenant, file } = await ofTheDead();
    const { id } = await makes(ledger, tenant);
    appendFileSync(file, '{"n":2,"operation":"createRole","da');
    expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 1, left: [] });
    expect(tenant.deleted).toEqual([id]);
  });

  test('what stubbornly stays is tried again by the next sweep, and nothing else is', async () => {
    const { ledger, tenant, file } = await ofTheDead();
    const [first, second] = [await makes(ledger, tenant), await makes(ledger, tenant)];
    appendFileSync(file, '{"n":');
    tenant.stubborn.add(first.id);
    const told = await sweep(BASE_URL, tenant.admin);
    expect(told).toEqual({ undone: 1, left: [expect.stringContaining(first.name) as unknown] });
    tenant.stubborn.clear();
    expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 1, left: [] });
    expect(tenant.deleted).toEqual([second.id, first.id]);
    expect(existsSync(file)).toBe(false);
  });

  test('what expires by itself is not waited for', async () => {
    const { ledger, tenant, file } = await ofTheDead();
    await ledger.before('enterDevMode', { body: { branchName: 'b' } }, ADMIN);
    expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 0, left: [] });
    expect(existsSync(file)).toBe(false);
  });

  test('what processes beside each other left is undone in one order, the last first', async () => {
    const { tenant, ledger } = await ofTheDead();
    const gone = await ended(spawn('true'));
    const beside = ledgerOf(tenant, gone);
    const made = [];
    for (const one of [ledger, beside, ledger, beside]) made.push((await makes(one, tenant)).id);
    expect(await sweep(BASE_URL, tenant.admin)).toEqual({ undone: 4, left: [] });
    expect(tenant.deleted).toEqual(made.reverse());
  });

  test('a later process of the same number does not write over what is there, since it counts from its start', async () => {
    const { ledger, tenant, file } = await ofTheDead();
    await makes(ledger, tenant);
    for (const { n } of lines(file)) expect(Number(n)).toBeGreaterThan(Date.now() - 3_600_000);
  });

  test('the file of a process that still runs is left alone', async () => {
    const { ledger, tenant } = await ofTheDead();
    await makes(ledger, tenant);
    const child = spawn('sleep', ['60']);
    const living = ledgerOf(tenant, child.pid);
    const made = await makes(living, tenant);
    expect(await sweep(BASE_URL, tenant.admin)).toMatchObject({ undone: 1 });
    expect(tenant.roles.has(made.id)).toBe(true);
    child.kill();
    await ended(child);
    expect(await sweep(BASE_URL, tenant.admin)).toMatchObject({ undone: 1 });
    expect(tenant.roles.size).toBe(0);
  });

  test('what was made on another tenant is left alone, however alike their names are', async () => {
    const { ledger, tenant } = await ofTheDead();
    await makes(ledger, tenant);
    for (const other of ['https://acme.example', 'https://acme.example.com:8443', 'https://example.com']) {
      expect(pendingEntries(other)).toEqual([]);
    }
    expect(pendingEntries(`${BASE_URL}/`)).toHaveLength(1);
  });
});

test('a secret that is needed to undo something is sealed, and only the same administrator opens it', async () => {
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
