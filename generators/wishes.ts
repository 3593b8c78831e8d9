import type { Members } from './members.ts';

/** What a body is sampled with beside its schema. */
export interface Wishes {
  /** A text for a member of this name that no other sample has. */
  readonly fresh: (name: string) => string;
  /** Whether a member names a thing of the tenant, so that its value cannot be made up; a number may where a text may not. */
  readonly isThing: (name: string, isNumber: boolean) => boolean;
  /** Whether a setting lends things of the kind that a member names. */
  readonly isLendable: (name: string) => boolean;
  /** The value of such a member, whose type the schema decides; undefined if none is known. */
  readonly thing: (name: string) => string | number | undefined;
  /** The words for the kind of the thing that is named beside a member, such as folder: `parent: { kind, id }` lists several. */
  readonly kindAt?: (path: string) => readonly string[];
  /** A body that the document gives as an example of the whole. */
  readonly example?: Members;
  /** Whether a member is left out although the document requires it. */
  readonly omits: (path: string) => boolean;
  /** Whether an object that was sent also gets the members that the schema declares and does not require. */
  readonly isThin?: (value: Members) => boolean;
  readonly seed: number;
}

/** A body in which everything that the document requires was filled in. */
export interface Completed {
  readonly value: unknown;
  /** The paths of the members that were filled in. */
  readonly added: readonly string[];
  /** Whether all that was filled in are values that the document lists, and flags. */
  readonly areListed: boolean;
  /** The paths of required members without a value, because they name things that nobody knows. */
  readonly unknown: readonly string[];
  /** The paths of required members for which no valid value was found: the document contradicts itself. */
  readonly impossible: readonly string[];
}
