import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { ActorSetting } from '../../contracts/settings.ts';
import type { Patch } from '../../mock/index.ts';

/** One way for the reference tenant to break one requirement. */
export interface Fault<Id extends string = string> {
  /** `<requirement>/<what goes wrong>`, such as `roles.update.name-too-long/one-more`. */
  readonly id: Id;
  /** The requirement that is broken; it, and no other, is reported as violated. */
  readonly requirement: RequirementId;
  /** Requirements that cannot hold where this one is broken, and why. */
  readonly also?: readonly { readonly id: RequirementId; readonly because: string }[];
  /** The requirement whose check tells it, where that goes through several requirements and alone meets what the fault needs. */
  readonly toldBy?: RequirementId;
  /** The credential by which alone it shows, where a check uses that one only if it is there. */
  readonly seenWith?: ActorSetting;
  /** The class by which alone it shows, where a conforming tenant may leave nothing to judge in that one. */
  readonly seenIn?: string;
  /** What the tenant does, in one sentence. */
  readonly sentence: string;
  readonly patch: Patch;
}

/** The requirement whose check has to report a fault. */
export function tellerOf({ toldBy, requirement }: Fault): RequirementId {
  return toldBy ?? requirement;
}

/** A fault as it is declared: its id is made of the requirement and a name. */
export type Deviation = Omit<Fault, 'id' | 'requirement'> & { readonly name: string };

/** Declares the faults of one table: for each requirement the ways in which it can be broken. */
export function faults(
  deviations: Readonly<Partial<Record<RequirementId, Deviation | readonly Deviation[]>>>,
): readonly Fault[] {
  return Object.entries(deviations).flatMap(([requirement, given]) =>
    [given].flat().map(({ name, ...rest }) => ({
      id: `${requirement}/${name}`,
      requirement: requirement as RequirementId,
      ...rest,
    })),
  );
}

/** Tables of faults, each under the file that declares it, so that a changed file leads to its faults. */
export type FaultTables = Readonly<Record<string, readonly Fault[]>>;

/** Several requirements that cannot hold beside a fault for the same reason. */
export function alsoThese(because: string, ...ids: readonly RequirementId[]): NonNullable<Fault['also']> {
  return ids.map((id) => ({ id, because }));
}
