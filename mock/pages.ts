import { refuse } from './answer.ts';
import type { Call } from './call.ts';
import type { Collection } from './collection.ts';
import { isEarly } from './late.ts';
import type { Key } from './dialects/dialect.ts';
import type { Page } from './rules/pages.ts';

interface Source<Thing> {
  /** The elements behind a key, in the order of the list; all of them without one. */
  readonly after: (key: Key | undefined) => Iterable<Thing>;
  readonly keyOf: (thing: Thing) => Key;
  /** How many without `first`; the usual page where it is left out, every element where it is `all`. */
  readonly otherwise?: 'all' | number;
}

/** A page as `first` and `after` ask for it. */
export function page<Thing>(call: Call, source: Source<Thing>): Page<Thing> {
  const { rules, dialect } = call.tenant;
  const asked = call.query.integer('first', rules.pages.first.least);
  const isWhole = source.otherwise === 'all' || dialect.unpaged.has(call.operationId) || !call.isPaged;
  const usual = typeof source.otherwise === 'number' ? source.otherwise : dialect.pageSizes.otherwise;
  const size = asked ?? (isWhole ? Number.MAX_SAFE_INTEGER : usual);
  const { most, beyond } = dialect.pageSizes;
  if (beyond === 'refused' && asked !== undefined && asked > most && !dialect.unpaged.has(call.operationId))
    refuse('invalid', `first is ${asked}, expected ${most} at most`);
  const limit = isWhole ? size : Math.min(size, most);
  const cursor = call.query.text('after');
  const key = cursor === undefined ? undefined : keyIn(call, cursor);

  const items: Thing[] = [];
  let hasNextPage = false;
  for (const thing of source.after(key)) {
    hasNextPage = items.length === limit;
    if (hasNextPage) break;
    items.push(thing);
  }
  const [first, last] = [items[0], items.at(-1)];
  const { noCursor } = dialect.outcomes;
  const cursorOf = (thing: Thing | undefined) =>
    thing === undefined ? (noCursor === 'empty' ? '' : null) : dialect.cursor.write(source.keyOf(thing));
  const cursors = { startCursor: cursorOf(first), endCursor: cursorOf(last) };
  const hasNone = items.length === 0 && noCursor === 'absent';
  return { items, pageInfo: { hasNextPage, hasPreviousPage: key !== undefined, ...(!hasNone && cursors) } };
}

/** A page of a collection in the order of the dialect, of those that fit; the latest first for a history. */
export function pageOfCollection<Thing extends { readonly id: number }>(
  call: Call,
  collection: Collection<Thing>,
  fits: (thing: Thing) => boolean = () => true,
  options: { readonly otherwise?: 'all'; readonly order?: 'ascending' | 'descending' } = {},
): Page<Thing> {
  const order = options.order ?? call.tenant.dialect.order;
  return page(call, {
    keyOf: ({ id }) => [id],
    ...(options.otherwise && { otherwise: options.otherwise }),
    *after(key) {
      const behind =
        order === 'ascending'
          ? collection.after(Number(key?.[0] ?? 0))
          : collection.before(Number(key?.[0] ?? Number.MAX_SAFE_INTEGER));
      for (const thing of behind) if (fits(thing) && !isEarly(call, thing.id)) yield thing;
    },
  });
}

/** A page of a list that is at hand whole and sorted, each element with the key that it is sorted by. */
export function pageOf<Thing>(
  call: Call,
  sorted: readonly Thing[],
  keyOf: (thing: Thing) => Key,
  options: { readonly otherwise?: 'all' | number; readonly descending?: boolean } = {},
): Page<Thing> {
  const direction = options.descending === true ? -1 : 1;
  return page(call, {
    keyOf,
    ...(options.otherwise && { otherwise: options.otherwise }),
    *after(key) {
      let low = 0;
      if (key) {
        let high = sorted.length;
        while (low < high) {
          const middle = (low + high) >> 1;
          if (compareKeys(keyOf(sorted[middle] as Thing), key) * direction <= 0) low = middle + 1;
          else high = middle;
        }
      }
      for (let index = low; index < sorted.length; index += 1) yield sorted[index] as Thing;
    },
  });
}

export function compareKeys(a: Key, b: Key): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    if (left === right) continue;
    return left < right ? -1 : 1;
  }
  return 0;
}

function keyIn(call: Call, cursor: string): Key {
  return call.tenant.dialect.cursor.read(cursor) ?? refuse('invalid', 'after is no cursor of this list');
}

/** A page in which each element is shown as `show` has it. */
export function shown<Thing, Shown>(of: Page<Thing>, show: (thing: Thing) => Shown): Page<Shown> {
  return { ...of, items: of.items.map(show) };
}
