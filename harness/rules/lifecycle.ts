import fc from 'fast-check';
import type { Cell, Lifecycle } from '../../contracts/lifecycles/lifecycle.ts';
import type { Answer } from '../http/answer.ts';
import { judging } from '../check/judging.ts';
import { property } from '../check/property.ts';
import { expect, type Check } from '../test.ts';

/** How to create the states and run the actions of a lifecycle on a tenant. */
export interface Script<Thing, State extends string, Action extends string> {
  /** Creates a resource in a start state. */
  readonly begin: (state: State) => Promise<Thing>;
  /** The start states on this tenant, if not all of them are possible. */
  readonly starts?: readonly State[];
  /** Runs an action; undefined if it only lets time pass. */
  readonly act: Readonly<Record<Action, (thing: NoInfer<Thing>) => Promise<Answer | undefined>>>;
  /** Asserts what a resource in a state shows, apart from the responses to its actions. */
  readonly look?: (thing: NoInfer<Thing>, state: State) => Promise<void>;
}

interface Path<State extends string, Action extends string> {
  readonly start: State;
  readonly actions: readonly Action[];
}

const LONGEST_PATH = 10;

/**
 * Takes resources through every cell of the table of a lifecycle. The expected effect of an action is read from the table, and a
 * violation is assigned to the requirement of the cell.
 */
export async function takeThrough<Thing, State extends string, Action extends string>(
  check: Check,
  table: Lifecycle<State, Action>,
  script: Script<Thing, State, Action>,
): Promise<void> {
  const starts = script.starts ?? table.starts;
  const canWait = check.tenant.advance !== undefined;
  const actions = actionsOf(table);
  const paths = fc.record({
    start: fc.constantFrom(...starts),
    actions: fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: LONGEST_PATH }),
  });
  await property(
    check,
    paths,
    async ({ start, actions: path }) => {
      const thing = await script.begin(start);
      let state = start;
      for (const action of path) {
        const cell = table.cells[state][action];
        if ('open' in cell || (!canWait && table.waits?.includes(action))) continue;
        const visited = { lifecycle: table.name, state, action };
        check.recorder.visit(visited);
        await judging(cell.row, async () => {
          const answer = await script.act[action](thing);
          expectOf(cell, answer);
        });
        if ('to' in cell) state = cell.to;
        await judging(cell.row, async () => {
          await script.look?.(thing, state);
        });
        check.recorder.hold(visited);
      }
    },
    // A path that fails is shrunk to a shorter one; others are not generated, because each takes many requests.
    { examples: starts.flatMap((start) => tour(table, start)), share: 0 },
  );
}

function expectOf(cell: Exclude<Cell, { open: string }>, answer: Answer | undefined): void {
  if (!answer) return;
  if ('to' in cell) {
    if (cell.status === undefined) expect(answer).toSucceed();
    else if (cell.status !== 'any') expect(answer).toSucceed(cell.status);
  } else expect(answer).toBeRefusedWith(cell.refused);
}

function actionsOf<State extends string, Action extends string>(table: Lifecycle<State, Action>): Action[] {
  const [first = {}] = Object.values<object>(table.cells);
  return Object.keys(first) as Action[];
}

/** Paths from one start that together try every reachable cell, beginning with actions that do not change the state. */
export function tour<State extends string, Action extends string>(
  table: Lifecycle<State, Action>,
  start: State,
): Path<State, Action>[] {
  const actions = actionsOf(table);
  const tried = new Set<string>();
  const paths: Path<State, Action>[] = [];
  for (;;) {
    const path: Action[] = [];
    let state = start;
    for (;;) {
      const next = pathToUntried(table, actions, tried, state);
      if (!next) break;
      for (const action of next) {
        tried.add(`${state} ${action}`);
        path.push(action);
        const cell = table.cells[state][action];
        if ('to' in cell) state = cell.to;
      }
    }
    if (path.length === 0) return paths;
    paths.push({ start, actions: path });
  }
}

/** The shortest path from a state to a cell that was not tried; undefined if there is none. */
function pathToUntried<State extends string, Action extends string>(
  table: Lifecycle<State, Action>,
  actions: readonly Action[],
  tried: ReadonlySet<string>,
  from: State,
): Action[] | undefined {
  const seen = new Set<State>([from]);
  let frontier: { readonly state: State; readonly path: readonly Action[] }[] = [{ state: from, path: [] }];
  while (frontier.length > 0) {
    const next: typeof frontier = [];
    for (const { state, path } of frontier) {
      const specified = actions.filter((action) => !('open' in table.cells[state][action]));
      const stays = (action: Action) => {
        const cell = table.cells[state][action];
        return !('to' in cell) || cell.to === state;
      };
      const untried = specified.filter((action) => !tried.has(`${state} ${action}`));
      const chosen = untried.find(stays) ?? untried[0];
      if (chosen !== undefined) return [...path, chosen];
      for (const action of specified) {
        const cell = table.cells[state][action];
        if (!('to' in cell) || seen.has(cell.to)) continue;
        seen.add(cell.to);
        next.push({ state: cell.to, path: [...path, action] });
      }
    }
    frontier = next;
  }
  return undefined;
}
