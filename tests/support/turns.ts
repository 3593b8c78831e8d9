import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { weather } from './trouble.ts';

const FOLDER = path.join(tmpdir(), 'management-api-conformance-turns');
const LONGEST = 20_000;
const GLANCE = 25;

/**
 * Lets checks of several workers take turns at what they share on a live tenant, such as a lent report. On one machine;
 * runs from several machines need things of their own.
 */
export async function takeTurn(what: string): Promise<() => void> {
  mkdirSync(FOLDER, { recursive: true });
  const file = path.join(FOLDER, what.replace(/[^\w.-]/g, '_'));
  const until = Date.now() + LONGEST;
  while (!isTaken(file)) {
    if (Date.now() > until) throw weather(`another check did not let go of ${what} for ${LONGEST / 1_000} s`);
    await sleep(GLANCE);
  }
  return () => {
    rmSync(file, { force: true });
  };
}

/** Writes our name where nobody's stands, or that of somebody who is gone. */
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
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return true;
  } catch (error) {
    // Somebody else's process cannot be signalled, and runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
