import fc from 'fast-check';
import { classesOf } from '../../generators/classes.ts';
import { again, attempt, transient, type CheckFailure } from '../failures/failure.ts';
import { currentLog } from '../failures/log.ts';
import type { Check } from './check.ts';
import type { Exchange } from '../../evidence/evidence.ts';
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
  const isWorthIt = noveltyIn(check, examples.length);
  const mark = check.recorder.length;
  currentLog()?.noteInputs();
  /** The error that ended the search: a failure that is not a violation is no counterexample and is not shrunk. */
  let ended: { readonly error: unknown } | undefined;
  /** The last input that failed, which is the smallest so far. */
  let found: Found | undefined;

  const violationFor = async (input: Input): Promise<CheckFailure | undefined> => {
    check.recorder.forgetSince(mark);
    try {
      const { failure } = await attempt(() => holds(input));
      // What goes wrong with a smaller input does not undo the violation that was seen.
      if (failure && !failure.isViolation && !found) throw again(failure);
      return failure?.isViolation ? failure : undefined;
    } catch (error) {
      ended = { error };
      return undefined;
    }
  };
  const run = async (input: Input): Promise<boolean> => {
    // What is generated after a failure are simpler inputs of the same classes.
    if (ended !== undefined || (found ? Date.now() > found.shrinksUntil : !isWorthIt(input))) return true;
    const violation = await violationFor(input);
    if (violation) found = foundBy(check, mark, violation, found);
    else for (const name of namedOf?.(input) ?? []) currentLog()?.judgeClass(name);
    return violation === undefined;
  };
  const search = (path: string | undefined) =>
    fc.check(fc.asyncProperty<[Input]>(inputs, run), {
      seed,
      // fast-check counts examples as runs.
      numRuns: examples.length + Math.ceil(propertyRuns * share),
      examples: examples.map((input) => [input]),
      // Nobody reads the counterexample of a trial, so shrinking would only take time.
      endOnFailure: isTrialRun,
      ...(path !== undefined && { path }),
    });
  const details = await following(settings.PROPERTY_PATH, search);
  if (!found && ended) throw ended.error;
  if (!found || !details.counterexample) {
    check.recorder.forgetSince(mark);
    return;
  }
  const [input] = details.counterexample;
  const shown = fc.stringify(input);
  // An input that has failed once, of which no smaller one failed, may have met with something that passes.
  if (found.times === 1) {
    const violation = await violationFor(input);
    if (!violation) throw transient(`failed once and passed when repeated, for ${shown}`);
    found = foundBy(check, mark, violation, found);
  }
  check.recorder.forgetSince(mark);
  check.recorder.adopt(found.exchanges);
  throw found.violation.with({
    counterexample: {
      input: shown,
      seed,
      path: details.counterexamplePath,
      inputs: details.numRuns,
      shrinks: details.numShrinks,
    },
  });
}

/** Searches along a path. That of another property of the same requirement may lead nowhere in this one, which is searched as ever. */
async function following<Details>(
  path: string | undefined,
  search: (path: string | undefined) => Promise<Details>,
): Promise<Details> {
  try {
    return await search(path);
  } catch (error) {
    if (path === undefined) throw error;
    return search(undefined);
  }
}

/** How long smaller inputs are looked for once one has failed, in milliseconds: a check has to end within its time. */
const SHRINKS_FOR = 10_000;

interface Found {
  readonly violation: CheckFailure;
  readonly exchanges: readonly Exchange[];
  readonly times: number;
  readonly shrinksUntil: number;
}

function foundBy({ recorder }: Check, mark: number, violation: CheckFailure, before: Found | undefined): Found {
  currentLog()?.noteViolation(violation.failure);
  const { times, shrinksUntil } = before ?? { times: 0, shrinksUntil: Date.now() + SHRINKS_FOR };
  return { violation, exchanges: recorder.since(mark), times: times + 1, shrinksUntil };
}

/**
 * Whether an input is worth its requests. On a live tenant each costs a round trip, so that a generated input is left out whose
 * classes have all been tried; together the inputs that are tried visit each class that all of them visit. The embedded tenant is
 * tested in the same way: what only the number of inputs would find there is found on no live tenant. A stated number is tried as it is.
 */
function noveltyIn({ configuration: { settings } }: Check, examples: number): (input: unknown) => boolean {
  if (settings.PROPERTY_RUNS !== undefined || settings.PROPERTY_PATH !== undefined) return () => true;
  const tried = new Set<string>();
  let inputs = 0;
  return (input) => {
    const before = tried.size;
    for (const name of classesOf(input)) tried.add(name);
    inputs += 1;
    // Examples come first.
    return inputs <= examples || tried.size > before;
  };
}
