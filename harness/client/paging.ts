import { granted, isSuccess, type Answer } from '../http/answer.ts';
import { again, attempt, setupFailed, transient } from '../failures/failure.ts';

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

/** The pages of a list, one after another, until none follows. */
export async function pagesOf<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  first?: number,
): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [];
  const seen = new Set<string>();
  for (let after: string | undefined; ;) {
    const page = await ask({ ...(first !== undefined && { first }), ...(after !== undefined && { after }) });
    pages.push(page);
    const { hasNextPage, endCursor } = page.pageInfo ?? {};
    if (hasNextPage === false || typeof endCursor !== 'string') return pages;
    // Where nothing says whether a page follows, an empty one is the end.
    if (hasNextPage !== true && (page.items ?? []).length === 0) return pages;
    if (seen.has(endCursor) || pages.length >= MOST_PAGES) throw setupFailed('the pages of the list do not end');
    seen.add(endCursor);
    after = endCursor;
  }
}

/** Every element of a list, however many pages it takes. */
export async function walk<Item>(ask: (query: PageQuery) => Promise<Page<Item>>, first?: number): Promise<Item[]> {
  return (await pagesOf(ask, first)).flatMap(({ items }) => [...(items ?? [])]);
}

/**
 * Asks for a first page of one size and for those behind it of another. Whether a cursor holds for pages of another size
 * is not said: where it is refused, it is followed with the size that it was given for.
 */
export function resized<Item>(
  ask: (query: PageQuery) => Promise<Answer<Page<Item>>>,
  first: number,
  next: number,
): (query: PageQuery) => Promise<Page<Item>> {
  return async (query) => {
    const answer = query.after === undefined ? undefined : await ask({ ...query, first: next });
    if (answer && isSuccess(answer)) return answer.body;
    return granted(await ask({ ...query, first }), 'a page of the list').body;
  };
}

const QUIET_TRIES = 5;

/**
 * Looks at a list that others may be changing: they create and delete on a shared tenant, and a cursor may be no more
 * than a position. What is found wrong counts only where the list was the same before and after; otherwise the look is
 * repeated, and at last the weather is to blame.
 */
export async function whileQuiet<Item, Seen>(
  list: () => Promise<readonly Item[]>,
  look: (whole: readonly Item[]) => Promise<Seen>,
): Promise<Seen> {
  for (let round = 1; round <= QUIET_TRIES; round += 1) {
    const before = await list();
    const { value, failure } = await attempt(() => look(before));
    if (!failure) return value;
    if (JSON.stringify(before) === JSON.stringify(await list())) throw again(failure);
  }
  throw transient(`the list changed each of the ${QUIET_TRIES} times that it was walked`);
}
