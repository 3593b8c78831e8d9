import type { BlamedFinding, Exchange } from '../../evidence/evidence.ts';
import type { Outcome, RequirementResult, TestResult, Verdict } from '../../evidence/results.ts';

/** What the page carries for its script, beside what is written in it already. */
export interface PageData {
  readonly run?: PageRun;
  readonly requirements: readonly PageRequirement[];
  /** When the runs were that `PageRequirement.nights` speaks of, the oldest first. */
  readonly nights: readonly string[];
}

export interface PageRun {
  readonly tenant: string;
  readonly outcome: Outcome;
  readonly startedAt: string;
  readonly seed: number;
  readonly versions: Readonly<Record<string, string>>;
  /** Flags that a replay needs to meet the same tenant. */
  readonly flags: string;
}

export interface PageRequirement {
  readonly id: string;
  readonly family: string;
  readonly level: string;
  readonly kind: string;
  readonly sentence: string;
  readonly section: string;
  /** Lines of the specification. */
  readonly lines: string;
  readonly operations: readonly string[];
  readonly verdict?: Verdict;
  readonly reason?: string;
  readonly expected?: string;
  readonly seen?: string;
  readonly standsOn?: string;
  readonly known?: RequirementResult['known'];
  readonly accepted?: string;
  readonly isFlaky?: true;
  readonly milliseconds?: number;
  readonly checks: readonly PageCheck[];
  /** A letter for each run of `PageData.nights`; a dot where it was not judged. */
  readonly nights?: string;
  /** Deviations of the reference tenant that its check has to notice. */
  readonly faults?: readonly PageFault[];
  /** In a catalogue: what it takes to look. */
  readonly needs?: readonly string[];
  readonly untestable?: string;
  /** Whether the page carries evidence of it. */
  readonly hasEvidence?: true;
}

export interface PageFault {
  readonly id: string;
  readonly sentence: string;
  /** What became of it when it was last played, where that is known. */
  readonly verdict?: string;
}

export interface PageCheck {
  readonly file: string;
  readonly line: number;
  readonly status?: TestResult['status'];
  readonly milliseconds?: number;
  readonly attempts?: number;
}

/** What is packed for one requirement, and unpacked when somebody opens it. */
export interface PageEvidence {
  readonly exchanges: readonly PageExchange[];
  /** Exchanges at the beginning that found no room. */
  readonly dropped: number;
  readonly tries: readonly PageTry[];
  readonly findings: readonly BlamedFinding[];
  readonly counterexample?: {
    readonly input: string;
    readonly path: string;
    readonly inputs: number;
    readonly shrinks: number;
  };
  /** A script that sends the same requests; absent where it found no room. */
  readonly curl?: string;
}

/** An attempt of a check, with what it said. */
export interface PageTry {
  /** Its place in `PageRequirement.checks`. */
  readonly check: number;
  readonly attempt: number;
  readonly status: TestResult['status'];
  readonly milliseconds: number;
  readonly error?: PageText;
}

/** A text that may have been cut, and how long it was. */
export interface PageText {
  readonly text: string;
  readonly length: number;
}

export interface PageExchange extends Omit<Exchange, 'requestBody' | 'responseBody' | 'startedAt'> {
  readonly requestBody?: PageText;
  readonly responseBody?: PageText;
}
