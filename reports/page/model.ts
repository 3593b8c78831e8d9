import { formatLines } from '../../contracts/lines.ts';
import type { Registry, Requirement } from '../../contracts/requirements/index.ts';
import type { Needs } from '../../contracts/requirements/row.ts';
import type { RequirementResult, Results, Verdict } from '../../evidence/results.ts';
import type { PageCheck, PageFault, PageRequirement, PageRun } from './data.ts';
import { ABSENT, LETTERS } from './script/changes.js';
import { truncate } from './format.ts';

/** What a page is made of, beside the results of a run. */
export interface Past {
  readonly at: string;
  readonly verdict: Verdict;
}

export type History = (id: string) => readonly Past[];

/** Where a check of a requirement is written. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** What is known of the checks without a run: where they are, and the faults that they are to notice. */
export interface Proofs {
  readonly checks: ReadonlyMap<string, readonly Place[]>;
  readonly faults: ReadonlyMap<string, readonly PageFault[]>;
}

const LONGEST = 600;

/** The moments that the history of any requirement speaks of, the oldest first. */
export function pastRunsOf(ids: readonly string[], history: History | undefined): string[] {
  if (!history) return [];
  return [...new Set(ids.flatMap((id) => history(id).map(({ at }) => at)))].sort();
}

/** What is known of a requirement beside its verdict. */
interface Beside {
  readonly hasEvidence: boolean;
  readonly past: readonly Past[];
  readonly nights: readonly string[];
  readonly faults: readonly PageFault[] | undefined;
}

export function requirementOfRun(
  result: RequirementResult,
  requirement: Requirement | undefined,
  { hasEvidence, past, nights, faults }: Beside,
): PageRequirement {
  const { id, family, level, kind, sentence, section, verdict, reason, expected, seen, standsOn, known } = result;
  const { accepted, isFlaky, milliseconds, tests } = result;
  const own = toldByContract(result);
  const verdicts = new Map(past.map((one) => [one.at, one.verdict]));
  const letter = (at: string) => {
    const one = verdicts.get(at);
    return one === undefined ? ABSENT : LETTERS[one];
  };
  return {
    id,
    family,
    level,
    kind,
    sentence,
    section,
    lines: formatLines(requirement?.lines ?? []),
    operations: requirement?.operations ?? [],
    verdict,
    ...(reason !== undefined && { reason: truncate(reason, LONGEST) }),
    ...(expected !== undefined && own === undefined && { expected: truncate(expected, LONGEST) }),
    ...((own ?? seen) !== undefined && { seen: truncate(own ?? seen ?? '', LONGEST) }),
    ...(standsOn !== undefined && { standsOn }),
    ...(known && { known }),
    ...(accepted !== undefined && { accepted }),
    ...(isFlaky && { isFlaky }),
    milliseconds,
    checks: tests.map(({ file, line, status, milliseconds: took, attempts }): PageCheck => ({
      file,
      line,
      status,
      milliseconds: Math.round(took),
      ...(attempts > 1 && { attempts }),
    })),
    ...(nights.length > 0 && { nights: nights.map(letter).join('') }),
    ...(faults && { faults }),
    ...(hasEvidence && { hasEvidence }),
  };
}

/** What the contract has against answers, where the requirement is about that: the assertion says it with more signs. */
function toldByContract({ id, findings, verdict }: RequirementResult): string | undefined {
  const own = findings.filter(({ requirement }) => requirement === id);
  const [first] = own;
  if (!first || (verdict !== 'violates' && verdict !== 'known')) return undefined;
  const words = [first.at, first.message].filter(Boolean).join(' ');
  return own.length > 1 ? `${words}, and ${own.length - 1} more` : words;
}

export function requirementOfCatalogue(requirement: Requirement, { checks, faults }: Proofs): PageRequirement {
  const { id, family, level, kind, sentence, section, lines, operations, needs, untestable } = requirement;
  return {
    id,
    family,
    level,
    kind,
    sentence,
    section,
    lines: formatLines(lines),
    operations,
    needs: needsInWords(needs),
    checks: checks.get(id) ?? [],
    faults: faults.get(id) ?? [],
    ...(untestable !== undefined && { untestable }),
  };
}

function needsInWords({ actors = [], lent = [], wait, bindings = [], account, accountChange }: Needs): string[] {
  return [
    ...(actors.length > 0 ? [`credentials: ${actors.join(', ')}`] : []),
    ...(lent.length > 0 ? [`lent: ${lent.join(', ')}`] : []),
    ...(wait === undefined ? [] : [`a wait of ${wait}`]),
    ...(bindings.length > 0 ? [`bindings: ${bindings.join(', ')}`] : []),
    ...(account === undefined ? [] : [`a tenant of its own: ${account}`]),
    ...(accountChange === undefined ? [] : [`consent to change the account: a broken tenant would ${accountChange}`]),
  ];
}

/** What the script has to know of the run, among other things to meet the same tenant again. */
export function pageRun({ run }: Results): PageRun {
  const { tenant, outcome, startedAt, seed, versions, settings } = run;
  const flags = (['tenant', 'dialect'] as const).flatMap((flag) => {
    const value = settings[flag.toUpperCase()];
    return value === undefined
      ? []
      : [` --${flag}=${/^[\w.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`}`];
  });
  return { tenant, outcome, startedAt, seed, versions, flags: flags.join('') };
}

export function untestableOf(registry: Registry): Requirement[] {
  return [...registry.values()].filter(({ untestable }) => untestable !== undefined);
}
