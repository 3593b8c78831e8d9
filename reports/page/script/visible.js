/**
 * Characters that are invisible or change how the text around them is displayed: controls, direction marks, zero-width
 * characters, tags and lone surrogates. Line ends and tabs are not included.
 */
export const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}]/gu;

/**
 * The code point of an invisible character.
 * @param {string} character
 */
export function nameOf(character) {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Replaces invisible characters by their code points, for places without markup.
 * @param {string} text
 */
export function plain(text) {
  return text.replace(HIDDEN, (character) => `⟨${nameOf(character)}⟩`);
}

/**
 * Removes the colour sequences of a terminal.
 * @param {string} text
 */
export function uncoloured(text) {
  return text.replace(/\u001b\[[\d;]*m/g, '');
}
