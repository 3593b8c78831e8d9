import { icon, make, the } from './dom.js';

/**
 * Copies a text to the clipboard. Browsers may refuse the Clipboard API to a page from disk; `execCommand` still works there.
 * @param {string} text
 */
async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make('textarea', { 'aria-hidden': 'true', class: 'visually-hidden' });
    area.value = text;
    document.body.append(area);
    area.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    const isDone = document.execCommand('copy');
    area.remove();
    if (!isDone) throw new Error('no access to the clipboard');
  }
}

/**
 * A button that copies the text that `text` returns.
 * @param {string} label
 * @param {() => string | Promise<string>} text
 * @param {string} [drawing]
 */
export function copyButton(label, text, drawing = 'copy') {
  const caption = make('span', {}, label);
  const button = make('button', { type: 'button', class: 'action' }, icon(drawing), caption);
  button.addEventListener('click', () => {
    void copy(button, caption, label, text);
  });
  return button;
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} caption
 * @param {string} label
 * @param {() => string | Promise<string>} text
 */
async function copy(button, caption, label, text) {
  let outcome = 'Copied';
  try {
    await toClipboard(await text());
  } catch {
    outcome = 'Could not copy';
  }
  caption.textContent = outcome;
  button.classList.add('done');
  announce(`${label}: ${outcome}`);
  setTimeout(() => {
    caption.textContent = label;
    button.classList.remove('done');
  }, 1_600);
}

/**
 * Announces a message to screen readers.
 * @param {string} message
 */
export function announce(message) {
  the('#announcement', HTMLElement).textContent = message;
}
