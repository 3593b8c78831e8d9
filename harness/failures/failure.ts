import { failureText, type Failure } from '../../evidence/failure.ts';
import { currentLog } from './log.ts';

interface Details {
  /** The status with which the tenant refused the request. */
  readonly status?: number;
  /** The status of the last attempt of a request that was given up; it is no refusal. */
  readonly lastStatus?: number | undefined;
  /** Whether no attempt of the request reached the tenant, so that it has no effect. */
  readonly isUnsent?: boolean;
  /** The stack trace begins at the caller of this function. */
  readonly calledBy?: (...given: never[]) => unknown;
}

/**
 * A failure thrown in a check. Its texts are redacted when it is created, and it is recorded in the log of its check, so that
 * nothing has to be parsed from its message.
 */
export class CheckFailure extends Error {
  override readonly name = 'CheckFailure';
  readonly failure: Failure;
  readonly status: number | undefined;
  readonly lastStatus: number | undefined;
  readonly isUnsent: boolean;

  constructor(failure: Failure, { status, lastStatus, isUnsent = false, calledBy }: Details = {}) {
    const redacted = currentLog()?.record(failure) ?? failure;
    super(failureText(redacted));
    this.failure = redacted;
    this.status = status;
    this.lastStatus = lastStatus;
    this.isUnsent = isUnsent;
    if (calledBy) Error.captureStackTrace(this, calledBy);
  }

  get isViolation(): boolean {
    return this.failure.kind === 'violation';
  }

  /** A copy with more details, which replaces this failure in the log. */
  with(details: Partial<Failure>): CheckFailure {
    currentLog()?.withdraw(this.failure);
    const copy = new CheckFailure(
      { ...this.failure, ...details },
      this.status === undefined ? {} : { status: this.status },
    );
    if (this.stack !== undefined) copy.stack = this.stack;
    return copy;
  }
}

/** A step before the assertion failed. */
export function setupFailed(summary: string, details: Details = {}): CheckFailure {
  return new CheckFailure({ kind: 'setup', summary }, details);
}

/** The network, a gateway or another user of the tenant prevented a result. */
export function transient(summary: string, details: Pick<Details, 'lastStatus' | 'isUnsent'> = {}): CheckFailure {
  return new CheckFailure({ kind: 'transient', summary }, details);
}

export type Attempted<Value> =
  | { readonly value: Value; readonly failure?: undefined }
  | { readonly failure: CheckFailure; readonly value?: undefined };

/**
 * Runs a step whose failure does not end the check: the failure is removed from the log, and `again` restores it if it is
 * rethrown. Other errors, a defect of the check or a skip, are passed on.
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

/**
 * Runs a step in whose place another one can be taken: undefined if it fails. Where it cannot go on for want of something, it does
 * not end the check either.
 */
export async function tentatively<Value>(step: () => Promise<Value>): Promise<Value | undefined> {
  return (await attemptTentatively(step)).value;
}

/** The same as `attempt`, where the check goes on as well if the step ends for want of something: that is a setup failure then. */
export function attemptTentatively<Value>(step: () => Promise<Value>): Promise<Attempted<Value>> {
  const log = currentLog();
  return attempt(() => (log ? log.tentatively(step) : step()));
}

/** Restores a failure that `attempt` returned to the log, so that it can be rethrown. */
export function again(failure: CheckFailure): CheckFailure {
  currentLog()?.restore(failure.failure);
  return failure;
}

/** Runs a step that other requirements are about: a violation in it is a setup failure of this check. */
export async function asSetup<Value>(step: () => Promise<Value>, why: string | (() => string)): Promise<Value> {
  const { value, failure } = await attempt(step);
  if (!failure) return value;
  throw failure.isViolation ? setupFailed(typeof why === 'string' ? why : why()) : again(failure);
}

/** Whether a method failed because the tenant refused the request. */
export function isRefused({ status }: CheckFailure): boolean {
  return status !== undefined && status >= 400 && status < 500;
}
