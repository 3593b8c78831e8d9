import { refuse } from './answer.ts';

const MOST_LEVELS = 100;

/** Refuses JSON that behaviour would have to be afraid of, wherever it was read: in a body, or in a text within one. */
export function refuseUnsafeJson(value: unknown, level = 0): void {
  if (typeof value === 'string') {
    // A lone surrogate cannot be written as UTF-8, so it could not be given back as it came.
    if (/[\ud800-\udfff]/.test(value) && !isWellFormed(value)) refuse('invalid', 'a string holds half a character');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (level > MOST_LEVELS) refuse('invalid', `the JSON is nested more than ${MOST_LEVELS} levels deep`);
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__') refuse('invalid', 'no member may be called __proto__');
    refuseUnsafeJson(key, level);
    refuseUnsafeJson(member, level + 1);
  }
}

function isWellFormed(text: string): boolean {
  return Buffer.from(text, 'utf8').toString('utf8') === text;
}
