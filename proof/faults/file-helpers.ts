import type { textRules } from '../../mock/families/texts.ts';

type File = ReturnType<typeof textRules>;

/** Whether a text stands in another only if letter case is ignored. */
export function isThereInAnotherCase(content: string, text: string): boolean {
  return !content.includes(text) && content.toLowerCase().includes(text.toLowerCase());
}

/** Files whose patches find their text in another letter case where it does not stand as it is named. */
export function inAnyCase(file: File): void {
  const { occurrences, replaced } = file;
  file.occurrences = (content, text) => (isThereInAnotherCase(content, text) ? 1 : occurrences(content, text));
  file.replaced = (content, text, next) => {
    if (!isThereInAnotherCase(content, text)) return replaced(content, text, next);
    const place = content.toLowerCase().indexOf(text.toLowerCase());
    return content.slice(0, place) + next + content.slice(place + text.length);
  };
}

/** Files whose patches take their old text for a pattern. */
export function asPattern(file: File): void {
  const patternOf = (text: string) => new RegExp(text, 'g');
  file.occurrences = (content, text) => content.match(patternOf(text))?.length ?? 0;
  file.replaced = (content, text, next) => content.replace(patternOf(text), () => next);
}

/** Files whose patches leave out the blanks around their old text. */
export function withoutBlanks(file: File): void {
  const { occurrences, replaced } = file;
  file.occurrences = (content, text) => occurrences(content, text.trim());
  file.replaced = (content, text, next) => replaced(content, text.trim(), next);
}

/** Files whose new texts keep letters of ASCII alone. */
export function asciiAlone(file: File): void {
  const { replaced } = file;
  file.replaced = (content, text, next) => replaced(content, text, next.replace(/[^ -~\n]/g, '?'));
}
