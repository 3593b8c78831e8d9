import fc from 'fast-check';
import type { Cell, Lifecycle } from '../../contracts/lifecycles/lifecycle.ts';
import type { Answer } from '../http/answer.ts';
import { judging } from '../check/judging.ts';
import { property } from '../check/property.ts';
import { expect, type Check } from '../test.ts';

/** How the states and actions of a lifecycle come about on a tenant. */
export interface Script<Thing, State extends string, Action extends string> {
  /** Makes a thing in a state that it can start in. */
  readonly begin: (state: State) => Promise<Thing>;
  /** The states that it can start in on this tenant, where these are not all of them. */
  readonly starts?: readonly State[];
  /** What lets time pass has no answer. */
  readonly act: Readonly<Record<Action, (thing: NoInfer<Thing>) => Promise<Answer | undefined>>>;
  /** What can be seen of a thing in a state, apart from what its actions answer. */
  readonly look?: (thing: NoInfer<Thing>, state: State) => Promise<void>;
}

interface Walk<State extends string, Action extends string> {
  readonly start: State;
  readonly actions: readonly Action[];
}

const LONGEST_WALK = 10;

/**
 * Takes things through a lifecycle: first through every cell of its table, then along generated walks. What an action
 * must do is read from the table, and a failure is the promise's that the cell names.
 */
export async function takeThrough<Thing, State extends string, Action extends string>(
  check: Check,
  table: Lifecycle<State, Action>,
  script: Script<Thing, State, Action>,
): Promise<void> {
  const starts = script.starts ?? table.starts;
  const canWait = check.tenant.advance !== undefined;
  const actions = actionsOf(table);
  const walks = fc.record({
    start: fc.constantFrom(...starts),
    actions: fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: LONGEST_WALK }),
  });
  await property(
    check,
    walks,
    async ({ start, actions: path }) => {
      const thing = await script.begin(start);
      let state = start;
      for (const action of path) {
        const cell = table.cells[state][action];
        if ('open' in cell || (!canWait && table.waits?.includes(action))) continue;
        check.recorder.visit({ lifecycle: table.name, state, action });
        await judging(cell.row, async () => {
          const answer = await script.act[action](thing);
          expectOf(cell, answer);
        });
        if ('to' in cell) state = cell.to;
        await judging(cell.row, async () => {
          await script.look?.(thing, state);
        });
      }
    },
    // A shared tenant is spared what a leased one does not mind.
    { examples: starts.flatMap((start) => tour(table, start)), share: check.tenant.isLive ? 0 : 0.1 },
  );
}

function expectOf(cell: Exclude<Cell, { open: string }>, answer: Answer | undefined): void {
  if (!answer) return;
  if ('to' in cell) {
    if (cell.status === undefined) expect(answer).toSucceed();
    else if (cell.status !== 'any') expect(answer).toSucceed(cell.status);
  } else if (cell.refused === '4xx') expect(answer).toBeRefused();
  else expect(answer).toBeRefusedWith(cell.refused);
}

function actionsOf<State extends string, Action extends string>(table: Lifecycle<State, Action>): Action[] {
  const [first = {}] = Object.values<object>(table.cells);
  return Object.keys(first) as Action[];
}

/** Walks from one start that together try every cell that can be reached from it: first what leaves a state as it is. */
export function tour<State extends string, Action extends string>(
  table: Lifecycle<State, Action>,
  start: State,
): Walk<State, Action>[] {
  const actions = actionsOf(table);
  const tried = new Set<string>();
  const walks: Walk<State, Action>[] = [];
  for (;;) {
    const path: Action[] = [];
    let state = start;
    for (;;) {
      const way = wayToUntried(table, actions, tried, state);
      if (!way) break;
      for (const action of way) {
        tried.add(`${state} ${action}`);
        path.push(action);
        const cell = table.cells[state][action];
        if ('to' in cell) state = cell.to;
      }
    }
    if (path.length === 0) return walks;
    walks.push({ start, actions: path });
  }
}

/** The shortest way from a state to a cell that was not tried, where one is left. */
function wayToUntried<State extends string, Action extends string>(
  table: Lifecycle<State, Action>,
  actions: readonly Action[],
  tried: ReadonlySet<string>,
  from: State,
): Action[] | undefined {
  const seen = new Set<State>([from]);
  let ways: { readonly state: State; readonly path: readonly Action[] }[] = [{ state: from, path: [] }];
  while (ways.length > 0) {
    const next: typeof ways = [];
    for (const { state, path } of ways) {
      const closed = actions.filter((action) => !('open' in table.cells[state][action]));
      const stays = (action: Action) => {
        const cell = table.cells[state][action];
        return !('to' in cell) || cell.to === state;
      };
      const untried = closed.filter((action) => !tried.has(`${state} ${action}`));
      const chosen = untried.find(stays) ?? untried[0];
      if (chosen !== undefined) return [...path, chosen];
      for (const action of closed) {
        const cell = table.cells[state][action];
        if (!('to' in cell) || seen.has(cell.to)) continue;
        seen.add(cell.to);
        next.push({ state: cell.to, path: [...path, action] });
      }
    }
    ways = next;
  }
  return undefined;
}
