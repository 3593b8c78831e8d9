/** Kinds of signs that programs tend to treat differently. */
const SIGNS: readonly (readonly [name: string, RegExp])[] = [
  ['letters', /[a-z]/i],
  ['digits', /\d/],
  ['spaces', / /],
  ['space at an end', /^\s|\s$/],
  ['controls', /\p{Cc}/u],
  ['marks', /\p{M}/u],
  ['letters beyond ASCII', /[^\p{ASCII}\P{L}]/u],
  ['right to left', /[\u0590-\u08ff]/],
  ['beyond the basic plane', /[\u{10000}-\u{10ffff}]/u],
];
const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** A value of an enum, as the specification spells them. */
const NAME = /^[A-Z][A-Za-z]{2,39}$/;
const LENGTHS = [0, 1, 2, 10, 100, 255, 256];

/**
 * The classes that an input belongs to: which members it has, and of each value its type, its sign, about how long it is and
 * what it is made of. Two inputs of the same classes are likely to show the same faults.
 */
export function classesOf(input: unknown, at = ''): readonly string[] {
  if (typeof input === 'string') return classesOfText(input).map((name) => `${at} ${name}`);
  if (typeof input === 'number' || typeof input === 'bigint') return [`${at} ${classOfNumber(Number(input))}`];
  if (Array.isArray(input)) {
    return [`${at} list of ${bucket(input.length)}`, ...input.flatMap((one: unknown) => classesOf(one, `${at}[]`))];
  }
  if (typeof input === 'object' && input !== null) {
    return Object.entries(input).flatMap(([name, value]) => [`${at}.${name}`, ...classesOf(value, `${at}.${name}`)]);
  }
  return [`${at} ${String(input)}`];
}

function classesOfText(text: string): string[] {
  const signs = SIGNS.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
  const punctuation = new Set(text.match(PUNCTUATION) ?? []);
  return [`text of ${bucket(Array.from(text).length)}`, ...signs, ...punctuation, ...(NAME.test(text) ? [text] : [])];
}

function classOfNumber(value: number): string {
  const sign = value === 0 ? 'zero' : value < 0 ? 'negative' : 'positive';
  return `${Number.isInteger(value) ? 'whole' : 'fractional'} ${sign} ${bucket(Math.abs(value))}`;
}

/** The largest bound that a size reaches. */
function bucket(size: number): number {
  return LENGTHS.findLast((least) => size >= least) ?? 0;
}
