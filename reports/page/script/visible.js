/**
 * Signs that a reader would not see, or that would change how the text around them reads: controls, direction marks,
 * signs without width, tags, and halves of a pair. Line ends and tabs stay what they are.
 */
export const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\u{e0000}-\u{e0fff}]/gu;

/**
 * How a sign is written that cannot be seen.
 * @param {string} sign
 */
export function nameOf(sign) {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * A text in which nothing is hidden, where there is no place for markup.
 * @param {string} text
 */
export function plain(text) {
  return text.replace(HIDDEN, (sign) => `⟨${nameOf(sign)}⟩`);
}

/**
 * Without the colours that a terminal would show.
 * @param {string} text
 */
export function uncoloured(text) {
  return text.replace(/\u001b\[[\d;]*m/g, '');
}
