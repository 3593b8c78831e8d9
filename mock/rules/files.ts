import { createHash } from 'node:crypto';

/** A definition as text that is the same whenever the definition is: members in order, two blanks, one end of line. */
export function canonicalText(value: unknown): string {
  return `${JSON.stringify(ordered(value), null, 2)}\n`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, ordered(member)]));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Rules of files that are patched by exact text, as data. */
export const textRules = () => ({
  hash: sha256,
  /** How often the old text has to stand in the file. */
  occurrences: (content: string, oldText: string): number => content.split(oldText).length - 1,
  replaced: (content: string, oldText: string, newText: string): string => content.split(oldText).join(newText),
});
