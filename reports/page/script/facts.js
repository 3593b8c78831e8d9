import { formatDuration, make } from './dom.js';

/**
 * @typedef {import('./dom.js').Child} Child
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 */

/**
 * @param {string} title
 * @param {...Child} children
 */
export function part(title, ...children) {
  return make('section', { class: 'part' }, make('h4', {}, title), children);
}

/** @param {NonNullable<PageRequirement['faults']>} faults */
export function faultsPart(faults) {
  const title = 'Faults';
  if (faults.length === 0)
    return part(title, make('p', { class: 'nothing' }, 'No fault violates this requirement yet.'));
  return part(
    title,
    make(
      'p',
      { class: 'why' },
      'Deviations of the reference tenant that violate this requirement. The check has to detect each of them.',
    ),
    make(
      'ul',
      { class: 'checks' },
      faults.map(({ id, sentence, verdict }) =>
        make(
          'li',
          {},
          make('code', {}, id),
          ' ',
          sentence,
          verdict !== undefined && make('span', { class: `tag${verdict === 'caught' ? '' : ' broken'}` }, verdict),
        ),
      ),
    ),
  );
}

/**
 * @param {PageRequirement} requirement
 * @param {import('../data.ts').PageRun | undefined} run
 */
export function factsPart({ section, lines, operations, milliseconds, needs = [], classes = [], untestable }, run) {
  /** @type {readonly (readonly [string, Child])[]} */
  const facts = [
    ['Specification', `${section}, line${/[,-]/.test(lines) ? 's' : ''} ${lines}`],
    ['Operations', operations.join(', ')],
    ['Duration', milliseconds === undefined ? '' : formatDuration(milliseconds)],
    ['Seed', run && String(run.seed)],
    ['Classes', classes.join('; ')],
    ['Needs', needs.join('; ')],
    ['Untestable', untestable],
  ];
  return make(
    'dl',
    { class: 'facts' },
    facts
      .filter(([, value]) => value !== '' && value !== undefined)
      .map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))),
  );
}
