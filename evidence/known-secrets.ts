import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The secrets that a run knows, on their way from the workers that learn them to the process that searches what the run
 * wrote. They travel in a file, because Playwright has no channel from workers to the end of a run that is not also
 * written to reports.
 */
export interface KnownSecret {
  /** The setting, or the member and the operation, that it comes from: printed in its place. */
  readonly name: string;
  readonly value: string;
}

/** Shorter texts occur by chance, and are not searched for. Credentials as short as that are refused before a run. */
export const SHORTEST_SECRET = 8;

/** Names the file. Set by the process that starts a run and inherited by its workers. */
export const SECRETS_FILE = 'SECRETS_FILE';

const FOLDER = /^known-secrets-(\d+)-\w+$/;

/** The file of the run that this process has started, and how to remove it. */
export interface SecretsFile {
  readonly file: string;
  readonly remove: () => void;
}

/** Creates the file, in a folder that only this user can open, for the length of a run. */
export function createSecretsFile(stated: readonly KnownSecret[] = []): SecretsFile {
  removeAbandoned();
  // The process id tells a later run whether the folder was left behind by a crash.
  const folder = mkdtempSync(path.join(tmpdir(), `known-secrets-${process.pid}-`));
  const file = path.join(folder, 'secrets.jsonl');
  writeFileSync(file, linesOf(stated), { mode: 0o600 });
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  // Covers an uncaught exception and process.exit; after a SIGKILL the next run removes the folder.
  process.on('exit', remove);
  return { file, remove };
}

/** Removes the files of processes that no longer run. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = FOLDER.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It belongs to another user of this machine, who removes it.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user exists, and cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function linesOf(secrets: readonly KnownSecret[]): string {
  return secrets.map(({ name, value }) => `${JSON.stringify({ name, value })}\n`).join('');
}

const appended = new Set<string>();
let pending: KnownSecret[] = [];

/** Adds a secret that this process has learned. All secrets that are learned without waiting are written at once. */
export function appendKnownSecret(secret: KnownSecret): void {
  if (!process.env[SECRETS_FILE] || appended.has(secret.value)) return;
  // Each check of a live tenant states the same credentials again.
  appended.add(secret.value);
  pending.push(secret);
  if (pending.length > 1) return;
  queueMicrotask(flushKnownSecrets);
  if (appended.size === 1) process.on('exit', flushKnownSecrets);
}

/** Writes what is pending. Appending is atomic between processes as long as it is one write. */
export function flushKnownSecrets(): void {
  const file = process.env[SECRETS_FILE];
  const secrets = pending;
  pending = [];
  if (secrets.length > 0 && file) appendFileSync(file, linesOf(secrets), { mode: 0o600 });
}

/** All secrets of a file, each once. A line that a crash has cut off is left out. */
export function readKnownSecrets(file: string): KnownSecret[] {
  const known = new Map<string, KnownSecret>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const secret = secretOf(line);
    if (secret && !known.has(secret.value)) known.set(secret.value, secret);
  }
  return [...known.values()];
}

/** Reads what other processes of a run have added to the file since the last look, which is usually nothing. */
export class KnownSecretsReader {
  #position = 0;
  #rest = '';

  next(): KnownSecret[] {
    const file = process.env[SECRETS_FILE];
    if (!file || !existsSync(file)) return [];
    const opened = openSync(file, 'r');
    try {
      const added = Buffer.alloc(Math.max(0, fstatSync(opened).size - this.#position));
      this.#position += readSync(opened, added, 0, added.length, this.#position);
      // Another process may be writing its last line just now.
      const lines = (this.#rest + added.toString('utf8')).split('\n');
      this.#rest = lines.pop() ?? '';
      return lines.flatMap((line) => secretOf(line) ?? []);
    } finally {
      closeSync(opened);
    }
  }
}

/**
 * A text without the secrets of the file that the environment names, as far as they are known by now: for what a process that
 * has learned no secret itself prints of others.
 */
export function withoutKnownSecrets(text: string): string {
  const file = process.env[SECRETS_FILE];
  if (!file || !existsSync(file)) return text;
  return readKnownSecrets(file)
    .filter(({ value }) => value.length >= SHORTEST_SECRET)
    .sort((one, other) => other.value.length - one.value.length)
    .reduce((clean, { name, value }) => clean.replaceAll(value, () => `<${name}>`), text);
}

function secretOf(line: string): KnownSecret | undefined {
  try {
    const { name, value } = JSON.parse(line) as Partial<KnownSecret>;
    return typeof name === 'string' && typeof value === 'string' ? { name, value } : undefined;
  } catch {
    return undefined;
  }
}
