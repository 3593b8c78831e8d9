import type { BindingId } from '../../../contracts/bindings/index.ts';
import type { TenantDocument } from '../../../contracts/bindings/tenant-document.ts';
import type { AnyOperationId } from '../../../contracts/operations.ts';
import type { Actor } from '../../client/actor.ts';
import { inOneLine, type Answer } from '../../http/answer.ts';
import type { Identity } from '../../client/identity.ts';
import type { Asked } from '../../requests/requests.ts';
import { setupFailed } from '../../failures/failure.ts';
import { idWithin } from '../../http/created-id.ts';
import { isId } from '../../../contracts/lossless-json.ts';

/** The data that the ledger keeps of one change; it must suffice to undo the change. */
export type Noted = Readonly<Record<string, unknown>>;

/**
 * What was read while changes are undone. A refused creation may have taken effect, and is looked for in a list
 * that does for all of them, as long as nothing in it is removed.
 */
export class Looks {
  readonly #seen = new Map<string, Promise<unknown>>();
  /** The declared removals that have removed something: there is something served at their addresses. */
  readonly served = new Set<string>();

  /** What was read under that name, or what `read` brings now. What could not be read is read again for the next change. */
  once<Seen>(name: string, read: () => Promise<Seen>): Promise<Seen> {
    const seen = this.#seen.get(name) ?? read();
    this.#seen.set(name, seen);
    seen.catch(() => this.#seen.delete(name));
    return seen as Promise<Seen>;
  }

  /** Something was removed, so that everything is read again. */
  forget(): void {
    this.#seen.clear();
  }
}

/** What a rule may use. */
export interface UndoContext {
  /** An administrator whose requests are not recorded as evidence. */
  readonly admin: Actor;
  /** What this check has noted for the operation so far. */
  readonly known: readonly Noted[];
  /** What this check has noted of new roles so far. */
  readonly newRoles: readonly Noted[];
  /** The credential that the request is sent with. */
  readonly identity: Identity;
  /** The original drafts of dashboards that this process has changed and not yet restored. */
  readonly drafts: Map<string, string>;
  /** Dashboards of which this process has seen that their drafts can be restored. */
  readonly restorable: Set<string>;
  /** The tenant's own document, which may declare removals that the specification does not print. */
  readonly document?: TenantDocument | undefined;
  /** Whether a thing that the same ledger has made goes at its end, with all that was changed of it. */
  readonly goesWith: (kind: string, id: unknown) => boolean;
  /** Whether a workbook was made by this run. */
  readonly isOwn: (workbookId: string) => boolean;
  /** What this process has read under that name, or what `read` brings now. */
  readonly once: <Seen>(name: string, read: () => Promise<Seen>) => Promise<Seen>;
}

/** The id of a thing in a response, under the name that this tenant has for it. */
export type IdIn = (binding: BindingId, wire: unknown) => string | number | undefined;

/** How the effect of one operation is noted before the request, and undone afterwards. */
export interface UndoRule {
  /** Undefined if there will be nothing to undo. */
  readonly note: (asked: Asked, context: UndoContext) => Promise<Noted | undefined> | Noted | undefined;
  /** The data that the response adds. */
  readonly complete?: (answer: Answer, idIn: IdIn) => Noted;
  /** Absent if no operation of the API undoes the effect. Resolves with the reason, a text, where this tenant has none. */
  readonly undo?: (
    data: Noted,
    context: Pick<UndoContext, 'admin' | 'drafts'> & { readonly looks: Looks },
  ) => Promise<unknown>;
  /** Changes that the same operation made one after the other may be undone at once: none of them depends on another. */
  readonly isIndependent?: true;
  /** The operation by which a check may undo the change itself, and whether a request of it did. Then nothing is sent at the end. */
  readonly undoneBy?: {
    readonly operation: AnyOperationId;
    readonly isIt: (data: Noted, asked: Asked) => boolean;
  };
  readonly describe: (data: Noted) => string;
  /** The workbook of which the change made a copy, which no printed operation removes. */
  readonly copyOf?: (data: Noted) => string;
}

/** Throws unless the response is a success, or a 404 because there is nothing left to undo. */
export function requireUndone(answer: Answer): void {
  if (answer.status >= 300 && answer.status !== 404) {
    throw setupFailed(`${answer.operation} responded with ${inOneLine(answer)}`);
  }
}

/** The statuses with which a tenant may answer that a deployment has no such thing; which is open. */
const NOT_THERE: readonly number[] = [400, 403, 404, 410, 422];

/** Whether what a request names is not there, so that the request, which should be refused, has nothing to change. */
export function isNotThere({ status }: Answer): boolean {
  return NOT_THERE.includes(status);
}

/** The administrator in the deployment with this id, or in the provided one. */
export function inDeployment(admin: Actor, deploymentId: unknown): Actor {
  return isId(deploymentId) ? admin.in(deploymentId) : admin;
}

/** The rules of operations that leave something behind. */
export type UndoRules = Readonly<Partial<Record<AnyOperationId, UndoRule>>>;

/** What a ledger keeps entries of: operations of the contract, and creations and updates that only a tenant's document declares. */
export type ChangeId = AnyOperationId | 'declaredCreation' | 'declaredUpdate';

/** A change of which the id that its response has is a parameter of the path of the operation that takes it back. */
export function undoneBy(operation: AnyOperationId, parameter: string): NonNullable<UndoRule['undoneBy']> {
  return {
    operation,
    isIt({ id, deploymentId }, { path = {} }) {
      const isThere = !isId(deploymentId) || String(path['deploymentId']) === String(deploymentId);
      return isThere && isId(id) && String(path[parameter]) === String(id);
    },
  };
}

/** Notes the id in the response to a creation, by which the resource is deleted. */
export function noteId({ body, located }: Answer): Noted {
  return { id: idWithin(body, 'id') ?? located ?? null };
}

/** The same where the form of the response is open, so that the id may have another name. */
export function noteIdAs(binding: BindingId): (answer: Answer, idIn: IdIn) => Noted {
  return (answer, idIn) => ({ id: idIn(binding, answer.wire) ?? noteId(answer)['id'], isMade: true });
}
