const STEPS = 10;
/** Back to the start of the line, and erases it. */
const ANEW = '\r\u001b[2K';

/** The terminal, or the log, that progress is written to. */
export interface Sink {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** How far a run is: one line that is rewritten on a terminal, a line for each tenth of the checks in a log. */
export class Progress {
  readonly #total: number;
  readonly #sink: Sink;
  #done = 0;
  readonly #violated = new Set<string>();
  readonly #now: () => number;
  readonly #begunAt: number;

  /** `now` is a clock in milliseconds. */
  constructor(total: number, sink: Sink, now = () => performance.now()) {
    this.#total = total;
    this.#sink = sink;
    this.#now = now;
    this.#begunAt = now();
  }

  /** Counts a check; `violated` is the id of the requirement that it found violated. */
  ended(violated: string | undefined): void {
    this.#done += 1;
    // A requirement may have several checks, and is one line of the report.
    if (violated !== undefined && !this.#violated.has(violated)) {
      this.#violated.add(violated);
      this.#sink.write(`${this.#sink.isTTY ? ANEW : ''}violates ${violated}\n`);
    }
    const words = `${this.#done} of ${this.#total} checks, ${this.#violated.size} violated`;
    if (this.#sink.isTTY) this.#sink.write(`${ANEW}${words}${this.#timeLeft()}`);
    // The first line tells the reader of a log that the run has begun.
    else if (this.#done === 1 || this.#isStep()) this.#sink.write(`${words}\n`);
  }

  /** Ends the line that was rewritten. */
  close(): void {
    if (this.#sink.isTTY && this.#done > 0) this.#sink.write('\n');
  }

  /** How much longer it takes if the rest goes as the checks so far; at the beginning nobody can tell. */
  #timeLeft(): string {
    const left = this.#total - this.#done;
    if (left <= 0 || this.#done < this.#total / STEPS) return '';
    const seconds = Math.round((((this.#now() - this.#begunAt) / this.#done) * left) / 1_000);
    return seconds < 60 ? `, ${seconds} s left` : `, ${Math.floor(seconds / 60)} min ${seconds % 60} s left`;
  }

  #isStep(): boolean {
    const step = (done: number) => Math.floor((done * STEPS) / this.#total);
    return this.#done <= this.#total && step(this.#done) > step(this.#done - 1);
  }
}
