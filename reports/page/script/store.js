/**
 * Reads a preference. Browsers may deny storage to a page from disk; then there is none.
 * @param {string} name
 */
export function stored(name) {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}
