import { FAMILIES } from '../contracts/families.ts';
import { WRITTEN } from '../contracts/requirements/families.ts';
import { matcher } from './empty-selection.ts';

const NAMES = Object.keys(FAMILIES);
/** An id begins with its family, so that a pattern that names one can match in few folders. */
const BEGINNING = new RegExp(String.raw`(?:(?<![\w-])|(?<=\\[sb]))(${NAMES.join('|')})\\?\.[\w(]`);
/** What such a pattern asks to be absent matches anywhere else. */
const NEGATIVE = /\(\?<?!/;

/**
 * Patterns for the folders of checks that `--grep` can match, so that Playwright reads no others: to read all of them takes
 * a quarter of the time of a small run. None where a part of the pattern names no family outside of parentheses, because it may
 * match a path or a sentence anywhere.
 */
export function foldersFor(pattern: string): readonly string[] {
  if (NEGATIVE.test(pattern)) return [];
  const named = alternativesOf(pattern).map((one) => BEGINNING.exec(one)?.[1]);
  if (named.includes(undefined)) return [];
  const matches = matcher(pattern);
  if (!matches) return [];
  const told = WRITTEN.flatMap(({ family, rows }) =>
    [family, ...rows.map(({ sentence }) => sentence)].some(matches) ? [family] : [],
  );
  return [...new Set([...named, ...told])].map((family) => folderOf(family ?? ''));
}

/** A pattern for the folder with the checks of a family. */
export function folderOf(family: string): string {
  return String.raw`[\\/]tests[\\/]${family}[\\/]`;
}

/** Characters that stand for themselves, and sets of them: what looks like syntax in these is none. */
const LITERAL = /\\[()|[\]]|\[[^\]]*\]/g;

/** The parts of a pattern of which one has to match, without what is in parentheses, where there may be others. */
function alternativesOf(pattern: string): readonly string[] {
  let outside = '';
  let depth = 0;
  for (const character of pattern.replace(LITERAL, '_')) {
    // The parentheses themselves stay: they tell where an id goes on.
    if (depth === 0) outside += character;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
  }
  return outside.split('|');
}
