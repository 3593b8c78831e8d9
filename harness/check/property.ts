import fc from 'fast-check';
import { classesOf } from '../../generators/classes.ts';
import { again, attempt, transient, type CheckFailure } from '../failures/failure.ts';
import { currentLog } from '../failures/log.ts';
import type { Check } from './check.ts';
import { isTrialRun } from './trials.ts';

interface Effort<Input> {
  /** Inputs that are always tried, before the generated ones. */
  readonly examples?: readonly Input[];
  /** The fraction of PROPERTY_RUNS to try; below 1 if each input takes many exchanges. */
  readonly share?: number;
  /** The classes of its row that an input belongs to, where the row names classes. */
  readonly classesOf?: (input: Input) => readonly string[];
}

/**
 * Checks a requirement with generated inputs. The expected result is computed from the specified rule, never from the tenant.
 * A failure is shrunk and reported with its smallest input, the seed and the path; only its exchanges are kept.
 */
export async function property<Input>(
  check: Check,
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void>,
  { examples = [], share = 1, classesOf: namedOf }: Effort<Input> = {},
): Promise<void> {
  const { seed, propertyRuns, settings } = check.configuration;
  const isNew = noveltyIn(check);
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
  let hasFailed = false;
  const run = async (input: Input): Promise<boolean> => {
    // What is generated after a failure are simpler inputs of the same classes.
    if (ended !== undefined || !(isNew(input) || hasFailed)) return true;
    const violation = await violationFor(input);
    hasFailed ||= violation !== undefined;
    if (!violation) for (const name of namedOf?.(input) ?? []) currentLog()?.judgeClass(name);
    return violation === undefined;
  };
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

/**
 * Whether an input is worth its requests. On a live tenant each costs a round trip, so that an input is left out whose classes
 * have all been tried; together the inputs that are tried visit each class that all of them visit. A stated number of inputs is
 * tried as it is, and on the embedded tenant all are.
 */
function noveltyIn({ tenant, configuration: { settings } }: Check): (input: unknown) => boolean {
  if (!tenant.isLive || settings.PROPERTY_RUNS !== undefined || settings.PROPERTY_PATH !== undefined) return () => true;
  const tried = new Set<string>();
  return (input) => {
    const before = tried.size;
    for (const name of classesOf(input)) tried.add(name);
    return tried.size > before;
  };
}
