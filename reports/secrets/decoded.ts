import { isBase64Sign } from './scan.ts';

/** A text that was decoded out of another one. */
export interface Decoded {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Where what stands at an offset of it begins in the text that it was decoded from. */
  readonly origin: (offset: number) => number;
}

/** Decoded texts stand behind each other, with a byte between them that is part of no secret and of no encoding. */
export const BETWEEN = 0x0a;
/** So much is decoded before it is searched: it stays in the processor's cache. */
const BATCH = 512 * 1024;
const NO_SIGN = 64;

const SEXTETS = sextets();
const DIGITS = digits();

function sextets(): Uint8Array {
  const of = new Uint8Array(256).fill(NO_SIGN);
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let value = 0; value < signs.length; value += 1) of[signs.charCodeAt(value)] = value;
  of[0x2d] = 62;
  of[0x5f] = 63;
  return of;
}

function digits(): Uint8Array {
  const of = new Uint8Array(256).fill(NO_SIGN);
  for (let value = 0; value < 16; value += 1) {
    of[value.toString(16).charCodeAt(0)] = value;
    of[value.toString(16).toUpperCase().charCodeAt(0)] = value;
  }
  return of;
}

/** The value of a hexadecimal digit, or at least 64 for any other byte. */
export function digitOf(byte: number | undefined): number {
  return DIGITS[byte ?? 0] as number;
}

const NOTHING = new Uint8Array(0);
/** Texts are decoded within texts that were decoded, and each batch is done with before the next: a few serve all. */
const spares: Uint8Array<ArrayBuffer>[] = [];

/** Collects decoded texts with the place that each comes from, and passes them on a batch at a time. */
class Batches {
  bytes = NOTHING;
  #length = 0;
  #places: number[] = [];
  readonly #use: (decoded: Decoded) => void;

  constructor(use: (decoded: Decoded) => void) {
    this.#use = use;
  }

  /** Where a text of so many bytes at most may be written. */
  begin(most: number, place: number): number {
    if (this.#length + most + 1 > this.bytes.length) this.flush();
    if (this.bytes === NOTHING) this.bytes = spares.pop() ?? new Uint8Array(BATCH);
    if (most + 1 > this.bytes.length) this.bytes = new Uint8Array(most + 1);
    this.#places.push(this.#length, place);
    return this.#length;
  }

  end(at: number): void {
    this.bytes[at] = BETWEEN;
    this.#length = at + 1;
  }

  close(): void {
    this.flush();
    if (this.bytes.length === BATCH) spares.push(this.bytes);
    this.bytes = NOTHING;
  }

  flush(): void {
    if (this.#length === 0) return;
    const places = this.#places;
    this.#use({ bytes: this.bytes, length: this.#length, origin: (offset) => originIn(places, offset) });
    this.#length = 0;
    this.#places = [];
  }
}

function originIn(places: readonly number[], offset: number): number {
  let origin = 0;
  for (let index = 0; index < places.length && (places[index] ?? 0) <= offset; index += 2)
    origin = places[index + 1] ?? 0;
  return origin;
}

/** Whether a run is worth decoding: in a text that was decoded itself, one that the text around it had as well is not. */
export type IsNew = (start: number, end: number) => boolean;

/**
 * Decodes each run of base64 signs, ordinary or of the alphabet for addresses, at each of the four signs at which a group
 * of bytes may begin: signs before it may belong to the run and not to what is encoded.
 */
export function eachBase64(
  bytes: Uint8Array,
  runs: readonly number[],
  isNew: IsNew,
  use: (decoded: Decoded) => void,
): void {
  const batches = new Batches(use);
  for (let index = 0; index < runs.length; index += 3) {
    const [start, end] = [runs[index] as number, runs[index + 1] as number];
    if (!isNew(start, end)) continue;
    const isBroken = runs[index + 2] === 1;
    const signs = isBroken ? bytes.slice(start, end).filter(isBase64Sign) : bytes;
    const [from, to] = isBroken ? [0, signs.length] : [start, end];
    for (let phase = 0; phase < 4; phase += 1) {
      const at = batches.begin(to - from, start);
      batches.end(decodeBase64(signs, from + phase, to, batches.bytes, at));
    }
  }
  batches.close();
}

function decodeBase64(signs: Uint8Array, start: number, end: number, into: Uint8Array, begin: number): number {
  let [from, at] = [start, begin];
  for (; from + 4 <= end; from += 4) {
    const group =
      ((SEXTETS[signs[from] as number] as number) << 18) |
      ((SEXTETS[signs[from + 1] as number] as number) << 12) |
      ((SEXTETS[signs[from + 2] as number] as number) << 6) |
      (SEXTETS[signs[from + 3] as number] as number);
    into[at] = group >>> 16;
    into[at + 1] = group >>> 8;
    into[at + 2] = group;
    at += 3;
  }
  // Of an incomplete group at the end the whole bytes count: two signs are one, three are two.
  const left = end - from;
  if (left >= 2) {
    const group =
      ((SEXTETS[signs[from] as number] as number) << 18) |
      ((SEXTETS[signs[from + 1] as number] as number) << 12) |
      (left === 3 ? (SEXTETS[signs[from + 2] as number] as number) << 6 : 0);
    into[at] = group >>> 16;
    at += 1;
    if (left === 3) {
      into[at] = group >>> 8;
      at += 1;
    }
  }
  return at;
}

/** Decodes each run of hexadecimal digits, from its first digit and from its second. */
export function eachHex(
  bytes: Uint8Array,
  runs: readonly number[],
  isNew: IsNew,
  use: (decoded: Decoded) => void,
): void {
  const batches = new Batches(use);
  for (let index = 0; index < runs.length; index += 2) {
    const [start, end] = [runs[index] as number, runs[index + 1] as number];
    if (!isNew(start, end)) continue;
    for (let phase = 0; phase < 2; phase += 1) {
      let at = batches.begin((end - start) / 2 + 1, start);
      for (let from = start + phase; from + 2 <= end; from += 2) {
        batches.bytes[at] =
          ((DIGITS[bytes[from] as number] as number) << 4) | (DIGITS[bytes[from + 1] as number] as number);
        at += 1;
      }
      batches.end(at);
    }
  }
  batches.close();
}

/** Reads each run of UTF-16 with Latin letters as UTF-8, wherever it begins and whichever byte of a letter comes first. */
export function eachUtf16(bytes: Uint8Array, length: number, shortest: number, use: (decoded: Decoded) => void): void {
  const batches = new Batches(use);
  let at = 0;
  while (at + 1 < length) {
    if (bytes[at] === 0 || bytes[at + 1] !== 0) {
      at += 1;
      continue;
    }
    const start = at;
    while (at + 1 < length && bytes[at] !== 0 && bytes[at + 1] === 0) at += 2;
    // Where the higher byte comes first, the last letter has no zero behind it.
    const last = at < length && bytes[at] !== 0 && bytes[at - 1] === 0 ? at + 1 : at;
    const count = Math.ceil((last - start) / 2);
    if (count < Math.min(shortest, 8)) continue;
    let to = batches.begin(count * 2, start);
    for (let from = start; from < last; from += 2) {
      const letter = bytes[from] as number;
      if (letter < 0x80) batches.bytes[to] = letter;
      else {
        batches.bytes[to] = 0xc0 | (letter >>> 6);
        batches.bytes[to + 1] = 0x80 | (letter & 0x3f);
        to += 1;
      }
      to += 1;
    }
    batches.end(to);
  }
  batches.close();
}
