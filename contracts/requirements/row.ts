import type { BindingId } from '../bindings/index.ts';
import type { Family } from '../families.ts';
import type { AnyOperationId } from '../operations.ts';
import type { ActorSetting, LentSetting } from '../settings.ts';

export const KINDS = [
  'status',
  'shape',
  'limit',
  'move',
  'auth',
  'pagination',
  'merge',
  'default',
  'time',
  'enum',
  'deprecation',
] as const;
export type Kind = (typeof KINDS)[number];

export type Level = 'must' | 'should';

/** What it takes to observe a promise beyond an administrator's token and the API itself. */
export interface Needs {
  /** Credentials of other actors, by the setting that carries them. */
  readonly actors?: readonly ActorSetting[];
  /** Things that the API cannot make, lent to the run by a setting. */
  readonly lent?: readonly LentSetting[];
  /** Time that has to pass, such as `5m` or `24h`. */
  readonly wait?: `${number}${'s' | 'm' | 'h' | 'd'}`;
  /** Names that the specification leaves open, beyond those of the row's operations. */
  readonly bindings?: readonly BindingId[];
  /** A state of the whole account that the API cannot set: only a leased tenant can be put into it. */
  readonly account?: string;
  /** What a broken tenant would let the check do to the whole account: on a live one it needs consent. */
  readonly accountChange?: string;
}

/** One promise of the specification, as it is written down in a family's file. */
export interface Row<Id extends string = string> {
  readonly id: Id;
  readonly sentence: string;
  /** `must` where the row is silent. */
  readonly level?: Level;
  readonly kind: Kind;
  /** Lines of the specification that make the promise, such as `'61, 160-162'`. */
  readonly lines: string;
  readonly operations?: readonly AnyOperationId[];
  readonly needs?: Needs;
  /** Why no black box can see whether the promise is kept. Such a row is listed and never counted. */
  readonly untestable?: string;
}

export interface FamilyRows<Id extends string = string> {
  readonly family: Family;
  readonly rows: readonly Row<Id>[];
}

/** Declares the promises of one family. Only ids are inferred as literals, so that hundreds of rows check fast. */
export function promises<F extends Family, const Id extends `${F}.${string}.${string}`>(
  family: F,
  rows: readonly Row<Id>[],
): FamilyRows<Id> {
  return { family, rows };
}
