import { expect } from '../test.ts';
import fc from 'fast-check';

/** A fixed seed, so that the tests are deterministic. */
export const SEED = 4711;
/** Number of inputs that are sent to the tenant of each dialect. */
export const RUNS = 50;

export function samplesOf<Input>(inputs: fc.Arbitrary<Input>, numRuns = 1_000): Input[] {
  return fc.sample(inputs, { seed: SEED, numRuns });
}

type Classes<Input> = Readonly<Record<string, (input: Input) => boolean>>;

/** One `expect` for all samples, because a thousand of them would take seconds. */
export function expectEach<Input>(
  inputs: Iterable<Input>,
  holds: (input: Input) => boolean,
  what = 'exceptions',
): void {
  expect(
    [...inputs].filter((input) => !holds(input)),
    what,
  ).toEqual([]);
}

/** Expects a minimum share of each class, because properties do not test a class that hardly ever occurs. */
export function expectShares<Input>(inputs: fc.Arbitrary<Input>, classes: Classes<Input>, least = 0.1): void {
  const samples = samplesOf(inputs);
  for (const [what, belongs] of Object.entries(classes)) {
    expect(samples.filter(belongs).length / samples.length, `share of: ${what}`).toBeGreaterThanOrEqual(least);
  }
}

/** The counterexamples of several seeds. They should be equal, so that one bug is reported as one. */
export function smallest<Input>(inputs: fc.Arbitrary<Input>, fails: (input: Input) => boolean): Input[] {
  return [SEED, SEED + 1, SEED + 2, SEED + 3, SEED + 4].map((seed) => {
    const { counterexample } = fc.check(
      fc.property(inputs, (input) => !fails(input)),
      { seed, numRuns: 2_000 },
    );
    if (!counterexample) throw new Error('no input shows the planted bug');
    return counterexample[0];
  });
}
