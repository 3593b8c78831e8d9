/** So many kinds of requests that are refused at once show that the quota is one for all requests. */
const OF_ALL = 3;

/** What a tenant refuses for now because a quota is used up (429), by kind of request, as far as it said until when. */
export class Quotas {
  readonly #until = new Map<string, number>();
  readonly #longest: number;

  /** Takes the longest time that a request waits for, in milliseconds. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  refused(kind: string, milliseconds: number): void {
    this.#until.set(kind, Date.now() + milliseconds);
  }

  /** Whether a request of this kind would have to wait for longer than one may. */
  areUsedUp(kind: string): boolean {
    return this.#left(kind) > this.#longest;
  }

  /**
   * How long a request has to wait until it may be answered. Where several kinds are refused it waits whatever its kind is, so that
   * not each kind has to be refused first.
   */
  waitFor(kind: string): number {
    const others = [...this.#until.keys()]
      .map((one) => this.#left(one))
      .filter((left) => left > 0 && left <= this.#longest);
    const ofAll = others.length >= OF_ALL ? Math.min(...others) : 0;
    return Math.max(0, ofAll, this.#left(kind));
  }

  #left(kind: string): number {
    return (this.#until.get(kind) ?? 0) - Date.now();
  }
}
