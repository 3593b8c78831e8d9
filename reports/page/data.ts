import type { BlamedFinding, Exchange } from '../../evidence/evidence.ts';
import type { BriefStory, BrokenExchange, Story } from '../story.ts';
import type { Outcome, RequirementResult, TestResult, Verdict } from '../../evidence/results.ts';

/** The data that the page embeds for its script, in addition to the markup. */
export interface PageData {
  readonly run?: PageRun;
  readonly requirements: readonly PageRequirement[];
  /** Start times of the earlier runs that `PageRequirement.pastVerdicts` refers to, oldest first. */
  readonly pastRuns: readonly string[];
}

export interface PageRun {
  readonly tenant: string;
  readonly outcome: Outcome;
  readonly startedAt: string;
  readonly seed: number;
  readonly versions: Readonly<Record<string, string>>;
  /** What the command line of a replay begins with, where the run was. */
  readonly replay: string;
  /** Flags with which a replay addresses the same tenant. */
  readonly flags: string;
  /** The address of the specification, with `{line}` in place of a line. */
  readonly specification?: string;
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
  /** Violated by a check that the last run did not have. */
  readonly isNewCheck?: true;
  readonly milliseconds?: number;
  /** Its classes; in a run those that no check judged say so. */
  readonly classes?: readonly string[];
  readonly checks: readonly PageCheck[];
  /** One letter for each run of `PageData.pastRuns`; a dot where the run has no verdict for it. */
  readonly pastVerdicts?: string;
  /** Deviations of the reference tenant that its check has to detect. */
  readonly faults?: readonly PageFault[];
  /** In a catalogue: what its check needs. */
  readonly needs?: readonly string[];
  readonly untestable?: string;
  /** Whether the page embeds evidence for it. */
  readonly hasEvidence?: true;
}

export interface PageFault {
  readonly id: string;
  readonly sentence: string;
  /** Its verdict in the last proof run on this machine, if there was one. */
  readonly verdict?: string;
}

export interface PageCheck {
  readonly file: string;
  readonly line: number;
  readonly status?: TestResult['status'];
  readonly milliseconds?: number;
  readonly attempts?: number;
}

/** The compressed evidence of one requirement, decompressed when its row is opened. */
export interface PageEvidence {
  readonly exchanges: readonly PageExchange[];
  /** Of a violated one: the requirement whose check found it, where it is another one. */
  readonly foundBy?: string;
  /** Number of exchanges at the beginning that were left out to keep the page small. */
  readonly dropped: number;
  readonly tries: readonly PageTry[];
  /** Of a violated one: what was sent, required and received, and the title of a ticket. */
  readonly story?: Story;
  /** What the page shows of the story, above the exchange that it is about. */
  readonly brief?: BriefStory;
  /** The exchange that shows the violation, as an index into `exchanges`. */
  readonly broken?: BrokenExchange;
  readonly findings: readonly BlamedFinding[];
  readonly counterexample?: {
    readonly input: string;
    readonly path: string;
    readonly inputs: number;
    readonly shrinks: number;
  };
  /** A script that sends the same requests; absent where it was left out to keep the page small. */
  readonly curl?: string;
}

/** One attempt of a check, with its error. */
export interface PageTry {
  /** Its index in `PageRequirement.checks`. */
  readonly check: number;
  readonly attempt: number;
  readonly status: TestResult['status'];
  readonly milliseconds: number;
  readonly error?: PageText;
}

/** A text that may be truncated, with its original length. */
export interface PageText {
  readonly text: string;
  readonly length: number;
}

export interface PageExchange extends Omit<Exchange, 'requestBody' | 'responseBody' | 'startedAt'> {
  readonly requestBody?: PageText;
  readonly responseBody?: PageText;
}
