import { type Actor } from '../client/actor.ts';
import { LEFT_OUT, caseIf, inEach } from '../check/in-each.ts';
import { expect, type Check } from '../test.ts';
import { again, attempt, attemptTentatively, isRefused } from '../failures/failure.ts';
import { untested } from '../failures/untested.ts';
import {
  isPerhapsTooLarge,
  pagesOf,
  pageUnlessTooLarge,
  resized,
  walk,
  type Page,
  type PageQuery,
} from '../client/paging.ts';

export interface Element {
  readonly id?: string | number | null | undefined;
}
export type List = (actor: Actor, query: PageQuery) => Promise<Page<Element>>;

/** The largest page size that checks request. */
const LARGEST = 100;

/** A list is read in more pages than this, where it is that long. */
const MORE_PAGES_THAN = 10;

/**
 * Page sizes with and without a remainder, and larger than the list; relative to its length, to limit the requests. The largest has room
 * for another element than are known: a large page, from which they are known, may lack its last one.
 */
export function sizesFor(total: number): number[] {
  const sizes = [Math.ceil(total / MORE_PAGES_THAN) - 1, Math.ceil(total / 2), total - 1, total, total + 2];
  return [...new Set(sizes.map((size) => Math.min(LARGEST, Math.max(1, size))))];
}

/** The sizes that a tenant accepts: the maximum page size is open, and a larger one may be refused. */
export async function takenSizes(
  sizes: readonly number[],
  ask: (query: PageQuery) => Promise<unknown>,
): Promise<readonly number[]> {
  const falling = [...sizes].sort((one, other) => other - one);
  for (const largest of falling) {
    if (!(await isTooLarge(largest, ask))) return sizes.filter((size) => size <= largest);
  }
  return [1];
}

/** A page of the given size, or of the default size if that one is refused. */
export async function largePage<Result extends Page<unknown>>(
  ask: (query: PageQuery) => Promise<Result>,
  first: number,
): Promise<Result> {
  return (await pageUnlessTooLarge(ask, first)) ?? ask({});
}

async function isTooLarge(first: number, ask: (query: PageQuery) => Promise<unknown>): Promise<boolean> {
  const { failure } = await attemptTentatively(() => ask({ first }));
  // Other failures are reported by the check that reads the pages.
  return failure !== undefined && isPerhapsTooLarge(failure);
}

/** The ids of the elements of a page. */
export function idsIn({ items }: Page<Element>): string[] {
  return (items ?? []).flatMap(({ id }) => (id === undefined || id === null ? [] : [String(id)]));
}

/** The ids of all elements of a list. Untested without ids, or if there are fewer than `least`. */
export async function listedIds(list: List, actor: Actor, least = 0): Promise<string[]> {
  const items = await walk((query) => list(actor, query));
  const ids = idsIn({ items });
  if (ids.length < items.length) untested('the elements of the list have no ids: state their binding');
  if (ids.length < least)
    untested(`the list has ${ids.length} elements, and the check needs ${least}: add some to the tenant`);
  return ids;
}

/**
 * Reads all pages and compares each with those before it at once, because a cursor that leads back would never end. Returns what
 * the pages hold.
 */
export async function expectNoRepeats<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  first: number,
  keysIn: (page: Page<Item>) => readonly string[],
): Promise<readonly string[]> {
  const seen = new Set<string>();
  await pagesOf(async (query) => {
    const page = await ask(query);
    const keys = keysIn(page);
    expect(
      keys.filter((key) => seen.has(key)),
      `elements that an earlier page of ${first} had`,
    ).toEqual([]);
    for (const key of keys) seen.add(key);
    return page;
  }, first);
  return [...seen];
}

/** Judges a list in pages of each size; the smallest size is one class, the larger ones are another. */
export async function inPagesOf(
  check: Check,
  sizes: readonly number[],
  judge: (first: number) => unknown,
): Promise<void> {
  const [least = 1, ...larger] = [...sizes].sort((one, other) => one - other);
  await inEach(check, { 'small pages': [least], 'larger pages': larger }, async (own) => {
    for (const first of own) await judge(first);
  });
}

type Ask<Item> = (query: PageQuery) => Promise<Page<Item>>;
type KeysIn<Item> = (page: Page<Item>) => readonly string[];

/** What each size of the pages shows of a list, and all that one of them shows. */
export interface Paged {
  readonly bySize: ReadonlyMap<number, ReadonlySet<string>>;
  readonly all: ReadonlySet<string>;
}

/** Reads a list in pages of each size. What is known of it, such as all that a page of the default size holds, is part of the list. */
export async function pagedBySize<Item>(
  ask: Ask<Item>,
  sizes: readonly number[],
  keysIn: KeysIn<Item>,
  known: Iterable<string> = [],
): Promise<Paged> {
  const bySize = new Map<number, ReadonlySet<string>>();
  for (const first of sizes) bySize.set(first, new Set((await pagesOf(ask, first)).flatMap(keysIn)));
  return { bySize, all: new Set([...known, ...[...bySize.values()].flatMap((keys) => [...keys])]) };
}

/** The elements of a list that no page of a size holds. */
export function lackingIn({ bySize, all }: Paged, first: number): string[] {
  return [...all].filter((key) => !bySize.get(first)?.has(key));
}

/**
 * Expects the pages of each size to hold all elements, and so each those that pages of another size hold: a walk in large pages, from
 * which the elements are known, may lose the same as the pages that are judged.
 */
export async function expectCompleteInPagesOf<Item>(
  check: Check,
  ask: Ask<Item>,
  sizes: readonly number[],
  keysIn: KeysIn<Item>,
  known: Iterable<string>,
): Promise<void> {
  const paged = await pagedBySize(ask, sizes, keysIn, known);
  await inPagesOf(check, sizes, (first) => {
    expect(lackingIn(paged, first), `elements that no page of ${first} has`).toEqual([]);
  });
}

/**
 * Expects a page behind a cursor to hold no more than it is asked for itself where a page before was larger: the one with the cursor
 * or, in a list too short for that, the first of another walk. Whether a cursor is good for another size is open.
 */
export async function expectSmallerLater<Item>(check: Check, ask: Ask<Item>, total: number): Promise<void> {
  await inEach(check, { 'behind a larger page': caseIf(total > 2, () => total) }, async () => {
    const own = total > 3 ? undefined : await ask({ first: 1 });
    const larger = await ask({ first: 2 });
    const after = (own ?? larger).pageInfo?.endCursor;
    if (typeof after !== 'string' || after === '') return LEFT_OUT;
    const { value, failure } = await attempt(() => ask({ first: 1, after }));
    if (failure) return isRefused(failure) ? LEFT_OUT : Promise.reject(again(failure));
    expect(value.items?.length ?? 0, 'elements of a page of 1 after one of 2').toBeLessThanOrEqual(1);
    return undefined;
  });
}

/**
 * Expects nothing twice where a cursor is used otherwise than from page to page of one size. Whether it is good for another size,
 * and whether there is one behind the last element, is open: there is nothing to judge where a tenant refuses it or has none.
 */
export async function expectCursorsKept<Item>(
  check: Check,
  ask: Ask<Item>,
  size: number,
  keysIn: KeysIn<Item>,
): Promise<void> {
  const enough = {
    'a smaller page after a larger one': caseIf(size > 1, () => () => true),
    'behind the last one': () => false,
  };
  await inEach(check, enough, async (isEnough) => {
    const before = await pagesOf(ask, size, isEnough);
    const after = before.at(-1)?.pageInfo?.endCursor;
    if (typeof after !== 'string' || after === '') return LEFT_OUT;
    // Somebody who begins the list anew does not take away the cursors of those who go on with it.
    await ask({ first: 1 });
    const { value, failure } = await attempt(() => ask({ first: 1, after }));
    if (failure) return isRefused(failure) ? LEFT_OUT : Promise.reject(again(failure));
    const keys = before.flatMap(keysIn);
    const repeated = keysIn(value).filter((key) => keys.includes(key));
    expect(repeated, `elements that the pages of ${size} before a page of 1 had`).toEqual([]);
    return undefined;
  });
}

/**
 * Expects a list that is filtered to hold nothing behind its last element: what would follow without the filter does not fit it.
 * Whether there is a cursor there is open.
 */
export async function expectNothingBehind<Item>(
  ask: Ask<Item>,
  keysIn: KeysIn<Item>,
): Promise<typeof LEFT_OUT | undefined> {
  const pages = await pagesOf(ask);
  const after = pages.at(-1)?.pageInfo?.endCursor;
  if (typeof after !== 'string' || after === '') return LEFT_OUT;
  const { value, failure } = await attempt(() => ask({ after }));
  if (failure) return isRefused(failure) ? LEFT_OUT : Promise.reject(again(failure));
  const keys = pages.flatMap(keysIn);
  const further = keysIn(value).filter((key) => !keys.includes(key));
  expect(further, 'elements behind the last one that the filter finds').toEqual([]);
  return undefined;
}

/** Expects the pages to hold all elements where a page is larger, or smaller, than the one before it. */
export async function expectResizedComplete<Item>(
  check: Check,
  ask: Ask<Item>,
  sizes: readonly number[],
  keysIn: KeysIn<Item>,
  all: readonly string[],
): Promise<void> {
  const largest = Math.max(...sizes);
  await inEach(check, { 'a larger page after a smaller one': caseIf(largest > 1, () => largest) }, async (next) => {
    const keys = new Set((await pagesOf(resized(ask, 1, next))).flatMap(keysIn));
    const missing = all.filter((key) => !keys.has(key));
    expect(missing, `elements that neither a page of 1 nor the pages of ${next} after it have`).toEqual([]);
  });
  const most = all.length - 2;
  await inEach(
    check,
    { 'the last two, one at a time': caseIf(most > 0 && most <= largest, () => most) },
    async (first) => {
      // A tenant may give less on a page than is asked for, and each of what is left would be a request.
      const isEnough = ({ items }: Page<Item>) => (items ?? []).length < first && (items ?? []).length !== 1;
      const pages = await pagesOf(resized(ask, first, 1), undefined, isEnough);
      if ((pages[0]?.items ?? []).length !== first) return LEFT_OUT;
      const keys = new Set(pages.flatMap(keysIn));
      const missing = all.filter((key) => !keys.has(key));
      expect(missing, `elements that neither a page of ${first} nor the pages of 1 after it have`).toEqual([]);
      return undefined;
    },
  );
}

/** The largest size with which a list does not fit on one page. */
export function largestPart(sizes: readonly number[], total: number): number {
  return Math.max(1, ...sizes.filter((size) => size < total));
}
