import { icon, make, the } from './dom.js';

/**
 * Puts a text where it can be pasted. A page from disk may be refused the clipboard, and then asks the old way.
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
    if (!isDone) throw new Error('the clipboard is closed');
  }
}

/**
 * A button that copies what its function says.
 * @param {string} label
 * @param {() => string | Promise<string>} text
 * @param {string} [drawing]
 */
export function copyButton(label, text, drawing = 'copy') {
  const words = make('span', {}, label);
  const button = make('button', { type: 'button', class: 'action' }, icon(drawing), words);
  button.addEventListener('click', () => {
    void copy(button, words, label, text);
  });
  return button;
}

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} words
 * @param {string} label
 * @param {() => string | Promise<string>} text
 */
async function copy(button, words, label, text) {
  let told = 'Copied';
  try {
    await toClipboard(await text());
  } catch {
    told = 'Could not copy';
  }
  words.textContent = told;
  button.classList.add('done');
  announce(`${label}: ${told}`);
  setTimeout(() => {
    words.textContent = label;
    button.classList.remove('done');
  }, 1_600);
}

/**
 * Says something to those who do not see the page.
 * @param {string} what
 */
export function announce(what) {
  the('#announcement', HTMLElement).textContent = what;
}
