import { gunzipSync, gzipSync } from 'node:zlib';
import type { Source } from '../contracts/bindings/resolved.ts';
import type { Drift } from '../contracts/drift/drift.ts';
import type { Visited } from '../contracts/lifecycles/lifecycle.ts';

/** What one check leaves behind: the shape of the attachment `exchanges` and of the annotations beside it. */

export const ATTACHMENT = 'exchanges';

/** Why a check ended as it did, where that is not the assertion's doing. Each is the type of an annotation. */
export const ANNOTATIONS = {
  /** The promise that the test holds the tenant to. */
  requirement: 'requirement',
  /** Which of the trials of its check a test is, in a proof run. */
  trial: 'trial',
  /** The promise that a failure is about, where a check goes through those of several. */
  blame: 'blame',
  /** A step before the assertion failed, so that the promise was neither kept nor broken. */
  setupFailed: 'setup-failed',
  /** The network or a gateway failed. */
  weather: 'weather',
  /** What it would take to look. */
  untested: 'untested',
  /** The check itself is wrong: neither an assertion nor the tenant ended it. */
  defect: 'defect',
  /** Something that the run made and could not, or cannot, remove. */
  left: 'left-behind',
} as const;

/** A place in which an answer departs from the contract, and the promise that owns it. */
export interface BlamedFinding {
  readonly requirement: string;
  /** Where in the body, as a JSON pointer; empty for the status and the kind of body. */
  readonly at: string;
  readonly message: string;
  readonly kind: 'status' | 'server-error' | 'not-json' | 'schema';
}

/** One request and what came back; secrets are redacted before anything is kept. */
export interface Exchange {
  readonly actor: string;
  readonly operation?: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Absent where no answer came. */
  readonly status?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  /** What kept an answer from coming or from counting. */
  readonly failure?: string;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly findings: readonly BlamedFinding[];
}

/** A name that the specification leaves open, as this tenant has it, or why it could not be found. */
export interface Bound {
  readonly id: string;
  readonly value?: unknown;
  readonly source: Source | 'unresolved';
  readonly reason?: string;
}

/** Something that a check made or changed, and what became of it. */
export interface LedgerEntry {
  readonly operation: string;
  readonly what: string;
  /** Undone, gone by itself after a while, or still there. */
  readonly became: 'undone' | 'expires' | 'left';
  readonly why?: string;
}

/** The attachment of a check. */
export interface Evidence {
  readonly requirement: string;
  readonly exchanges: readonly Exchange[];
  /** Exchanges of a property's passing runs, which are counted and not kept. */
  readonly notKept: number;
  /** Findings of those exchanges. */
  readonly findings: readonly BlamedFinding[];
  /** Operations that answered, with their statuses, kept and not kept. */
  readonly met: Readonly<Record<string, readonly number[]>>;
  /** Those of them that the check held against a promise, where it did. */
  readonly asserted?: Readonly<Record<string, readonly number[]>>;
  /** Cells of lifecycles that the check tried. */
  readonly visited?: readonly Visited[];
  /** In what the tenant's own document departs from the specification, where the check looked. */
  readonly drift?: readonly Drift[];
  /** What the tenant calls what is left open; the first check of each worker says it for all. */
  readonly bindings?: readonly Bound[];
  /** What it made or changed on a tenant that others share. */
  readonly ledger?: readonly LedgerEntry[];
}

/** Evidence as it travels to the runner, and waits there for the end: of tens of megabytes a seventh is left. */
export const packed = {
  contentType: 'application/gzip',
  from: (evidence: Evidence): Buffer => gzipSync(JSON.stringify(evidence), { level: 1 }),
  opened: (body: Buffer): Evidence => JSON.parse(gunzipSync(body).toString('utf8')) as Evidence,
};
