import type { textRules } from '../../mock/families/texts.ts';

/** Whether a text stands in another only if letter case is ignored. */
export function isThereInAnotherCase(content: string, text: string): boolean {
  return !content.includes(text) && content.toLowerCase().includes(text.toLowerCase());
}

/** Files whose patches find their text in another letter case where it does not stand as it is named. */
export function inAnyCase(file: ReturnType<typeof textRules>): void {
  const { occurrences, replaced } = file;
  file.occurrences = (content, text) => (isThereInAnotherCase(content, text) ? 1 : occurrences(content, text));
  file.replaced = (content, text, next) => {
    if (!isThereInAnotherCase(content, text)) return replaced(content, text, next);
    const place = content.toLowerCase().indexOf(text.toLowerCase());
    return content.slice(0, place) + next + content.slice(place + text.length);
  };
}
