import { canonicalSet } from '../../contracts/canonical.ts';
import { again, attempt, attemptTentatively, CheckFailure, transient, isRefused } from '../failures/failure.ts';
import { untested } from '../failures/untested.ts';

/** A page of a list in the contract's envelope. */
export interface Page<Item> {
  readonly items?: readonly Item[] | undefined;
  readonly pageInfo?:
    | { readonly hasNextPage?: boolean | null | undefined; readonly endCursor?: string | null | undefined }
    | null
    | undefined;
}

export interface PageQuery {
  readonly first?: number;
  readonly after?: string;
}

const MOST_PAGES = 2_000;

/** A cursor leads to a page that was read before. */
class EndlessList extends CheckFailure {
  constructor() {
    super({ kind: 'setup', summary: 'the pages of the list do not end' });
  }
}

/** All pages of a list, in order, or those up to the one with which it may end. */
export async function pagesOf<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  first?: number,
  isEnough: (page: Page<Item>) => boolean = () => false,
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  const seen = new Set<string>();
  for (let after: string | undefined; ;) {
    const page = await ask({ ...(first !== undefined && { first }), ...(after !== undefined && { after }) });
    pages.push(page);
    if (isEnough(page)) return pages;
    const { hasNextPage, endCursor } = page.pageInfo ?? {};
    if (hasNextPage === false || typeof endCursor !== 'string') return pages;
    // Without hasNextPage an empty page is taken for the last one.
    if (hasNextPage !== true && (page.items ?? []).length === 0) return pages;
    if (seen.has(endCursor) || pages.length >= MOST_PAGES) throw new EndlessList();
    seen.add(endCursor);
    after = endCursor;
  }
}

/** Whether elements follow a page. One that does not say so is asked for them, where it ends with a cursor. */
export async function goesOn<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  { pageInfo }: Page<Item>,
): Promise<boolean> {
  const { hasNextPage, endCursor } = pageInfo ?? {};
  if (typeof hasNextPage === 'boolean') return hasNextPage;
  if (typeof endCursor !== 'string' || endCursor === '') return false;
  return ((await ask({ first: 1, after: endCursor })).items ?? []).length > 0;
}

/** How often a list is read from its beginning. */
const MOST_READS = 3;

/**
 * All pages as `pagesOf`, read again from the beginning where a further one is refused: a cursor may stand for the element
 * that it follows, and another check or user may have removed that one. A tenant that refuses each time fails.
 */
async function pagesAnew<Item>(...[ask, first, isEnough]: Parameters<typeof pagesOf<Item>>): Promise<Page<Item>[]> {
  for (let reads = 1; ; reads += 1) {
    let asked: PageQuery = {};
    const remembering = (query: PageQuery) => {
      asked = query;
      return ask(query);
    };
    const { value, failure } = await attempt(() => pagesOf(remembering, first, isEnough));
    if (!failure) return value;
    const isRefused = asked.after !== undefined && failure.status !== undefined && failure.status < 500;
    if (!isRefused || reads === MOST_READS) throw again(failure);
  }
}

/** All elements of a list, from all of its pages. */
export async function walk<Item>(ask: (query: PageQuery) => Promise<Page<Item>>, first?: number): Promise<Item[]> {
  return (await pagesAnew(ask, first)).flatMap(({ items }) => [...(items ?? [])]);
}

/** As many elements as a page is asked for where a list may be long. */
const LARGE = 100;

/**
 * A page of a size that may be more than the tenant gives: undefined if it refuses the request. With a guess in the request nothing
 * tells which of the two it refuses, so that the request without the size has to show it.
 */
export async function pageUnlessTooLarge<Asked>(
  ask: (query: PageQuery) => Promise<Asked>,
  first: number,
): Promise<Asked | undefined> {
  const { value, failure } = await attemptTentatively(() => ask({ first }));
  if (failure && !isPerhapsTooLarge(failure)) throw again(failure);
  return value;
}

/** Whether a page may have been refused for its size. */
export function isPerhapsTooLarge(failure: CheckFailure): boolean {
  return isRefused(failure) || (failure.status === undefined && failure.failure.kind === 'setup');
}

/** All pages as `pagesAnew`, in large ones. The maximum is open: a tenant that refuses such pages is asked for those of its own size. */
export async function largePages<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  size: number,
  isEnough?: (page: Page<Item>) => boolean,
): Promise<Page<Item>[]> {
  let first = await pageUnlessTooLarge(ask, size);
  if (!first) return pagesAnew(ask, undefined, isEnough);
  const next = (query: PageQuery) => {
    const page = first;
    first = undefined;
    return page ? Promise.resolve(page) : ask(query);
  };
  return pagesAnew(next, size, isEnough);
}

/** All elements of a list that may be long. */
export async function walkLarge<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  size: number = LARGE,
): Promise<Item[]> {
  return (await largePages(ask, size)).flatMap(({ items }) => [...(items ?? [])]);
}

/**
 * All elements of a list for which the specification prints no cursor: a tenant may pass over `after`, or refuse it. Ends the
 * check as untested where it does, and the list has further pages.
 */
export async function walkUnprinted<Item>(
  what: string,
  ask: (query: PageQuery) => Promise<Page<Item>>,
): Promise<Item[]> {
  let asked: PageQuery = {};
  let last: Page<Item>['pageInfo'];
  const { value, failure } = await attempt(() =>
    walk(async (query) => {
      asked = query;
      const page = await ask(query);
      last = page.pageInfo;
      return page;
    }),
  );
  const isCutShort = last?.hasNextPage === true && typeof last.endCursor !== 'string';
  if (!failure && !isCutShort) return value;
  if (!failure) untested(`the list of ${what} has further pages, and nothing says how to ask for them`);
  const isRefused = asked.after !== undefined && failure.failure.kind === 'setup';
  if (!isRefused && !(failure instanceof EndlessList)) throw again(failure);
  untested(`the list of ${what} has further pages, and nothing says how to ask for them`);
}

/** The first element that is wanted; no page behind it is read. */
export async function firstOf<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  isWanted: (item: Item) => boolean,
): Promise<Item | undefined> {
  const pages = await largePages(ask, LARGE, ({ items }) => items?.some(isWanted) ?? false);
  return pages.at(-1)?.items?.find(isWanted);
}

/**
 * Requests the first page with one size and the following pages with another. The specification leaves open whether a cursor
 * is valid for another size: if it is refused, it is used with the size that it was issued for.
 */
export function resized<Result extends Page<unknown>>(
  ask: (query: PageQuery) => Promise<Result>,
  first: number,
  next: number,
): (query: PageQuery) => Promise<Result> {
  return async (query) => {
    if (query.after === undefined) return ask({ ...query, first });
    const { value, failure } = await attempt(() => ask({ ...query, first: next }));
    if (!failure) return value;
    if (isRefused(failure)) return ask({ ...query, first });
    throw again(failure);
  };
}

const MOST_TRIES = 5;

/** Whether two reads of a list have the same elements in the same order, however each element is written. */
function sameElements(one: readonly unknown[], other: readonly unknown[]): boolean {
  return (
    one.length === other.length && one.every((element, index) => canonicalSet(element) === canonicalSet(other[index]))
  );
}

/**
 * Checks a list that other users of a shared tenant may change meanwhile; a cursor may be no more than a position. A failure
 * counts only if the list was the same before and after; otherwise the check of the list is repeated. If the list changes
 * each time, that is a transient failure.
 */
export async function whileQuiet<Item, Seen>(
  list: () => Promise<readonly Item[]>,
  look: (all: readonly Item[]) => Seen | Promise<Seen>,
): Promise<Seen> {
  for (let index = 1; index <= MOST_TRIES; index += 1) {
    const before = await list();
    const { value, failure } = await attempt(() => look(before));
    if (!failure) return value;
    if (sameElements(before, await list())) throw again(failure);
  }
  throw transient(`the list changed during each of ${MOST_TRIES} attempts to read it`);
}
