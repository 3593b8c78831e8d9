import fc from 'fast-check';
import { atBounds, type Bounds } from './numbers.ts';

/** A text that is certainly not what it stands for, and why. */
export interface WrongText {
  readonly text: string;
  readonly why: string;
}

// ASCII alone: in bytes, UTF-16 units and code points such a text is equally long, and which of them counts is open.
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
const UNITS = [...LETTERS, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('')];

/**
 * Letters, digits and single blanks within, of a length between bounds and often at one. The text repeats a short
 * pattern: 255 letters that shrink one by one would cost a slow tenant 255 requests.
 */
export function asciiText({ min = 0, max }: Partial<Bounds> & Pick<Bounds, 'max'>): fc.Arbitrary<string> {
  const unit = fc.oneof(
    { withCrossShrink: true },
    { weight: 7, arbitrary: fc.constantFrom(...UNITS) },
    { weight: 1, arbitrary: fc.constant(' ') },
  );
  const pattern = fc.array(unit, { minLength: 1, maxLength: 8 });
  return fc.tuple(atBounds({ min, max }), pattern).map(([length, units]) => stretched(units, length));
}

/** Text of one length exactly. */
export function textOfLength(length: number): fc.Arbitrary<string> {
  return asciiText({ min: length, max: length });
}

/** Lower-case letters, few of them. */
export function word({ min = 1, max = 8 }: Partial<Bounds> = {}): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...LETTERS), minLength: min, maxLength: max });
}

/** Wrong texts of several kinds, each named by what is wrong with it, all equally often. */
export function wrongText(kinds: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<WrongText> {
  return fc.oneof(...Object.entries(kinds).map(([why, texts]) => texts.map((text) => ({ text, why }))));
}

/** A blank at either end might be trimmed, and two in a row might become one; neither is printed, so neither occurs. */
function stretched(units: readonly string[], length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) {
    const unit = units[at % units.length] ?? 'a';
    const mayBeBlank = at > 0 && at < length - 1 && !text.endsWith(' ');
    text += unit === ' ' && !mayBeBlank ? 'a' : unit;
  }
  return text;
}
