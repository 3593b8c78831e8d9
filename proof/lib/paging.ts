import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../../mock/answer.ts';
import type { Body, Call } from '../../mock/call.ts';
import type { Key } from '../../mock/dialects/dialect.ts';
import type { Patch } from '../../mock/index.ts';
import type { When } from './conditions.ts';
import { after, all, changeBodySync, remembering, replaceSync, type SyncHandler } from './patches.ts';
import { isAsked, itemsOf, pageInfoOf, requery, wholeList } from './reports.ts';

/** Ways in which the pages of a list go wrong whose elements stand in the order of their ids, or of what is one. */

function idOf({ id, syncJobId, path }: Body): unknown {
  return id ?? syncJobId ?? path;
}

/** What the cursor behind an element is made of. */
function keyOf(element: Body): Key {
  const { reportId, placementId } = element;
  return (placementId === undefined ? [idOf(element)] : [reportId, placementId]) as Key;
}

/** The keys of the whole list, whatever page of it was requested. */
function keysOf(call: Call, original: SyncHandler): readonly Key[] {
  return wholeList(call, original).map(keyOf);
}

/** Where the element that `after` stands for is in the whole list, or -1. */
function placeIn(whole: readonly Key[], { tenant, query }: Call): number {
  const after = tenant.dialect.cursor.read(query.text('after') ?? '');
  return whole.findIndex((key) => isDeepStrictEqual(key, after));
}

/** Pages of another size than was asked for. */
export function pagesOf(operation: string, size: (first: number) => number): Patch {
  return replaceSync(operation, (call, original) => {
    const first = call.query.text('first');
    return original(first === undefined ? call : requery(call, { first: String(size(Number(first))) }));
  });
}

/** A page that goes on one element too early or too late. */
export function continuing(operation: string, by: 'one-early' | 'one-late'): Patch {
  return replaceSync(operation, (call, original) => {
    const whole = keysOf(call, original);
    const place = placeIn(whole, call);
    if (place < 0) return original(call);
    const target = whole[place + (by === 'one-early' ? -1 : 1)];
    // In front of the first element there is no cursor, and behind the last no element.
    if (target === undefined) return original(by === 'one-early' ? requery(call, { after: undefined }) : call);
    return original(requery(call, { after: call.tenant.dialect.cursor.write(target) }));
  });
}

/** A cursor that stands for the second element or a later one leads back to the start. */
export function startingOver(operation: string): Patch {
  return replaceSync(operation, (call, original) =>
    original(placeIn(keysOf(call, original), call) >= 1 ? requery(call, { after: undefined }) : call),
  );
}

/** A cursor that is the number of the pages before it, which is wrong where the next one has another size than they. */
export function pageNumbered(operation: string, isMeant: (next: number, former: number) => boolean): Patch {
  const cursors = new Map<string, { readonly pages: number; readonly size: number }>();
  return replaceSync(operation, (call, original) => {
    const [first, after] = [call.query.text('first'), call.query.text('after')];
    const known = after === undefined ? undefined : cursors.get(after);
    const size = Number(first ?? known?.size ?? 0);
    const goesWrong = known !== undefined && isMeant(size, known.size);
    const whole = goesWrong ? keysOf(call, original) : [];
    const before = whole[Math.min(whole.length, (known?.pages ?? 0) * size) - 1];
    const answer = original(
      before === undefined ? call : requery(call, { after: call.tenant.dialect.cursor.write(before) }),
    );
    const { endCursor } = answer.kind === 'ok' ? pageInfoOf(answer.body as Body) : {};
    if (typeof endCursor === 'string' && size > 0) cursors.set(endCursor, { pages: (known?.pages ?? 0) + 1, size });
    return answer;
  });
}

/** A list that ends before its last element where that would stand on a page of its own. */
export function endingEarly(operation: string): Patch {
  return replaceSync(operation, (call, original) => {
    const answer = original(call);
    if (answer.kind !== 'ok') return answer;
    const list = answer.body as Body;
    const whole = keysOf(call, original);
    const isLastButOne = whole.length > 1 && isDeepStrictEqual(keyOf(itemsOf(list).at(-1) ?? {}), whole.at(-2));
    if (!isLastButOne) return answer;
    return { ...answer, body: { ...list, pageInfo: { ...pageInfoOf(list), hasNextPage: false } } };
  });
}

/** A list without one of its elements, on whatever page that stands. */
export function hiding(operation: string, isHidden: (id: unknown, call: Call) => boolean): Patch {
  return changeBodySync(operation, (list, call) => ({
    ...list,
    items: itemsOf(list).filter((one) => !isHidden(idOf(one), call)),
  }));
}

/** A deviation from which some calls of an operation are spared. */
export function onlyWhere(operation: string, isMeant: (call: Call) => boolean, patch: Patch): Patch {
  return (rules) => {
    const own = rules.handlers[operation];
    patch(rules);
    const broken = rules.handlers[operation];
    if (!own || !broken) throw new Error(`no behaviour for ${operation}`);
    rules.handlers[operation] = (call) => (isMeant(call) ? broken : own)(call);
  };
}

export const isBehindCursor = (call: Call): boolean => isAsked(call, 'after');

/** Which page of which list a call asks for. */
const pageOf = (call: Call, keyOf: (call: Call) => string): string =>
  [keyOf(call), call.query.text('first'), call.query.text('after')].join(' ');

/** Answers a page that was asked for before as it was when something was removed, until one of `renewedBy` is called. */
export function pagesKeptAfter(
  removal: string,
  list: string,
  renewedBy: readonly string[],
  keyOf: (call: Call) => string,
): Patch {
  return remembering(
    () => ({ latest: new Map<string, Answer>(), kept: new Map<string, Answer>() }),
    ({ latest, kept }) =>
      all(
        ...renewedBy.map((operation) =>
          replaceSync(operation, (call, original) => {
            latest.clear();
            kept.clear();
            return original(call);
          }),
        ),
        after(removal, () => {
          for (const [key, page] of latest) kept.set(key, page);
        }),
        replaceSync(list, (call, original) => {
          if (!isAsked(call, 'first')) return original(call);
          const key = pageOf(call, keyOf);
          const answer = kept.get(key) ?? original(call);
          latest.set(key, answer);
          return answer;
        }),
      ),
  );
}

/** Answers a list from what the same page was before, until something of what the operations in `renewedBy` do. */
export function pagesKept(list: string, renewedBy: readonly string[], keyOf: (call: Call) => string): Patch {
  return remembering(
    () => new Map<string, Answer>(),
    (pages) =>
      all(
        ...renewedBy.map((operation) =>
          replaceSync(operation, (call, original) => {
            pages.clear();
            return original(call);
          }),
        ),
        replaceSync(list, (call, original) => {
          if (!isAsked(call, 'first')) return original(call);
          const key = pageOf(call, keyOf);
          const answer = pages.get(key) ?? original(call);
          pages.set(key, answer);
          return answer;
        }),
      ),
  );
}

export const isSearched: When = (call) => isAsked(call, 'search');
export const bySize: When = (call) => isAsked(call, 'first');
