import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Patch } from '../../mock/index.ts';

/** One way for the reference tenant to break one promise. */
export interface Fault<Id extends string = string> {
  /** `<requirement>/<what goes wrong>`, such as `roles.update.name-too-long/one-more`. */
  readonly id: Id;
  /** The promise that is broken: its line, and no other, turns red. */
  readonly breaks: RequirementId;
  /** Promises that cannot be kept where this one is broken, and why. */
  readonly also?: readonly { readonly id: RequirementId; readonly because: string }[];
  /** What the tenant does, in one sentence. */
  readonly sentence: string;
  readonly patch: Patch;
}

/** A fault as it is written down: its id is the promise and a few words. */
export type Deviation = Omit<Fault, 'id' | 'breaks'> & { readonly name: string };

/** Declares the faults of one family: for each promise the ways in which it can be broken. */
export function faults(
  deviations: Readonly<Partial<Record<RequirementId, Deviation | readonly Deviation[]>>>,
): readonly Fault[] {
  return Object.entries(deviations).flatMap(([breaks, given]) =>
    [given].flat().map(({ name, ...rest }) => ({ id: `${breaks}/${name}`, breaks: breaks as RequirementId, ...rest })),
  );
}
