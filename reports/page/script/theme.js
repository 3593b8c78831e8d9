import { the } from './dom.js';
import { store, stored } from './store.js';

const THEME_KEY = 'conformance-theme';

/** Follows the colour scheme of the system until the user chooses one. */
export function listenToTheme() {
  const button = the('#theme', HTMLButtonElement);
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = stored(THEME_KEY);
  const show = () => {
    const isDark = chosen === undefined ? system.matches : chosen === 'dark';
    if (chosen !== undefined) document.documentElement.dataset['theme'] = chosen;
    button.setAttribute('aria-pressed', String(isDark));
  };
  button.addEventListener('click', () => {
    chosen = button.getAttribute('aria-pressed') === 'true' ? 'light' : 'dark';
    store(THEME_KEY, chosen);
    show();
  });
  system.addEventListener('change', show);
  show();
}
