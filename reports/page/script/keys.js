import { all, the } from './dom.js';
import { store, stored } from './store.js';

const SHORTCUTS_KEY = 'conformance-keys';

/** Keyboard shortcuts. They can be turned off, because speech input triggers single letters by accident. */
export function listenToKeys() {
  const help = the('#help', HTMLDialogElement);
  const isOn = the('#keys-on', HTMLInputElement);
  isOn.checked = stored(SHORTCUTS_KEY) !== 'off';
  isOn.addEventListener('change', () => {
    store(SHORTCUTS_KEY, isOn.checked ? 'on' : 'off');
  });
  the('#show-help', HTMLButtonElement).addEventListener('click', () => {
    help.showModal();
  });

  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || !isOn.checked || help.open || isTyping(target)) return;
    const act = {
      '/': () => {
        the('#search', HTMLInputElement).focus();
      },
      j: () => {
        step(1, 'details.requirement');
      },
      k: () => {
        step(-1, 'details.requirement');
      },
      n: () => {
        step(1, 'details.requirement.attention');
      },
      p: () => {
        step(-1, 'details.requirement.attention');
      },
      '?': () => {
        help.showModal();
      },
    }[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.matches('input, select, textarea');
}

/**
 * Moves the focus to the next or previous visible requirement.
 * @param {1 | -1} direction
 * @param {string} selector
 */
function step(direction, selector) {
  const rows = all(selector, HTMLDetailsElement).filter((row) => row.checkVisibility());
  const here = document.activeElement?.closest('details.requirement');
  const at = here ? rows.findIndex((row) => row === here) : -1;
  const next =
    at === -1 && here
      ? rows[direction === 1 ? 'find' : 'findLast']((row) => follows(here, row) === (direction === 1))
      : rows[at === -1 && direction === -1 ? rows.length - 1 : at + direction];
  const summary = next?.querySelector('summary');
  summary?.focus();
  summary?.scrollIntoView({ block: 'nearest' });
}

/**
 * @param {Element} here
 * @param {Element} row
 */
function follows(here, row) {
  return (here.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
