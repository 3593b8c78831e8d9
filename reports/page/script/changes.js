/**
 * @typedef {import('../../../evidence/results.ts').Verdict} Verdict
 * @typedef {'newly violated' | 'no longer tested' | 'now inconclusive' | 'fixed' | 'newly tested' | 'same'} Change
 */

/**
 * Histories and pages store one letter per verdict, so that a year of nightly runs stays small.
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

/** Placeholder where a run has no verdict for a requirement. */
export const ABSENT = '.';

/** @type {ReadonlyMap<string, Verdict>} */
export const VERDICT_OF = new Map(
  Object.entries(LETTERS).map(([verdict, letter]) => [letter, /** @type {Verdict} */ (verdict)]),
);

const BROKEN = ['violates', 'known'];
const HOLDS = ['conforms', 'fixed'];

/**
 * The change of one requirement from one run to the next.
 * @param {Verdict | undefined} before
 * @param {Verdict | undefined} now
 * @returns {Change}
 */
export function changeOf(before, now) {
  if (before === now) return 'same';
  const [wasBroken, isBroken] = [BROKEN.includes(before ?? ''), BROKEN.includes(now ?? '')];
  if (isBroken) return wasBroken ? 'same' : 'newly violated';
  // A check that was removed or skipped no longer says whether the requirement holds.
  if (now === undefined || now === 'untested')
    return before === undefined || before === 'untested' ? 'same' : 'no longer tested';
  if (now === 'inconclusive') return 'now inconclusive';
  if (wasBroken) return 'fixed';
  return HOLDS.includes(before ?? '') ? 'same' : 'newly tested';
}
