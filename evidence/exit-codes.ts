/** How a command ends. README.md has the same table. */
export const EXIT_CODES = {
  /** The gate passed. */
  passed: 0,
  /** A requirement is violated that is not known, or a row of the baseline has to go. */
  violated: 1,
  /** Wrong usage or configuration. */
  usage: 2,
  /** None is violated, and something could not be established. */
  incomplete: 3,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** A violation outweighs wrong usage, and that outweighs what is open: only the first says something of the tenant. */
const HEAVIEST_FIRST = [EXIT_CODES.violated, EXIT_CODES.usage, EXIT_CODES.incomplete] as const;

/** The one exit code of everything that has happened. */
export function exitCodeOf(all: readonly number[]): ExitCode {
  return HEAVIEST_FIRST.find((code) => all.includes(code)) ?? EXIT_CODES.passed;
}
