import { loadContract } from '../contracts/bundle.ts';
import { commandLine } from '../contracts/installation.ts';
import { nearest } from '../contracts/nearest.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';
import { PLAYWRIGHT_FLAGS } from './playwright-flags.ts';

const GREP = /^--grep=/;
const MOST_HINTED = 5;
/** What stands before an id where a pattern is meant to match its beginning: Playwright puts project and file before it. */
const BEGINNING = String.raw`\s`;
const WHERE = `Only checks with a match in project, file, id or sentence; '${BEGINNING}ai.' is one where an id begins.`;
/** The flags of Playwright that the help text of a run explains. */
export const EXPLAINED = { grep: { ...PLAYWRIGHT_FLAGS.grep, what: WHERE } };

/**
 * What may be wrong with a selection of which Playwright only says that it finds no test: a pattern that no requirement
 * matches, or requirements that have no check yet.
 */
export async function emptySelections(passedOn: readonly string[]): Promise<string[]> {
  const patterns = passedOn.filter((one) => GREP.test(one)).map((one) => one.replace(GREP, ''));
  if (patterns.length === 0) return [];
  const requirements = [...loadRegistry(await loadContract()).values()];
  const ids = requirements.map(({ id }) => id);
  const beginnings = [
    ...new Set(ids.flatMap((id) => [id, id.split('.').slice(0, 2).join('.'), id.split('.')[0] ?? ''])),
  ];
  return patterns.flatMap((pattern) => {
    const titles = requirements.map(({ id, sentence, kind }) => ({ id, title: `${id}: ${sentence} @${kind}` }));
    const matches = matcher(pattern);
    // Playwright refuses it itself.
    if (!matches) return [];
    const matched = titles.filter(({ title }) => matches(`project file ${title}`));
    if (matched.length === 0 && pattern.startsWith('^') && titles.some(({ title }) => matches(title))) {
      const instead = pattern.replace('^', () => BEGINNING);
      return [`--grep=${pattern}: project and file stand before the id, use --grep='${instead}'`];
    }
    const some = matched.slice(0, MOST_HINTED).map(({ id }) => id);
    if (some.length > 0) return [`--grep=${pattern}: it matches ${some.join(', ')}, of which no check was found`];
    const near = nearest(pattern, beginnings);
    const hint = near === undefined ? `\`${commandLine('catalogue')}\` lists them` : `did you mean ${near}?`;
    return [`--grep=${pattern}: no requirement matches, ${hint}`];
  });
}

/** As Playwright reads a pattern; undefined for a text that is none. */
export function matcher(pattern: string): ((title: string) => boolean) | undefined {
  const [, source = pattern, flags = 'i'] = /^\/(.*)\/([a-z]*)$/.exec(pattern) ?? [];
  try {
    const expression = new RegExp(source, flags);
    return (title) => title.search(expression) >= 0;
  } catch {
    return undefined;
  }
}
