/** Why a check failed, as data: written where it happens, and read by everything that judges or explains it. */

/**
 * - `violation`: an assertion about the tenant did not hold;
 * - `setup`: a step before the assertion failed, so that the requirement was neither kept nor violated;
 * - `transient`: the network, a gateway or somebody else's work prevented a result;
 * - `defect`: the check itself is wrong.
 */
export const FAILURE_KINDS = ['violation', 'setup', 'transient', 'defect'] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** The smallest input with which a property still fails. */
export interface Counterexample {
  readonly input: string;
  readonly seed: number;
  /** Repeats this input alone, together with the seed. */
  readonly path: string;
  readonly inputs: number;
  readonly shrinks: number;
}

/** One place that two structures have with different values, as texts. */
export interface ComparedPlace {
  readonly at: string;
  readonly expected: string;
  readonly seen: string;
}

/** Any success, any refusal with 4xx, or one status. */
export type StatusExpected = 'success' | 'refusal' | number;

export interface Failure {
  readonly kind: FailureKind;
  /** The requirement that the assertion judges, where that is not the one the check is about. */
  readonly requirement?: string;
  /** What was compared or attempted, in words; the two sides alone may say enough. */
  readonly summary?: string;
  readonly expected?: string;
  readonly seen?: string;
  /** The status that was expected and the one that came, where the statuses were compared. */
  readonly status?: { readonly expected: StatusExpected; readonly seen: number };
  /** Where two structures or a member were compared: the places that differ. */
  readonly places?: readonly ComparedPlace[];
  /** The class of input, actor or history in which it failed, where the check judges several. */
  readonly inClass?: string;
  /** The exchange that it is about, as an index into those of the check. */
  readonly exchange?: number;
  readonly counterexample?: Counterexample;
}

/** A failure as people read it. */
export function failureText({ summary, inClass, expected, seen, counterexample }: Failure): string {
  const sides = [
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(seen === undefined ? [] : [`Received: ${seen}`]),
  ];
  const smallest = counterexample && [
    `Smallest input: ${counterexample.input}`,
    `seed: ${counterexample.seed}, path: "${counterexample.path}", after ${counterexample.inputs} inputs, shrunk ${counterexample.shrinks} times`,
  ];
  const where = inClass === undefined ? [] : [`Class: ${inClass}`];
  return [summary ?? [], where, sides.join('\n'), smallest?.join('\n') ?? []].flat().filter(Boolean).join('\n\n');
}
