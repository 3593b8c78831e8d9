const HEXADECIMAL = /^[\da-f-]+$/i;

/**
 * A credential or an id with one character replaced by another letter or digit: near its middle, or from a share of its length on. What
 * is written in hexadecimal digits remains so: a tenant may refuse another as it refuses what is no id.
 */
export function tampered(token: string, from = 0.6): string {
  const middle = Math.floor(token.length * from);
  const at = Array.from(token).findIndex((letter, index) => index >= middle && /[A-Za-z0-9]/.test(letter));
  const letter = token[at] ?? '';
  const [usual, instead] = HEXADECIMAL.test(token) ? ['e', 'b'] : ['k', 'q'];
  const other = /\d/.test(letter)
    ? String((Number(letter) + 5) % 10)
    : letter.toLowerCase() === usual
      ? instead
      : usual;
  return token.slice(0, at) + (/[A-Z]/.test(letter) ? other.toUpperCase() : other) + token.slice(at + 1);
}

/** One whose last characters are others: several, because one alone of a signature may stand for the same bytes. */
export function tamperedAtEnd(token: string): string {
  const last = 4;
  return token.slice(0, -last) + Array.from(token.slice(-last), (letter) => tampered(letter, 0)).join('');
}
