import type { BindingId } from '../bindings/index.ts';
import type { Family } from '../families.ts';
import type { AnyOperationId } from '../operations.ts';
import type { ActorSetting, ProvidedSetting } from '../settings.ts';
import type { ExclusiveName } from './exclusives.ts';

export const REQUIREMENT_KINDS = [
  /** The status of a response, and whether a request is accepted at all. */
  'status',
  /** The members of a response, their types, and what the tenant's own document says of them. */
  'shape',
  /** A length, a number or a size at its bound. */
  'limit',
  /** What a request changes, and what it leaves as it is: the next state of a thing. */
  'move',
  /** Who may do something. */
  'auth',
  'pagination',
  /** Which members an update keeps, replaces or merges. */
  'merge',
  /** What holds where a member or a parameter is left out. */
  'default',
  /** What happens after a time, or lasts for one. */
  'time',
  /** The values that a member may have. */
  'enum',
  'deprecation',
] as const;
export type Kind = (typeof REQUIREMENT_KINDS)[number];

export type Level = 'must' | 'should';

/** What a check needs in addition to the API and an administrator's token. */
export interface Needs {
  /** Credentials of other actors, by setting. */
  readonly actors?: readonly ActorSetting[];
  /** Things of the tenant, and the addresses of its other APIs, by setting. */
  readonly lent?: readonly (ProvidedSetting | 'DATA_API_URL' | 'AI_URL')[];
  /** What the check uses besides, where it is there: without it less is judged. */
  readonly mayUse?: readonly (ActorSetting | ProvidedSetting)[];
  /** What the check has to itself on a live tenant, beside what `EXCLUSIVES` says of its row. */
  readonly alone?: readonly ExclusiveName[];
  /** What the check changes or reads beside others, but not beside one that has it to itself. */
  readonly shares?: readonly ExclusiveName[];
  /**
   * Credentials in whose place an embed token of such a user will do: the requirement is about the user alone, and its
   * operations are open to embed sessions.
   */
  readonly mayBeEmbedded?: readonly ActorSetting[];
  /** Time that the check waits, such as `5m` or `24h`. */
  readonly wait?: `${number}${'s' | 'm' | 'h' | 'd'}`;
  /** Bindings in addition to those of the row's operations. */
  readonly bindings?: readonly BindingId[];
  /** A state of the account that the API cannot create; only a leased reference tenant can be put into it. */
  readonly account?: string;
  /** Operations by which the check prepares, beside those of the row: they may change a thing that was there before. */
  readonly steps?: readonly AnyOperationId[];
  /** What the check leaves out where a thing was only found and may not be changed: it then judges by what it can read. */
  readonly ifChangeable?: IfChangeable;
  /**
   * The check changes only whoever sends its requests, and any user will do: one that the run made, where the administrator was
   * only found.
   */
  readonly anyCaller?: true;
  /** The change that a non-conforming tenant would make to the whole account; needs ALLOW_ACCOUNT_CHANGES on a live tenant. */
  readonly accountChange?: string;
  /** What the check makes for the whole account, at a cost or without a printed removal; needs ALLOW_ACCOUNT_CHANGES, too. */
  readonly makes?: string;
}

/** Operations of a row that change a thing, and what only they need. */
export interface IfChangeable {
  readonly operations: readonly AnyOperationId[];
  readonly lent?: readonly ProvidedSetting[];
}

/** What several sources of needs ask for together. */
export function joined(...all: readonly (Needs | undefined)[]): Needs {
  type Lists = 'actors' | 'lent' | 'mayUse' | 'mayBeEmbedded' | 'bindings' | 'steps' | 'alone' | 'shares';
  const lists = (name: Lists) => [...new Set<string>(all.flatMap((needs) => needs?.[name] ?? []))];
  const [actors, lent, mayUse] = [lists('actors'), lists('lent'), lists('mayUse')];
  const [bindings, steps, mayBeEmbedded] = [lists('bindings'), lists('steps'), lists('mayBeEmbedded')];
  const [alone, shares] = [lists('alone'), lists('shares')];
  return {
    ...Object.assign({}, ...all),
    ...(actors.length > 0 && { actors }),
    ...(lent.length > 0 && { lent }),
    ...(mayUse.length > 0 && { mayUse }),
    ...(mayBeEmbedded.length > 0 && { mayBeEmbedded }),
    ...(bindings.length > 0 && { bindings }),
    ...(steps.length > 0 && { steps }),
    ...(alone.length > 0 && { alone }),
    ...(shares.length > 0 && { shares }),
  } as Needs;
}

/** A requirement as it is written in the file of its family. */
export interface Row<Id extends string = string> {
  readonly id: Id;
  readonly sentence: string;
  /** Default: `must`. */
  readonly level?: Level;
  readonly kind: Kind;
  /** Lines of the specification that state the requirement, such as `'61, 160-162'`. */
  readonly lines: string;
  readonly operations?: readonly AnyOperationId[];
  /** The rule for every operation that the row comes from, where it was not written for itself. */
  readonly rule?: string;
  /** The operation of which the row states that it is served at all: what else is said of it depends on that. */
  readonly serves?: AnyOperationId;
  readonly needs?: Needs;
  /** The classes of input, actor or history that the sentence covers, each of which the check judges by itself (`inEach`). */
  readonly classes?: readonly string[];
  /** Classes that the sentence covers and that no check judges, with the reason. */
  readonly notJudged?: Readonly<Record<string, string>>;
  /** Why no client can observe whether the requirement holds. Such a row is listed and not counted. */
  readonly untestable?: string;
}

export interface FamilyRows<Id extends string = string> {
  readonly family: Family;
  readonly rows: readonly Row<Id>[];
}

/** Declares the requirements of one family. Only ids are inferred as literals, which keeps type checking fast. */
export function requirements<F extends Family, const Id extends `${F}.${string}.${string}`>(
  family: F,
  rows: readonly Row<Id>[],
): FamilyRows<Id> {
  return { family, rows };
}
