import { BETWEEN, digitOf } from './decoded.ts';
import { isBase64Sign } from './scan.ts';

/** The ways in which texts of other formats write single signs. */
export const ESCAPES = {
  JSON: { introducer: 0x5c, read: readBackslash },
  URI: { introducer: 0x25, read: readPercent },
  XML: { introducer: 0x26, read: readEntity },
} as const;
export type EscapeKind = keyof typeof ESCAPES;

/** Answers how many bytes an escape is long, and leaves in `sign` what it stands for; 0 for what is no escape. */
type Read = (bytes: Uint8Array, at: number, length: number) => number;

/** The sign that the escape read last stands for: its bytes in UTF-8, or the one byte that it names. */
const sign = new Uint8Array(4);
let signLength = 0;

function isByte(byte: number): void {
  sign[0] = byte;
  signLength = 1;
}

function isCodePoint(code: number): void {
  if (code < 0x80) isByte(code);
  else signLength = Buffer.from(String.fromCodePoint(code), 'utf8').copy(sign);
}

const LETTERS = new Map(
  Object.entries({ b: 8, f: 12, n: 10, r: 13, t: 9 }).map(([letter, byte]) => [letter.charCodeAt(0), byte]),
);

function readBackslash(bytes: Uint8Array, at: number, length: number): number {
  if (at + 1 >= length) return 0;
  const next = bytes[at + 1] as number;
  if (next === 0x75) return readUnicode(bytes, at, length);
  if (next === 0x78) {
    const byte = hexOf(bytes, at + 2, 2, length);
    if (byte < 0) return 0;
    isByte(byte);
    return 4;
  }
  if (next === 0x22 || next === 0x5c || next === 0x2f || next === 0x27) isByte(next);
  else {
    const control = LETTERS.get(next);
    if (control === undefined) return 0;
    isByte(control);
  }
  return 2;
}

function readUnicode(bytes: Uint8Array, at: number, length: number): number {
  const unit = hexOf(bytes, at + 2, 4, length);
  if (unit < 0) return 0;
  const isFirstOfPair = unit >= 0xd800 && unit < 0xdc00 && bytes[at + 6] === 0x5c && bytes[at + 7] === 0x75;
  const other = isFirstOfPair ? hexOf(bytes, at + 8, 4, length) : -1;
  if (other >= 0xdc00 && other < 0xe000) {
    isCodePoint(0x10000 + ((unit - 0xd800) << 10) + (other - 0xdc00));
    return 12;
  }
  isCodePoint(unit);
  return 6;
}

function readPercent(bytes: Uint8Array, at: number, length: number): number {
  const byte = hexOf(bytes, at + 1, 2, length);
  if (byte < 0) return 0;
  isByte(byte);
  return 3;
}

/** Those that HTML and XML writers use for signs of ASCII. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  sol: '/',
  bsol: '\\',
  equals: '=',
  plus: '+',
  lowbar: '_',
  period: '.',
  comma: ',',
  colon: ':',
  semi: ';',
  num: '#',
  percnt: '%',
  excl: '!',
  quest: '?',
  commat: '@',
  lpar: '(',
  rpar: ')',
  lsqb: '[',
  rsqb: ']',
  lcub: '{',
  rcub: '}',
  ast: '*',
  dollar: '$',
  Hat: '^',
  grave: '`',
  verbar: '|',
};
const LONGEST_ENTITY = 12;

function readEntity(bytes: Uint8Array, at: number, length: number): number {
  const most = Math.min(length, at + LONGEST_ENTITY);
  let end = at + 1;
  while (end < most && bytes[end] !== 0x3b) end += 1;
  if (end >= most) return 0;
  const name = Buffer.from(bytes.buffer, bytes.byteOffset + at + 1, end - at - 1).toString('latin1');
  const [, hexadecimal, decimal] = /^#(?:[xX]([\da-fA-F]+)|(\d+))$/.exec(name) ?? [];
  const code = hexadecimal !== undefined ? parseInt(hexadecimal, 16) : decimal !== undefined ? Number(decimal) : -1;
  if (code > 0x10ffff) return 0;
  if (code >= 0) isCodePoint(code);
  else if (Object.hasOwn(NAMED, name)) isByte((NAMED[name] ?? '').charCodeAt(0));
  else return 0;
  return end - at + 1;
}

function hexOf(bytes: Uint8Array, at: number, count: number, length: number): number {
  if (at + count > length) return -1;
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = digitOf(bytes[index]);
    if (digit > 15) return -1;
    value = value * 16 + digit;
  }
  return value;
}

export interface Unescaped {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Where escapes stood whose signs may be part of base64 or of a line break in it, in order. */
  readonly joints: readonly number[];
}

/** The places of a text that was unescaped, and those of the same signs in the text with the escapes. */
export interface Mapping {
  readonly to: number[];
  readonly from: number[];
}

/** What the search is after: an escape of any other sign than these ends every text that could be of interest. */
export interface Sought {
  /** A byte that is not 0 for each that a secret, an encoding or an escape may have. */
  readonly signs: Uint8Array;
  readonly longest: number;
}

/** A sign of a secret may be so long where it is escaped in another way within. */
const LONGER = 6;

/** Where the base64 signs begin that stand right before a place, and where those behind it end. */
function runBefore(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && isBase64Sign(bytes[start - 1] as number)) start -= 1;
  return start;
}

function runBehind(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && isBase64Sign(bytes[end] as number)) end += 1;
  return end;
}

/**
 * The text around each escape of a kind, with the escapes replaced by what they stand for. What is far from one is
 * left out, as no secret in it is changed by an escape. So is what stands around a sign that no
 * secret has, such as the quotes of JSON within JSON, which are most escapes of a report.
 */
export function unescaped(
  kind: EscapeKind,
  bytes: Uint8Array,
  length: number,
  { signs, longest }: Sought,
  mapping?: Mapping,
): Unescaped | undefined {
  const { introducer, read }: { readonly introducer: number; readonly read: Read } = ESCAPES[kind];
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, length);
  const joints: number[] = [];
  const margin = longest * LONGER;
  let into: Uint8Array<ArrayBuffer> | undefined;
  // How much is written, how far the source is copied, how far it is to be copied behind the last escape, and where what
  // may be copied before the next one begins.
  let [to, copied, due, floor] = [0, 0, 0, 0];
  const copy = (end: number) => {
    if (end <= copied || !into) return;
    into.set(source.subarray(copied, end), to);
    to += end - copied;
    copied = end;
  };
  const note = () => {
    mapping?.to.push(to);
    mapping?.from.push(copied);
  };
  for (let at = source.indexOf(introducer); at >= 0;) {
    const consumed = read(source, at, length);
    if (consumed === 0) {
      at = source.indexOf(introducer, at + 1);
      continue;
    }
    // In an address any byte of something compressed may stand.
    if (kind !== 'URI' && signs[sign[0] as number] === 0) {
      due = Math.min(due, at);
      floor = at + consumed;
      at = source.indexOf(introducer, floor);
      continue;
    }
    into ??= new Uint8Array(length + 1);
    const [first] = sign;
    const isJoint = signLength === 1 && first !== undefined && (isBase64Sign(first) || first === BETWEEN);
    const start = Math.max(isJoint ? Math.min(at - margin, runBefore(source, at)) : at - margin, floor, copied);
    if (start > due) {
      copy(due);
      note();
      // Nothing that was left out may seem to join what stands around it.
      into[to] = BETWEEN;
      to += 1;
      copied = start;
      note();
    }
    copy(at);
    note();
    if (isJoint) joints.push(to);
    for (let index = 0; index < signLength; index += 1) into[to + index] = sign[index] as number;
    to += signLength;
    copied = at + consumed;
    note();
    due = Math.min(length, copied + margin);
    // What is encoded in base64 may be compressed, and longer than any secret.
    if (isJoint) due = Math.max(due, runBehind(source, copied));
    at = source.indexOf(introducer, copied);
  }
  if (!into) return undefined;
  copy(due);
  return { bytes: into, length: to, joints };
}

/** The part of the text with the escapes that a part of the text without them comes from. */
export function sourceRange({ to, from }: Mapping, start: number, end: number): readonly [number, number] {
  return [sourceOf({ to, from }, start, false), sourceOf({ to, from }, end, true)];
}

/** An offset within what an escape stands for is the escape's beginning, or its end where a part ends there. */
function sourceOf({ to, from }: Mapping, offset: number, isEnd: boolean): number {
  let [low, high] = [0, to.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((to[middle] ?? 0) < offset || (!isEnd && to[middle] === offset)) low = middle + 1;
    else high = middle;
  }
  const index = low - 1;
  const [start, origin, next] = [to[index] ?? 0, from[index] ?? 0, from[index + 1]];
  const plain = origin + (offset - start);
  // Between the two notes of an escape the text is shorter than its source.
  const isWithinEscape = next !== undefined && (to[index + 1] ?? 0) - start !== next - origin;
  if (!isWithinEscape) return plain;
  return isEnd ? next : origin;
}
