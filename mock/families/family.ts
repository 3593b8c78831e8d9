import type { Method, Operation } from '../../contracts/document.ts';
import type { Handlers } from '../call.ts';
import type { ProvidedSettings } from '../state.ts';
import type { Tenant } from '../tenant.ts';

/** The behaviour of one family, and what of its seed it provides to a run. */
export interface FamilyBehaviour {
  readonly handlers: Handlers;
  readonly settings?: (tenant: Tenant) => ProvidedSettings;
}

/** An operation of a family that the specification only names: this build declares it in its own document. */
export interface DeclaredOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: Operation;
}
