import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KnownSecret } from '../evidence/known-secrets.ts';
import { Unsearchable } from './secrets/compressed.ts';
import { redacted, without, type Range } from './secrets/cut.ts';
import { SecretPatterns } from './secrets/patterns.ts';
import { hitsIn, type Hit } from './secrets/search.ts';

/** A file in which a secret stood, or that could not be searched, and what was done with it. */
export interface Leak {
  readonly file: string;
  /** The names of the secrets, never the secrets themselves; empty for a file that could not be searched. */
  readonly secrets: readonly string[];
  /** Where the first of them stood, from the file inwards, or why the file could not be searched. */
  readonly where: string;
  /** `left` is a file that could neither be cut nor removed. */
  readonly done: 'cut' | 'removed' | 'left';
}

/** Clocks of file systems are coarser than that of the process. */
const TOLERANCE = 2_000;
/** Files of the user, which a folder named by the user may contain: they are read by a run and never written. */
const NEVER_WRITTEN = /^(\.env(\..*)?|\.git|node_modules)$/;

/**
 * Searches all files of some files and folders that changed since a moment for secrets, in every encoding that is known
 * here. A file with a secret is cut or removed.
 */
export async function searchWritten({
  roots,
  since,
  secrets,
}: {
  readonly roots: readonly string[];
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly secrets: readonly KnownSecret[];
}): Promise<Leak[]> {
  const search = new WrittenSearch(new SecretPatterns(secrets), since - TOLERANCE);
  if (!search.isEmpty) for (const root of roots) await search.look(root);
  return search.leaks;
}

class WrittenSearch {
  readonly leaks: Leak[] = [];
  readonly #patterns: SecretPatterns;
  readonly #since: number;
  /** Folders may be named twice, and links may lead back. */
  readonly #seen = new Set<string>();

  constructor(patterns: SecretPatterns, since: number) {
    this.#patterns = patterns;
    this.#since = since;
  }

  get isEmpty(): boolean {
    return this.#patterns.isEmpty;
  }

  async look(place: string): Promise<void> {
    let isFile = false;
    try {
      const real = await realpath(place);
      if (this.#seen.has(real)) return;
      this.#seen.add(real);
      const facts = await stat(place);
      isFile = facts.isFile();
      if (facts.isDirectory()) await this.#folder(place);
      else if (isFile && this.#isOfThisRun(facts)) await this.#file(place, facts.mode);
    } catch (error) {
      // What is not there, or not any more, has no secret in it.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      if (isFile) await this.#remove(place, [], reasonOf(error));
      else this.#note(place, [], reasonOf(error), 'left');
    }
  }

  #isOfThisRun({ mtimeMs, ctimeMs }: Stats): boolean {
    return Math.max(mtimeMs, ctimeMs) >= this.#since;
  }

  async #folder(folder: string): Promise<void> {
    for (const name of await readdir(folder)) {
      if (NEVER_WRITTEN.test(name)) continue;
      const place = path.join(folder, name);
      // Folders of tests are named after them, and attachments as a reporter likes.
      const hits = hitsIn(Buffer.from(name), this.#patterns);
      if (hits.length > 0 && this.#isOfThisRun(await lstat(place))) await this.#remove(place, hits, 'the name of it');
      else await this.look(place);
    }
  }

  async #file(file: string, mode: number): Promise<void> {
    const bytes = await readFile(file);
    const hits = hitsIn(bytes, this.#patterns);
    const [first] = hits;
    if (!first) return;
    const cut = this.#cut(file, bytes, hits);
    if (cut) await this.#replace(file, cut, mode, hits);
    else await this.#remove(file, hits, first.where);
  }

  /** The file without its secrets, where each stands in it as plain text and the file stays what it is. */
  #cut(file: string, bytes: Buffer, hits: readonly Hit[]): Buffer | undefined {
    const ranges = hits.flatMap(({ range }) => (range ? [range] : []));
    if (ranges.length < hits.length) return undefined;
    const cut = without(file, bytes, ranges);
    // What stands beside a secret may be one together with what is put in its place.
    return cut && hitsIn(cut, this.#patterns).length === 0 ? cut : undefined;
  }

  async #replace(file: string, cut: Buffer, mode: number, hits: readonly Hit[]): Promise<void> {
    const beside = `${file}.${process.pid}.tmp`;
    try {
      await writeFile(beside, cut);
      await chmod(beside, mode);
      await rename(beside, file);
      this.#note(file, hits, hits[0]?.where ?? '', 'cut');
    } catch {
      await rm(beside, { force: true });
      await this.#remove(file, hits, hits[0]?.where ?? '');
    }
  }

  async #remove(place: string, hits: readonly Hit[], where: string): Promise<void> {
    try {
      await rm(place, { recursive: true, force: true });
      this.#note(place, hits, where, 'removed');
    } catch {
      this.#note(place, hits, where, 'left');
    }
  }

  #note(file: string, hits: readonly Hit[], where: string, done: Leak['done']): void {
    const secrets = [...new Set(hits.map(({ name }) => this.#printable(name)))];
    this.leaks.push({ file: this.#printable(file), secrets, where: this.#printable(where), done });
  }

  /** Names of files and of archive members are chosen by others, and are printed. */
  #printable(text: string): string {
    const bytes = Buffer.from(text);
    const hits = hitsIn(bytes, this.#patterns);
    const ranges = hits.flatMap(({ range }): Range[] => (range ? [range] : []));
    if (ranges.length < hits.length) return '[redacted]';
    return redacted(bytes, ranges)
      .toString('utf8')
      .replace(/[\u0000-\u001f\u007f-\u009f]/g, '?');
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Unsearchable
    ? error.message
    : `it cannot be read: ${String((error as NodeJS.ErrnoException).code)}`;
}

/** A line for the terminal. */
export function leakLine({ file, secrets, where, done }: Leak): string {
  const action = {
    cut: 'it was cut out of the file',
    removed: 'the file was removed',
    left: 'THE FILE COULD NOT BE REMOVED',
  }[done];
  const [first, ...others] = secrets;
  if (first === undefined) return `cannot be searched for secrets: ${file}: ${where}; ${action}`;
  const more = others.length > 0 ? ` and ${others.length} more` : '';
  return `secret in ${file}: ${first}${more}, at ${where}; ${action}`;
}
