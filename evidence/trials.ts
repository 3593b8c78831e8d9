/** What a proof run hands to the suite run that plays its trials. */
export interface TrialsPlan {
  /** The file that results are appended to, one `TrialLine` each. */
  readonly file: string;
  /** Of each check its trials, in the order of their trial indices: the ids of the faults of each trial's tenant. */
  readonly trials: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** The result of one trial, as one line of JSON. */
export interface TrialLine {
  /** The requirement of the check that was played. */
  readonly check: string;
  /** The ids of the faults, or mutants, of its tenant. */
  readonly faults: readonly string[];
  /** Requirements that the trial reports as violated: the check's own, and owners of schema parts that responses break. */
  readonly red: readonly string[];
  /** Operations that responded. */
  readonly met: readonly string[];
  /** Requirements about the shape of responses that were broken. */
  readonly shapes: readonly string[];
  /** What the assertion that failed compared, in one line. */
  readonly failure?: string;
  /** Why the check came to no verdict. */
  readonly trouble?: string;
  /** What the check lacked to be carried out. */
  readonly untested?: string;
  /** The classes of its requirement that the check judged. */
  readonly classes?: readonly string[];
}
