import { test, type TestInfo } from '@playwright/test';
import type { Failure } from '../../evidence/failure.ts';

/** Where a failure is written down: which texts are secret, and how many exchanges there were. */
export interface Evidence {
  readonly redacted: (text: string) => string;
  readonly exchanges: () => number;
}

/** What went wrong in one check, and which statuses it has asserted. Playwright's `test.info()` says which check runs. */
export class CheckLog {
  readonly #evidence: Evidence;
  #failures: readonly Failure[] = [];
  readonly #asserted = new Map<string, Set<number>>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** Answers the failure as it was written down. */
  record({ summary, expected, seen, counterexample, ...failure }: Failure): Failure {
    const { redacted, exchanges } = this.#evidence;
    const last = exchanges() - 1;
    const recorded: Failure = {
      ...(last >= 0 && { exchange: last }),
      ...failure,
      ...(summary !== undefined && { summary: redacted(summary) }),
      ...(expected !== undefined && { expected: redacted(expected) }),
      ...(seen !== undefined && { seen: redacted(seen) }),
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

  /** What ended the check, where it was a failure of ours: the first that was not withdrawn. */
  get ending(): Failure | undefined {
    return this.#failures[0];
  }

  /** A status that the check compared with what a requirement demands, and did not only receive. */
  assertStatus(operation: string, status: number): void {
    this.#asserted.set(operation, (this.#asserted.get(operation) ?? new Set()).add(status));
  }

  get asserted(): Readonly<Record<string, readonly number[]>> {
    return Object.fromEntries([...this.#asserted].map(([operation, statuses]) => [operation, [...statuses]]));
  }
}

const logs = new WeakMap<TestInfo, CheckLog>();

export function openLog(testInfo: TestInfo, evidence: Evidence): CheckLog {
  const log = new CheckLog(evidence);
  logs.set(testInfo, log);
  return log;
}

/** The log of the check that runs; none outside of one, as in a sweep. */
export function currentLog(): CheckLog | undefined {
  try {
    return logs.get(test.info());
  } catch {
    return undefined;
  }
}
