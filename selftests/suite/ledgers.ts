import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { Secret, Secrets } from '../../harness/http/secrets.ts';
import { LedgerFiles } from '../../harness/undo/ledger-file.ts';
import { Cleanup, Ledger } from '../../harness/undo/ledger.ts';
import { sweep as sweepWith } from '../../harness/undo/sweep.ts';

export const BASE_URL = 'https://acme.example.com';
const TOKEN = 'the-token-of-an-administrator';
export const ADMIN = { name: 'admin' };

export function filesOf(baseUrl = BASE_URL, pid = process.pid, token = TOKEN): LedgerFiles {
  return new LedgerFiles(baseUrl, token, new Secrets(), pid);
}

/** Changes that cannot be undone are tried again at once. */
export const withoutDelays = () => new Cleanup([0, 0, 0]);

/** The ledger of this process, or of another one. */
export function ledgerOf(tenant: Tenant, pid = process.pid): Ledger {
  return new Ledger(filesOf(BASE_URL, pid), () => tenant.admin, withoutDelays());
}

export const sweep = (_baseUrl: string, admin: Actor) => sweepWith(filesOf(), admin);
export const ledgerFile = (baseUrl: string) => filesOf(baseUrl).own;
export const pendingEntries = (baseUrl: string) => filesOf(baseUrl).pending();

export interface Role {
  readonly id: number;
  readonly name: string;
}

/** The part of a tenant that undoing the creation of roles uses. */
export class Tenant {
  readonly roles = new Map<number, string>();
  readonly deleted: number[] = [];
  listed = 0;
  /** Roles whose deletion fails. */
  readonly undeletable = new Set<number>();
  /** Roles that are not deleted while users hold them. */
  readonly holders = new Map<number, Set<number>>();
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
      listRoleHolders: (id: number) =>
        Promise.resolve({ items: [...(this.holders.get(id) ?? [])].map((one) => ({ id: one })) }),
      ask: (operation: AnyOperationId, given: number | string, userId?: string) => {
        const id = Number(given);
        if (operation === 'revokeRole') {
          this.holders.get(id)?.delete(Number(userId));
          return Promise.resolve(answer(operation, 204));
        }
        if (this.holders.get(id)?.size) return Promise.resolve(answer(operation, 409));
        if (this.undeletable.has(id)) return Promise.resolve(answer(operation, 500));
        this.deleted.push(id);
        return Promise.resolve(answer(operation, this.roles.delete(id) ? 204 : 404));
      },
    } as unknown as Actor;
  }
}

export function answer(operation: AnyOperationId, status: number, body?: unknown): Answer {
  const text = JSON.stringify(body ?? '');
  const original = new Secret(text, 0);
  return { operation, status, headers: {}, text, bytes: Buffer.from(text), body, wire: body, original };
}

/** Creates a role as the client does: noted, sent, and completed if a response is received. */
export async function createRole(
  ledger: Ledger,
  tenant: Tenant,
  name = fresh('role'),
  hasResponse = true,
): Promise<Role> {
  const entry = await ledger.before('createRole', { body: { name } }, ADMIN);
  const made = tenant.make(name);
  if (entry && hasResponse) ledger.after(entry, answer('createRole', 201, made), true);
  return made;
}

export function lines(file: string): Record<string, unknown>[] {
  const text = readFileSync(file, 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Record<string, unknown>]));
}

/** The ledger of a process that has ended. */
export async function ofEndedProcess(): Promise<{
  readonly file: string;
  readonly ledger: Ledger;
  readonly tenant: Tenant;
}> {
  const gone = await ended(spawn('true'));
  const tenant = new Tenant();
  return { file: filesOf(BASE_URL, gone).own, tenant, ledger: ledgerOf(tenant, gone) };
}

export async function ended(child: ChildProcess): Promise<number> {
  await new Promise((resolve) => child.on('exit', resolve));
  return child.pid ?? 0;
}
