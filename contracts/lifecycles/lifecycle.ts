import type { RequirementId } from '../requirements/index.ts';

/**
 * What an action does in a state: it leads to a state, the same one or another, or it is refused and changes nothing.
 * Where nothing is printed, or nothing can be done, nothing is tried.
 */
export type Cell<State extends string = string> =
  | {
      readonly to: State;
      /** The printed status of the success; `any` where even a refusal conforms, as long as the state is this one. */
      readonly status?: number | 'any';
      readonly row: RequirementId;
    }
  | { readonly refused: 401 | 403 | 404 | 409 | '4xx'; readonly row: RequirementId }
  | { readonly open: string };

/** The states of one kind of thing, and what each action does in each of them. */
export interface Lifecycle<State extends string = string, Action extends string = string> {
  readonly name: string;
  /** The promise whose check walks it. */
  readonly walkedBy: RequirementId;
  /** States that a thing can be brought into without any of the actions. */
  readonly starts: readonly State[];
  /** Actions that let hours or minutes pass: only on a tenant whose clock can be moved. */
  readonly waits?: readonly Action[];
  readonly cells: Readonly<Record<State, Readonly<Record<Action, Cell<State>>>>>;
}

/** A state with an action that was tried in it. */
export interface Visited {
  readonly lifecycle: string;
  readonly state: string;
  readonly action: string;
}

export function expectationOf(cell: Cell): string {
  if ('open' in cell) return `open: ${cell.open}`;
  if ('refused' in cell) return `refused${cell.refused === '4xx' ? '' : ` with ${cell.refused}`}`;
  return `${cell.to}${typeof cell.status === 'number' ? ` with ${cell.status}` : ''}`;
}
