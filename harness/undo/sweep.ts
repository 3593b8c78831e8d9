import { rmSync } from 'node:fs';
import { remainingOf } from '../../evidence/ledger-entry.ts';
import type { Actor } from '../client/actor.ts';
import type { LedgerFiles } from './ledger-file.ts';
import { Cleanup, undo } from './ledger.ts';

/** Undoes the changes that earlier runs left. Returns how many were undone, and a description of each that was not. */
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
      left.push(remainingOf(end)?.what ?? '');
      unfinished.add(file);
    }
    if (end.became !== 'undone') continue;
    undone += 1;
    // Settled at once: the next sweep must not undo what the owner changes in the meantime.
    files.write(file, { n: entry.n, isSettled: true });
  }
  for (const { file } of pending) if (!unfinished.has(file)) rmSync(file, { force: true });
  return { undone, left };
}
