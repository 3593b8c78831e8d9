import { setTimeout as sleep } from 'node:timers/promises';

/** The request rate that a tenant allows all workers of a run together. */
export interface Budget {
  readonly perSecond: number;
  readonly inFlight: number;
}

export const NO_BUDGET: Budget = { perSecond: Infinity, inFlight: Infinity };

/** What decides when a request may be sent. */
export interface PaceOfRun {
  sharedBy(workers: number): void;
  /** The tenant answered that there were too many requests, and for how many milliseconds it wants no more, if it said so. */
  slowDown(retryAfter?: number): void;
  /** Waits until a request may be sent; the returned function must be called when it has ended. */
  acquire(): Promise<() => void>;
}

/** How many starts the rate is measured over. */
const MEASURED = 10;
/** The least and the greatest time between two requests of a run that was asked for fewer, in milliseconds. */
const [SHORTEST_GAP, LONGEST_GAP] = [20, 1_000];
/** The greatest one after the first time: ten requests that were sent seldom do not tell what a tenant allows. */
const LONGEST_FIRST_GAP = 250;
/**
 * A tenant whose limit is below the rate of the run says so again within so many requests. One that says so more seldom has another
 * reason, such as a limit for some operations: the rate is lowered by a tenth for it, and not below half of the first lower rate.
 */
const [SOON, TENTH] = [30, 0.9];
/**
 * Requests that were under way when the rate was lowered say nothing of the lower one, in milliseconds. Nor does any until the time
 * that the tenant then named, at most a minute later: what it allows until then is used up at any rate.
 */
const [SETTLES_WITHIN, SETTLES_AT_LAST] = [2_000, 60_000];

/**
 * The rate that was lowered is raised again by a tenth each time that the tenant has said nothing for so long, in milliseconds: a few
 * requests that were sent at once tell little of what it allows.
 */
const RAISED_AFTER = 5_000;

/** Limits the rate of requests to the budget, or to the share of it that one of several workers has. */
export class Pace implements PaceOfRun {
  readonly #budget: Budget;
  #workers = 1;
  #nextStart = 0;
  #inFlight = 0;
  /** The least time between two requests since the tenant asked for fewer, in milliseconds. */
  #gap = 0;
  /** What it was after the first time. */
  #firstGap = 0;
  #lastStarts: readonly number[] = [];
  #settledAt = -Infinity;
  #raisedAt = -Infinity;
  #sentSince = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  sharedBy(workers: number): void {
    this.#workers = workers;
  }

  /** Lowers the rate: by half, or by a little where the tenant seldom says so. */
  slowDown(retryAfter = 0): void {
    const now = performance.now();
    if (now < this.#settledAt) return;
    if (this.#gap === 0) {
      const [first = now] = this.#lastStarts;
      const measured = (now - first) / Math.max(1, this.#lastStarts.length);
      this.#firstGap = Math.min(LONGEST_FIRST_GAP, Math.max(SHORTEST_GAP, 2 * measured));
      this.#gap = this.#firstGap;
    } else if (this.#sentSince < SOON) {
      this.#gap = Math.min(LONGEST_GAP, 2 * this.#gap);
    } else {
      this.#gap = Math.max(this.#gap, Math.min(this.#gap / TENTH, 2 * this.#firstGap));
    }
    this.#settledAt = now + Math.min(SETTLES_AT_LAST, Math.max(SETTLES_WITHIN, retryAfter));
    this.#sentSince = 0;
  }

  async acquire(): Promise<() => void> {
    const allowed = Math.max(1, Math.floor(this.#budget.inFlight / this.#workers));
    while (this.#inFlight >= allowed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inFlight += 1;
    this.#sentSince += 1;
    const now = performance.now();
    this.#raise(now);
    const gap = Math.max(this.#gap, (1_000 * this.#workers) / this.#budget.perSecond);
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + gap;
    this.#lastStarts = [...this.#lastStarts.slice(1 - MEASURED), start];
    if (start > now) await sleep(start - now);
    return () => {
      this.#inFlight -= 1;
      this.#waiting.shift()?.();
    };
  }

  #raise(now: number): void {
    if (this.#gap === 0 || now < Math.max(this.#settledAt, this.#raisedAt) + RAISED_AFTER) return;
    // Never above the rate at which the tenant first said so.
    this.#gap = Math.max(this.#firstGap / 2, TENTH * this.#gap);
    this.#raisedAt = now;
  }
}
