import { failureText, type Failure } from '../../evidence/failure.ts';
import { currentLog } from './log.ts';

interface Details {
  /** The status with which the tenant refused what was asked for. */
  readonly status?: number;
  /** The function whose caller the stack begins with. */
  readonly calledBy?: (...given: never[]) => unknown;
}

/**
 * A failure on its way through a check. It holds no secret: its texts are redacted where it is made. It is in the log of its
 * check from then on, so that nothing has to be read out of its message.
 */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
  readonly failure: Failure;
  readonly status: number | undefined;

  constructor(failure: Failure, { status, calledBy }: Details = {}) {
    const redacted = currentLog()?.record(failure) ?? failure;
    super(failureText(redacted));
    this.failure = redacted;
    this.status = status;
    if (calledBy) Error.captureStackTrace(this, calledBy);
  }

  get isViolation(): boolean {
    return this.failure.kind === 'violation';
  }

  /** The same with more said of it; the log holds it in place of this one. */
  with(more: Partial<Failure>): CheckFailure {
    currentLog()?.withdraw(this.failure);
    const richer = new CheckFailure(
      { ...this.failure, ...more },
      this.status === undefined ? {} : { status: this.status },
    );
    if (this.stack !== undefined) richer.stack = this.stack;
    return richer;
  }
}

/** A step before the assertion failed. */
export function setupFailed(summary: string, details: Details = {}): CheckFailure {
  return new CheckFailure({ kind: 'setup', summary }, details);
}

/** The network, a gateway or somebody else's work prevented a result. */
export function transient(summary: string): CheckFailure {
  return new CheckFailure({ kind: 'transient', summary });
}

export type Attempted<Value> =
  | { readonly value: Value; readonly failure?: undefined }
  | { readonly failure: CheckFailure; readonly value?: undefined };

/**
 * Runs a step whose failure does not end the check: it leaves the log, and whoever throws it again puts it back with
 * `again`. An error of another kind is a defect of the check, and a check that is skipped ends; both go on.
 */
export async function attempt<Value>(step: () => Promise<Value> | Value): Promise<Attempted<Value>> {
  try {
    return { value: await step() };
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    currentLog()?.withdraw(error.failure);
    return { failure: error };
  }
}

/** A failure that was attempted and ends the check after all. */
export function again(failure: CheckFailure): CheckFailure {
  currentLog()?.restore(failure.failure);
  return failure;
}

/** A step that other requirements are about: where it does not hold, this check could not be set up. */
export async function asSetup<Value>(step: () => Promise<Value>, why: string | (() => string)): Promise<Value> {
  const { value, failure } = await attempt(step);
  if (!failure) return value;
  throw failure.isViolation ? setupFailed(typeof why === 'string' ? why : why()) : again(failure);
}
