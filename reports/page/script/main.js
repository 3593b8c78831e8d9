import { announce } from './copy.js';
import { readData } from './data.js';
import { all, make } from './dom.js';
import { Filters } from './filters.js';
import { listenToKeys } from './keys.js';
import { requirementBody } from './requirement.js';
import { listenToTheme } from './theme.js';
import { fragment } from './address.js';

/** Up to this many violated requirements are opened at once. */
const FEW = 3;

listenToTheme();
const data = readData();
const filters = new Filters(data);
listenToKeys();

// `toggle` does not bubble, so the listener runs in the capture phase.
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target instanceof HTMLDetailsElement && target.matches('.requirement') && target.open) void fill(target);
  },
  true,
);

/** @param {HTMLDetailsElement} row */
async function fill(row) {
  if (row.classList.contains('filled')) return;
  row.classList.add('filled');
  try {
    row.append(await requirementBody(data, Number(row.dataset['index'])));
  } catch (error) {
    row.append(make('p', { class: 'failure' }, `Could not read the data of this requirement: ${String(error)}`));
  }
}

/** Opens and focuses the element that the address names, with all groups around it. */
function follow() {
  const id = fragment();
  const row = id === '' || id.startsWith('?') ? null : document.getElementById(id);
  if (!row) return;
  if (row.hidden) filters.clear();
  // Clearing the filters also cleared the address.
  history.replaceState(null, '', `#${id}`);
  for (let outer = row.parentElement; outer; outer = outer.parentElement) {
    if (outer instanceof HTMLDetailsElement) outer.open = true;
  }
  const fold = row.querySelector(':scope > .fold');
  if (fold instanceof HTMLDetailsElement) fold.open = true;
  if (row instanceof HTMLDetailsElement) {
    row.open = true;
    row.querySelector('summary')?.focus({ preventScroll: true });
  }
  for (const other of all('.aimed', HTMLElement)) other.classList.remove('aimed');
  row.classList.add('aimed');
  row.scrollIntoView();
  if (row.matches('.requirement')) announce(`Opened ${id}`);
}

window.addEventListener('hashchange', follow);
// A link to the current fragment triggers no `hashchange`.
document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
  if (link?.getAttribute('href') === location.hash) follow();
});

const broken = all('details.requirement[data-verdict="violates"]', HTMLDetailsElement);
if (broken.length <= FEW) for (const row of broken) row.open = true;
follow();
// After `load`, browsers scroll to the fragment themselves and move the focus.
window.addEventListener('load', () => setTimeout(follow));
document.documentElement.dataset['ready'] = 'true';
