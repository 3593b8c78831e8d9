import { ABSENT, changeOf, VERDICT_OF } from './changes.js';
import { unpacked } from './data.js';
import { formatNumber, icon, make, the } from './dom.js';
import { listenToTheme } from './theme.js';
import { pointedTo } from './address.js';

/**
 * @typedef {import('../comparison.ts').ComparisonData} ComparisonData
 * @typedef {{ readonly at: string, readonly letters: string, readonly title: string }} Column
 */

/** So many rows at once: more of them nobody reads, and a browser takes its time. */
const PAGE = 150;

listenToTheme();
void start();

async function start() {
  /** @type {ComparisonData | undefined} */
  const data = await unpacked(the('#packed', HTMLScriptElement).text);
  if (!data) return;
  const matrix = new Matrix(data);
  matrix.draw();
  window.addEventListener('hashchange', () => {
    matrix.follow();
  });
  matrix.follow();
  document.documentElement.dataset['ready'] = 'true';
}

class Matrix {
  #data;
  #search = the('#search', HTMLInputElement);
  #which = the('#which', HTMLSelectElement);
  #width = the('#width', HTMLSelectElement);
  #family = the('#family', HTMLSelectElement);
  #everything = the('#everything', HTMLInputElement);
  #more = the('#more', HTMLButtonElement);
  #earlier = the('#earlier', HTMLButtonElement);
  #later = the('#later', HTMLButtonElement);
  /** How many nights the last column is away from the last night. */
  #back = 0;
  #most = PAGE;
  #waiting = 0;
  /** @type {readonly string[]} */
  #words;

  /** @param {ComparisonData} data */
  constructor(data) {
    this.#data = data;
    this.#words = data.rows.map(({ id, sentence }) => `${id}\n${sentence}`.toLowerCase());
    the('.matrix-filters', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
    });
    for (const one of [this.#which, this.#width]) {
      one.addEventListener('change', () => {
        this.#back = 0;
        this.#again();
      });
    }
    for (const one of [this.#family, this.#everything]) {
      one.addEventListener('change', () => {
        this.#again();
      });
    }
    this.#search.addEventListener('input', () => {
      this.#again();
    });
    this.#earlier.addEventListener('click', () => {
      this.#step(1);
    });
    this.#later.addEventListener('click', () => {
      this.#step(-1);
    });
    this.#more.addEventListener('click', () => {
      this.#most += PAGE;
      this.draw();
    });
  }

  #again() {
    this.#most = PAGE;
    cancelAnimationFrame(this.#waiting);
    this.#waiting = requestAnimationFrame(() => {
      this.draw();
    });
  }

  /** @param {number} windows */
  #step(windows) {
    this.#back = Math.max(0, this.#back + windows * Number(this.#width.value));
    this.#again();
  }

  /** The nights of the tenant that was chosen; undefined where the tenants stand side by side. */
  #nights() {
    return this.#which.value === '' ? undefined : this.#data.tenants[Number(this.#which.value)]?.runs;
  }

  /** @returns {readonly Column[]} */
  #columns() {
    const nights = this.#nights();
    if (!nights) {
      return this.#data.tenants.flatMap(({ tenant, runs }) => {
        const last = runs.at(-1);
        return last ? [{ ...last, title: tenant }] : [];
      });
    }
    const end = nights.length - this.#back;
    return nights
      .slice(Math.max(0, end - Number(this.#width.value)), end)
      .map((run) => ({ ...run, title: run.at.slice(0, 10) }));
  }

  draw() {
    const columns = this.#columns();
    const nights = this.#nights();
    const isInOrder = nights !== undefined;
    this.#width.hidden = !isInOrder;
    the('.pager', HTMLElement).hidden = !isInOrder;
    this.#earlier.hidden = !nights || this.#back + columns.length >= nights.length;
    this.#later.hidden = !isInOrder || this.#back === 0;
    the('#span', HTMLElement).textContent =
      nights && columns.length > 0
        ? `${columns[0]?.title ?? ''} to ${columns.at(-1)?.title ?? ''}, ${columns.length} of ${nights.length} nights`
        : '';
    the('#columns', HTMLTableSectionElement).replaceChildren(
      make(
        'tr',
        {},
        make('th', { scope: 'col' }, 'Requirement'),
        columns.map(({ title, at }) =>
          make('th', { scope: 'col', title: at }, make('span', { class: isInOrder ? 'night' : 'who' }, title)),
        ),
      ),
    );
    const shown = this.#shown(columns);
    the('#rows', HTMLTableSectionElement).replaceChildren(
      ...shown.slice(0, this.#most).map((index) => this.#row(index, columns, isInOrder)),
    );
    the('#none', HTMLElement).hidden = shown.length > 0;
    this.#more.hidden = shown.length <= this.#most;
    the('#shown', HTMLElement).textContent =
      `${formatNumber(shown.length)} of ${formatNumber(this.#data.rows.length)} requirements`;
  }

  /**
   * The rows that the filters leave, by their places.
   * @param {readonly Column[]} columns
   */
  #shown(columns) {
    const terms = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const family = this.#family.value;
    return this.#data.rows.flatMap((row, index) => {
      if (family !== '' && row.family !== family) return [];
      if (!terms.every((term) => this.#words[index]?.includes(term))) return [];
      const first = columns[0]?.letters[index];
      const differs = columns.some(({ letters }) => letters[index] !== first);
      return differs || this.#everything.checked ? [index] : [];
    });
  }

  /**
   * @param {number} index
   * @param {readonly Column[]} columns
   * @param {boolean} isInOrder
   */
  #row(index, columns, isInOrder) {
    const { id = '', sentence = '' } = this.#data.rows[index] ?? {};
    return make(
      'tr',
      { id },
      make('th', { scope: 'row' }, make('span', { class: 'sentence' }, sentence), make('span', { class: 'id' }, id)),
      columns.map(({ letters, title }, place) => {
        const letter = letters[index] ?? ABSENT;
        const verdict = VERDICT_OF.get(letter);
        const before = isInOrder && place > 0 ? columns[place - 1]?.letters[index] : letter;
        const change = changeOf(VERDICT_OF.get(before ?? ABSENT), verdict);
        const words = `${title}: ${verdict ?? 'not judged'}${change === 'same' ? '' : `, ${change}`}`;
        return make(
          'td',
          { class: `verdict-cell ${verdict ?? 'absent'}${change === 'same' ? '' : ' changed'}`, title: words },
          verdict === undefined ? '–' : icon(verdict),
          make('span', { class: 'visually-hidden' }, words),
        );
      }),
    );
  }

  /** Shows the requirement that the address names, whatever the filters say. */
  follow() {
    const id = pointedTo();
    const index = this.#data.rows.findIndex((row) => row.id === id);
    if (index < 0) return;
    this.#search.value = id;
    this.#family.value = '';
    this.#everything.checked = true;
    this.draw();
    const row = document.getElementById(id);
    row?.classList.add('aimed');
    row?.scrollIntoView({ block: 'center' });
  }
}
