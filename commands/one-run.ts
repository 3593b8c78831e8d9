import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { UsageProblem } from '../contracts/problem.ts';
import { isRunning } from '../harness/undo/processes.ts';

/** Stands in a report folder as long as a run writes there. */
const NAME = '.run.json';
/** How often a run shows that it still runs, for one on another machine that shares the folder. */
const BEAT = 10_000;
/** After so long without, it does not run any more. */
const DEAD_AFTER = 60_000;

interface Holder {
  readonly what: string;
  readonly pid: number;
  readonly host: string;
  readonly since: string;
}

/**
 * Has a report folder to this process until it ends. A second run would remove the report of the first, and mix its files with
 * its own: it is refused in one sentence. What a run left that was killed is no obstacle.
 */
export function haveAlone(folder: string, what: string): void {
  const file = path.join(folder, NAME);
  const own: Holder = { what, pid: process.pid, host: hostname(), since: new Date().toISOString() };
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(own), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new UsageProblem([`REPORT_FOLDER=${folder}: ${(error as Error).message}`]);
      }
    }
    const text = textOf(file);
    // It ended meanwhile.
    if (text === undefined) continue;
    const other = holderIn(text);
    if (isAlive(other, file)) throw new UsageProblem([refusalOf(folder, other)]);
    removeAbandoned(file, text);
  }
  const beat = setInterval(() => {
    touch(file);
  }, BEAT);
  beat.unref();
  process.once('exit', () => {
    const other = holderIn(textOf(file) ?? '');
    if (other?.pid === own.pid && other.host === own.host && other.since === own.since) rmSync(file, { force: true });
  });
}

function refusalOf(folder: string, holder: Holder | undefined): string {
  if (!holder) return `${folder}: another run has just begun to write its report there; wait until it ends`;
  const { what, pid, host, since } = holder;
  const where = host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
  const when = `${since.slice(0, 10)} ${since.slice(11, 19)} UTC`;
  return `${folder}: ${what} (${where}) has been writing its report there since ${when}; wait until it ends, or set REPORT_FOLDER to another folder`;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

/**
 * Whether a run still writes: its process exists, and has shown so lately. The number of a process may be given again. A file
 * that says nothing yet is being written.
 */
function isAlive(holder: Holder | undefined, file: string): boolean {
  let age: number;
  try {
    age = Date.now() - statSync(file).mtimeMs;
  } catch {
    return false;
  }
  if (age > DEAD_AFTER) return false;
  return !holder || holder.host !== hostname() || isRunning(holder.pid);
}

/** Of several runs that find the same file, one moves it away; what another has written meanwhile is put back. */
function removeAbandoned(file: string, text: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (textOf(aside) === text) rmSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function touch(file: string): void {
  const now = new Date();
  try {
    utimesSync(file, now, now);
  } catch {
    // Without the folder there is nothing to write, which the report will say.
  }
}
