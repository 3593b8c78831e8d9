import type { BindingId } from '../../contracts/bindings/index.ts';
import type { Operation } from '../../contracts/document.ts';
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
  /** The binding with the method and path under which a tenant serves it. */
  readonly binding: BindingId;
  readonly operation: Operation;
}

/** Whether a thing of a deployment is asked for: at an address of the account, things of all deployments are. */
export function isAsked(path: Readonly<Record<string, string>>, deploymentId: number): boolean {
  return path['deploymentId'] === undefined || Number(path['deploymentId']) === deploymentId;
}
