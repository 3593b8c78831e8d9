/** The decoded fragment of the address; empty where its percent-encoding is invalid. */
export function fragment() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
