import { duration, icon, make } from './dom.js';

/**
 * @typedef {import('./dom.js').Child} Child
 * @typedef {import('../data.ts').PagePromise} PagePromise
 */

/**
 * @param {string} title
 * @param {...Child} children
 */
export function part(title, ...children) {
  return make('section', { class: 'part' }, make('h4', {}, title), children);
}

/** @param {NonNullable<PagePromise['faults']>} faults */
export function faultsPart(faults) {
  const title = 'What proves the check';
  if (faults.length === 0) return part(title, make('p', { class: 'nothing' }, 'No fault breaks it yet.'));
  return part(
    title,
    make('p', { class: 'why' }, 'Deviations that break it, for `npm run prove` to show that the check notices:'),
    make(
      'ul',
      { class: 'checks' },
      faults.map(({ id, sentence }) => make('li', {}, make('code', {}, id), ' ', sentence)),
    ),
  );
}

/** @type {Readonly<Record<string, string>>} */
const NIGHTS = {
  c: 'conforms',
  v: 'violates',
  k: 'known',
  f: 'fixed',
  i: 'inconclusive',
  u: 'untested',
  '.': 'not judged',
};

/**
 * @param {PagePromise} promise
 * @param {readonly string[]} nights
 */
export function nightsPart({ nights: letters }, nights) {
  if (letters === undefined || nights.length === 0) return undefined;
  return part(
    'The last nights',
    make(
      'ol',
      { class: 'nights' },
      letters.split('').map((letter, index) => {
        const verdict = NIGHTS[letter] ?? '';
        const label = `${(nights[index] ?? '').slice(0, 10)}: ${verdict}`;
        const drawing = letter === '.' ? '–' : icon(verdict);
        return make(
          'li',
          { class: `verdict ${letter === '.' ? 'absent' : verdict}`, title: label },
          drawing,
          make('span', { class: 'voice' }, label),
        );
      }),
    ),
  );
}

/** @param {PagePromise} promise */
export function factsPart({ section, lines, operations, milliseconds, needs = [], untestable }) {
  /** @type {readonly (readonly [string, Child])[]} */
  const facts = [
    ['Specification', `${section}, line${/[,-]/.test(lines) ? 's' : ''} ${lines}`],
    ['Operations', operations.join(', ')],
    ['Time', milliseconds === undefined ? '' : duration(milliseconds)],
    ['Needs', needs.join('; ')],
    ['Not testable', untestable],
  ];
  return make(
    'dl',
    { class: 'facts' },
    facts
      .filter(([, value]) => value !== '' && value !== undefined)
      .map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
  );
}
