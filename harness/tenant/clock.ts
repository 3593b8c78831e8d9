import { setTimeout as sleep } from 'node:timers/promises';
import { duration, type Configuration } from './configuration.ts';
import { tooLong, untested } from '../failures/untested.ts';

type Duration = `${number}${'s' | 'm' | 'h' | 'd'}`;

/** Lets time pass on the tenant: moves the clock of a leased tenant, and waits for a live one. */
export class Clock {
  readonly #configuration: Configuration;
  /** Moves the clock of a leased tenant. */
  readonly #advance: ((time: string) => Promise<void>) | undefined;

  constructor(configuration: Configuration, advance: ((time: string) => Promise<void>) | undefined) {
    this.#configuration = configuration;
    this.#advance = advance;
  }

  async pass(time: Duration): Promise<void> {
    if (this.#advance) {
      await this.#advance(time);
      return;
    }
    this.requires(time);
    await sleep(duration(time) ?? 0);
  }

  /** Ends the check as untested if it would have to wait longer than MAX_WAIT. */
  requires(time: Duration): void {
    const { maxWait } = this.#configuration;
    if (this.#advance || (duration(time) ?? 0) <= maxWait) return;
    untested(tooLong(time));
  }
}
