import { BINDINGS } from '../contracts/bindings/index.ts';
import { loadContract } from '../contracts/bundle.ts';
import { refuseIfAny } from '../contracts/problem.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { SETTING_NAMES } from '../contracts/settings.ts';
import { isPattern, patternOf, type Baseline } from '../evidence/baseline.ts';
import { LEASED_REASON } from '../evidence/causes.ts';
import { nearest } from '../contracts/nearest.ts';

/** Refuses rows of a baseline that can cover nothing, because there is no such requirement or no such reason. */
export async function refuseUnknownRows(baseline: Baseline): Promise<void> {
  const ids = [...loadRegistry(await loadContract()).keys()];
  const reasons = [...SETTING_NAMES, ...Object.keys(BINDINGS), LEASED_REASON];
  refuseIfAny(problemsOfRows(baseline, { ids, reasons }));
}

interface Known {
  readonly ids: readonly string[];
  readonly reasons: readonly string[];
}

export function problemsOfRows({ file, violations, gaps }: Baseline, { ids, reasons }: Known): string[] {
  return [...violations, ...gaps].flatMap(({ requirement, reason, line }) => {
    const where = `${file}:${line}`;
    if (requirement === undefined) {
      // A consent may stand there with its value.
      if (reasons.includes(reason.split('=')[0] ?? '')) return [];
      return [
        `${where}: reason: ${reason}: expected a setting, a binding or "${LEASED_REASON}"${hint(reason, reasons)}`,
      ];
    }
    if (isPattern(requirement)) {
      const pattern = patternOf(requirement);
      if (ids.some((id) => pattern.test(id))) return [];
      return [`${where}: ${requirement}: no requirement has an id like this${hint(...stems(requirement, ids))}`];
    }
    return ids.includes(requirement)
      ? []
      : [`${where}: ${requirement}: no requirement has this id${hint(requirement, ids)}`];
  });
}

/** What stands before the first asterisk, and the beginnings of all ids with as many parts. */
function stems(pattern: string, ids: readonly string[]): [string, readonly string[]] {
  const parts = (pattern.split('*')[0] ?? '').split('.').filter(Boolean);
  const begins = ids.map((id) => id.split('.').slice(0, parts.length).join('.'));
  return [`${parts.join('.')}.*`, [...new Set(begins)].map((one) => `${one}.*`)];
}

function hint(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  return near === undefined ? '' : `, did you mean ${near}?`;
}
