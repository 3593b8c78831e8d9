import type { Body, Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { changeBodySync, remembering, replaceSync } from './patches.ts';
import { isAsked, itemsOf, requery } from './reports.ts';

/** Pages that are larger than they are asked to be, or lose what they have room for. */

/** A list with room for more than there are loses its last element. */
export const lastLostWithRoom = (operation: string, isCounted: (call: Call) => number): Patch =>
  changeBodySync(operation, (list, call) => {
    const first = Number(call.query.text('first') ?? 0);
    if (isAsked(call, 'after') || first <= isCounted(call)) return list;
    return { ...list, items: itemsOf(list).slice(0, -1) };
  });

/** Pages behind a cursor have the size of the first page of the walk. */
export const sizeOfTheWalk = (operation: string): Patch =>
  remembering(
    () => new Map<string, string>(),
    (sizes) =>
      replaceSync(operation, (call, original) => {
        const { token } = call.principal;
        const first = call.query.text('first');
        const known = sizes.get(token);
        if (first !== undefined && !isAsked(call, 'after')) sizes.set(token, first);
        return original(isAsked(call, 'after') && known !== undefined ? requery(call, { first: known }) : call);
      }),
  );

/** A page with room for more than there are lacks the last element. */
export const lackingWithRoom = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const first = Number(call.query.text('first') ?? 0);
    if (first === 0 || isAsked(call, 'after') || answer.kind !== 'ok') return answer;
    const list = answer.body as Body;
    const items = itemsOf(list);
    return items.length > 1 && items.length < first
      ? { ...answer, body: { ...list, items: items.slice(0, -1) } }
      : answer;
  });

/** A page behind a cursor that has room for more than is left lacks the last element. */
export const lackingWithRoomBehind = (operation: string): Patch =>
  replaceSync(operation, (call, original) => {
    const answer = original(call);
    const first = Number(call.query.text('first') ?? 0);
    if (first === 0 || !isAsked(call, 'after') || answer.kind !== 'ok') return answer;
    const list = answer.body as Body;
    const items = itemsOf(list);
    return items.length > 1 && items.length < first
      ? { ...answer, body: { ...list, items: items.slice(0, -1) } }
      : answer;
  });
