import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isRunning } from './processes.ts';
import { again, attempt, transient } from '../failures/failure.ts';

const FOLDER = path.join(tmpdir(), 'management-api-conformance-locks');
/** One holder may keep a lock this long; several may have it one after the other before it is free. */
const HELD_AT_MOST = 30_000;
const WAIT_AT_MOST = 90_000;
const POLL = 15;
/** A process that has just released a lock waits before it takes it again, so that waiting processes poll first. */
const PAUSE_AFTER_RELEASE = 10 * POLL;

/** The lock on what an operation changes: a check that reads that list holds it, and the operation waits. */
export const CHANGES: Readonly<Partial<Record<AnyOperationId, string>>> = {
  createRole: 'roles',
  updateRole: 'roles',
  deleteRole: 'roles',
  createDeployment: 'deployments',
  // The number of active tasks per user is limited, and some checks need the whole limit.
  createScheduledTask: 'scheduled tasks',
  deleteScheduledTask: 'scheduled tasks',
  resumeScheduledTask: 'scheduled tasks',
  createReportDelivery: 'report deliveries',
  deleteReportDelivery: 'report deliveries',
  startTransformSync: 'syncs',
};

export type Release = () => void;

/** How long to wait for a lock: for one holder, and for all of them. */
export interface Patience {
  readonly ofEach: number;
  readonly ofAll: number;
}

const USUAL: Patience = { ofEach: HELD_AT_MOST, ofAll: WAIT_AT_MOST };

/**
 * Locks on what checks share on a live tenant, between the processes of one machine: one check uses a provided report
 * exclusively, or a list that the others do not change meanwhile. Changes by other machines are detected by `whileQuiet`.
 */
export class Locks {
  readonly #tenant: string;
  readonly #releasedAt = new Map<string, number>();

  constructor(tenant: string) {
    this.#tenant = tenant;
  }

  /** Takes the exclusive lock and waits until no process holds the shared one. */
  async exclusive(what: string, patience = USUAL): Promise<Release> {
    const held = fileOf(this.#tenant, what, 'held');
    await sleep(Math.max(0, (this.#releasedAt.get(held) ?? 0) + PAUSE_AFTER_RELEASE - Date.now()));
    await until(what, () => isTaken(held), { held, patience });
    const release = () => {
      rmSync(held, { force: true });
      this.#releasedAt.set(held, Date.now());
    };
    const { failure } = await attempt(() =>
      until(what, () => othersWith(this.#tenant, what).length === 0, { patience }),
    );
    if (!failure) return release;
    release();
    throw again(failure);
  }

  /** Takes a shared lock once no process holds the exclusive one. Processes that change the resource may hold it together. */
  async shared(what: string, patience = USUAL): Promise<Release> {
    const mine = fileOf(this.#tenant, what, `with.${process.pid}`);
    const held = fileOf(this.#tenant, what, 'held');
    await until(
      what,
      () => {
        if (isHeld(held)) return false;
        writeFileSync(mine, '');
        // Another process may have taken the exclusive lock meanwhile.
        if (!isHeld(held)) return true;
        rmSync(mine, { force: true });
        return false;
      },
      { held, patience },
    );
    return () => {
      rmSync(mine, { force: true });
    };
  }

  /** What the last holder of the exclusive lock noted about the resource; empty if nobody did. */
  noted(what: string): string {
    const file = fileOf(this.#tenant, what, 'note');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** Notes something about the resource for the processes that hold the lock later. */
  note(what: string, text: string): void {
    writeFileSync(fileOf(this.#tenant, what, 'note'), text);
  }
}

async function until(
  what: string,
  isSo: () => boolean,
  { held, patience: { ofEach, ofAll } }: { readonly held?: string; readonly patience: Patience },
): Promise<void> {
  const start = Date.now();
  let since = start;
  let holding = holdingOf(held);
  while (!isSo()) {
    const now = Date.now();
    const current = holdingOf(held);
    if (current !== holding) [holding, since] = [current, now];
    const seconds = (from: number) => `${Math.round((now - from) / 1_000)} s`;
    if (now > since + ofEach) throw transient(`another check had ${what} locked for ${seconds(since)}`);
    if (now > start + ofAll) throw transient(`other checks had ${what} locked for ${seconds(start)}`);
    await sleep(POLL);
  }
}

/** Changes whenever another check takes the lock. */
function holdingOf(held: string | undefined): number | undefined {
  return held === undefined ? undefined : statSync(held, { throwIfNoEntry: false })?.birthtimeMs;
}

function fileOf(tenant: string, what: string, kind: string): string {
  mkdirSync(FOLDER, { recursive: true });
  return path.join(FOLDER, `${nameOf(tenant, what)}.${kind}`);
}

function nameOf(tenant: string, what: string): string {
  return `${tenant} ${what}`.replace(/[^\w-]/g, '_');
}

/** Tries to create the lock file with this process id; removes one whose process has ended. */
function isTaken(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld(file)) rmSync(file, { force: true });
    return false;
  }
}

function isHeld(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    return isRunning(Number(readFileSync(file, 'utf8')));
  } catch {
    return false;
  }
}

function othersWith(tenant: string, what: string): string[] {
  const start = `${nameOf(tenant, what)}.with.`;
  return readdirSync(FOLDER).filter((name) => {
    if (!name.startsWith(start)) return false;
    const pid = Number(name.slice(start.length));
    return pid !== process.pid && isRunning(pid);
  });
}
