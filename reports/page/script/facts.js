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

/**
 * The faults that prove the check. In a run they are folded, so that nobody takes them for faults of the tenant.
 * @param {NonNullable<PageRequirement['faults']>} faults
 * @param {boolean} isOpen
 */
export function faultsPart(faults, isOpen) {
  const words =
    faults.length === 0
      ? 'No fault of the reference tenant proves the check yet.'
      : 'None of this is about your tenant. The check was played against reference tenants with these deliberate faults, and has to detect each of them.';
  return make(
    'details',
    { class: 'part fold', ...(isOpen && { open: '' }) },
    make('summary', {}, make('h4', {}, 'How this check was tested')),
    make('p', { class: faults.length === 0 ? 'nothing' : 'why' }, words),
    faults.length > 0 &&
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

/** @param {string} lines */
function linesText(lines) {
  return `line${/[,-]/.test(lines) ? 's' : ''} ${lines}`;
}

/**
 * The lines of a requirement, each range as a link to its first line.
 * @param {string} lines
 * @param {string} specification
 * @returns {Child}
 */
export function linesLinked(lines, specification) {
  const ranges = lines.split(', ').map((range, index) => {
    const href = specification.replaceAll('{line}', /\d+/.exec(range)?.[0] ?? '1');
    return [index > 0 && ', ', make('a', { href }, range)];
  });
  return [`line${/[,-]/.test(lines) ? 's' : ''} `, ranges];
}

/**
 * @param {PageRequirement} requirement
 * @param {import('../data.ts').PageRun | undefined} run
 */
export function factsPart({ section, lines, operations, milliseconds, needs = [], classes = [], untestable }, run) {
  const { specification } = run ?? {};
  /** @type {readonly (readonly [string, Child])[]} */
  const facts = [
    [
      'Specification',
      [`${section}, `, specification === undefined ? linesText(lines) : linesLinked(lines, specification)],
    ],
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
