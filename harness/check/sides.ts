import { isDeepStrictEqual } from 'node:util';
import type { ComparedPlace } from '../../evidence/failure.ts';

/** The expected and the received value of an assertion, in words. */
export interface Sides {
  readonly expected?: string;
  readonly seen?: string;
  readonly places?: readonly ComparedPlace[];
}

const LONGEST = 600;
const MOST_PLACES = 6;

type Words = (expected: readonly unknown[], actual: unknown) => string;

const holder = (actual: unknown) =>
  Array.isArray(actual) ? 'a list' : typeof actual === 'string' ? 'a text' : 'something';

/** Matchers whose name describes what they expect. */
const WORDS: Readonly<Record<string, Words>> = {
  toBeNull: () => 'null',
  toBeUndefined: () => 'undefined',
  toBeDefined: () => 'a value',
  toBeTruthy: () => 'a value that is true',
  toBeFalsy: () => 'a value that is false',
  toBeNaN: () => 'NaN',
  toThrow: () => 'an error',
  toBeGreaterThan: ([least]) => `more than ${printed(least)}`,
  toBeGreaterThanOrEqual: ([least]) => `at least ${printed(least)}`,
  toBeLessThan: ([most]) => `less than ${printed(most)}`,
  toBeLessThanOrEqual: ([most]) => `at most ${printed(most)}`,
  toBeCloseTo: ([near]) => `about ${printed(near)}`,
  toContain: ([part], actual) => `${holder(actual)} with ${printed(part)} in it`,
  toContainEqual: ([part], actual) => `${holder(actual)} with ${printed(part)} in it`,
  toMatch: ([pattern]) => `a text that matches ${printed(pattern)}`,
  toHaveProperty: ([path, ...value]) =>
    `a member ${printed(path)}${value.length > 0 ? ` that is ${printed(value[0])}` : ''}`,
};

/** What is expected of them where they are negated; of the others it is anything but what they expect. */
const NEGATED: Readonly<Record<string, Words>> = {
  toContain: ([part], actual) => `${holder(actual)} without ${printed(part)} in it`,
  toContainEqual: ([part], actual) => `${holder(actual)} without ${printed(part)} in it`,
  toMatch: ([pattern]) => `a text that does not match ${printed(pattern)}`,
  toHaveProperty: ([path, ...value]) =>
    `no member ${printed(path)}${value.length > 0 ? ` that is ${printed(value[0])}` : ''}`,
};

/** Matchers that compare members: `whole` counts members that only the received value has, `part` does not. */
const COMPARING: Readonly<Record<string, 'whole' | 'part'>> = {
  toEqual: 'whole',
  toStrictEqual: 'whole',
  toMatchObject: 'part',
};

export function sidesOf(actual: unknown, matcher: string, given: readonly unknown[], isNegated: boolean): Sides {
  const [expected] = given;
  const words = WORDS[matcher];
  const [wanted, seen] = words
    ? [words(given, actual), printed(actual)]
    : matcher === 'toHaveLength'
      ? [printed(expected), printed((actual as { readonly length?: unknown } | null | undefined)?.length)]
      : comparison(actual, expected, isNegated ? undefined : COMPARING[matcher]);
  const negated = NEGATED[matcher]?.(given, actual) ?? `anything but ${wanted}`;
  const sides = { expected: short(isNegated ? negated : wanted), seen: short(seen) };
  const places = isNegated ? [] : placesOf(actual, matcher, given);
  return { ...sides, ...(places.length > 0 && { places }) };
}

/** Where the two sides of a comparison of structures or of a member differ. */
function placesOf(actual: unknown, matcher: string, given: readonly unknown[]): ComparedPlace[] {
  const [expected] = given;
  const extent = COMPARING[matcher];
  const all =
    matcher === 'toHaveProperty' && typeof expected === 'string' && given.length > 1
      ? [{ at: expected, expected: given[1], seen: memberAt(actual, expected) }]
      : extent && isStructure(actual) && isStructure(expected)
        ? differences(actual, expected, extent)
        : [];
  return all.slice(0, MOST_PLACES).map((place) => {
    const [wanted, seen] = bothPrinted(place);
    return { at: place.at, expected: short(wanted), seen: short(seen) };
  });
}

function memberAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, name) => (inner as Readonly<Record<string, unknown>> | undefined)?.[name], value);
}

/** The differing places of two structures; for other values the values themselves. */
function comparison(
  actual: unknown,
  expected: unknown,
  extent: 'whole' | 'part' | undefined,
): readonly [expected: string, seen: string] {
  const places = extent && isStructure(actual) && isStructure(expected) ? differences(actual, expected, extent) : [];
  // Short values are shown in full, because that is clearer than the differing places.
  if (places.length === 0 || (printed(actual).length <= 60 && printed(expected).length <= 60)) {
    return bothPrinted({ expected, seen: actual });
  }
  const more = places.length > MOST_PLACES ? `, and ${places.length - MOST_PLACES} more places` : '';
  const shown = places.slice(0, MOST_PLACES);
  // Where nothing was expected, the numbers of what came say nothing.
  if (Array.isArray(expected) && expected.length === 0)
    return ['none', shown.map(({ seen }) => printed(seen)).join(', ') + more];
  const pairs = shown.map((place) => bothPrinted(place).map((side) => `${place.at}: ${side}`));
  const side = (index: number) => pairs.map((pair) => pair[index]).join(', ') + more;
  return [side(0), side(1)];
}

interface Place {
  readonly at: string;
  readonly expected: unknown;
  readonly seen: unknown;
}

/** Longer texts are shown from where they differ. */
const LONG_TEXT = 100;
const BEFORE_DIFFERENCE = 20;
const OF_LONG_TEXT = 60;

/** Both sides; of long texts what is around the first difference, with their lengths, because in full they look the same. */
function bothPrinted({ expected, seen }: Pick<Place, 'expected' | 'seen'>): readonly [expected: string, seen: string] {
  const areTexts = typeof expected === 'string' && typeof seen === 'string' && expected !== seen;
  if (!areTexts || Math.max(expected.length, seen.length) <= LONG_TEXT) return [printed(expected), printed(seen)];
  const [wanted, came] = [Array.from(expected), Array.from(seen)];
  const common = wanted.findIndex((character, index) => character !== came[index]);
  const from = Math.max(0, (common === -1 ? wanted.length : common) - BEFORE_DIFFERENCE);
  return [around(wanted, from), around(came, from)];
}

function around(text: readonly string[], from: number): string {
  const to = from + OF_LONG_TEXT;
  const shown = printed(text.slice(from, to).join(''));
  return `${from > 0 ? '… ' : ''}${shown}${to < text.length ? ' …' : ''} (${text.length} characters)`;
}

function differences(actual: unknown, expected: unknown, extent: 'whole' | 'part', at = ''): Place[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  if (isMatcher(expected) && expected.asymmetricMatch(actual)) return [];
  if (!isStructure(actual) || !isStructure(expected) || Array.isArray(actual) !== Array.isArray(expected)) {
    return actual === undefined && expected === undefined ? [] : [{ at: at || 'value', expected, seen: actual }];
  }
  const [left, right] = [actual as Record<string, unknown>, expected as Record<string, unknown>];
  const keys =
    extent === 'part' && !Array.isArray(actual)
      ? Object.keys(right)
      : [...new Set([...Object.keys(right), ...Object.keys(left)])];
  return keys.flatMap((key) => differences(left[key], right[key], extent, at === '' ? key : `${at}.${key}`));
}

function isStructure(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !isMatcher(value) &&
    typeof (value as { toJSON?: unknown }).toJSON !== 'function'
  );
}

/** An asymmetric matcher, such as `expect.any(String)`. */
function isMatcher(value: unknown): value is { asymmetricMatch: (actual: unknown) => boolean; toString: () => string } {
  return typeof value === 'object' && value !== null && 'asymmetricMatch' in value;
}

export function printed(value: unknown): string {
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'bigint' || typeof value === 'symbol' || value instanceof RegExp) return String(value);
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'number') return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Set || value instanceof Map) return printed([...value]);
  if (isMatcher(value)) return String(value);
  const text = JSON.stringify(value, representable) as string | undefined;
  return text ?? 'undefined';
}

/** Replaces values that JSON cannot represent. */
function representable(_key: string, value: unknown): unknown {
  if (isMatcher(value)) return String(value);
  return typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value;
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
