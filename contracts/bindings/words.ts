/** What the account of a token may be called as a segment of a path, as the source of a pattern. */
export const ACCOUNT_WORDS = '(?:organi[sz]ation|org|account|tenant|company|companie|customer)s?';

/** What stands behind a name and says how the member is written, such as `report@odata.bind`. */
const ANNOTATION = /(?<=\w)@[\w.]+$/;

/** The words of a name, in small letters and the singular: `template_vars` and `templateVars` are both template and var. */
export function wordsOf(name: string): string[] {
  return name
    .replace(ANNOTATION, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=ch|sh|x)es$/, '')
        .replace(/(?<=[^s])s$/, ''),
    );
}

/** The name of a parameter without signs that stand for no word: `$top` is top, and `page[size]` is page_size. */
export const plainParameter = (name: string): string => name.replace(/^[$@]/, '').replace(/\[(\w+)\]/g, '_$1');

const STANDS_FOR_NONE = /(^|_)(unspecified|unrecognized)$/i;

/** The values of a list that say something: `KIND_UNSPECIFIED` stands for a member that was not sent, and nobody sends it. */
export function meantValues<Value>(values: readonly Value[]): readonly Value[] {
  const meant = values.filter((one) => typeof one !== 'string' || !STANDS_FOR_NONE.test(one));
  return meant.some((one) => one !== null) ? meant : values;
}

/** The words for what a thing is called. */
export const NAME_WORDS = 'name|title|label|caption|heading';

const OWN_NAME = new RegExp(`^(display_?)?(${NAME_WORDS})$`, 'i');

/** Whether a member is what the thing around it is called, as `displayName` and `title` are. */
export const isOwnName = (member: string): boolean => OWN_NAME.test(member);

const SHORTEST_PREFIX = 3;

/** Words are alike if they are equal or one abbreviates the other, as var does variable. */
function areAlike(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return one === other || (short.length >= SHORTEST_PREFIX && long.startsWith(short));
}

/** How much of two names is alike: the words that they share, of all words that they have. */
export function likeness(one: string, other: string): number {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const shared = words.filter((word) => others.some((candidate) => areAlike(word, candidate))).length;
  return shared / (words.length + others.length - shared);
}

/** Half of all words: with less, a name that means something else would be taken now and then. */
const LEAST_LIKENESS = 0.5;

/**
 * Which of the names in one place are those of the wanted ones, by their words. The two that are most alike are taken first, so
 * that `channelVersion` is not taken for a channel where there is a version as well. A tie decides nothing.
 */
export function matchedByWords(wanted: readonly string[], names: readonly string[]): Map<string, string> {
  const pairs = wanted
    .flatMap((one) => names.map((name) => ({ one, name, score: likeness(one, name) })))
    .filter(({ score }) => score >= LEAST_LIKENESS)
    .sort((a, b) => b.score - a.score);
  const matched = new Map<string, string>();
  const taken = new Set<string>();
  for (const { one, name, score } of pairs) {
    if (matched.has(one) || taken.has(name)) continue;
    const rivals = pairs.filter(
      (pair) =>
        pair.score === score &&
        (pair.one === one) !== (pair.name === name) &&
        !matched.has(pair.one) &&
        !taken.has(pair.name),
    );
    if (rivals.length > 0) continue;
    matched.set(one, name);
    taken.add(name);
  }
  return matched;
}
