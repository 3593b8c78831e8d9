import { ABSENT, changeOf, VERDICT_OF } from './changes.js';
import { unpacked } from './data.js';
import { formatNumber, icon, make, the } from './dom.js';
import { listenToTheme } from './theme.js';
import { fragment } from './address.js';

/**
 * @typedef {import('../comparison.ts').ComparisonData} ComparisonData
 * @typedef {{ readonly at: string, readonly letters: string, readonly title: string }} Column
 */

/** Rows shown at once, so that the browser stays responsive. */
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
  /** Number of runs between the last column and the latest run. */
  #back = 0;
  #limit = PAGE;
  #pendingFrame = 0;
  /** @type {readonly string[]} */
  #texts;

  /** @param {ComparisonData} data */
  constructor(data) {
    this.#data = data;
    this.#texts = data.rows.map(({ id, sentence }) => `${id}\n${sentence}`.toLowerCase());
    the('.matrix-filters', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
    });
    for (const one of [this.#which, this.#width]) {
      one.addEventListener('change', () => {
        this.#back = 0;
        this.#redraw();
      });
    }
    for (const one of [this.#family, this.#everything]) {
      one.addEventListener('change', () => {
        this.#redraw();
      });
    }
    this.#search.addEventListener('input', () => {
      this.#redraw();
    });
    this.#earlier.addEventListener('click', () => {
      this.#step(1);
    });
    this.#later.addEventListener('click', () => {
      this.#step(-1);
    });
    this.#more.addEventListener('click', () => {
      this.#limit += PAGE;
      this.draw();
    });
  }

  #redraw() {
    this.#limit = PAGE;
    cancelAnimationFrame(this.#pendingFrame);
    this.#pendingFrame = requestAnimationFrame(() => {
      this.draw();
    });
  }

  /** @param {number} pages */
  #step(pages) {
    this.#back = Math.max(0, this.#back + pages * Number(this.#width.value));
    this.#redraw();
  }

  /** The runs of the selected tenant; undefined where the latest runs of all tenants are compared. */
  #runs() {
    return this.#which.value === '' ? undefined : this.#data.tenants[Number(this.#which.value)]?.runs;
  }

  /** @returns {readonly Column[]} */
  #columns() {
    const runs = this.#runs();
    if (!runs) {
      return this.#data.tenants.flatMap(({ tenant, runs: all }) => {
        const last = all.at(-1);
        return last ? [{ ...last, title: tenant }] : [];
      });
    }
    const end = runs.length - this.#back;
    return runs
      .slice(Math.max(0, end - Number(this.#width.value)), end)
      .map((run) => ({ ...run, title: run.at.slice(0, 10) }));
  }

  draw() {
    const columns = this.#columns();
    const runs = this.#runs();
    const isOneTenant = runs !== undefined;
    this.#width.hidden = !isOneTenant;
    the('.pager', HTMLElement).hidden = !isOneTenant;
    this.#earlier.hidden = !runs || this.#back + columns.length >= runs.length;
    this.#later.hidden = !isOneTenant || this.#back === 0;
    the('#span', HTMLElement).textContent =
      runs && columns.length > 0
        ? `${columns[0]?.title ?? ''} to ${columns.at(-1)?.title ?? ''}, ${columns.length} of ${runs.length} runs`
        : '';
    the('#columns', HTMLTableSectionElement).replaceChildren(
      make(
        'tr',
        {},
        make('th', { scope: 'col' }, 'Requirement'),
        columns.map(({ title, at }) =>
          make(
            'th',
            { scope: 'col', title: at },
            make('span', { class: isOneTenant ? 'run-date' : 'tenant-name' }, title),
          ),
        ),
      ),
    );
    const shown = this.#shown(columns);
    the('#rows', HTMLTableSectionElement).replaceChildren(
      ...shown.slice(0, this.#limit).map((index) => this.#row(index, columns, isOneTenant)),
    );
    the('#none', HTMLElement).hidden = shown.length > 0;
    this.#more.hidden = shown.length <= this.#limit;
    the('#shown', HTMLElement).textContent =
      `${formatNumber(shown.length)} of ${formatNumber(this.#data.rows.length)} requirements`;
  }

  /**
   * The indices of the rows that pass the filters.
   * @param {readonly Column[]} columns
   */
  #shown(columns) {
    const terms = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const family = this.#family.value;
    return this.#data.rows.flatMap((row, index) => {
      if (family !== '' && row.family !== family) return [];
      if (!terms.every((term) => this.#texts[index]?.includes(term))) return [];
      const first = columns[0]?.letters[index];
      const differs = columns.some(({ letters }) => letters[index] !== first);
      return differs || this.#everything.checked ? [index] : [];
    });
  }

  /**
   * @param {number} index
   * @param {readonly Column[]} columns
   * @param {boolean} isOneTenant
   */
  #row(index, columns, isOneTenant) {
    const { id = '', sentence = '' } = this.#data.rows[index] ?? {};
    return make(
      'tr',
      { id },
      make('th', { scope: 'row' }, make('span', { class: 'sentence' }, sentence), make('span', { class: 'id' }, id)),
      columns.map(({ letters, title }, column) => {
        const letter = letters[index] ?? ABSENT;
        const verdict = VERDICT_OF.get(letter);
        const before = isOneTenant && column > 0 ? columns[column - 1]?.letters[index] : letter;
        const change = changeOf(VERDICT_OF.get(before ?? ABSENT), verdict);
        const label = `${title}: ${verdict ?? 'no verdict'}${change === 'same' ? '' : `, ${change}`}`;
        return make(
          'td',
          { class: `verdict-cell ${verdict ?? 'absent'}${change === 'same' ? '' : ' changed'}`, title: label },
          verdict === undefined ? '–' : icon(verdict),
          make('span', { class: 'visually-hidden' }, label),
        );
      }),
    );
  }

  /** Shows the requirement that the address names and resets the filters that would hide it. */
  follow() {
    const id = fragment();
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
