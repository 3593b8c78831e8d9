import { setTimeout as sleep } from 'node:timers/promises';
import { duration, type Configuration } from './configuration.ts';
import { untested } from '../failures/untested.ts';

type Duration = `${number}${'s' | 'm' | 'h' | 'd'}`;

/** Lets time pass on the tenant: at once where its clock can be moved, by waiting where it cannot. */
export class Clock {
  readonly #configuration: Configuration;
  /** Moves the clock of a leased tenant. */
  readonly #advance: ((time: string) => Promise<void>) | undefined;
  readonly #beforeWaiting: () => void;

  constructor(
    configuration: Configuration,
    advance: ((time: string) => Promise<void>) | undefined,
    beforeWaiting: () => void = () => undefined,
  ) {
    this.#configuration = configuration;
    this.#advance = advance;
    this.#beforeWaiting = beforeWaiting;
  }

  async pass(time: Duration): Promise<void> {
    if (this.#advance) {
      await this.#advance(time);
      return;
    }
    this.requires(time);
    this.#beforeWaiting();
    await sleep(duration(time) ?? 0);
  }

  /** Ends the check as untested where it would have to wait longer than this run may. */
  requires(time: Duration): void {
    const { maxWait } = this.#configuration;
    if (this.#advance || (duration(time) ?? 0) <= maxWait) return;
    untested(`it takes a wait of ${time}: set MAX_WAIT=${time}`);
  }
}
