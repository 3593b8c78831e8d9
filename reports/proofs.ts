import { readFileSync } from 'node:fs';
import { faultsIn, readFaultSentences, type FaultSentences } from '../evidence/fault-sentences.ts';
import type { PageFault } from './page/data.ts';

/** The results of the last proof run. */
const LAST_PROOF = 'reports/proof/results.json';

/** The faults of each requirement, each with its verdict from the last proof run on this machine. */
export function proofsWith(sentences: FaultSentences): ReadonlyMap<string, readonly PageFault[]> {
  const verdicts = lastVerdicts();
  return new Map(
    Object.entries(sentences).map(([requirement, faults]) => [
      requirement,
      faults.map((fault) => {
        const verdict = verdicts.get(fault.id);
        return verdict === undefined ? fault : { ...fault, verdict };
      }),
    ]),
  );
}

/** The same from the file that the start of a run writes; undefined where no run was started here. */
export function loadProofs(): ReadonlyMap<string, readonly PageFault[]> | undefined {
  try {
    return proofsWith(faultsIn(readFaultSentences()));
  } catch {
    return undefined;
  }
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
