import { readFileSync } from 'node:fs';
import { loadFaultSentences } from '../contracts/faults.ts';
import type { PageFault } from './page/data.ts';

/** Where a campaign leaves what became of each fault. */
const PLAYED = 'reports/proof/results.json';

/** The faults of each requirement, each with what became of it when it was last played on this machine. */
export function loadProofs(): ReadonlyMap<string, readonly PageFault[]> {
  const verdicts = lastPlayed();
  return new Map(
    [...loadFaultSentences()].map(([breaks, faults]) => [
      breaks,
      faults.map((fault) => {
        const verdict = verdicts.get(fault.id);
        return verdict === undefined ? fault : { ...fault, verdict };
      }),
    ]),
  );
}

function lastPlayed(): ReadonlyMap<string, string> {
  try {
    const { faults } = JSON.parse(readFileSync(PLAYED, 'utf8')) as {
      readonly faults: readonly { readonly id: string; readonly verdict: string }[];
    };
    return new Map(faults.map(({ id, verdict }) => [id, verdict]));
  } catch {
    return new Map();
  }
}
