import { expect } from '../test.ts';
import fc from 'fast-check';

/** One seed for all, so that a test that passed today passes tomorrow. */
export const SEED = 4711;
/** As many inputs as the tenant of each dialect is asked about. */
export const RUNS = 50;

export function samplesOf<Input>(inputs: fc.Arbitrary<Input>, numRuns = 1_000): Input[] {
  return fc.sample(inputs, { seed: SEED, numRuns });
}

type Classes<Input> = Readonly<Record<string, (input: Input) => boolean>>;

/** One expectation for all samples: a thousand of them cost seconds. */
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

/** A class of inputs that hardly ever comes up is a class that no property looks at. */
export function expectShares<Input>(inputs: fc.Arbitrary<Input>, classes: Classes<Input>, least = 0.1): void {
  const samples = samplesOf(inputs);
  for (const [what, belongs] of Object.entries(classes)) {
    expect(samples.filter(belongs).length / samples.length, `share of: ${what}`).toBeGreaterThanOrEqual(least);
  }
}

/** The input that is told when a property fails: from each of several seeds the same, or a bug would look like many. */
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
