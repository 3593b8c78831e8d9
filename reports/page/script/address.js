/** What the address names, in letters that somebody may have typed. */
export function pointedTo() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
