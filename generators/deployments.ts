import fc from 'fast-check';
import { favouring } from './numbers.ts';
import { word } from './text.ts';

/** The largest 32-bit integer: whether a tenant has to accept larger ids is left open. */
const GREATEST = 2 ** 31 - 1;

/** A deployment id in the form that policies use. A deployment with this id need not exist. */
export function deploymentId(): fc.Arbitrary<string> {
  return favouring([1, 2, 9, 10, 99, 100, GREATEST], { min: 1, max: GREATEST }).map(String);
}

const digit = fc.integer({ min: 1, max: 9 });

export const SLUGS = {
  'a slug of one word': word(),
  'a slug of two words': fc.tuple(word(), word()).map((words) => words.join('-')),
  'a slug that begins with a number': fc.tuple(deploymentId(), word()).map((parts) => parts.join('-')),
} as const;

export const NAMES = {
  'a name of two words': fc.tuple(word(), word()).map((words) => words.map(capitalised).join(' ')),
  'a name that ends in a number': fc.tuple(word(), deploymentId()).map((parts) => parts.join(' ')),
} as const;

/**
 * Texts that careless number parsing accepts as an id: by stopping at the first letter, or by accepting
 * every notation of a programming language. Negative numbers, zero, leading zeros, and blanks around an id, are left open,
 * so they are not among them.
 */
export const NUMBER_LOOK_ALIKES = {
  'letters after the id': fc.tuple(deploymentId(), word()).map((parts) => parts.join('')),
  'letters before the id': fc.tuple(word(), deploymentId()).map((parts) => parts.join('')),
  'a sign and letters': fc.tuple(fc.constantFrom('+', '-'), digit, word()).map((parts) => parts.join('')),
  'a fraction': fc.tuple(deploymentId(), digit).map((parts) => parts.join('.')),
  'hexadecimal digits': fc.integer({ min: 10, max: GREATEST }).map((id) => `0x${id.toString(16)}`),
  'an exponent': fc.tuple(digit, digit).map((parts) => parts.join('e')),
  'two ids in one entry': fc.tuple(deploymentId(), deploymentId()).map((ids) => ids.join(',')),
  'an empty text': fc.constant(''),
} as const;

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
