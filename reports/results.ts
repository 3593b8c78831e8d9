import { ANNOTATIONS, type Evidence, type LedgerEntry } from '../evidence/evidence.ts';
import { LIFECYCLES } from '../contracts/lifecycles/index.ts';
import { expectationOf, type Visited } from '../contracts/lifecycles/lifecycle.ts';
import type { Requirement } from '../contracts/requirements/index.ts';
import type { ProvidedThings } from '../evidence/provided.ts';
import type { ProvidedResult, RequirementResult, Results, RunFacts } from '../evidence/results.ts';
import { weigh } from './baseline.ts';
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
}

const FEW = 5;
const NOTHING_KNOWN = { file: '', violations: [], gaps: [] };

/** From the checks of a run to `results.json`. */
export function resultsOf(run: Run): Results {
  const { judgements, stale } = weigh(
    judgeAll(run.requirements, (id) => run.checks.get(id) ?? [], run.notReached),
    run.facts.baseline ?? NOTHING_KNOWN,
    { today: run.startedAt.toISOString().slice(0, 10), isKnownId: run.isKnownId },
  );
  // A user who selects a few requirements wants to see all exchanges of them.
  const keepsAll = run.requirements.length <= FEW;
  const requirements = run.requirements.map((requirement) =>
    resultOf(requirement, run.checks.get(requirement.id) ?? [], judgements.get(requirement.id) as Judgement, keepsAll),
  );
  const all = [...run.checks.values()].flat();
  const said = (type: string) =>
    all.flatMap(({ annotations }) =>
      annotations.filter((one) => one.type === type).map((one) => one.description ?? ''),
    );
  const defects = all.flatMap(({ evidence }) =>
    evidence?.failure?.kind === 'defect' ? [`${evidence.requirement}: ${evidence.failure.summary ?? ''}`] : [],
  );
  const count = (verdict: RequirementResult['verdict']) => requirements.filter((one) => one.verdict === verdict).length;
  const evidences = all.flatMap(({ evidence }) => evidence ?? []);
  const provided = run.provided ? [run.provided] : providedOfShards(evidences, run.ended ?? []);
  const isGone = ({ copyOf }: LedgerEntry) =>
    copyOf !== undefined && provided.some(({ withoutCopies = [] }) => withoutCopies.includes(copyOf));
  const ledger = evidences.flatMap(({ requirement, ledger: own = [] }) =>
    own.map((entry) => ({ requirement, ...(isGone(entry) ? withoutCopy(entry) : entry) })),
  );
  const copiesLeft = ledger.flatMap(({ copyOf, became, what }) =>
    copyOf !== undefined && became === 'expires' ? [`${what}: left to expire`] : [],
  );
  return {
    run: {
      ...run.facts,
      startedAt: run.startedAt.toISOString(),
      milliseconds: Math.round(run.milliseconds),
      ...conclude(requirements, { defects: defects.length, stale: stale.length, isStrict: run.facts.isStrict }),
      isPartial: run.isPartial,
      ...(run.shard && { shard: run.shard }),
      exchanges: evidences.reduce((sum, { exchanges, notKept }) => sum + exchanges.length + notKept, 0),
      defects,
      staleRows: stale,
      leftBehind: [...provided.flatMap(({ left }) => left ?? []), ...said(ANNOTATIONS.left), ...copiesLeft],
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
    drift: distinct(evidences.flatMap(({ drift }) => drift ?? [])),
    bindings: distinct(evidences.flatMap(({ bindings }) => bindings ?? [])),
    ledger,
    lifecycles: lifecyclesOf(new Set(run.requirements.map(({ id }) => id)), evidences),
  };
}

function resultOf(
  requirement: Requirement,
  checks: readonly Checked[],
  judgement: Judgement,
  keepsAll: boolean,
): RequirementResult {
  const { id, family, level, kind, sentence, section } = requirement;
  const evidence =
    !keepsAll && (judgement.verdict === 'conforms' || judgement.verdict === 'fixed')
      ? []
      : checks.flatMap((checked) => checked.evidence?.exchanges ?? []);
  return {
    id,
    family,
    level,
    kind,
    sentence,
    section,
    ...judgement,
    ...(checks.some(({ test }) => test.attempts > 1 && test.status === 'passed') && { isFlaky: true }),
    milliseconds: Math.round(checks.reduce((sum, { test }) => sum + test.milliseconds, 0)),
    ...(requirement.classes.length > 0 && { classes: classesOf(requirement, checks) }),
    tests: checks.map(({ test }) => test),
    findings: checks.flatMap(({ evidence: one }) => one?.findings ?? []),
    evidence,
  };
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
function lifecyclesOf(selected: ReadonlySet<string>, evidences: readonly Evidence[]): Results['lifecycles'] {
  const key = ({ lifecycle, state, action }: Visited) => `${lifecycle}: ${state} × ${action}`;
  const visited = new Set(evidences.flatMap((one) => one.visited ?? []).map(key));
  return LIFECYCLES.filter(({ walkedBy }) => selected.has(walkedBy)).map(({ name, cells }) => ({
    name,
    cells: Object.entries(cells).flatMap(([state, row]) =>
      Object.entries(row).map(([action, cell]) => ({
        state,
        action,
        expects: expectationOf(cell),
        ...('row' in cell && { requirement: cell.row }),
        visited: visited.has(key({ lifecycle: name, state, action })),
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
