import type { IncomingHttpHeaders } from 'node:http';
import type { AnyOperationId } from '../contracts/operations.ts';
import type { Answer } from './answer.ts';
import type { Principal } from './principal.ts';
import type { Query } from './query.ts';
import type { RuleSets } from './rules/index.ts';
import { TenantState, type StateOptions } from './state.ts';

/**
 * What decides how a tenant behaves: its rules and the behaviour of each operation, by its id. Behaviour reads every rule
 * from here, so that a fault can replace one of them, or wrap the behaviour of an operation.
 */
export interface Rules extends RuleSets {
  readonly handlers: Record<string, Handler | undefined>;
}

/** A change of the rules that makes the tenant break a requirement. */
export type Patch = (rules: Rules) => void;

/** One tenant: its state and its rules. */
export class Tenant extends TenantState {
  readonly rules: Rules;

  constructor({ rules, ...state }: StateOptions & { readonly rules: Rules }) {
    super(state);
    this.rules = rules;
  }
}

/** One request, as behaviour sees it: authenticated, with the contract's names. */
export interface Call {
  readonly tenant: Tenant;
  readonly principal: Principal;
  readonly operationId: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Query;
  /** Whether the operation declares the cursor of a page: nobody could ask for a further page without one. */
  readonly isPaged: boolean;
  /** The JSON body, or undefined where none was sent. */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export type Handler = (call: Call) => Answer | Promise<Answer>;

/** The behaviour of one family. Operations of families that are only named have names of their own. */
export type Handlers = Readonly<Partial<Record<AnyOperationId, Handler>> & Record<string, Handler>>;
