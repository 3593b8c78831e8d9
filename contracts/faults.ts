import { readFileSync } from 'node:fs';

/** A way for the reference tenant to break a promise, as whoever reads a report is told of it. */
export interface FaultSentence {
  readonly id: string;
  readonly sentence: string;
}

const FILE = new URL('./generated/faults.json', import.meta.url);

/** The faults of each promise. */
export function loadFaultSentences(): ReadonlyMap<string, readonly FaultSentence[]> {
  const read = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Readonly<Record<string, string>>>>;
  return new Map(
    Object.entries(read).map(([breaks, own]) => [
      breaks,
      Object.entries(own).map(([id, sentence]) => ({ id, sentence })),
    ]),
  );
}
