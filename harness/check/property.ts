import fc from 'fast-check';
import { again, attempt, transient, type CheckFailure } from '../failures/failure.ts';
import type { Check } from './check.ts';
import { isTrialRun } from './trials.ts';

interface Effort<Input> {
  /** Inputs that are always tried, before the generated ones. */
  readonly examples?: readonly Input[];
  /** The fraction of PROPERTY_RUNS to try; below 1 if each input takes many exchanges. */
  readonly share?: number;
}

/**
 * Checks a requirement with generated inputs. The expected result is computed from the specified rule, never from the tenant.
 * A failure is shrunk and reported with its smallest input, the seed and the path; only its exchanges are kept.
 */
export async function property<Input>(
  check: Check,
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void>,
  { examples = [], share = 1 }: Effort<Input> = {},
): Promise<void> {
  const { seed, propertyRuns, settings } = check.configuration;
  const mark = check.recorder.length;
  /** The error that ended the search: a failure that is not a violation is no counterexample and is not shrunk. */
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
    // fast-check counts examples as runs.
    numRuns: examples.length + Math.ceil(propertyRuns * share),
    examples: examples.map((input) => [input]),
    // Nobody reads the counterexample of a trial, so shrinking would only take time.
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
  if (!violation) throw transient(`failed once and passed when repeated, for ${shown}`);
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
