/** How long checks may take to come to an end once the run was told to stop. */
const GRACE_PERIOD = 800;

/**
 * Concludes a run that was told to stop and whose checks do not come to an end: what was judged until then is kept, whatever
 * the tenant keeps them waiting for. Playwright itself ends on SIGINT alone.
 */
export class Stopping {
  readonly #conclude: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(conclude: () => void) {
    this.#conclude = conclude;
  }

  begin(): void {
    process.on('SIGINT', this.#told);
    process.on('SIGTERM', this.#passOn);
  }

  /** The run has come to its end by itself. */
  end(): void {
    clearTimeout(this.#timer);
    process.off('SIGINT', this.#told);
  }

  readonly #told = (): void => {
    this.#timer ??= setTimeout(this.#conclude, GRACE_PERIOD);
  };

  readonly #passOn = (): void => {
    process.kill(process.pid, 'SIGINT');
  };
}
