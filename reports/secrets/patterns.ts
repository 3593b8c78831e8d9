import { SHORTEST_SECRET, type KnownSecret } from '../../evidence/known-secrets.ts';

const WINDOW = 8;
const FACTOR = 0x01000193;
/** What the first byte of a window has been multiplied by when the window is left. */
const LEAVING = power(FACTOR, WINDOW);
const SPREAD = 0x9e3779b1;
const COUNTED = 20;

export type Found = (start: number, end: number, name: string) => void;

/**
 * Finds thousands of secrets in one pass over a text. A hash of the last eight bytes rolls along the text; each secret is
 * known by the hash of one window of its own, the one that it shares with the fewest others, because tokens of one kind
 * begin alike.
 */
export class SecretPatterns {
  readonly longest: number;
  /** In bytes; what is encoded shorter than that cannot hold a secret. */
  readonly shortest: number;
  /** A byte that is not 0 for each that some secret has. */
  readonly signs = new Uint8Array(256);
  readonly #names: string[] = [];
  readonly #values: Buffer[] = [];
  /** The offset of the last byte of each secret's window. */
  readonly #anchors: number[] = [];
  /** Of each hash the last secret with it, and of each secret the one before it with the same hash. */
  readonly #heads = new Map<number, number>();
  readonly #before: number[] = [];
  /** A bit for each hash that some secret has, so that most windows are dismissed without a look into the map. */
  readonly #bits: Uint8Array;
  readonly #shift: number;

  constructor(secrets: readonly KnownSecret[]) {
    const values = new Map<string, string>();
    for (const { name, value } of secrets) if (value.length >= SHORTEST_SECRET) values.set(value, name);
    for (const [value, name] of values) {
      this.#add(Buffer.from(value, 'utf8'), name);
      // The search reads UTF-16 of Latin letters as text; secrets with other letters are also searched for as they are.
      if (/[^\u0000-\u00ff]/.test(value)) this.#add(Buffer.from(value, 'utf16le'), name);
    }
    const lengths = this.#values.map(({ length }) => length);
    this.longest = lengths.reduce((most, length) => Math.max(most, length), WINDOW);
    this.shortest = lengths.reduce((least, length) => Math.min(least, length), this.longest);
    const width = Math.min(24, Math.max(16, Math.ceil(Math.log2(values.size + 1)) + 6));
    this.#shift = 32 - width;
    this.#bits = new Uint8Array(2 ** (width - 3));
    this.#anchorAll();
  }

  get isEmpty(): boolean {
    return this.#values.length === 0;
  }

  #add(value: Buffer, name: string): void {
    this.#values.push(value);
    for (const byte of value) this.signs[byte] = 1;
    this.#names.push(name);
  }

  #anchorAll(): void {
    const counts = new Uint8Array(2 ** COUNTED);
    for (const value of this.#values) {
      eachWindow(value, (hash) => {
        const slot = Math.imul(hash, SPREAD) >>> (32 - COUNTED);
        if ((counts[slot] ?? 0) < 255) counts[slot] = (counts[slot] ?? 0) + 1;
      });
    }
    this.#values.forEach((value, index) => {
      let [rarest, anchor, fewest] = [0, 0, Infinity];
      eachWindow(value, (hash, last) => {
        const count = counts[Math.imul(hash, SPREAD) >>> (32 - COUNTED)] ?? 0;
        if (count <= fewest) [rarest, anchor, fewest] = [hash, last, count];
      });
      this.#anchors.push(anchor);
      this.#before.push(this.#heads.get(rarest) ?? -1);
      this.#heads.set(rarest, index);
      const bit = Math.imul(rarest, SPREAD) >>> this.#shift;
      this.#bits[bit >>> 3] = (this.#bits[bit >>> 3] ?? 0) | (1 << (bit & 7));
    });
  }

  /** Tells of each place between two offsets of a text that is a secret. */
  find(text: Uint8Array, start: number, end: number, found: Found): void {
    if (this.isEmpty || end - start < WINDOW) return;
    const [bits, shift] = [this.#bits, this.#shift];
    let hash = 0;
    for (let at = start; at < start + WINDOW - 1; at += 1) hash = (Math.imul(hash, FACTOR) + (text[at] as number)) | 0;
    // The window before the first one has no byte to leave.
    let leaving = 0;
    for (let at = start + WINDOW - 1; at < end; at += 1) {
      hash = (Math.imul(hash, FACTOR) + (text[at] as number) - Math.imul(leaving, LEAVING)) | 0;
      leaving = text[at - WINDOW + 1] as number;
      const bit = Math.imul(hash, SPREAD) >>> shift;
      if (((bits[bit >>> 3] as number) & (1 << (bit & 7))) !== 0) this.#compare(hash, text, at, start, end, found);
    }
  }

  #compare(hash: number, text: Uint8Array, at: number, start: number, end: number, found: Found): void {
    for (let index = this.#heads.get(hash) ?? -1; index >= 0; index = this.#before[index] ?? -1) {
      const value = this.#values[index];
      const from = at - (this.#anchors[index] ?? 0);
      if (!value || from < start || from + value.length > end) continue;
      if (value.compare(text, from, from + value.length) === 0)
        found(from, from + value.length, this.#names[index] ?? '');
    }
  }
}

/** The hash of each window of a text, and the offset of its last byte. */
function eachWindow(text: Uint8Array, tell: (hash: number, last: number) => void): void {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) {
    hash = (Math.imul(hash, FACTOR) + (text[at] as number)) | 0;
    if (at >= WINDOW) hash = (hash - Math.imul(text[at - WINDOW] as number, LEAVING)) | 0;
    if (at >= WINDOW - 1) tell(hash, at);
  }
}

function power(factor: number, exponent: number): number {
  let result = 1;
  for (let left = exponent; left > 0; left -= 1) result = Math.imul(result, factor);
  return result;
}
