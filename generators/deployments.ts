import fc from 'fast-check';
import { favouring } from './numbers.ts';
import { word, wrongText, type WrongText } from './text.ts';

/** How far ids may grow before a tenant's own number type could say no; whether it may is open. */
const GREATEST = 2 ** 31 - 1;

/** The id of a deployment as policies name it. Its shape alone counts, so no deployment needs to have it. */
export function deploymentId(): fc.Arbitrary<string> {
  return favouring([1, 2, 9, 10, 99, 100, GREATEST], { min: 1, max: GREATEST }).map(String);
}

/** `All` in any case may be read as the entry All, so no made-up text is that word. */
const ownWord = word().filter((text) => text !== 'all');
const digit = fc.integer({ min: 1, max: 9 });

export const SLUGS = {
  'a slug of one word': ownWord,
  'a slug of two words': fc.tuple(ownWord, word()).map((words) => words.join('-')),
  'a slug that begins with a number': fc.tuple(deploymentId(), ownWord).map((parts) => parts.join('-')),
} as const;

export const NAMES = {
  'a name of two words': fc.tuple(ownWord, word()).map((words) => words.map(capitalised).join(' ')),
  'a name that ends in a number': fc.tuple(ownWord, deploymentId()).map((parts) => parts.join(' ')),
} as const;

/**
 * Texts that careless readings of a number take for an id: trimming, stopping at the first letter, or accepting every
 * notation of the language. Negative numbers, zero and leading zeros are not among them, since what they are is open.
 */
export const NUMBER_LOOK_ALIKES = {
  'a blank before the id': deploymentId().map((id) => ` ${id}`),
  'a blank behind the id': deploymentId().map((id) => `${id} `),
  'letters behind the id': fc.tuple(deploymentId(), ownWord).map((parts) => parts.join('')),
  'letters before the id': fc.tuple(ownWord, deploymentId()).map((parts) => parts.join('')),
  'a sign and letters': fc.tuple(fc.constantFrom('+', '-'), digit, ownWord).map((parts) => parts.join('')),
  'a fraction': fc.tuple(deploymentId(), digit).map((parts) => parts.join('.')),
  'hexadecimal digits': fc.integer({ min: 10, max: GREATEST }).map((id) => `0x${id.toString(16)}`),
  'an exponent': fc.tuple(digit, digit).map((parts) => parts.join('e')),
  'two ids in one entry': fc.tuple(deploymentId(), deploymentId()).map((ids) => ids.join(',')),
  'no character at all': fc.constant(''),
} as const;

/** Texts that are certainly no deployment id. */
export function deploymentLookAlike(): fc.Arbitrary<WrongText> {
  return wrongText({ ...SLUGS, ...NAMES, ...NUMBER_LOOK_ALIKES });
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
