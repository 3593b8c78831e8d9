import { announce } from './copy.js';
import { all, formatNumber, make, the } from './dom.js';

/**
 * @typedef {import('../data.ts').PageData} PageData
 * @typedef {import('../data.ts').PageRequirement} PageRequirement
 * @typedef {{ readonly row: HTMLDetailsElement, readonly requirement: PageRequirement, readonly text: string }} Listed
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
  /** Which groups were open before filtering. */
  #before = new Map(this.#groups.map((group) => [group, group.open]));
  #isFiltered = false;
  #pendingFrame = 0;

  /** @param {PageData} data */
  constructor({ requirements }) {
    this.#listed = all('details.requirement', HTMLDetailsElement).map((row) => {
      const requirement = /** @type {PageRequirement} */ (requirements[Number(row.dataset['index'])]);
      const { id, sentence, reason, seen, section, operations } = requirement;
      return { row, requirement, text: [id, sentence, reason, seen, section, ...operations].join('\n').toLowerCase() };
    });
    this.#search.addEventListener('input', () => {
      this.#applyInFrame();
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
    this.#readAddress();
  }

  /** At most once per frame, so that fast typing stays responsive. */
  #applyInFrame() {
    cancelAnimationFrame(this.#pendingFrame);
    this.#pendingFrame = requestAnimationFrame(() => {
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
    for (const { row, requirement, text } of this.#listed) {
      const isShown =
        terms.every((term) => text.includes(term)) && chosen.every(({ name, value }) => isOf(requirement, name, value));
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
    this.#showCount(shown, isFiltered);
    this.#writeAddress(isFiltered);
  }

  /**
   * @param {number} shown
   * @param {boolean} isFiltered
   */
  #showCount(shown, isFiltered) {
    const total = formatNumber(this.#listed.length);
    const words = isFiltered ? `${formatNumber(shown)} of ${total}` : `${total} requirements`;
    this.#count.replaceChildren(make('b', {}, words));
    if (isFiltered) announce(`${words} requirements shown`);
    the('#none', HTMLElement).hidden = shown > 0;
  }

  /**
   * Writes search and filters to the address, so that a link keeps them.
   * @param {boolean} isFiltered
   */
  #writeAddress(isFiltered) {
    const chosen = new URLSearchParams(
      [this.#search, ...this.#selects].filter(({ value }) => value !== '').map(({ name, value }) => [name, value]),
    );
    const isInAddress = location.hash.startsWith('#?');
    if (!isFiltered && !isInAddress) return;
    history.replaceState(null, '', isFiltered ? `#?${chosen.toString()}` : '#');
  }

  #readAddress() {
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
