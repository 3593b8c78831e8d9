import type { Drift } from '../../contracts/drift/drift.ts';
import type { Cause } from '../../evidence/causes.ts';
import type { Failure } from '../../evidence/failure.ts';

/** What a log needs from the evidence: redaction, and the number of exchanges so far. */
export interface Evidence {
  readonly redacted: (text: string) => string;
  readonly exchanges: () => number;
}

/** The failures of one check and the statuses that it asserted. */
export class CheckLog {
  readonly #evidence: Evidence;
  #failures: readonly Failure[] = [];
  readonly #asserted = new Map<string, Set<number>>();
  #drift: readonly Drift[] = [];
  #causes: readonly Cause[] = [];
  readonly #classes = new Set<string>();
  readonly #leftOut = new Set<string>();
  #assertions = 0;
  #drawsInputs = false;
  #violation: Failure | undefined;
  #isTentative = false;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** Returns the failure as it was recorded. */
  record({ summary, expected, seen, counterexample, places, ...failure }: Failure): Failure {
    const { redacted, exchanges } = this.#evidence;
    const last = exchanges() - 1;
    const recorded: Failure = {
      ...(last >= 0 && { exchange: last }),
      ...failure,
      ...(summary !== undefined && { summary: redacted(summary) }),
      ...(expected !== undefined && { expected: redacted(expected) }),
      ...(seen !== undefined && { seen: redacted(seen) }),
      ...(places && {
        places: places.map((one) => ({
          at: redacted(one.at),
          expected: redacted(one.expected),
          seen: redacted(one.seen),
        })),
      }),
      ...(counterexample && { counterexample: { ...counterexample, input: redacted(counterexample.input) } }),
    };
    this.restore(recorded);
    return recorded;
  }

  restore(failure: Failure): void {
    this.#failures = [...this.#failures, failure];
  }

  withdraw(failure: Failure): void {
    this.#failures = this.#failures.filter((one) => one !== failure);
  }

  /** Notes a violation of which the check goes on to look for a simpler case; the check may run out of time over that. */
  noteViolation({ exchange: _, ...violation }: Failure): void {
    this.#violation = violation;
  }

  get notedViolation(): Failure | undefined {
    return this.#violation;
  }

  /** The failure that ended the check: the first that was not withdrawn. */
  get ending(): Failure | undefined {
    return this.#failures[0];
  }

  /** Runs a step that does not end the check, whatever it lacks. */
  async tentatively<Value>(step: () => Promise<Value>): Promise<Value> {
    const isWithinAnother = this.#isTentative;
    this.#isTentative = true;
    try {
      return await step();
    } finally {
      this.#isTentative = isWithinAnother;
    }
  }

  get isTentative(): boolean {
    return this.#isTentative;
  }

  /** Notes why the check ends as untested. */
  endUntested(causes: readonly Cause[]): void {
    const { redacted } = this.#evidence;
    this.#causes = causes.map(({ kind, what, why, inPlaceOf }) => ({
      kind,
      what: redacted(what),
      ...(why !== undefined && { why: redacted(why) }),
      ...(inPlaceOf !== undefined && { inPlaceOf: redacted(inPlaceOf) }),
    }));
  }

  /** Why the check ended as untested; empty if it did not. */
  get causes(): readonly Cause[] {
    return this.#causes;
  }

  /** Notes a status that the check compared with a requirement, as opposed to one that it only received. */
  assertStatus(operation: string, status: number): void {
    this.#asserted.set(operation, (this.#asserted.get(operation) ?? new Set()).add(status));
  }

  /** Notes that the check compared something with what its requirement says. */
  assert(): void {
    this.#assertions += 1;
  }

  get hasAsserted(): boolean {
    return this.#assertions > 0;
  }

  /** Notes that the check is a property, which draws its inputs. */
  noteInputs(): void {
    this.#drawsInputs = true;
  }

  get drawsInputs(): boolean {
    return this.#drawsInputs;
  }

  /** Notes that the requirement was judged in one of its classes. */
  judgeClass(name: string): void {
    this.#classes.add(name);
  }

  get classes(): readonly string[] {
    return [...this.#classes];
  }

  /** Notes a class that this tenant leaves nothing to judge in. */
  leaveOut(name: string): void {
    this.#leftOut.add(name);
  }

  /** The classes that were left out, where nothing else was judged. */
  get onlyLeftOut(): readonly string[] {
    return this.hasAsserted ? [] : [...this.#leftOut];
  }

  /** Notes where the tenant's own document misled the check. */
  noteDrift(drift: Drift): void {
    this.#drift = [...this.#drift, drift];
  }

  get drift(): readonly Drift[] {
    return this.#drift;
  }

  get asserted(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries([...this.#asserted].map(([operation, statuses]) => [operation, [...statuses]]));
  }
}

/** The check that runs now, as Playwright tells it. A command is no check, and does without loading Playwright. */
export interface RunningChecks {
  /** An object that belongs to the running check; undefined between checks. */
  readonly current: () => object | undefined;
  /** Ends the running check without a verdict. */
  readonly skip: (sentence: string) => void;
}

const logs = new WeakMap<object, CheckLog>();
let running: RunningChecks | undefined;

/** Called once, where checks are declared. */
export function checksRunIn(checks: RunningChecks): void {
  running = checks;
}

export function openLog(check: object, evidence: Evidence): CheckLog {
  const log = new CheckLog(evidence);
  logs.set(check, log);
  return log;
}

/** The log of the running check; undefined outside of a check, for example in a sweep. */
export function currentLog(): CheckLog | undefined {
  const check = running?.current();
  return check && logs.get(check);
}

/** Ends the running check without a verdict. */
export function skipCheck(sentence: string): never {
  running?.skip(sentence);
  throw new Error(`this can only be said of a running check: ${sentence}`);
}
