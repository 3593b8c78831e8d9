import { createHash } from 'node:crypto';
import { refuse } from '../answer.ts';
import { refuseHostile } from '../hostile.ts';
import type { Body } from '../call.ts';

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

/** A file in which the text that a patch names is replaced, or a refusal that leaves it as it is. */
export function patched(
  rules: ReturnType<typeof textRules>,
  content: string,
  { oldText, newText, hash }: Body,
): string {
  if (typeof oldText !== 'string' || oldText === '') refuse('invalid', 'oldText is no text');
  if (typeof newText !== 'string') refuse('invalid', 'newText is no text');
  if (hash !== undefined && hash !== rules.hash(content)) refuse('conflict', 'the file has changed since this hash');
  const found = rules.occurrences(content, oldText);
  if (found !== 1) refuse('conflict', `oldText stands in the file ${found} times, expected once`);
  const next = rules.replaced(content, oldText, newText);
  let definition: unknown;
  try {
    definition = JSON.parse(next);
  } catch {
    refuse('invalid', 'the file would be no JSON any more');
  }
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    refuse('invalid', 'the file would be no definition any more');
  }
  // JSON within the text was one string in the body, so nobody has looked into it yet.
  refuseHostile(definition);
  return next;
}
