/** What in a text may be an encoding of something else, found in one pass over its bytes. */
export interface Scan {
  /** Three numbers for each run of base64 signs: where it begins, where it ends, and 1 if lines break within it. */
  readonly base64: readonly number[];
  /** Two numbers for each run of hexadecimal digits. */
  readonly hex: readonly number[];
  /** Where something compressed may begin. */
  readonly packed: readonly number[];
  readonly hasZeros: boolean;
}

const BASE64 = 1;
const HEX = 2;
/** Bytes that do not occur in text, or rarely, and that tell of something compressed. */
const TELLING = 4;
const CLASSES = classes();
/** Encoders that break lines do so after at least so many signs: 64 in PEM, 76 in MIME. */
const BROKEN_LINE = 60;

function classes(): Uint8Array {
  const of = new Uint8Array(256);
  const add = (signs: string, bit: number) => {
    for (const sign of Buffer.from(signs, 'latin1')) of[sign] = (of[sign] ?? 0) | bit;
  };
  add('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_', BASE64);
  add('0123456789abcdefABCDEF', HEX);
  // The last byte of what zip and gzip begin with, and each byte that may follow the `x` of a zlib stream.
  add('\x04\x08\x01\x5e\x9c\xda\x00', TELLING);
  return of;
}

export function isBase64Sign(byte: number): boolean {
  return ((CLASSES[byte] as number) & BASE64) !== 0;
}

/** Runs that are too short to hold a secret of so many bytes are left out. */
export function scan(bytes: Uint8Array, length: number, shortest: number): Scan {
  const [least64, leastHex] = [Math.ceil((shortest * 4) / 3), shortest * 2];
  const base64: number[] = [];
  const hex: number[] = [];
  const packed: number[] = [];
  let hasZeros = false;
  let [run, line, digits] = [0, 0, 0];
  let isBroken = 0;
  // One round past the end closes the runs that end there.
  for (let at = 0; at <= length; at += 1) {
    const byte = at < length ? (bytes[at] as number) : 0x20;
    const kind = CLASSES[byte] as number;
    if ((kind & HEX) === 0) {
      if (at - digits >= leastHex) hex.push(digits, at);
      digits = at + 1;
    }
    if ((kind & BASE64) === 0) {
      const next = at - line >= BROKEN_LINE ? nextLine(bytes, at, length) : at;
      if (next > at) {
        isBroken = 1;
        line = next;
        at = next - 1;
        digits = next;
        continue;
      }
      if (at - run >= least64) base64.push(run, at, isBroken);
      run = at + 1;
      line = run;
      isBroken = 0;
    }
    if ((kind & TELLING) !== 0 && at < length) {
      if (byte === 0) hasZeros = true;
      else {
        const start = packedStart(bytes, at, byte);
        if (start >= 0) packed.push(start);
      }
    }
  }
  return { base64, hex, packed, hasZeros };
}

/** Where a run goes on behind a line break; the same place where it does not. */
function nextLine(bytes: Uint8Array, at: number, length: number): number {
  let next = at;
  if (bytes[next] === 0x0d) next += 1;
  if (bytes[next] !== 0x0a) return at;
  next += 1;
  return next < length && isBase64Sign(bytes[next] as number) ? next : at;
}

/** Where something compressed begins of whose first bytes this one is the last; -1 where nothing does. */
function packedStart(bytes: Uint8Array, at: number, byte: number): number {
  if (byte === 0x08) return at >= 2 && bytes[at - 1] === 0x8b && bytes[at - 2] === 0x1f ? at - 2 : -1;
  if (byte === 0x04) {
    return at >= 3 && bytes[at - 1] === 0x03 && bytes[at - 2] === 0x4b && bytes[at - 3] === 0x50 ? at - 3 : -1;
  }
  return at >= 1 && bytes[at - 1] === 0x78 ? at - 1 : -1;
}
