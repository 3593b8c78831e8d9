import { isOwn, type Evidence, type Exchange } from '../evidence/evidence.ts';
import { remainingOf, type LedgerEntry } from '../evidence/ledger-entry.ts';
import { LIFECYCLES } from '../contracts/lifecycles/index.ts';
import { expectationOf, type Visited } from '../contracts/lifecycles/lifecycle.ts';
import { formatLines } from '../contracts/lines.ts';
import type { Requirement } from '../contracts/requirements/index.ts';
import type { ProvidedThings } from '../evidence/provided.ts';
import type { ProvidedResult, RequirementResult, Results, RunFacts, Since, Verdict } from '../evidence/results.ts';
import { weigh } from './baseline.ts';
import type { PastRun } from './history.ts';
import { changeOf, type Change } from './page/script/changes.js';
import { toldBy } from './told.ts';
import { conclude, judgeAll, type Checked, type Judgement } from './verdicts.ts';

/** What a reporter knows when a run has ended. */
export interface Run {
  readonly facts: RunFacts;
  readonly startedAt: Date;
  readonly milliseconds: number;
  /** The requirements that were selected. */
  readonly requirements: readonly Requirement[];
  readonly untestable: number;
  /** Whether a requirement has this id, selected or not. */
  readonly isKnownId: (id: string) => boolean;
  readonly isPartial: boolean;
  readonly shard?: { readonly current: number; readonly total: number };
  readonly checks: ReadonlyMap<string, readonly Checked[]>;
  /** Of a run that was stopped: the requirements with a check that it did not come to, or that did not end. */
  readonly notReached?: ReadonlySet<string>;
  /** What the process of the reporter provided; for merged shards it is in their evidence. */
  readonly provided?: ProvidedThings;
  /** What merged shards provided, as it was when each had ended. */
  readonly ended?: readonly ProvidedThings[];
  /** Earlier runs of the tenant, the oldest first. */
  readonly past?: readonly PastRun[];
}

const FEW = 5;
const NOTHING_KNOWN = { file: '', violations: [], gaps: [] };

/** From the checks of a run to `results.json`. */
export function resultsOf(run: Run): Results {
  const { judgements, stale } = weigh(
    judgeAll(run.requirements, (id) => run.checks.get(id) ?? [], run.notReached),
    run.facts.baseline ?? NOTHING_KNOWN,
    {
      today: run.startedAt.toISOString().slice(0, 10),
      isKnownId: run.isKnownId,
      isWhole: !run.isPartial && run.notReached === undefined,
      ...(run.notReached && { notReached: run.notReached }),
    },
  );
  // A user who selects a few requirements wants to see all exchanges of them.
  const keepsAll = run.requirements.length <= FEW;
  const foreign = exchangesWithFindings([...run.checks.values()].flat());
  const requirements = run.requirements.map((requirement) =>
    resultOf(requirement, run.checks.get(requirement.id) ?? [], judgements.get(requirement.id) as Judgement, {
      keepsAll,
      last: run.past?.at(-1),
      elsewhere: foreign.get(requirement.id),
    }),
  );
  const verdicts = requirements.map(({ verdict }) => verdict);
  const told = run.isPartial || run.notReached ? undefined : toldBy(verdicts, run.facts.baseline, run.past);
  const last = run.past?.at(-1);
  const all = [...run.checks.values()].flat();
  const defects = all.flatMap(({ evidence }) =>
    evidence?.failure?.kind === 'defect' ? [`${evidence.requirement}: ${evidence.failure.summary ?? ''}`] : [],
  );
  const count = (verdict: RequirementResult['verdict']) => requirements.filter((one) => one.verdict === verdict).length;
  const evidences = all.flatMap(({ evidence }) => evidence ?? []);
  const documents = distinct(evidences.flatMap(({ document }) => document ?? []));
  const drift = distinct(evidences.flatMap((one) => one.drift ?? []));
  const provided = run.provided ? [run.provided] : providedOfShards(evidences, run.ended ?? []);
  const isGone = ({ copyOf }: LedgerEntry) =>
    copyOf !== undefined && provided.some(({ withoutCopies = [] }) => withoutCopies.includes(copyOf));
  const ledger = evidences.flatMap(({ requirement, ledger: own = [] }) =>
    own.map((entry) => ({ requirement, ...(isGone(entry) ? withoutCopy(entry) : entry) })),
  );
  // A run that was stopped removes copies of its own workbooks after this.
  const isPending = (copyOf: string) =>
    provided.some(
      ({ withoutCopies, things }) =>
        !withoutCopies && things.some(({ source, value }) => source === 'made' && value === copyOf),
    );
  const settled = ledger.filter(({ copyOf }) => copyOf === undefined || !isPending(copyOf));
  return {
    run: {
      ...run.facts,
      startedAt: run.startedAt.toISOString(),
      milliseconds: Math.round(run.milliseconds),
      ...conclude(requirements, {
        defects: defects.length,
        stale: stale.length,
        isStrict: run.facts.isStrict,
        hasFallen: told?.hasFallen === true,
      }),
      ...(told && { told }),
      ...(last && !run.isPartial && { since: sinceOf(last, requirements) }),
      ...(documents.length > 0 && { documents }),
      ...(evidences.some((one) => one.drift !== undefined) && { comparedDocument: true as const }),
      isPartial: run.isPartial,
      ...(run.notReached && { wasStopped: true as const }),
      ...(run.shard && { shard: run.shard }),
      exchanges: evidences.reduce((sum, { exchanges, notKept }) => sum + exchanges.filter(isOwn).length + notKept, 0),
      defects,
      staleRows: stale,
      leftBehind: [
        ...provided.flatMap(({ left }) => left ?? []),
        ...settled.flatMap((entry) => remainingOf(entry) ?? []),
      ],
      provided: provided.map((one) => withRequirements(one, run.requirements)),
    },
    counts: {
      total: requirements.length,
      conforms: count('conforms'),
      violates: count('violates'),
      known: count('known'),
      fixed: count('fixed'),
      inconclusive: count('inconclusive'),
      untested: count('untested'),
      untestable: run.untestable,
    },
    requirements,
    operations: operationsMet(evidences),
    drift: drift.filter(({ what }) => what !== 'added'),
    additions: drift.filter(({ what }) => what === 'added'),
    bindings: distinct(evidences.flatMap(({ bindings }) => bindings ?? [])),
    ledger,
    lifecycles: lifecyclesOf(new Map(requirements.map(({ id, verdict }) => [id, verdict])), evidences),
  };
}

function sinceOf(last: PastRun, requirements: readonly RequirementResult[]): Since {
  const changed = (change: Change) =>
    requirements
      .filter(({ id, verdict, isNewCheck }) => !isNewCheck && changeOf(last.verdicts.get(id), verdict) === change)
      .map(({ id }) => id);
  return {
    at: last.at,
    newlyViolated: changed('newly violated'),
    newChecks: requirements.filter(({ isNewCheck }) => isNewCheck).map(({ id }) => id),
    fixed: changed('fixed'),
  };
}

function resultOf(
  requirement: Requirement,
  checks: readonly Checked[],
  judgement: Judgement,
  { keepsAll, last, elsewhere }: Beside,
): RequirementResult {
  const { id, family, level, kind, sentence, section, serves } = requirement;
  const isGood = judgement.verdict === 'conforms' || judgement.verdict === 'fixed';
  const own = !keepsAll && isGood ? [] : checks.flatMap((checked) => checked.evidence?.exchanges ?? []);
  const { evidence, exchange } = aboutOf(id, own, checks, isGood ? undefined : elsewhere);
  const isNewCheck = judgement.verdict === 'violates' && last !== undefined && !last.verdicts.has(id);
  return {
    id,
    family,
    level,
    kind,
    sentence,
    section,
    lines: formatLines(requirement.lines),
    ...(serves !== undefined && { serves }),
    ...judgement,
    ...(checks.some(({ test }) => test.attempts > 1 && test.status === 'passed') && { isFlaky: true }),
    milliseconds: Math.round(checks.reduce((sum, { test }) => sum + test.milliseconds, 0)),
    ...(requirement.classes.length > 0 && { classes: classesOf(requirement, checks) }),
    tests: checks.map(({ test }) => test),
    findings: checks.flatMap(({ evidence: one }) => one?.findings ?? []),
    ...(exchange !== undefined && { exchange }),
    ...(isNewCheck && { isNewCheck }),
    evidence,
  };
}

/** What is known of a requirement beside its own checks. */
interface Beside {
  readonly keepsAll: boolean;
  /** The last run of the tenant. */
  readonly last: PastRun | undefined;
  /** An exchange of any check that breaks the requirement's part of the contract. */
  readonly elsewhere: Exchange | undefined;
}

function exchangesWithFindings(checks: readonly Checked[]): ReadonlyMap<string, Exchange> {
  const found = new Map<string, Exchange>();
  for (const exchange of checks.flatMap(({ evidence }) => evidence?.exchanges ?? [])) {
    for (const { requirement } of exchange.findings) if (!found.has(requirement)) found.set(requirement, exchange);
  }
  return found;
}

interface About {
  readonly evidence: readonly Exchange[];
  readonly exchange?: number;
}

/** The exchange that a verdict is about: of the failure, or with the finding, which another check may have received. */
function aboutOf(
  id: string,
  own: readonly Exchange[],
  checks: readonly Checked[],
  elsewhere: Exchange | undefined,
): About {
  const found = own.findIndex(({ findings }) => findings.some(({ requirement }) => requirement === id));
  if (found >= 0) return { evidence: own, exchange: found };
  let before = 0;
  for (const { evidence } of checks) {
    const index = evidence?.failure?.exchange;
    const count = evidence?.exchanges.length ?? 0;
    if (index !== undefined && index < count && before + index < own.length)
      return { evidence: own, exchange: before + index };
    before += count;
  }
  return elsewhere ? { evidence: [...own, elsewhere], exchange: own.length } : { evidence: own };
}

function classesOf({ classes }: Requirement, checks: readonly Checked[]): { name: string; isJudged: boolean }[] {
  const judged = new Set(checks.flatMap(({ evidence }) => evidence?.classes ?? []));
  return classes.map((name) => ({ name, isJudged: judged.has(name) }));
}

/** The shards of a merged report: as they ended where that is known, else as their workers saw them. */
function providedOfShards(evidences: readonly Evidence[], ended: readonly ProvidedThings[]): ProvidedThings[] {
  const seen = distinct(evidences.flatMap((one) => one.provided ?? []));
  const further = ended.filter(({ id }) => !seen.some((one) => one.id === id));
  return [...seen.map((one) => ended.find(({ id }) => id !== undefined && id === one.id) ?? one), ...further];
}

function withoutCopy({ copyOf: _, ...entry }: LedgerEntry): LedgerEntry {
  return { ...entry, became: 'undone', why: 'removed when the run ended' };
}

function withRequirements({ things, ...more }: ProvidedThings, requirements: readonly Requirement[]): ProvidedResult {
  const needed = new Map<string, number>();
  for (const { needs } of requirements) {
    for (const name of [...(needs.actors ?? []), ...(needs.lent ?? [])]) needed.set(name, (needed.get(name) ?? 0) + 1);
  }
  return { ...more, things: things.map((thing) => ({ ...thing, requirements: needed.get(thing.setting) ?? 0 })) };
}

function distinct<Value>(values: readonly Value[]): Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** The lifecycles that the selection walks, with what was tried of them. */
function lifecyclesOf(verdicts: ReadonlyMap<string, Verdict>, evidences: readonly Evidence[]): Results['lifecycles'] {
  const key = ({ lifecycle, state, action }: Visited) => `${lifecycle}: ${state} × ${action}`;
  const tried = evidences.flatMap((one) => one.visited ?? []);
  const visited = new Set(tried.map(key));
  const failed = new Set(tried.filter(({ held }) => held !== true).map(key));
  // Another check may have found that the requirement of a move is violated.
  const isKept = (row: string) => ['conforms', 'fixed', undefined].includes(verdicts.get(row));
  const triedOf = (cell: string, isConforming: boolean) => ({
    visited: visited.has(cell),
    held: visited.has(cell) && !failed.has(cell) && isConforming,
  });
  return LIFECYCLES.filter(({ walkedBy }) => verdicts.has(walkedBy)).map(({ name, cells }) => ({
    name,
    cells: Object.entries(cells).flatMap(([state, row]) =>
      Object.entries(row).map(([action, cell]) => ({
        state,
        action,
        expects: expectationOf(cell),
        ...('row' in cell && { requirement: cell.row }),
        ...triedOf(key({ lifecycle: name, state, action }), 'row' in cell && isKept(cell.row)),
      })),
    ),
  }));
}

function operationsMet(evidences: readonly Evidence[]): Results['operations'] {
  const met = statusesIn(evidences.map((one) => one.met));
  const asserted = statusesIn(evidences.map((one) => one.asserted ?? {}));
  const sorted = (statuses: Iterable<number> = []) => [...statuses].sort((a, b) => a - b);
  return [...met]
    .map(([operationId, statuses]) => ({
      operationId,
      statuses: sorted(statuses),
      asserted: sorted(asserted.get(operationId)),
    }))
    .sort((a, b) => a.operationId.localeCompare(b.operationId));
}

function statusesIn(parts: readonly Readonly<Record<string, readonly number[]>>[]): Map<string, Set<number>> {
  const all = new Map<string, Set<number>>();
  for (const [operation, statuses] of parts.flatMap((one) => Object.entries(one))) {
    const known = all.get(operation) ?? new Set();
    for (const status of statuses) known.add(status);
    all.set(operation, known);
  }
  return all;
}
