import { the } from './dom.js';
import { store, stored } from './store.js';

const THEME_KEPT = 'conformance-theme';

/** Light or dark as the system has it, until somebody says otherwise. */
export function listenToTheme() {
  const button = the('#theme', HTMLButtonElement);
  const system = matchMedia('(prefers-color-scheme: dark)');
  let chosen = stored(THEME_KEPT);
  const show = () => {
    const isDark = chosen === undefined ? system.matches : chosen === 'dark';
    if (chosen !== undefined) document.documentElement.dataset['theme'] = chosen;
    button.setAttribute('aria-pressed', String(isDark));
  };
  button.addEventListener('click', () => {
    chosen = button.getAttribute('aria-pressed') === 'true' ? 'light' : 'dark';
    store(THEME_KEPT, chosen);
    show();
  });
  system.addEventListener('change', show);
  show();
}
