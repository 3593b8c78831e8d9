import { readFileSync } from 'node:fs';
import { loadFaultSentences } from '../contracts/faults.ts';
import type { PageFault } from './page/data.ts';

/** The results of the last proof run. */
const LAST_PROOF = 'reports/proof/results.json';

/** The faults of each requirement, with the verdict of the last proof run on this machine, if there was one. */
export function loadProofs(): ReadonlyMap<string, readonly PageFault[]> {
  const verdicts = lastVerdicts();
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

function lastVerdicts(): ReadonlyMap<string, string> {
  try {
    const { faults } = JSON.parse(readFileSync(LAST_PROOF, 'utf8')) as {
      readonly faults: readonly { readonly id: string; readonly verdict: string }[];
    };
    return new Map(faults.map(({ id, verdict }) => [id, verdict]));
  } catch {
    return new Map();
  }
}
