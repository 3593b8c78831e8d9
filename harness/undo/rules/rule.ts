import type { AnyOperationId } from '../../../contracts/operations.ts';
import type { Actor } from '../../client/actor.ts';
import type { Answer } from '../../http/answer.ts';
import type { Asked, Identity } from '../../client/client.ts';
import { setupFailed } from '../../failures/failure.ts';

/** What the ledger keeps of one thing; it must be enough to find the thing again. */
export type Noted = Readonly<Record<string, unknown>>;

/** What a rule may look at. */
export interface Circumstances {
  /** An administrator whose requests are no evidence. */
  readonly admin: Actor;
  /** What this check noted for the operation before. */
  readonly known: readonly Noted[];
  /** Who sends the request. */
  readonly identity: Identity;
  /** The drafts of dashboards that this process has changed and not yet put back, as they were before. */
  readonly drafts: Map<string, string>;
}

/** How one operation's effect is noted before it happens, and undone. */
export interface UndoRule {
  /** Nothing is noted where nothing will have to be undone. */
  readonly note: (asked: Asked, circumstances: Circumstances) => Promise<Noted | undefined> | Noted | undefined;
  /** What the answer adds to it. */
  readonly complete?: (answer: Answer) => Noted;
  /** Absent where the API offers no way back. */
  readonly undo?: (data: Noted, circumstances: Pick<Circumstances, 'admin' | 'drafts'>) => Promise<void>;
  readonly says: (data: Noted) => string;
}

/** A success, or nothing there any more to undo. */
export function granted(answer: Answer): void {
  if (answer.status >= 300 && answer.status !== 404) {
    throw setupFailed(`${answer.operation} answered ${answer.status}`);
  }
}

/** The admin in the deployment that a path names, or in the lent one. */
export function at(admin: Actor, deploymentId: unknown): Actor {
  return typeof deploymentId === 'string' || typeof deploymentId === 'number' ? admin.in(deploymentId) : admin;
}

/** The operations of some families that leave something behind. */
export type UndoRules = Readonly<Partial<Record<AnyOperationId, UndoRule>>>;

/** A creation whose answer carries the id by which the thing is deleted. */
export function identified({ body }: Answer): Noted {
  return { id: (body as { id?: unknown } | undefined)?.id ?? null };
}

export function isId(id: unknown): id is string | number {
  return typeof id === 'number' || typeof id === 'string';
}
