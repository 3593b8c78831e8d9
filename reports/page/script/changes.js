/**
 * @typedef {import('../../../evidence/results.ts').Verdict} Verdict
 * @typedef {'broken' | 'lost' | 'unsettled' | 'mended' | 'newly tested' | 'same'} Change
 */

/**
 * A year of nights must stay small: a verdict is a letter in histories and in pages.
 * @type {Readonly<Record<Verdict, string>>}
 */
export const LETTERS = {
  conforms: 'c',
  violates: 'v',
  known: 'k',
  fixed: 'f',
  inconclusive: 'i',
  untested: 'u',
};

/** What stands where a requirement was not judged. */
export const ABSENT = '.';

/** @type {ReadonlyMap<string, Verdict>} */
export const VERDICT_OF = new Map(
  Object.entries(LETTERS).map(([verdict, letter]) => [letter, /** @type {Verdict} */ (verdict)]),
);

const BROKEN = ['violates', 'known'];
const KEPT = ['conforms', 'fixed'];

/**
 * What became of one requirement from one run to the next.
 * @param {Verdict | undefined} before
 * @param {Verdict | undefined} now
 * @returns {Change}
 */
export function changeOf(before, now) {
  if (before === now) return 'same';
  const [wasBroken, isBroken] = [BROKEN.includes(before ?? ''), BROKEN.includes(now ?? '')];
  if (isBroken) return wasBroken ? 'same' : 'broken';
  // A check that is gone, or that no longer comes to an answer, says nothing any more of what it said before.
  if (now === undefined || now === 'untested') return before === undefined || before === 'untested' ? 'same' : 'lost';
  if (now === 'inconclusive') return 'unsettled';
  if (wasBroken) return 'mended';
  return KEPT.includes(before ?? '') ? 'same' : 'newly tested';
}
