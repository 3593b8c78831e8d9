/** A file of a tenant as text, whose patches replace exact text. */
export interface TextFile {
  readonly content: string;
  readonly hash: string;
}

/** Members whose texts are for people to read, so that any other does as well; names may be those of something else. */
const FOR_PEOPLE = /title|label|caption|heading|description|prompt|^text$/i;
const NAME = /name$/i;
const WORDS = /^[A-Za-z][\w .,?!'-]{2,}$/;
const IDENTIFIER = /[._]/;

type Member = readonly [name: string, text: string];

/** A text for people that stands in a file once, in whatever letter case, or undefined where there is none. */
export function textIn({ content }: Pick<TextFile, 'content'>): string | undefined {
  const members = membersOf(content).filter(([, text]) => WORDS.test(text));
  const texts = [
    ...members.filter(([name]) => FOR_PEOPLE.test(name)),
    ...members.filter(([name, text]) => NAME.test(name) && !IDENTIFIER.test(text)),
  ].map(([, text]) => text);
  return texts.find((text) => content.toLowerCase().split(text.toLowerCase()).length === 2);
}

function membersOf(content: string): Member[] {
  try {
    return textsOf(JSON.parse(content) as unknown);
  } catch {
    return linesOf(content);
  }
}

function textsOf(value: unknown): Member[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' ? [[name, member] as const] : textsOf(member),
  );
}

/** The same for a text of lines, each with a name, a colon and a value. */
function linesOf(content: string): Member[] {
  return content.split('\n').flatMap((line) => {
    const [, name, , text] = /^\W*(\w+)\s*:\s*(["']?)(.*?)\2\s*$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text] as const];
  });
}

/** A patch that puts a new text in the place of one of a file, and what the file then holds. */
export function exactPatch(
  file: TextFile,
  from: string,
  to: string,
  /** A tenant that knows no old text replaces the whole. */
  { isPartial }: { readonly isPartial: boolean },
): { readonly body: Record<string, unknown>; readonly content: string } {
  const content = file.content.replace(from, () => to);
  const body = isPartial ? { oldText: from, newText: to, hash: file.hash } : { newText: content, hash: file.hash };
  return { body, content };
}

/** Texts that a tenant takes for one of the file where it looks less than exactly; none of them stands there. */
export function nearMisses({ content }: Pick<TextFile, 'content'>, text: string): string[] {
  const inAnotherCase = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  const asPattern = `${text.slice(0, 1)}.${text.slice(2)}`;
  const within = ` ${text} `;
  return [inAnotherCase, asPattern, within].filter((near) => !content.includes(near));
}

/** Texts that are changed by who takes signs in them for a pattern, or letters for a few of them. */
export const HARD_TEXTS = [' for $& or $$ or $1 ', ' für 日本 '];

/** Whether a text stands in a file, any of whose signs JSON lets be written by their numbers. */
export function holdsText({ content }: Pick<TextFile, 'content'>, text: string): boolean {
  const spelt = content.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return content.includes(text) || spelt.includes(text);
}
