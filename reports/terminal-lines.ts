/** The longest line that commands write on a terminal, where its length is not that of a value. */
export const TERMINAL_WIDTH = 100;

/** A line that fits on a terminal. */
export function fitted(line: string): string {
  return line.length > TERMINAL_WIDTH ? `${line.slice(0, TERMINAL_WIDTH - 2)} …` : line;
}

/** Each of these lines once, with how many there are of it if it is more than one. */
export function eachOnce(lines: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return [...times].map(([line, count]) => (count === 1 ? line : `${line} (${count} times)`));
}

/** So many of something: "1 thing", "2 things". */
export function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
