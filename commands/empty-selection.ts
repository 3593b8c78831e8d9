import { loadContract } from '../contracts/bundle.ts';
import { commandLine } from '../contracts/installation.ts';
import { nearest } from '../contracts/nearest.ts';
import { loadRegistry } from '../contracts/requirements/index.ts';

const GREP = /^--grep=/;
const MOST_HINTED = 5;

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
    const matched = requirements.filter(({ id, sentence, kind }) => matches(pattern, `${id}: ${sentence} @${kind}`));
    const some = matched.slice(0, MOST_HINTED).map(({ id }) => id);
    if (some.length > 0) return [`--grep=${pattern}: it matches ${some.join(', ')}, of which no check was found`];
    const near = nearest(pattern, beginnings);
    const hint = near === undefined ? `\`${commandLine('catalogue')}\` lists them` : `did you mean ${near}?`;
    return [`--grep=${pattern}: no requirement matches, ${hint}`];
  });
}

/** As Playwright reads a pattern. One that is none, it refuses itself. */
function matches(pattern: string, title: string): boolean {
  const [, source = pattern, flags = 'i'] = /^\/(.*)\/([a-z]*)$/.exec(pattern) ?? [];
  try {
    return new RegExp(source, flags.replace('g', '')).test(title);
  } catch {
    return true;
  }
}
