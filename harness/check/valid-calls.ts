import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import type { Asked } from '../client/client.ts';
import type { Check } from './check.ts';

/** In which deployment a call is made: the lent one, or another that a scoped key does not reach. */
export type Where = 'home' | 'elsewhere';

/**
 * A call that an administrator is granted, or somebody in an embed session where the operation takes one, with whatever
 * has to be made for it first.
 */
export type ValidCall = (check: Check, admin: Actor, where: Where) => Promise<Asked> | Asked;

/** A valid call of each operation of a family. Rules that hold for each operation alike are tried on it. */
export type ValidCalls = Readonly<Partial<Record<AnyOperationId, ValidCall | readonly [ValidCall, ...ValidCall[]]>>>;

/** What a rule that holds for each operation is tried on. */
export interface On {
  readonly check: Check;
  readonly admin: Actor;
  readonly operation: AnyOperationId;
  readonly call: ValidCall;
  /** Every form that a call may take, where there are several: an operation is served that answers one of them. */
  readonly forms: readonly ValidCall[];
}

export type Rule = (on: On) => Promise<void>;
