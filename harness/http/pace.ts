import { setTimeout as sleep } from 'node:timers/promises';

/** How much may be asked of a tenant, by all workers of a run together. */
export interface Budget {
  readonly perSecond: number;
  readonly inFlight: number;
}

export const NO_BUDGET: Budget = { perSecond: Infinity, inFlight: Infinity };

/** Lets requests go no faster than the budget allows, each worker by its share: that needs no word between them. */
export class Pace {
  readonly #budget: Budget;
  #workers = 1;
  #free = 0;
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  sharedBy(workers: number): void {
    this.#workers = workers;
  }

  /** Waits for a turn, and answers how to give it back. */
  async turn(): Promise<() => void> {
    const places = Math.max(1, Math.floor(this.#budget.inFlight / this.#workers));
    while (this.#underWay >= places) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#underWay += 1;
    const gap = (1_000 * this.#workers) / this.#budget.perSecond;
    const now = performance.now();
    const start = Math.max(now, this.#free);
    this.#free = start + gap;
    if (start > now) await sleep(start - now);
    return () => {
      this.#underWay -= 1;
      this.#waiting.shift()?.();
    };
  }
}
