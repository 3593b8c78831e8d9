/** The smallest failing input of a property, parsed from the end of its error message. */
export interface Counterexample {
  readonly input: string;
  /** Together with the seed, repeats this input only. */
  readonly path: string;
  readonly inputs: number;
  readonly shrinks: number;
}

const PATTERN = /^Smallest input: (.*)\nseed: -?\d+, path: "([^"]*)", after (\d+) inputs, shrunk (\d+) times$/ms;

export function counterexampleOf(error: string): Counterexample | undefined {
  const [, input, path, inputs, shrinks] = PATTERN.exec(error) ?? [];
  if (input === undefined || path === undefined) return undefined;
  return { input, path, inputs: Number(inputs), shrinks: Number(shrinks) };
}
