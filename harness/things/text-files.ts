/** A text file of a tenant, which is changed by replacing an exact part of its text. */
export interface TextFile {
  readonly content: string;
  readonly hash: string;
}

/** Members with display text, which may be replaced by any other text. A name may be a reference to something else. */
const DISPLAY_TEXT = /title|label|caption|heading|description|prompt|^text$/i;
const NAME = /name$/i;
const WORDS = /^[A-Za-z][\w .,?!'-]{2,}$/;
const IDENTIFIER = /[._]/;

type Member = readonly [name: string, text: string];

/** A display text that occurs exactly once in a file, ignoring case; undefined if there is none. */
export function textIn({ content }: Pick<TextFile, 'content'>): string | undefined {
  const members = membersOf(content).filter(([, text]) => WORDS.test(text));
  const texts = [
    ...members.filter(([name]) => DISPLAY_TEXT.test(name)),
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

/** The same for a file that is not JSON, with lines of the form `name: value`. */
function linesOf(content: string): Member[] {
  return content.split('\n').flatMap((line) => {
    const [, name, , text] = /^\W*(\w+)\s*:\s*(["']?)(.*?)\2\s*$/.exec(line) ?? [];
    return name === undefined || text === undefined ? [] : [[name, text] as const];
  });
}

/** A patch that replaces one text of a file, and the content of the file after it. */
export function exactPatch(
  file: TextFile,
  from: string,
  to: string,
  /** False for a tenant without `oldText`, where a patch replaces the whole text. */
  { isPartial }: { readonly isPartial: boolean },
): { readonly body: Record<string, unknown>; readonly content: string } {
  const content = file.content.replace(from, () => to);
  const body = isPartial ? { oldText: from, newText: to, hash: file.hash } : { newText: content, hash: file.hash };
  return { body, content };
}

const VERSIONS =
  /("\w*(?:version|updated|modified|revision|etag)\w*"\s*:\s*)("(?:[^"\\]|\\.)*"|\{[^{}]*\}|[^\s,{}[\]]+)/gi;

/** A JSON text without the values that each change of a file may change: which version it is, and who made it and when. */
export function withoutVersions(content: string): string {
  return content.replace(VERSIONS, '$1null');
}

/** Texts that a tenant finds in the file only if it does not match exactly; none of them occurs in it. */
export function nearMisses({ content }: Pick<TextFile, 'content'>, text: string): string[] {
  const inAnotherCase = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
  const asPattern = `${text.slice(0, 1)}.${text.slice(2)}`;
  const within = ` ${text} `;
  return [inAnotherCase, asPattern, within].filter((near) => !content.includes(near));
}

/** Texts that a tenant changes if it treats them as a replacement pattern, handles encodings wrongly, or cuts what is long. */
export const HARD_TEXTS = [
  ' for $& or $$ or $1 ',
  " für € ש 日本 🗝 1+1, 100 % %41 %s {{x}} ${y} #1; -- 's' ",
  ' on a line\nand the next ',
  ' with a\\ttab ',
  ` ${'which orders were late, and why? '.repeat(9)}`,
];

/** The same text with its letters put together otherwise, which is another text; undefined for one that can only be written so. */
export function inAnotherForm(text: string): string | undefined {
  return [text.normalize('NFD'), text.normalize('NFC')].find((form) => form !== text);
}

/** Whether a file contains a text; JSON may have its characters as \u escapes. */
export function holdsText({ content }: Pick<TextFile, 'content'>, text: string): boolean {
  const unescaped = content.replace(/\\u([0-9a-f]{4})/gi, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
  return content.includes(text) || unescaped.includes(text);
}

const END = 8;

/** Whether a file still has the end of a text that was replaced in it: a tenant may find what stands before a sign alone. */
export function keepsEnd(before: Pick<TextFile, 'content'>, after: Pick<TextFile, 'content'>, text: string): boolean {
  const timesIn = ({ content }: Pick<TextFile, 'content'>) => content.split(text.slice(-END)).length - 1;
  return timesIn(before) > 0 && timesIn(after) >= timesIn(before);
}
