import fc from 'fast-check';
import { atBounds, type Bounds } from './numbers.ts';

/** An invalid text, and why it is invalid. */
export interface WrongText {
  readonly text: string;
  readonly why: string;
}

// ASCII only: such a text has the same length in bytes, UTF-16 units and code points, and which of them counts is open.
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('');
const UNITS = [...LETTERS, ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('')];

/**
 * Letters, digits and single inner blanks, of a length within bounds and often at a bound. The text repeats a short
 * pattern, because shrinking 255 letters one by one would take 255 requests.
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

/** A short text of lower-case letters. */
export function word({ min = 1, max = 8 }: Partial<Bounds> = {}): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom(...LETTERS), minLength: min, maxLength: max });
}

/** Invalid texts of several kinds with equal probability; the keys say what is wrong with each. */
export function wrongText(kinds: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<WrongText> {
  return fc.oneof(...Object.entries(kinds).map(([why, texts]) => texts.map((text) => ({ text, why }))));
}

/** Repeats a pattern to a length. Without leading, trailing and double blanks, which a tenant may remove. */
function stretched(units: readonly string[], length: number): string {
  let text = '';
  for (let at = 0; at < length; at += 1) {
    const unit = units[at % units.length] ?? 'a';
    const mayBeBlank = at > 0 && at < length - 1 && !text.endsWith(' ');
    text += unit === ' ' && !mayBeBlank ? 'a' : unit;
  }
  return text;
}
