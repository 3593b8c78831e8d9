import { rmSync } from 'node:fs';
import type { Actor } from '../client/actor.ts';
import type { LedgerFiles } from './ledger-file.ts';
import { Cleanup, remnant, undo } from './ledger.ts';

/** Undoes what earlier runs left behind. Answers how many things were undone, and what is still there. */
export async function sweep(
  files: LedgerFiles,
  admin: Actor,
): Promise<{ readonly undone: number; readonly left: string[] }> {
  const left: string[] = [];
  let undone = 0;
  const cleanup = new Cleanup();
  const pending = files.pending();
  const unfinished = new Set<string>();
  const all = pending.flatMap(({ file, entries }) => entries.map((entry) => ({ file, entry })));
  for (const { file, entry } of all.sort((one, other) => other.entry.n - one.entry.n)) {
    const end = await undo(entry, admin, cleanup);
    if (end.became === 'left') {
      left.push(remnant(end) ?? '');
      unfinished.add(file);
    }
    if (end.became !== 'undone') continue;
    undone += 1;
    // What is put back once may be changed by its owner before the next sweep.
    files.write(file, { n: entry.n, isSettled: true });
  }
  for (const { file } of pending) if (!unfinished.has(file)) rmSync(file, { force: true });
  return { undone, left };
}
