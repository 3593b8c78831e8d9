import { make } from './dom.js';
import { linesOf, looksLikeJson, textOf } from './json.js';

/**
 * @typedef {{ readonly marker: '-' | '+' | ' ', readonly text: string }} Row
 */

/** Texts with more lines are shown without alignment, because comparing them would block the page. */
const MOST = 600;

/**
 * A line diff by longest common subsequence.
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {Row[]}
 */
export function rowsOf(before, after) {
  if (before.length > MOST || after.length > MOST) {
    return [...before.map((text) => row('-', text)), ...after.map((text) => row('+', text))];
  }
  const width = after.length + 1;
  const common = new Uint16Array((before.length + 1) * width);
  const at = (/** @type {number} */ a, /** @type {number} */ b) => common[a * width + b] ?? 0;
  for (let a = before.length - 1; a >= 0; a -= 1) {
    for (let b = after.length - 1; b >= 0; b -= 1) {
      common[a * width + b] = before[a] === after[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
    }
  }
  /** @type {Row[]} */
  const rows = [];
  let a = 0;
  let b = 0;
  while (a < before.length || b < after.length) {
    if (a < before.length && b < after.length && before[a] === after[b]) {
      rows.push(row(' ', before[a] ?? ''));
      a += 1;
      b += 1;
    } else if (a < before.length && (b === after.length || at(a + 1, b) >= at(a, b + 1))) {
      rows.push(row('-', before[a] ?? ''));
      a += 1;
    } else {
      rows.push(row('+', after[b] ?? ''));
      b += 1;
    }
  }
  return rows;
}

/**
 * @param {Row['marker']} marker
 * @param {string} text
 * @returns {Row}
 */
function row(marker, text) {
  return { marker, text };
}

/**
 * Expected beside seen: a line diff where both are JSON, otherwise with the differing middle part marked.
 * @param {string} expected
 * @param {string} seen
 */
export function compared(expected, seen) {
  if (isLarge(expected) && isLarge(seen)) {
    return diffBlock(rowsOf(linesOf(expected).map(textOf), linesOf(seen).map(textOf)));
  }
  const [start, end] = sharedEnds(expected, seen);
  const side = (/** @type {string} */ text, /** @type {'del' | 'ins'} */ tag) => {
    const middle = text.slice(start, text.length - end);
    const rest = text.slice(text.length - end);
    return [text.slice(0, start), middle === '' ? '' : make(tag, {}, middle), rest];
  };
  return make(
    'dl',
    { class: 'sides' },
    make('div', { class: 'expected' }, make('dt', {}, 'Expected'), make('dd', {}, side(expected, 'del'))),
    make('div', { class: 'seen' }, make('dt', {}, 'Seen'), make('dd', {}, side(seen, 'ins'))),
  );
}

/** @param {string} text */
function isLarge(text) {
  return /^\s*[{[]/.test(text) && looksLikeJson(text) && linesOf(text).length > 1;
}

/**
 * Lengths of the common prefix and suffix of two texts; zero where they are less than half of the shorter text, because
 * a short match is coincidence.
 * @param {string} a
 * @param {string} b
 * @returns {[number, number]}
 */
function sharedEnds(a, b) {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return start + end >= most / 2 && most > 4 ? [start, end] : [0, 0];
}

const WORDS = { '-': 'expected', '+': 'seen', ' ': undefined };
const CLASSES = { '-': 'removed', '+': 'added', ' ': 'same' };

/** @param {readonly Row[]} rows */
export function diffBlock(rows) {
  return make(
    'figure',
    { class: 'diff' },
    make(
      'figcaption',
      {},
      make('span', { class: 'removed' }, '− expected'),
      ' ',
      make('span', { class: 'added' }, '+ seen'),
    ),
    make(
      'pre',
      { class: 'body', tabindex: '0' },
      rows.map(({ marker, text }) =>
        make(
          'span',
          { class: `row ${CLASSES[marker]}` },
          // Screen readers announce neither colour nor the hidden marker.
          WORDS[marker] !== undefined && make('span', { class: 'visually-hidden' }, `${WORDS[marker]}: `),
          make('span', { class: 'symbol', 'aria-hidden': 'true' }, marker === '-' ? '−' : marker),
          text,
          '\n',
        ),
      ),
    ),
  );
}
