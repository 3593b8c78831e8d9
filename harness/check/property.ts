import fc from 'fast-check';
import { again, attempt, transient, type CheckFailure } from '../failures/failure.ts';
import type { Check } from './check.ts';
import { isTrialRun } from './trials.ts';

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
  const { seed, propertyRuns, settings } = check.configuration;
  const mark = check.recorder.length;
  /** What ended the search: trouble is no counterexample, and there is nothing to shrink. */
  let ended: { readonly error: unknown } | undefined;

  const violationFor = async (input: Input): Promise<CheckFailure | undefined> => {
    check.recorder.forgetSince(mark);
    try {
      const { failure } = await attempt(() => holds(input));
      if (failure && !failure.isViolation) throw again(failure);
      return failure;
    } catch (error) {
      ended = { error };
      return undefined;
    }
  };
  const run = async (input: Input): Promise<boolean> =>
    ended !== undefined || (await violationFor(input)) === undefined;
  const throwEnd = () => {
    if (ended) throw ended.error;
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
  throwEnd();
  if (!details.failed || !details.counterexample) {
    check.recorder.forgetSince(mark);
    return;
  }
  const [input] = details.counterexample;
  const shown = fc.stringify(input);
  const violation = await violationFor(input);
  throwEnd();
  if (!violation) throw transient(`failed once and held when repeated, for ${shown}`);
  throw violation.with({
    counterexample: {
      input: shown,
      seed,
      path: details.counterexamplePath,
      inputs: details.numRuns,
      shrinks: details.numShrinks,
    },
  });
}
