/** The smallest input that still breaks a requirement, as a property tells it at the end of its message. */
export interface Counterexample {
  readonly input: string;
  /** Repeats this input alone, together with the seed. */
  readonly path: string;
  readonly inputs: number;
  readonly shrinks: number;
}

const TOLD = /^Smallest input: (.*)\nseed: -?\d+, path: "([^"]*)", after (\d+) inputs, shrunk (\d+) times$/ms;

export function counterexampleOf(error: string): Counterexample | undefined {
  const [, input, path, inputs, shrinks] = TOLD.exec(error) ?? [];
  if (input === undefined || path === undefined) return undefined;
  return { input, path, inputs: Number(inputs), shrinks: Number(shrinks) };
}
