import { addressBefore } from '../again.ts';
import { invocation } from '../../contracts/installation.ts';
import { formatLines } from '../../contracts/lines.ts';
import type { Registry, Requirement } from '../../contracts/requirements/index.ts';
import type { Needs } from '../../contracts/requirements/row.ts';
import type { RequirementResult, Results, Verdict } from '../../evidence/results.ts';
import type { PageCheck, PageFault, PageRequirement, PageRun } from './data.ts';
import { ABSENT, LETTERS } from './script/changes.js';
import { withoutBody } from '../story.ts';
import { truncate } from './format.ts';

/** The verdict of a requirement in an earlier run. */
export interface Past {
  readonly at: string;
  readonly verdict: Verdict;
}

export type History = (id: string) => readonly Past[];

/** The source location of a check. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** What is known about the checks without a run: their source locations, and the faults that they have to detect. */
export interface Proofs {
  readonly checks: ReadonlyMap<string, readonly Place[]>;
  readonly faults: ReadonlyMap<string, readonly PageFault[]>;
}

const LONGEST = 600;

/** Start times of all earlier runs in the history of any requirement, oldest first. */
export function pastRunsOf(ids: readonly string[], history: History | undefined): string[] {
  if (!history) return [];
  return [...new Set(ids.flatMap((id) => history(id).map(({ at }) => at)))].sort();
}

/** What is known about a requirement in addition to its result. */
interface Context {
  readonly hasEvidence: boolean;
  readonly past: readonly Past[];
  readonly pastRuns: readonly string[];
  readonly faults: readonly PageFault[] | undefined;
}

export function requirementOfRun(
  result: RequirementResult,
  requirement: Requirement | undefined,
  { hasEvidence, past, pastRuns, faults }: Context,
): PageRequirement {
  const { id, family, level, kind, sentence, section, verdict, reason, expected, standsOn, known } = result;
  const { accepted, isFlaky, isNewCheck, milliseconds, tests } = result;
  const seen = withoutBody(result);
  const classes = classesOf(result);
  const own = ownFindingText(result);
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
    ...(isNewCheck && { isNewCheck }),
    milliseconds,
    ...(classes && { classes }),
    checks: tests.map(({ file, line, status, milliseconds: took, attempts }): PageCheck => ({
      file,
      line,
      status,
      milliseconds: Math.round(took),
      ...(attempts > 1 && { attempts }),
    })),
    ...(pastRuns.length > 0 && { pastVerdicts: pastRuns.map(letter).join('') }),
    ...(faults && { faults }),
    ...(hasEvidence && { hasEvidence }),
  };
}

/** Its classes, each with what became of it where it did not hold. A check ends with the first class that is violated. */
function classesOf({ id, classes, tests }: RequirementResult): string[] | undefined {
  const violations = tests.flatMap(({ failure }) => (failure?.kind === 'violation' ? [failure] : []));
  const violated = violations.flatMap(({ requirement = id, inClass }) =>
    requirement === id && inClass !== undefined ? [inClass] : [],
  );
  return classes?.map(({ name, isJudged }) => {
    if (violated.includes(name)) return `${name} (violated)`;
    if (isJudged) return name;
    return `${name} (${violated.length > 0 ? 'not reached after the violation' : 'not judged'})`;
  });
}

/** The first contract finding of a violated requirement: shorter than the message of the assertion. */
function ownFindingText({ id, findings, verdict }: RequirementResult): string | undefined {
  const own = findings.filter(({ requirement }) => requirement === id);
  const [first] = own;
  if (!first || (verdict !== 'violates' && verdict !== 'known')) return undefined;
  const words = [first.at, first.message].filter(Boolean).join(' ');
  return own.length > 1 ? `${words}, and ${own.length - 1} more` : words;
}

export function requirementOfCatalogue(requirement: Requirement, { checks, faults }: Proofs): PageRequirement {
  const { id, family, level, kind, sentence, section, lines, operations, needs, untestable, classes, notJudged } =
    requirement;
  const unjudged = Object.entries(notJudged).map(([name, why]) => `${name} (not judged: ${why})`);
  return {
    id,
    family,
    level,
    kind,
    sentence,
    section,
    lines: formatLines(lines),
    operations,
    needs: needsAsText(needs),
    ...(classes.length > 0 && { classes: [...classes, ...unjudged] }),
    checks: checks.get(id) ?? [],
    faults: faults.get(id) ?? [],
    ...(untestable !== undefined && { untestable }),
  };
}

function needsAsText({ actors = [], lent = [], wait, bindings = [], account, accountChange, makes }: Needs): string[] {
  return [
    ...(actors.length > 0 ? [`credentials: ${actors.join(', ')}`] : []),
    ...(lent.length > 0 ? [`provided: ${lent.join(', ')}`] : []),
    ...(wait === undefined ? [] : [`a wait of ${wait}`]),
    ...(bindings.length > 0 ? [`bindings: ${bindings.join(', ')}`] : []),
    ...(account === undefined ? [] : [`a dedicated tenant: ${account}`]),
    ...(accountChange === undefined
      ? []
      : [`ALLOW_ACCOUNT_CHANGES, because a non-conforming tenant would ${accountChange}`]),
    ...(makes === undefined ? [] : [`ALLOW_ACCOUNT_CHANGES, because the check makes ${makes}`]),
  ];
}

/** What the page's script needs to know about the run, including the flags for a replay. */
export function pageRun({ run }: Results): PageRun {
  const { tenant, outcome, startedAt, seed, versions, settings } = run;
  const flags = (['tenant', 'dialect'] as const).flatMap((flag) => {
    const value = settings[flag.toUpperCase()];
    return value === undefined
      ? []
      : [` --${flag}=${/^[\w.-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`}`];
  });
  const replay = addressBefore(run) + invocation('replay');
  const specification = settings['SPECIFICATION_URL'];
  return {
    tenant,
    outcome,
    startedAt,
    seed,
    versions,
    replay,
    flags: flags.join(''),
    ...(specification !== undefined && /^https?:\/\//.test(specification) && { specification }),
  };
}

export function untestableOf(registry: Registry): Requirement[] {
  return [...registry.values()].filter(({ untestable }) => untestable !== undefined);
}
