import type { Mutant } from './mutants.ts';

/** Why a mutant is no fault: what the specification leaves open, so that a conforming tenant may respond like this. */
export interface Freedom {
  /** The open point by its number, or `rule` where it follows from how the contract is read as a whole. */
  readonly point: string;
  readonly because: string;
  /** It breaks a requirement, and the right value cannot be known from outside the tenant. */
  readonly isUnseen?: true;
  readonly covers: (mutant: Mutant) => boolean;
}
