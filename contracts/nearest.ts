/** How many letters have to be added, dropped or replaced to get from one word to the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1];
    for (let j = 0; j < other.length; j += 1) {
      const replaced = (row[j] ?? 0) + (one[i] === other[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The word of a list that a misspelt one most likely stands for; nothing where none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((one) => ({ one, far: one.startsWith(word) && word.length > 1 ? 1 : distance(word, one) }))
    .sort((a, b) => a.far - b.far);
  return best && best.far <= Math.max(2, Math.ceil(word.length / 3)) ? best.one : undefined;
}

const MOST_WORDS = 12;

/** The second half of a refusal: the nearest word, or those there are. */
export function insteadOf(word: string, words: readonly string[]): string {
  const near = nearest(word, words);
  if (near !== undefined) return `did you mean ${near}?`;
  if (words.length > MOST_WORDS) return '`--help` lists them all';
  return words.length > 0 ? `expected ${words.join(', ')}` : 'expected none';
}
