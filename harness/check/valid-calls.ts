import type { AnyOperationId } from '../../contracts/operations.ts';
import type { Actor } from '../client/actor.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import type { Asked } from '../client/client.ts';
import type { Requirement } from '../../contracts/requirements/index.ts';
import type { Check } from './check.ts';
import type { Together } from './together.ts';

/** The deployment of a call: the provided one, or another one that the scoped key has no access to. */
export type Where = 'home' | 'elsewhere';

/**
 * Returns a valid request of an operation, and creates what the request needs. An administrator may send it, or an actor in
 * an embed session if the operation requires one.
 */
export type ValidCall = (check: Check, admin: Actor, where: Where) => Promise<Asked> | Asked;

/** Another form of a call, such as one with a filter or on a thing of another kind; undefined where nobody lent what it needs. */
export type FurtherForm = (...given: Parameters<ValidCall>) => Promise<Asked | undefined> | Asked | undefined;

type Forms = readonly [ValidCall, ...FurtherForm[]];

/** A valid call of each operation of a family, for rules that apply to every operation. */
export type ValidCalls = Readonly<Partial<Record<AnyOperationId, ValidCall | Forms>>>;

/** The valid call of an operation, and its other forms. */
export function formsOf(calls: ValidCalls, operation: AnyOperationId): Forms | readonly [] {
  const forms = calls[operation] ?? [];
  return typeof forms === 'function' ? [forms] : forms;
}

/** The operation that a rule is checked on. */
export interface On {
  readonly check: Check;
  readonly admin: Actor;
  readonly operation: AnyOperationId;
  readonly call: ValidCall;
  /** The other forms that a call may have. An operation counts as served if one of them gets a response. */
  readonly further: readonly FurtherForm[];
  /** The requirement that is judged. */
  readonly row: Requirement;
  /** The checks of the operation that are played in the same process. */
  readonly together: Together;
}

/** The answer to the valid call of an operation. On a live tenant the checks of one process judge the same one. */
export function answerToValidCall(
  { check, admin, operation }: Pick<On, 'check' | 'admin' | 'operation'>,
  call: ValidCall,
): Promise<Answer> {
  return check.shared(call, async () => admin.raw(operation, await call(check, admin.preparing, 'home')), {
    isKept: isSuccess,
  });
}

export type Rule = (on: On) => Promise<void>;
