/** A tenant's time: that of the machine, moved forward as far as its lease asked for. */
export class Clock {
  #ahead = 0;

  now(): number {
    return Date.now() + this.#ahead;
  }

  advance(milliseconds: number): void {
    this.#ahead += milliseconds;
  }

  get ahead(): number {
    return this.#ahead;
  }
}

/** A moment in an answer. How it is written is the dialect's business. */
export class Moment {
  readonly at: number;
  /** `date` where the specification prints a date and no more, `instant` where a client has to reckon with it. */
  readonly precision: 'date' | 'instant';

  constructor(at: number, precision: 'date' | 'instant') {
    this.at = at;
    this.precision = precision;
  }

  toJSON(): string {
    return new Date(this.at).toISOString();
  }
}

export function dateOf(at: number): Moment {
  return new Moment(at, 'date');
}

export function instantOf(at: number): Moment {
  return new Moment(at, 'instant');
}
