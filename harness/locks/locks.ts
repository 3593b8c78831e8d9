import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyOperationId } from '../../contracts/operations.ts';
import { isRunning } from './processes.ts';
import { weather } from '../failures/trouble.ts';

/**
 * Lets checks of several workers take turns at what they share on a live tenant: one has a lent report to itself, or a
 * list that the others leave alone meanwhile. On one machine; runs from several machines find out by looking twice.
 */
const FOLDER = path.join(tmpdir(), 'management-api-conformance-turns');
const LONGEST = 30_000;
const GLANCE = 15;
/** How long whoever had a turn leaves it to others before taking it again: they look every now and then. */
const COURTESY = 10 * GLANCE;
const releasedAt = new Map<string, number>();

/** What an operation disturbs: whoever walks that list takes a turn, and waits until nobody does this. */
export const DISTURBS: Readonly<Partial<Record<AnyOperationId, string>>> = {
  createRole: 'roles',
  updateRole: 'roles',
  deleteRole: 'roles',
  // A user has so many places for active tasks, and some checks need all of them.
  createScheduledTask: 'scheduled tasks',
  deleteScheduledTask: 'scheduled tasks',
  resumeScheduledTask: 'scheduled tasks',
  createReportDelivery: 'report deliveries',
  deleteReportDelivery: 'report deliveries',
  startTransformSync: 'syncs',
};

export type Release = () => void;

/** Waits until nobody else has the turn, and nobody disturbs what it is about. */
export async function takeTurn(tenant: string, what: string): Promise<Release> {
  const held = fileOf(tenant, what, 'held');
  await sleep(Math.max(0, (releasedAt.get(held) ?? 0) + COURTESY - Date.now()));
  await until(what, () => isWritten(held));
  const release = () => {
    rmSync(held, { force: true });
    releasedAt.set(held, Date.now());
  };
  await until(what, () => othersWith(tenant, what).length === 0).catch((error: unknown) => {
    release();
    throw error;
  });
  return release;
}

/** Waits until nobody has the turn, and says that something is about to be disturbed. */
export async function disturb(tenant: string, what: string): Promise<Release> {
  const mine = fileOf(tenant, what, `with.${process.pid}`);
  const held = fileOf(tenant, what, 'held');
  await until(what, () => {
    if (isHeld(held)) return false;
    writeFileSync(mine, '');
    // Somebody may have taken the turn meanwhile.
    if (!isHeld(held)) return true;
    rmSync(mine, { force: true });
    return false;
  });
  return () => {
    rmSync(mine, { force: true });
  };
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  const end = Date.now() + LONGEST;
  while (!isSo()) {
    if (Date.now() > end) throw weather(`another check did not let go of ${what} for ${LONGEST / 1_000} s`);
    await sleep(GLANCE);
  }
}

function fileOf(tenant: string, what: string, kind: string): string {
  mkdirSync(FOLDER, { recursive: true });
  return path.join(FOLDER, `${nameOf(tenant, what)}.${kind}`);
}

function nameOf(tenant: string, what: string): string {
  return `${tenant} ${what}`.replace(/[^\w-]/g, '_');
}

/** Writes our name where nobody's stands, or that of somebody who is gone. */
function isWritten(file: string): boolean {
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
