import { setTimeout as sleep } from 'node:timers/promises';

/** The request rate that a tenant allows all workers of a run together. */
export interface Budget {
  readonly perSecond: number;
  readonly inFlight: number;
}

export const NO_BUDGET: Budget = { perSecond: Infinity, inFlight: Infinity };

/** Limits the rate of requests to the budget. Each worker takes its share, so that workers need not communicate. */
export class Pace {
  readonly #budget: Budget;
  #workers = 1;
  #nextStart = 0;
  #inFlight = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  sharedBy(workers: number): void {
    this.#workers = workers;
  }

  /** Waits until a request may be sent; the returned function must be called when it has ended. */
  async acquire(): Promise<() => void> {
    const allowed = Math.max(1, Math.floor(this.#budget.inFlight / this.#workers));
    while (this.#inFlight >= allowed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#inFlight += 1;
    const gap = (1_000 * this.#workers) / this.#budget.perSecond;
    const now = performance.now();
    const start = Math.max(now, this.#nextStart);
    this.#nextStart = start + gap;
    if (start > now) await sleep(start - now);
    return () => {
      this.#inFlight -= 1;
      this.#waiting.shift()?.();
    };
  }
}
