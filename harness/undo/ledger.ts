import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LedgerEntry } from '../../evidence/evidence.ts';
import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import type { Asked, Identity } from '../client/client.ts';
import { KINDS } from './kinds/index.ts';
import type { Noted } from './kinds/kind.ts';
import { isRunning } from '../locks/processes.ts';
import { setupFailed } from '../failures/trouble.ts';

const FOLDER = '.ledger';

/** A line of the ledger: what is about to be made or changed, later what is known of it, and at last that it is undone. */
interface Line {
  readonly n: number;
  readonly operation?: AnyOperationId;
  readonly data?: Noted;
  readonly isSettled?: true;
}

export interface Entry {
  readonly n: number;
  readonly operation: AnyOperationId;
  data: Noted;
  isSettled: boolean;
}

/**
 * What a check makes or changes on a shared tenant. It is written down before the request goes out, so that even a
 * crash leaves the way back; afterwards everything is undone in reverse. A leased tenant is thrown away as a whole.
 */
export class Ledger {
  readonly #file: string | undefined;
  /** An administrator whose requests are no evidence and are not written down here. */
  readonly #keeper: () => Actor;
  readonly #entries: Entry[] = [];
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(file: string | undefined, keeper: () => Actor) {
    this.#file = file;
    this.#keeper = keeper;
  }

  /** Sends a request between the two lines that it is worth. */
  async around(
    operation: AnyOperationId,
    asked: Asked,
    identity: Identity,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    // A check that is interrupted is closed while its body still goes on.
    if (this.#isClosed) throw setupFailed('the check has ended');
    const going = this.#between(operation, asked, identity, send);
    this.#underWay.add(going);
    try {
      return await going;
    } finally {
      this.#underWay.delete(going);
    }
  }

  async #between(
    operation: AnyOperationId,
    asked: Asked,
    identity: Identity,
    send: () => Promise<Answer>,
  ): Promise<Answer> {
    const entry = await this.before(operation, asked, identity);
    const answer = await send();
    if (entry) this.after(entry, answer, isSuccess(answer));
    return answer;
  }

  async before(operation: AnyOperationId, asked: Asked, identity?: Identity): Promise<Entry | undefined> {
    const kind = KINDS[operation];
    if (!kind || this.#file === undefined) return undefined;
    const known = this.#entries.filter((entry) => entry.operation === operation).map(({ data }) => data);
    const data = await kind.note(asked, this.#keeper(), known, identity);
    if (!data) return undefined;
    const entry: Entry = { n: numbered(), operation, data, isSettled: false };
    this.#entries.push(entry);
    this.#write({ n: entry.n, operation, data });
    return entry;
  }

  after(entry: Entry, answer: Answer, isDone: boolean): void {
    const kind = KINDS[entry.operation];
    // What was refused may have been done all the same: the way back is tried, and finds nothing to undo.
    if (!isDone || !kind?.complete) return;
    entry.data = { ...entry.data, ...kind.complete(answer) };
    this.#write({ n: entry.n, data: entry.data });
  }

  /** Undoes everything in reverse. Answers what was made or changed, and what became of it. */
  async settle(): Promise<LedgerEntry[]> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
    const settled: LedgerEntry[] = [];
    for (const entry of [...this.#entries].reverse()) {
      const end = await undo(entry, this.#keeper());
      settled.push(end);
      if (end.became !== 'left') this.#write({ n: entry.n, isSettled: true });
    }
    if (this.#file !== undefined && this.#entries.length > 0) forgetSettled(this.#file);
    return settled.reverse();
  }

  #write(line: Line): void {
    if (this.#file === undefined) return;
    mkdirSync(path.dirname(this.#file), { recursive: true });
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }
}

/**
 * Entries of an earlier process with the same id may stand in the same file, and those of processes beside each other are
 * undone in one order: what one noted may be what another had changed.
 */
let last = 0;
function numbered(): number {
  last = Math.max(last + 1, Date.now());
  return last;
}

async function undo({ operation, data }: Entry, keeper: Actor): Promise<LedgerEntry> {
  const kind = KINDS[operation];
  if (!kind) return { operation, what: operation, became: 'left', why: 'nothing says how it is undone' };
  const what = kind.says(data);
  if (!kind.undo) return { operation, what, became: 'expires' };
  let why = '';
  // What is undone twice is undone: unlike other requests that change something, this one may be repeated.
  for (const pause of isCalm ? PAUSES : [0]) {
    await sleep(pause);
    try {
      await kind.undo(data, keeper);
      isCalm = true;
      return { operation, what, became: 'undone' };
    } catch (error) {
      why = (error as Error).message.split('\n')[0] ?? '';
    }
  }
  isCalm = false;
  return { operation, what, became: 'left', why: `could not be undone, ${why}` };
}

/** What is not undone, in words. */
export function remnant({ what, became, why = '' }: LedgerEntry): string | undefined {
  if (became === 'undone') return undefined;
  return `${what}: ${became === 'expires' ? 'left to expire' : why}`;
}

/**
 * Weather passes, and what a check could not put back would be what the next one starts from: so long is waited before
 * each try. Once that was in vain, the rest of this worker's does not wait for each thing anew.
 */
const PAUSES = [0, 1_000, 6_000];
let isCalm = true;

/** The ledger of this worker for one tenant. */
export function ledgerFile(baseUrl: string): string {
  return path.join(FOLDER, `${hostOf(baseUrl)}.${process.pid}.jsonl`);
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host.replace(/[^\w.-]/g, '_');
}

/** The ledgers of one tenant, each with whether somebody else still writes it. */
function ledgersOf(baseUrl: string): { readonly file: string; readonly isWritten: boolean }[] {
  let names: string[];
  try {
    names = readdirSync(FOLDER);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, host, pid] = /^(.+)\.(\d+)\.jsonl$/.exec(name) ?? [];
    if (host !== hostOf(baseUrl) || pid === undefined) return [];
    return [{ file: path.join(FOLDER, name), isWritten: isAnotherRunning(Number(pid)) }];
  });
}

/** Whether a check that still runs may have something to undo. */
export function hasWriters(baseUrl: string): boolean {
  return ledgersOf(baseUrl).some(({ isWritten }) => isWritten);
}

/** What runs that ended early left on a tenant, each with its file. Files of workers that still run are left alone. */
export function pendingEntries(baseUrl: string): { readonly file: string; readonly entries: Entry[] }[] {
  return ledgersOf(baseUrl)
    .filter(({ isWritten }) => !isWritten)
    .map(({ file }) => ({ file, entries: entriesOf(file).filter(({ isSettled }) => !isSettled) }));
}

/** Undoes what earlier runs left behind. Answers how many things were undone, and what is still there. */
export async function sweep(
  baseUrl: string,
  keeper: Actor,
): Promise<{ readonly undone: number; readonly left: string[] }> {
  const left: string[] = [];
  let undone = 0;
  const pending = pendingEntries(baseUrl);
  const unfinished = new Set<string>();
  const all = pending.flatMap(({ file, entries }) => entries.map((entry) => ({ file, entry })));
  for (const { file, entry } of all.sort((one, other) => other.entry.n - one.entry.n)) {
    const end = await undo(entry, keeper);
    if (end.became === 'left') {
      left.push(remnant(end) ?? '');
      unfinished.add(file);
    }
    if (end.became !== 'undone') continue;
    undone += 1;
    // What is put back once may be changed by its owner before the next sweep.
    appendFileSync(file, `\n${JSON.stringify({ n: entry.n, isSettled: true })}\n`);
  }
  for (const { file } of pending) if (!unfinished.has(file)) rmSync(file, { force: true });
  return { undone, left };
}

function entriesOf(file: string): Entry[] {
  const entries = new Map<number, Entry>();
  for (const text of readFileSync(file, 'utf8').split('\n')) {
    const line = read(text);
    if (!line) continue;
    const known = entries.get(line.n);
    if (!known && line.operation && line.data) {
      entries.set(line.n, { n: line.n, operation: line.operation, data: line.data, isSettled: false });
    } else if (known) {
      known.data = line.data ?? known.data;
      known.isSettled ||= line.isSettled ?? false;
    }
  }
  return [...entries.values()];
}

/** A crash may have cut the last line short. */
function read(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

function forgetSettled(file: string): void {
  if (entriesOf(file).every(({ isSettled }) => isSettled)) rmSync(file, { force: true });
}

function isAnotherRunning(pid: number): boolean {
  return pid !== process.pid && isRunning(pid);
}
