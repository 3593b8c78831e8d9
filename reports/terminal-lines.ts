/** The longest line that commands write on a terminal, where its length is not that of a value. */
export const TERMINAL_WIDTH = 100;

/** A line that fits on a terminal. */
export function fitted(line: string): string {
  return line.length > TERMINAL_WIDTH ? `${line.slice(0, TERMINAL_WIDTH - 2)} …` : line;
}

/** So many of something: "1 thing", "2 things". */
export function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
