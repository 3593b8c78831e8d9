import { UsageProblem } from '../contracts/problem.ts';

/** What was given after the command's name: flags with or without a value, and words. */
export class Flags {
  readonly words: readonly string[];
  readonly #values = new Map<string, string>();

  constructor(argv: readonly string[]) {
    const words: string[] = [];
    for (const argument of argv) {
      const match = /^--([^=]+)(?:=(.*))?$/.exec(argument);
      if (match) this.#values.set(match[1] ?? '', match[2] ?? '');
      else words.push(argument);
    }
    this.words = words;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  get(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** Refuses what the command does not know, so that a misspelt flag is not a flag that did nothing. */
  only(...known: readonly string[]): void {
    const unknown = [...this.#values.keys()].filter((name) => !known.includes(name));
    if (unknown.length === 0) return;
    const expected = known.length > 0 ? `expected ${known.map((name) => `--${name}`).join(', ')}` : 'expected no flag';
    throw new UsageProblem(unknown.map((name) => `--${name} is unknown, ${expected}`));
  }
}

/** A whole number that a flag may name; without a value it means all there is. */
export function numberOf(flags: Flags, name: string): number | undefined {
  const text = flags.get(name);
  if (text === undefined) return undefined;
  if (!/^\d*$/.test(text)) throw new UsageProblem([`--${name}=${text}: expected a number`]);
  return text === '' ? Infinity : Number(text);
}

/** Runs a command: what the user got wrong is one message a line and exit 2, a bug of ours keeps its stack. */
export async function main(command: (flags: Flags) => Promise<number> | number): Promise<void> {
  try {
    process.exitCode = await command(new Flags(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    for (const problem of error.problems) console.error(problem);
    process.exitCode = 2;
  }
}
