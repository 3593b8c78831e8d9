import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stampsIn } from '../client/unique.ts';
import { Secret, type Secrets } from '../http/secrets.ts';
import { isRunning } from './processes.ts';
import type { ChangeId, Noted } from './rules/rule.ts';
import { Seal } from './seal.ts';

const FOLDER = '.ledger';

/** A line of the file: first the change to be made, then data from the response, and finally that the change is undone. */
export interface Line {
  readonly n: number;
  readonly operation?: ChangeId;
  readonly data?: Noted;
  readonly isSettled?: true;
}

export interface Entry {
  readonly n: number;
  readonly operation: ChangeId;
  data: Noted;
  isSettled: boolean;
}

/** Writes and reads the ledger of one tenant. Only the owner may read the files, and secrets in them are encrypted. */
export class LedgerFiles {
  readonly #host: string;
  readonly #seal: Seal;
  readonly #secrets: Pick<Secrets, 'add'>;
  readonly #pid: number;

  constructor(baseUrl: string, adminToken: string, secrets: Pick<Secrets, 'add'>, pid = process.pid) {
    this.#pid = pid;
    this.#host = new URL(baseUrl).host.replace(/[^\w.-]/g, '_');
    this.#seal = new Seal(adminToken);
    this.#secrets = secrets;
  }

  /** The file of this process. */
  get own(): string {
    return path.join(FOLDER, `${this.#host}.${this.#pid}.jsonl`);
  }

  /** Makes the file of this process, which counts as its writer from now on, whether or not an entry is in the file. */
  begin(): void {
    mkdirSync(FOLDER, { recursive: true });
    appendFileSync(this.own, '', { mode: 0o600 });
  }

  /** Removes the file of this process if all of its entries are settled. */
  end(): void {
    if (existsSync(this.own) && this.entriesOf(this.own).every(({ isSettled }) => isSettled)) rmSync(this.own);
  }

  write(file: string, line: Line): void {
    mkdirSync(path.dirname(file), { recursive: true });
    const { data, ...rest } = line;
    const written = { ...rest, ...(data && { data: this.#sealed(data) }) };
    // Each line begins with a line break, because a crash may have truncated the line before it.
    appendFileSync(file, `\n${JSON.stringify(written)}`, { mode: 0o600 });
  }

  entriesOf(file: string): Entry[] {
    const entries = new Map<number, Entry>();
    for (const text of readFileSync(file, 'utf8').split('\n')) {
      const line = parsed(text);
      if (!line) continue;
      const data = line.data && (this.#opened(line.data) as Noted);
      const known = entries.get(line.n);
      if (!known && line.operation && data) {
        entries.set(line.n, { n: line.n, operation: line.operation, data, isSettled: false });
      } else if (known) {
        known.data = data ?? known.data;
        known.isSettled ||= line.isSettled ?? false;
      }
    }
    return [...entries.values()];
  }

  /** Whether a running process has begun, and may still add entries. */
  get hasWriters(): boolean {
    return this.#all().some(({ isWritten }) => isWritten);
  }

  /** The unsettled entries of each file whose process has ended. Files of running processes are excluded. */
  pending(): { readonly file: string; readonly entries: Entry[] }[] {
    return this.#all()
      .filter(({ isWritten }) => !isWritten)
      .map(({ file }) => ({ file, entries: this.entriesOf(file).filter(({ isSettled }) => !isSettled) }));
  }

  /** The processes that named what stands in the files of running processes, or in those of ended ones. */
  namingProcesses(areRunning: boolean): ReadonlySet<string> {
    const texts = this.#all().flatMap(({ file, isWritten }) => (isWritten === areRunning ? [textIn(file)] : []));
    return new Set(texts.flatMap(stampsIn).map(({ process: name }) => name));
  }

  #all(): { readonly file: string; readonly isWritten: boolean }[] {
    return filesInFolder().filter(({ host }) => host === this.#host);
  }

  #sealed(value: unknown): unknown {
    if (value instanceof Secret) return { sealed: this.#seal.sealed(value.reveal()) };
    if (Array.isArray(value)) return value.map((element) => this.#sealed(element));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#sealed(member)]));
  }

  #opened(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((element) => this.#opened(element));
    if (typeof value !== 'object' || value === null) return value;
    const { sealed } = value as { readonly sealed?: unknown };
    if (typeof sealed === 'string') {
      const text = this.#seal.opened(sealed);
      return text === undefined ? null : this.#secrets.add(text, 'secret of the ledger');
    }
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.#opened(member)]));
  }
}

/** The files of all tenants in the ledger folder. */
function filesInFolder(): { readonly file: string; readonly host: string; readonly isWritten: boolean }[] {
  let names: string[];
  try {
    names = readdirSync(FOLDER);
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    const [, host, pid] = /^(.+)\.(\d+)\.jsonl$/.exec(name) ?? [];
    if (host === undefined || pid === undefined) return [];
    const isWritten = Number(pid) !== process.pid && isRunning(Number(pid));
    return [{ file: path.join(FOLDER, name), host, isWritten }];
  });
}

/** How many changes ended processes left on each host, for who has not said yet which tenant is meant. */
export function pendingByHost(): ReadonlyMap<string, number> {
  const pending = new Map<string, number>();
  for (const { file, host, isWritten } of filesInFolder()) {
    const left = isWritten ? 0 : unsettledIn(textIn(file));
    // A port stands behind an underscore there, because a colon is no sign of a file name everywhere.
    const shown = host.replace(/_(\d+)$/, ':$1');
    if (left > 0) pending.set(shown, (pending.get(shown) ?? 0) + left);
  }
  return pending;
}

/** Without what is noted of the changes, which only the token of the tenant opens. */
function unsettledIn(text: string): number {
  const open = new Set<number>();
  for (const one of text.split('\n')) {
    const line = parsed(one);
    if (line?.operation) open.add(line.n);
    if (line?.isSettled) open.delete(line.n);
  }
  return open.size;
}

/** Empty where the process of a file has removed it meanwhile. */
function textIn(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function parsed(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}
