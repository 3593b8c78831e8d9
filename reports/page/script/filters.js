import { announce } from './copy.js';
import { all, formatNumber, make, the } from './dom.js';

/**
 * @typedef {import('../data.ts').PageData} PageData
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 * @typedef {{ readonly row: HTMLDetailsElement, readonly requirement: PageRequirement, readonly words: string }} Listed
 */

const OPEN = ['inconclusive', 'untested'];

/** Search and filters over the list of requirements. */
export class Filters {
  /** @type {readonly Listed[]} */
  #listed;
  #search = the('#search', HTMLInputElement);
  #selects = all('.filters select', HTMLSelectElement);
  #count = the('#shown', HTMLElement);
  #clear = the('#clear', HTMLButtonElement);
  #groups = all('details.family, details.rest', HTMLDetailsElement);
  /** How the groups stood before anything was filtered. */
  #before = new Map(this.#groups.map((group) => [group, group.open]));
  #isFiltered = false;
  #waiting = 0;

  /** @param {PageData} data */
  constructor({ requirements }) {
    this.#listed = all('details.requirement', HTMLDetailsElement).map((row) => {
      const requirement = /** @type {PageRequirement} */ (requirements[Number(row.dataset['index'])]);
      const { id, sentence, reason, seen, section, operations } = requirement;
      return { row, requirement, words: [id, sentence, reason, seen, section, ...operations].join('\n').toLowerCase() };
    });
    this.#search.addEventListener('input', () => {
      this.#soon();
    });
    this.#search.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.clear();
    });
    for (const select of this.#selects)
      select.addEventListener('change', () => {
        this.apply();
      });
    this.#clear.addEventListener('click', () => {
      this.clear();
      this.#search.focus();
    });
    for (const button of all('[data-filter]', HTMLElement)) {
      button.addEventListener('click', () => {
        this.#choose(button);
      });
    }
    this.#restore();
  }

  /** Whoever types fast does not wait for answers in between. */
  #soon() {
    cancelAnimationFrame(this.#waiting);
    this.#waiting = requestAnimationFrame(() => {
      this.apply();
    });
  }

  /** @param {HTMLElement} button */
  #choose({ dataset }) {
    this.#empty();
    const [name, value = ''] = (dataset['filter'] ?? '').split('=');
    const select = this.#selects.find((one) => one.name === name);
    if (select) select.value = value;
    this.apply();
    the('#requirements', HTMLElement).scrollIntoView();
    this.#search.focus({ preventScroll: true });
  }

  clear() {
    this.#empty();
    this.apply();
  }

  #empty() {
    this.#search.value = '';
    for (const select of this.#selects) select.value = '';
  }

  apply() {
    const terms = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const chosen = this.#selects.filter(({ value }) => value !== '');
    const isFiltered = terms.length > 0 || chosen.length > 0;
    if (isFiltered && !this.#isFiltered) this.#before = new Map(this.#groups.map((group) => [group, group.open]));
    let shown = 0;
    for (const { row, requirement, words } of this.#listed) {
      const isShown =
        terms.every((term) => words.includes(term)) &&
        chosen.every(({ name, value }) => isOf(requirement, name, value));
      if (row.hidden === isShown) row.hidden = !isShown;
      if (isShown) shown += 1;
    }
    for (const group of this.#groups) {
      group.hidden = group.querySelector('details.requirement:not([hidden])') === null;
      if (isFiltered) group.open = true;
      else if (this.#isFiltered) group.open = this.#before.get(group) ?? false;
    }
    this.#isFiltered = isFiltered;
    this.#clear.hidden = !isFiltered;
    this.#say(shown, isFiltered);
    this.#keep(isFiltered);
  }

  /**
   * @param {number} shown
   * @param {boolean} isFiltered
   */
  #say(shown, isFiltered) {
    const total = formatNumber(this.#listed.length);
    const words = isFiltered ? `${formatNumber(shown)} of ${total}` : `${total} requirements`;
    this.#count.replaceChildren(make('b', {}, words));
    if (isFiltered) announce(`${words} requirements shown`);
    the('#none', HTMLElement).hidden = shown > 0;
  }

  /**
   * What was chosen stands in the address, to be passed on.
   * @param {boolean} isFiltered
   */
  #keep(isFiltered) {
    const chosen = new URLSearchParams(
      [this.#search, ...this.#selects].filter(({ value }) => value !== '').map(({ name, value }) => [name, value]),
    );
    const isKept = location.hash.startsWith('#?');
    if (!isFiltered && !isKept) return;
    history.replaceState(null, '', isFiltered ? `#?${chosen.toString()}` : '#');
  }

  #restore() {
    if (!location.hash.startsWith('#?')) return;
    for (const [name, value] of new URLSearchParams(location.hash.slice(2))) {
      const input = [this.#search, ...this.#selects].find((one) => one.name === name);
      if (input) input.value = value;
    }
    this.apply();
  }
}

/**
 * @param {PageRequirement} requirement
 * @param {string} name
 * @param {string} value
 */
function isOf(requirement, name, value) {
  const { family, verdict = '', level, kind, operations, isFlaky, faults, checks } = requirement;
  switch (name) {
    case 'family':
      return family === value;
    case 'verdict':
      if (value === 'open') return OPEN.includes(verdict);
      return value === 'flaky' ? isFlaky === true : verdict === value;
    case 'level':
      return level === value;
    case 'kind':
      return kind === value;
    case 'proof':
      return value === 'unchecked'
        ? checks.length === 0
        : value === 'fault'
          ? checks.length > 0 && !!faults?.length
          : !faults?.length;
    default:
      return operations.includes(value);
  }
}
