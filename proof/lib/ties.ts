import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Answer } from '../../mock/answer.ts';
import { taskState } from '../../mock/families/task-state.ts';
import { changeBodySync, remembering, replaceSync } from './patches.ts';
import { itemsOf } from './reports.ts';

/** Elements that are alike in what a cursor or a key is made of. */

/** What the list is at when a page after a cursor is asked for. */
function cursorOf(call: Call, position: number): unknown {
  const cursor = call.query.text('after');
  return cursor === undefined ? undefined : call.tenant.dialect.cursor.read(cursor)?.[position];
}

/** A cursor is the value that a list is sorted by: what has the same value is skipped. */
export const tiesSkipped = (
  operation: string,
  isMeant: (call: Call) => boolean,
  isAt: (element: Body, at: unknown) => boolean,
): Patch =>
  changeBodySync(operation, (list, call) => {
    const at = cursorOf(call, 0);
    if (at === undefined || !isMeant(call)) return list;
    return { ...list, items: itemsOf(list).filter((one) => !isAt(one, at)) };
  });

/** Of elements that are alike the list shows the one with the largest id alone. */
export const latestOfEach = (operation: string, idOf: (one: Body) => number, keyOf: (one: Body) => string): Patch =>
  changeBodySync(operation, (list) => {
    const items = itemsOf(list);
    const isLater = (one: Body) => items.some((other) => keyOf(other) === keyOf(one) && idOf(other) > idOf(one));
    return { ...list, items: items.filter((one) => !isLater(one)) };
  });

/** Every answer of an operation for one thing is the first that was given. */
export const answeredAsFirst = (operation: string, keyOf: (call: Call) => unknown): Patch =>
  remembering(
    () => new Map<unknown, Answer>(),
    (first) =>
      replaceSync(operation, (call, original) => {
        const answer = original(call);
        const known = first.get(keyOf(call));
        if (!known) first.set(keyOf(call), answer);
        return known ?? answer;
      }),
  );

/** A cursor of a list of runs is a second: runs that started within it are skipped. */
export const startedTogetherSkipped: Patch = changeBodySync('listScheduledTaskRuns', (list, call) => {
  const runs = taskState(call.tenant).runs.get(Number(call.path['taskId'])) ?? [];
  const second = (at: unknown) => Math.floor((runs.find(({ id }) => id === at)?.startedAt ?? 0) / 1_000);
  const at = cursorOf(call, 0);
  return at === undefined ? list : { ...list, items: itemsOf(list).filter(({ id }) => second(id) !== second(at)) };
});
