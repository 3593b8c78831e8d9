import type { RequirementId } from '../requirements/index.ts';

/**
 * The effect of an action in a state: it leads to a state, the same one or another, or it is refused and changes
 * nothing. An open cell, which is not specified or not possible, is not tried.
 */
export type Cell<State extends string = string> =
  | {
      readonly to: State;
      /** The specified success status; `any` where a refusal conforms as well, as long as the state is `to` afterwards. */
      readonly status?: number | 'any';
      readonly row: RequirementId;
    }
  | { readonly refused: 401 | 403 | 404 | 409 | '4xx'; readonly row: RequirementId }
  | { readonly open: string };

/** The states of one kind of resource, and the effect of each action in each state. */
export interface Lifecycle<State extends string = string, Action extends string = string> {
  readonly name: string;
  /** The requirement whose check tries the cells. */
  readonly walkedBy: RequirementId;
  /** States in which a resource can be created without any of the actions. */
  readonly starts: readonly State[];
  /** Actions that take minutes or hours; only tried on a tenant whose clock can be advanced. */
  readonly waits?: readonly Action[];
  readonly cells: Readonly<Record<State, Readonly<Record<Action, Cell<State>>>>>;
}

/** A cell that a check tried. */
export interface Visited {
  readonly lifecycle: string;
  readonly state: string;
  readonly action: string;
  /** Whether the action had the expected effect each time. */
  readonly held?: boolean;
}

export function expectationOf(cell: Cell): string {
  if ('open' in cell) return `open: ${cell.open}`;
  if ('refused' in cell) return `refused${cell.refused === '4xx' ? '' : ` with ${cell.refused}`}`;
  return `${cell.to}${typeof cell.status === 'number' ? ` with ${cell.status}` : ''}`;
}
