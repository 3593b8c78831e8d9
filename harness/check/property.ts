import fc from 'fast-check';
import { isTrialRun } from './trials.ts';
import { configuration } from '../tenant/tenant.ts';
import { Trouble, weather } from '../failures/trouble.ts';
import type { Check } from './check.ts';

/** Whether an error says that a promise does not hold, and not that it could not be looked at. */
export function isAssertion(error: unknown): error is Error {
  // The words of a failed setup may be those of an assertion.
  return (
    error instanceof Error &&
    !(error instanceof Trouble) &&
    ('matcherResult' in error || /^expect\(/m.test(error.message))
  );
}

interface Effort<Input> {
  /** Inputs that are tried in any case, before those that are generated. */
  readonly examples?: readonly Input[];
  /** The part of the usual number of inputs that is worth trying, where each takes many exchanges. */
  readonly share?: number;
}

/**
 * Holds a promise against generated inputs. What it must answer is worked out from the printed rule, never from the
 * tenant. A failure is shrunk and told with its smallest input, the seed and the path; its exchanges alone are kept.
 */
export async function property<Input>(
  check: Check,
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void>,
  { examples = [], share = 1 }: Effort<Input> = {},
): Promise<void> {
  const { seed, propertyRuns, settings } = configuration;
  const mark = check.recorder.length;
  const ended: unknown[] = [];

  const run = async (input: Input) => {
    if (ended.length > 0) return;
    check.recorder.forgetSince(mark);
    try {
      await holds(input);
    } catch (error) {
      if (isAssertion(error)) throw error;
      // Trouble is no counterexample: there is nothing to shrink.
      ended.push(error);
    }
  };
  const details = await fc.check(fc.asyncProperty<[Input]>(inputs, run), {
    seed,
    // Examples count among the inputs.
    numRuns: examples.length + Math.ceil(propertyRuns * share),
    examples: examples.map((input) => [input]),
    // The smallest input is for those who read it.
    endOnFailure: isTrialRun,
    ...(settings.PROPERTY_PATH !== undefined && { path: settings.PROPERTY_PATH }),
  });
  if (ended.length > 0) throw ended[0];
  if (!details.failed || !details.counterexample) {
    check.recorder.forgetSince(mark);
    return;
  }
  const [input] = details.counterexample;
  const again = await failureOf(() => run(input));
  if (!again) throw weather(`failed once and held when repeated, for ${fc.stringify(input)}`);
  throw new Error(
    [
      again.message,
      '',
      `Smallest input: ${fc.stringify(input)}`,
      `seed: ${seed}, path: "${details.counterexamplePath}", after ${details.numRuns} inputs, shrunk ${details.numShrinks} times`,
    ].join('\n'),
  );
}

async function failureOf(act: () => Promise<void>): Promise<Error | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    return error as Error;
  }
}
