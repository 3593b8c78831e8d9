import { FAMILIES } from '../contracts/families.ts';
import type { Fault } from './lib/fault.ts';

/** What a fault and its check are made of. What is generated follows from the rest. */
const OF_THE_PROOF = /^(contracts\/(?!generated\/)|evidence\/|generators\/|harness\/|mock\/|proof\/|tests\/)/;
/** Where files or folders bear the name of a family. */
const BY_FAMILY = /^(?:contracts\/(?:requirements|openapi|lifecycles)|mock\/families|proof\/faults|tests)\/([a-z-]+)/;

/**
 * Which faults are to be looked at again when files have changed: those of the families that the files are named after, and
 * all where a file is of no family.
 */
export function touchedBy(files: readonly string[]): (fault: Fault) => boolean {
  const families = files.filter((file) => OF_THE_PROOF.test(file)).map(familyIn);
  if (families.includes(undefined)) return () => true;
  return ({ breaks }) => families.includes(breaks.split('.')[0]);
}

/** Files of a large family bear its name and a word: `reports-list` is of `reports`, and `report-view` is of none. */
function familyIn(file: string): string | undefined {
  const name = BY_FAMILY.exec(file)?.[1] ?? '';
  return Object.keys(FAMILIES)
    .filter((family) => name === family || name.startsWith(`${family}-`))
    .sort((a, b) => b.length - a.length)[0];
}
