import type { Baseline } from './baseline.ts';
import type { Drift } from '../contracts/drift/drift.ts';
import type { BlamedFinding, Bound, Exchange, LedgerEntry } from './evidence.ts';
import type { Failure } from './failure.ts';
import type { Family } from '../contracts/families.ts';
import type { Kind, Level } from '../contracts/requirements/row.ts';

/** The shape of `results.json`; `results.schema.json` publishes it. */

/** Facts of a run that its configuration knows: Playwright carries them to reporters and through merges. */
export interface RunFacts {
  /** The name in `TENANT`, the host of a live tenant, or the embedded one with its dialect. */
  readonly tenant: string;
  readonly isLive: boolean;
  readonly baseUrl?: string;
  readonly seed: number;
  readonly propertyRuns: number;
  readonly maxWait: number;
  readonly isReadOnly: boolean;
  readonly allowsAccountChanges: boolean;
  readonly versions: Readonly<Record<string, string>>;
  /** Where the results are written. */
  readonly reportFolder: string;
  /** Where a line of each whole run is kept. */
  readonly historyFolder?: string;
  /** What is known of this tenant and accepted. */
  readonly baseline?: Baseline;
  /** Somebody chose what to run, by a flag or by files. */
  readonly isSelection: boolean;
  /** Accepted gaps count like any other. */
  readonly isStrict: boolean;
  /** Settings that were given, each with its value or, for what is secret, the word that it was. */
  readonly settings: Readonly<Record<string, string>>;
}

export const VERDICTS = ['conforms', 'violates', 'known', 'fixed', 'inconclusive', 'untested'] as const;
/** What is true of a promise after a run: `known` is violated as its baseline says, `fixed` is not any more. */
export type Verdict = (typeof VERDICTS)[number];

export type Outcome = 'conformant' | 'non-conformant' | 'incomplete';
export type Gate = 'passed' | 'failed' | 'incomplete';

/** A row of a baseline that has to go. */
export interface StaleRow {
  readonly requirement: string;
  readonly line: number;
  readonly why: string;
}

/** One attempt of a test that was tried more than once. */
export interface Attempt {
  readonly status: TestResult['status'];
  readonly milliseconds: number;
  readonly error?: string;
}

/** One test of a promise. */
export interface TestResult {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  readonly milliseconds: number;
  /** How often it was tried. A check that failed and then passed is flaky, and shown as such. */
  readonly attempts: number;
  /** Each attempt, where there was more than one. */
  readonly tries?: readonly Attempt[];
  /** Why it did not come to its end, as data and in words. */
  readonly failure?: Failure;
  readonly error?: string;
}

export interface RequirementResult {
  readonly id: string;
  readonly family: Family;
  readonly level: Level;
  readonly kind: Kind;
  readonly sentence: string;
  readonly section: string;
  readonly verdict: Verdict;
  /** Why it is not `conforms`, in plain words. */
  readonly reason?: string;
  readonly expected?: string;
  readonly seen?: string;
  /** The broken promise without which this one cannot be told: its own check failed as well. */
  readonly standsOn?: string;
  /** What the baseline says of a known violation. */
  readonly known?: {
    readonly reason: string;
    readonly ticket?: string;
    readonly since?: string;
    readonly expires?: string;
  };
  /** Why it may stay untested. */
  readonly accepted?: string;
  readonly isFlaky?: true;
  readonly milliseconds: number;
  readonly tests: readonly TestResult[];
  readonly findings: readonly BlamedFinding[];
  /** The exchanges of a promise that does not conform, and of each in a small selection; the HAR holds all. */
  readonly evidence: readonly Exchange[];
}

/** The cells of a lifecycle: what each action does in each state, and whether the run tried it. */
export interface LifecycleResult {
  readonly name: string;
  readonly cells: readonly {
    readonly state: string;
    readonly action: string;
    /** In words; an open point says so. */
    readonly expects: string;
    readonly requirement?: string;
    readonly visited: boolean;
  }[];
}

export interface Results {
  readonly run: RunFacts & {
    readonly startedAt: string;
    readonly milliseconds: number;
    readonly outcome: Outcome;
    readonly gate: Gate;
    readonly exitCode: 0 | 1 | 3;
    /** A selection was judged, not the whole. */
    readonly isPartial: boolean;
    readonly shard?: { readonly current: number; readonly total: number };
    readonly exchanges: number;
    /** Checks that ended by an error of their own, each with it. */
    readonly defects: readonly string[];
    /** Rows of the baseline that say what is not so. */
    readonly staleRows: readonly StaleRow[];
    /** What the run could not remove, and what expires by itself. */
    readonly leftBehind: readonly string[];
  };
  readonly counts: Readonly<Record<Verdict | 'total' | 'untestable', number>>;
  readonly requirements: readonly RequirementResult[];
  readonly operations: readonly {
    readonly operationId: string;
    /** Every status that it answered. */
    readonly statuses: readonly number[];
    /** Those that a check held against a promise, and did not meet in passing. */
    readonly asserted: readonly number[];
  }[];
  /** In what the tenant's own document departs from the specification. */
  readonly drift: readonly Drift[];
  /** What the tenant calls what the specification leaves open, and where each name came from. */
  readonly bindings: readonly Bound[];
  readonly lifecycles: readonly LifecycleResult[];
  /** What the run made or changed on a tenant that others share, and what became of it. */
  readonly ledger: readonly (LedgerEntry & { readonly requirement: string })[];
}
