import { ABSENT, VERDICT_OF } from './changes.js';
import { icon, make } from './dom.js';
import { part } from './facts.js';

/** @param {string} letter */
const wordFor = (letter) => VERDICT_OF.get(letter) ?? 'no verdict';

/**
 * @param {import('../data.ts').PageRequirement} requirement
 * @param {readonly string[]} pastRuns
 */
export function pastRunsPart({ pastVerdicts: letters, verdict }, pastRuns) {
  if (letters === undefined || pastRuns.length === 0) return undefined;
  const days = pastRuns.map((at) => at.slice(0, 10));
  return part(
    'Earlier runs',
    make(
      'ol',
      { class: 'past-runs' },
      letters.split('').map((letter, index) => {
        const past = wordFor(letter);
        const label = `${days[index] ?? ''}: ${past}`;
        return make(
          'li',
          { class: `verdict ${letter === ABSENT ? 'absent' : past}`, title: label },
          letter === ABSENT ? make('span', { 'aria-hidden': 'true' }, '–') : icon(past),
          make('span', { class: 'visually-hidden' }, label),
        );
      }),
    ),
    make('p', { class: 'size' }, trendText(letters, days, verdict ?? '')),
  );
}

/**
 * Since when the requirement has its current verdict, and its last other verdict: the change lies between the two runs.
 * @param {string} letters
 * @param {readonly string[]} days
 * @param {string} verdict
 */
function trendText(letters, days, verdict) {
  const judged = letters
    .split('')
    .flatMap((letter, index) => (letter === ABSENT ? [] : [{ letter, day: days[index] }]));
  const others = judged.findLastIndex(({ letter }) => wordFor(letter) !== verdict);
  const since = judged[others + 1]?.day;
  const before = judged[others];
  const [first = '', newest = ''] = [days[0], days.at(-1)];
  const dates = first === newest ? first : `${first} to ${newest}`;
  const range = `${days.length} run${days.length === 1 ? '' : 's'} before this one, ${dates}`;
  if (judged.length === 0) return `${range}: no verdict.`;
  if (before === undefined) return `${range}: ${verdict} in each.`;
  const last = `${wordFor(before.letter)} on ${before.day ?? ''}`;
  return `${range}: ${since === undefined ? `most recent verdict ${last}` : `${verdict} since ${since}; before that, ${last}`}.`;
}
