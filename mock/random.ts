/** A small generator of repeatable numbers (mulberry32): the same seed gives the same tenant. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** Letters and digits that a person can read aloud. */
  word(length: number): string {
    const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
    let word = '';
    while (word.length < length) word += letters.charAt(this.integer(0, letters.length - 1));
    return word;
  }
}
