import { ANNOTATIONS, type BlamedFinding, type Evidence } from '../evidence/evidence.ts';
import { otherwise, sentenceOf, type Cause } from '../evidence/causes.ts';
import type { Failure, FailureKind } from '../evidence/failure.ts';
import type { Requirement } from '../contracts/requirements/index.ts';
import type { Gate, Outcome, RequirementResult, TestResult, Verdict } from '../evidence/results.ts';

/** One test with what it left behind. */
export interface Checked {
  readonly test: TestResult;
  readonly annotations: readonly { readonly type: string; readonly description?: string }[];
  readonly evidence?: Evidence;
}

export interface Judgement {
  readonly verdict: Verdict;
  readonly reason?: string;
  /** Why it is untested, as single causes. */
  readonly causes?: readonly Cause[];
  readonly expected?: string;
  readonly seen?: string;
  /** The violated requirement that this one depends on. */
  readonly standsOn?: string;
  /** Of a violated one: the requirement whose check found it. `judgeAll` leaves it out where that is the violated one itself. */
  readonly foundBy?: string;
  readonly known?: NonNullable<RequirementResult['known']>;
  /** Why the baseline accepts that it is untested. */
  readonly accepted?: string;
}

/** A finding, and the requirement whose check received the response. */
interface FoundFinding extends BlamedFinding {
  readonly foundBy?: string | undefined;
}

const WORDS: Readonly<Record<Exclude<FailureKind, 'violation'>, string>> = {
  setup: 'could not be set up',
  transient: 'the network or a gateway failed',
  defect: 'the check itself is wrong',
};

/** Why a check has no result, in words. */
export function troubleOf({ test, evidence }: Checked): string | undefined {
  const failure = evidence?.failure;
  if (failure) return failure.kind === 'violation' ? undefined : `${WORDS[failure.kind]}: ${failure.summary ?? ''}`;
  if (test.status === 'timedOut') return 'the check did not end within its time';
  // A check that came to an end has its evidence with it; that of this one was lost with its worker, or it never began.
  if (test.status === 'failed') return `the check broke off: ${test.error ?? ''}`;
  return undefined;
}

/** Whether a test failed because the tenant violates what it asserts, and for no other reason. */
export function isBroken({ test, evidence }: Checked): boolean {
  return test.status === 'failed' && evidence?.failure?.kind === 'violation';
}

const NOT_REACHED = 'the run was stopped before its check: run it again';
const NOT_ENDED = 'the run was stopped during its check: run it again';

/** The verdict of one requirement, from its tests and the findings in the responses that any check received. */
export function judge(
  checks: readonly Checked[],
  findings: readonly FoundFinding[],
  { isNotReached = false }: { readonly isNotReached?: boolean } = {},
): Judgement {
  const broken = checks.find(isBroken);
  if (broken) {
    const { evidence: { failure, requirement: foundBy } = {} } = broken;
    return { verdict: 'violates', ...explained(failure), ...(foundBy !== undefined && { foundBy }) };
  }
  const [finding] = findings;
  if (finding) {
    const { at, message, foundBy } = finding;
    const seen = (at === '' ? '' : `${at} `) + message;
    return { verdict: 'violates', reason: 'a response breaks the contract', seen, ...(foundBy && { foundBy }) };
  }
  const trouble = checks.map(troubleOf).find((reason) => reason !== undefined);
  if (trouble !== undefined) return { verdict: 'inconclusive', reason: trouble };
  if (checks.some(({ test }) => test.status === 'interrupted')) {
    return untestedFor([], NOT_ENDED);
  }
  // What some of its checks found says nothing of those that did not run.
  if (isNotReached) return untestedFor([], NOT_REACHED);
  if (checks.length === 0) return untestedFor([], 'no check holds the tenant to it');
  const skipped = checks.filter(({ test }) => test.status === 'skipped');
  if (skipped.length === 0) {
    const leftOut = checks.map(({ evidence }) => evidence?.leftOut ?? []);
    // A check may be left with nothing to judge; the requirement is judged where another one of its checks is not.
    if (leftOut.some((names) => names.length === 0)) return { verdict: 'conforms' };
    return untestedFor([], `the tenant has nothing to judge it by: ${[...new Set(leftOut.flat())].join(', ')}`);
  }
  const reasons = skipped.flatMap(
    ({ annotations }) => annotations.find(({ type }) => type === ANNOTATIONS.untested)?.description ?? [],
  );
  const causes = distinct(skipped.flatMap(({ evidence }) => evidence?.causes ?? []));
  const isOfOne = new Set(reasons).size === 1;
  return untestedFor(
    causes,
    isOfOne || causes.length === 0 ? (reasons[0] ?? 'the check did not run') : sentenceOf(causes),
  );
}

/** All checks of a requirement have to run for it to be tested, so that it has the causes of all of them. */
function untestedFor(causes: readonly Cause[], reason: string): Judgement {
  return { verdict: 'untested', reason, causes: causes.length > 0 ? causes : [otherwise(reason)] };
}

function distinct(causes: readonly Cause[]): Cause[] {
  return [...new Map(causes.map((one) => [JSON.stringify(one), one])).values()];
}

function explained({ summary, inClass, expected, seen }: Partial<Failure> = {}): Omit<Judgement, 'verdict'> {
  const reason = [summary ?? [], inClass === undefined ? [] : `the class "${inClass}"`].flat().join('; ');
  return {
    ...(reason !== '' && { reason }),
    ...(expected !== undefined && { expected }),
    ...(seen !== undefined && { seen }),
  };
}

/** The verdicts of all requirements of a selection. One that depends on a violated requirement is inconclusive. */
export function judgeAll(
  requirements: readonly Requirement[],
  checksOf: (id: string) => readonly Checked[],
  notReached: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, Judgement> {
  const all = requirements.map(({ id }) => ({ id, checks: checksOf(id) }));
  const blamed = findingsByOwner(all.flatMap(({ checks }) => checks));
  const judged = new Map<string, Judgement>(
    all.map(({ id, checks }) => {
      const { foundBy, ...told } = judge(checks, blamed.get(id) ?? [], { isNotReached: notReached.has(id) });
      return [id, { ...told, ...(foundBy !== undefined && foundBy !== id && { foundBy }) }];
    }),
  );
  const servedBy = servingRows(requirements);
  const isViolated = (id: string) => judged.get(id)?.verdict === 'violates';
  const ownCheckFails = (id: string) => checksOf(id).some(isBroken);

  const verdicts = new Map(judged);
  const because = new Map<string, string>();
  /** Of two requirements that depend on each other one has to stay violated. */
  const leadsTo = (from: string, id: string): boolean => {
    const next = because.get(from);
    return from === id || (next !== undefined && leadsTo(next, id));
  };
  for (const { id, checks } of all) {
    if (!isViolated(id)) continue;
    const base = standsOn(checks, servedBy).find(
      (other) => isViolated(other) && ownCheckFails(other) && !leadsTo(other, id),
    );
    if (base === undefined) continue;
    because.set(id, base);
    const reason = `it cannot be judged while ${base} is violated`;
    verdicts.set(id, { verdict: 'inconclusive', reason, standsOn: base });
  }
  return verdicts;
}

/** Of each operation the requirement that it is served. */
export function servingRows(requirements: readonly Requirement[]): ReadonlyMap<string, string> {
  return new Map<string, string>(
    requirements.flatMap(({ id, serves }) => (serves === undefined ? [] : [[serves, id] as const])),
  );
}

/**
 * The requirements that another depends on: that its operations are served, and that the responses which its check received
 * have their shape. Where one of these is violated by its own check as well, this one says nothing new.
 */
export function standsOn(checks: readonly Checked[], servedBy: ReadonlyMap<string, string>): string[] {
  const operations = new Set(checks.flatMap(({ evidence }) => Object.keys(evidence?.met ?? {})));
  const shapes = checks
    .flatMap(({ evidence }) => evidence?.findings ?? [])
    .filter(({ kind }) => kind !== 'server-error');
  return [
    ...[...operations].flatMap((one) => servedBy.get(one) ?? []),
    ...shapes.map(({ requirement }) => requirement),
  ];
}

/** The findings in all responses, by the requirement that owns them. */
function findingsByOwner(checks: readonly Checked[]): Map<string, FoundFinding[]> {
  const owned = new Map<string, FoundFinding[]>();
  for (const checked of checks) {
    for (const finding of checked.evidence?.findings ?? []) {
      // A server error in a check that fails belongs to the requirement of that check.
      if (finding.kind === 'server-error' && isBroken(checked)) continue;
      const found = { ...finding, foundBy: checked.evidence?.requirement };
      owned.set(finding.requirement, [...(owned.get(finding.requirement) ?? []), found]);
    }
  }
  return owned;
}

interface Circumstances {
  /** Checks that ended by an error of their own. */
  readonly defects: number;
  /** Rows of the baseline that say what is not so. */
  readonly stale: number;
  readonly isStrict: boolean;
  /** Whether less was told than in the last accepted run. */
  readonly hasFallen?: boolean;
}

/** From verdicts to what is true of the tenant, what CI does about it, and the exit code. */
export function conclude(
  results: readonly Pick<RequirementResult, 'level' | 'verdict' | 'accepted'>[],
  { defects, stale, isStrict, hasFallen = false }: Circumstances,
): { readonly outcome: Outcome; readonly gate: Gate; readonly exitCode: 0 | 1 | 3 } {
  const musts = results.filter(({ level }) => level === 'must');
  const open = musts.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'untested');
  const isBroken = musts.some(({ verdict }) => verdict === 'violates' || verdict === 'known');
  const isOpen = open.length > 0 || defects > 0 || results.length === 0;
  const outcome = isBroken ? 'non-conformant' : isOpen ? 'incomplete' : 'conformant';

  if (musts.some(({ verdict }) => verdict === 'violates') || stale > 0) return { outcome, gate: 'failed', exitCode: 1 };
  const counts = open.filter(({ accepted }) => isStrict || accepted === undefined);
  const isIncomplete = counts.length > 0 || defects > 0 || hasFallen || results.length === 0;
  if (isIncomplete) return { outcome, gate: 'incomplete', exitCode: 3 };
  return { outcome, gate: 'passed', exitCode: 0 };
}
