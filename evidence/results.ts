import type { Baseline } from './baseline.ts';
import type { Drift } from '../contracts/drift/drift.ts';
import type { Cause } from './causes.ts';
import type { BlamedFinding, Bound, Exchange } from './evidence.ts';
import type { LedgerEntry, Remaining } from './ledger-entry.ts';
import type { Failure } from './failure.ts';
import type { ProvidedThing, ProvidedThings } from './provided.ts';
import type { Family } from '../contracts/families.ts';
import type { Kind, Level } from '../contracts/requirements/row.ts';

/** The types of `results.json`, published as `results.schema.json`. */

/** Facts of a run from its configuration. Playwright passes them to reporters and through merges. */
export interface RunFacts {
  /** What requests of the run carry in `User-Agent`. */
  readonly id?: string;
  /** The name in `TENANT`, the host of a live tenant, or the embedded tenant with its dialect. */
  readonly tenant: string;
  readonly isLive: boolean;
  readonly baseUrl?: string;
  readonly seed: number;
  readonly propertyRuns: number;
  readonly maxWait: number;
  readonly isReadOnly: boolean;
  readonly allowsAccountChanges: boolean;
  readonly versions: Readonly<Record<string, string>>;
  /** The folder for the results. */
  readonly reportFolder: string;
  /** The folder for the history, to which each complete run appends a line. */
  readonly historyFolder?: string;
  /** Known violations and accepted gaps of the tenant. */
  readonly baseline?: Baseline;
  /** Whether a flag or a list of files selects what to run. */
  readonly isSelection: boolean;
  /** Whether accepted gaps count as gaps. */
  readonly isStrict: boolean;
  /** Settings that are set, with their values; `given` in place of a secret. */
  readonly settings: Readonly<Record<string, string>>;
}

export const VERDICTS = ['conforms', 'violates', 'known', 'fixed', 'inconclusive', 'untested'] as const;
/** The result of a requirement. `known`: violated and listed in the baseline; `fixed`: listed there, yet conforming. */
export type Verdict = (typeof VERDICTS)[number];

export type Outcome = 'conformant' | 'non-conformant' | 'incomplete';
export type Gate = 'passed' | 'failed' | 'incomplete';

/** The share of the requirements that conform or are violated, as a percentage. */
export interface Told {
  readonly percent: number;
  /** That of the last accepted run of the tenant, where one is known. */
  readonly accepted?: { readonly percent: number; readonly at: string };
  /** Whether it is more than one percent of the requirements below that of the accepted run. */
  readonly hasFallen: boolean;
}

/** What is different from the last run of the tenant, by ids of requirements. */
export interface Since {
  readonly at: string;
  readonly newlyViolated: readonly string[];
  /** Violated by checks that the last run did not have. */
  readonly newChecks: readonly string[];
  readonly fixed: readonly string[];
}

/** A row of a baseline to delete or review. */
export interface StaleRow {
  /** The id or the pattern of the row, or `reason: ` with what it accepts. */
  readonly requirement: string;
  readonly line: number;
  readonly why: string;
}

/** One attempt of a test that was retried. */
export interface Attempt {
  readonly status: TestResult['status'];
  readonly milliseconds: number;
  readonly error?: string;
}

/** One test of a requirement. */
export interface TestResult {
  readonly title: string;
  readonly file: string;
  readonly line: number;
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted';
  readonly milliseconds: number;
  /** Number of attempts. A test that failed and then passed is flaky. */
  readonly attempts: number;
  /** Whether it is a property, which draws its inputs: a path leads to a counterexample in it. */
  readonly drawsInputs?: true;
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
  /** Lines of the specification, such as `34, 160-162`. */
  readonly lines: string;
  /** The operation of which it states that it is served at all. */
  readonly serves?: string;
  readonly verdict: Verdict;
  /** Why the verdict is not `conforms`. */
  readonly reason?: string;
  /** Of an untested one: the single causes, each of which has to go for the requirement to be tested. */
  readonly causes?: readonly Cause[];
  readonly expected?: string;
  readonly seen?: string;
  /** The violated requirement that this check depends on, so that its own verdict is inconclusive. */
  readonly standsOn?: string;
  /** Of a violated one: the requirement whose check found it, where that is another one. It is the one to repeat. */
  readonly foundBy?: string;
  /** The baseline row of a known violation. */
  readonly known?: {
    readonly reason: string;
    readonly ticket?: string;
    readonly since?: string;
    readonly expires?: string;
  };
  /** The reason of an accepted gap. */
  readonly accepted?: string;
  readonly isFlaky?: true;
  readonly milliseconds: number;
  /** Its classes of input, actor and history, where it has several, and whether a check judged each. */
  readonly classes?: readonly { readonly name: string; readonly isJudged: boolean }[];
  readonly tests: readonly TestResult[];
  readonly findings: readonly BlamedFinding[];
  /** Of a requirement that is violated or inconclusive: the exchange that its verdict is about, as an index into `evidence`. */
  readonly exchange?: number;
  /** Violated by a check that the last run of this tenant did not have. */
  readonly isNewCheck?: true;
  /** Exchanges of a requirement that does not conform, or of any in a small selection; the HAR file has all. */
  readonly evidence: readonly Exchange[];
}

/** The cells of a lifecycle: the expected effect of each action in each state, and whether the run tried it. */
export interface LifecycleResult {
  readonly name: string;
  readonly cells: readonly {
    readonly state: string;
    readonly action: string;
    /** The expected effect; starts with `open: ` for an open point. */
    readonly expects: string;
    readonly requirement?: string;
    readonly visited: boolean;
    /** Whether the run tried it and judged that the effect was as expected. */
    readonly held: boolean;
  }[];
}

/** What stood for the things and credentials of a run: one for the run, or one for each shard of a merged report. */
export interface ProvidedResult extends Omit<ProvidedThings, 'things'> {
  readonly things: readonly (ProvidedThing & {
    /** How many requirements of the run hang on it. */
    readonly requirements: number;
  })[];
}

export interface Results {
  readonly run: RunFacts & {
    readonly startedAt: string;
    readonly milliseconds: number;
    readonly outcome: Outcome;
    readonly gate: Gate;
    readonly exitCode: 0 | 1 | 3;
    /** Whether the run covers a selection of the requirements only. */
    readonly isPartial: boolean;
    /** Whether it was stopped before all of its checks had begun. */
    readonly wasStopped?: true;
    readonly shard?: { readonly current: number; readonly total: number };
    readonly exchanges: number;
    /** Only of a run of all requirements. */
    readonly told?: Told;
    /** Of a run of all requirements whose tenant has a history. */
    readonly since?: Since;
    /** SHA-256 of the tenant's own OpenAPI document, as each process of the run read it. */
    readonly documents?: readonly string[];
    /** Whether a check compared the tenant's own OpenAPI document with the specification. */
    readonly comparedDocument?: true;
    /** Errors of checks that are defects of the suite. */
    readonly defects: readonly string[];
    /** Rows of the baseline that are out of date. */
    readonly staleRows: readonly StaleRow[];
    /** What the run did not remove, and what expires without an undo. */
    readonly leftBehind: readonly Remaining[];
    /** Empty where the embedded tenant lends everything. */
    readonly provided: readonly ProvidedResult[];
  };
  readonly counts: Readonly<Record<Verdict | 'total' | 'untestable', number>>;
  readonly requirements: readonly RequirementResult[];
  readonly operations: readonly {
    readonly operationId: string;
    /** All statuses of its responses. */
    readonly statuses: readonly number[];
    /** The statuses that a check asserted. */
    readonly asserted: readonly number[];
  }[];
  /** Differences between the tenant's own document and the specification. */
  readonly drift: readonly Drift[];
  /** What the tenant's own document declares beyond the specification, which leaves that open. */
  readonly additions: readonly Drift[];
  /** The tenant's values for names that the specification leaves open, with their sources. */
  readonly bindings: readonly Bound[];
  readonly lifecycles: readonly LifecycleResult[];
  /** What the run created or changed on a shared tenant, and whether it was undone. */
  readonly ledger: readonly (LedgerEntry & { readonly requirement: string })[];
}
