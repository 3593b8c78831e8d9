import type { LedgerEntry } from './ledger-entry.ts';
import type { Source } from '../contracts/bindings/resolved.ts';
import type { Cause } from './causes.ts';
import type { Drift } from '../contracts/drift/drift.ts';
import type { Failure } from './failure.ts';
import type { Visited } from '../contracts/lifecycles/lifecycle.ts';
import type { ProvidedThings } from './provided.ts';

/** The evidence of one check: the attachment `exchanges`, and the annotations that state why the check ended. */

export const ATTACHMENT = 'exchanges';

/** Types of the annotations that state why a check ended, where that was not a failed assertion. */
export const ANNOTATIONS = {
  /** The requirement that the check verifies. */
  requirement: 'requirement',
  /** The trial index, where a proof run plays the check several times. */
  trial: 'trial',
  /** The requirement that a failure violates, where one check covers several. */
  blame: 'blame',
  /** A step before the assertion failed, so that the requirement is inconclusive. */
  setupFailed: 'setup-failed',
  /** Why the check did not run, and what it needs. */
  untested: 'untested',
} as const;

/** A deviation of a response from the contract, with the requirement that it violates. */
export interface BlamedFinding {
  readonly requirement: string;
  /** The place in the body, as a JSON pointer; empty for the status and the kind of body. */
  readonly at: string;
  readonly message: string;
  readonly kind: 'status' | 'server-error' | 'not-json' | 'schema';
}

/** One request with its response. Secrets are redacted before it is recorded. */
export interface Exchange {
  readonly actor: string;
  readonly operation?: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Absent where there was no response. */
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  /** Why there was no response, or why the response does not count. */
  readonly failure?: string;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly findings: readonly BlamedFinding[];
  /** The requirement whose check sent it, where that is another one: its response is judged by several checks. */
  readonly sentFor?: string;
}

/** Whether the check itself sent the exchange: it is counted there. */
export function isOwn({ sentFor }: Exchange): boolean {
  return sentFor === undefined;
}

/** A binding: the tenant's value for a name that the specification leaves open, or why it is unresolved. */
export interface Bound {
  readonly id: string;
  readonly value?: unknown;
  readonly source: Source | 'unresolved';
  readonly reason?: string;
}

/** The attachment of a check. */
export interface Evidence {
  readonly requirement: string;
  readonly exchanges: readonly Exchange[];
  /** Number of exchanges of passing property runs, which are not recorded. */
  readonly notKept: number;
  /** Findings of those exchanges. */
  readonly findings: readonly BlamedFinding[];
  /** Statuses by operation, of all exchanges, recorded or not. */
  readonly met: Readonly<Record<string, readonly number[]>>;
  /** What ended the check, where it did not reach its end. */
  readonly failure?: Failure;
  /** Why the check is untested, where it is. */
  readonly causes?: readonly Cause[];
  /** The statuses in `met` that the check asserted. */
  readonly asserted?: Readonly<Record<string, readonly number[]>>;
  /** Whether it is a property, which draws its inputs. */
  readonly drawsInputs?: true;
  /** The classes of its requirement that the check judged. */
  readonly classes?: readonly string[];
  /** The classes that the tenant leaves nothing to judge in, where the check judged nothing else. */
  readonly leftOut?: readonly string[];
  /** Cells of lifecycles that the check tried. */
  readonly visited?: readonly Visited[];
  /** Differences between the tenant's own document and the specification, where the check compared them. */
  readonly drift?: readonly Drift[];
  /** The bindings of the run; only the first check of each worker records them. */
  readonly bindings?: readonly Bound[];
  /** SHA-256 of the tenant's own OpenAPI document, recorded like `bindings`. */
  readonly document?: string;
  /** The things and credentials of the run before its checks, for a report of several shards; recorded like `bindings`. */
  readonly provided?: ProvidedThings;
  /** What the check created or changed on a shared tenant. */
  readonly ledger?: readonly LedgerEntry[];
}
