/** Headers with a date are exact to the second. */
const EXACT_TO = 1_000;

/** The clock of a tenant, as far as the `Date` headers of its responses show it beside the clock of this machine. */
export class TenantTime {
  /** By how much the tenant's clock is ahead, in milliseconds: at least and at most. */
  #least = -Infinity;
  #most = Infinity;

  /** A response that was written between these two moments of this machine has this `Date` header. */
  note(header: string | undefined, sentAt: number, receivedAt: number): void {
    const written = Date.parse(header ?? '');
    if (Number.isNaN(written)) return;
    const [least, most] = [written - receivedAt, written + EXACT_TO - sentAt];
    const isAdjusted = least > this.#most || most < this.#least;
    this.#least = isAdjusted ? least : Math.max(this.#least, least);
    this.#most = isAdjusted ? most : Math.min(this.#most, most);
  }

  /** By how many milliseconds the tenant's clock is ahead of that of this machine; 0 as long as both may be the same. */
  get ahead(): number {
    if (this.#least <= 0 && this.#most >= 0) return 0;
    return Math.round((this.#least + this.#most) / 2);
  }

  now(): number {
    return Date.now() + this.ahead;
  }
}
