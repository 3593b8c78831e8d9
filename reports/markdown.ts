const LONGEST = 300;

/** Escapes text from a tenant for Markdown. */
export function text(words: string): string {
  return shown(words).replace(/[\\`*_{}[\]<>()#+!|~@]/g, (character) =>
    character === '<' ? '&lt;' : `\\${character}`,
  );
}

/** The text as inline code, with more backticks than it contains in a row. */
export function code(words: string): string {
  const longest = Math.max(0, ...(shown(words).match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${shown(words).replaceAll('|', '\\|')} ${fence}`;
}

function shown(words: string): string {
  const plain = words.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} …` : plain;
}
