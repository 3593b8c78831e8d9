import { expect, type Check } from '../test.ts';
import { tentatively } from '../failures/failure.ts';
import { pagesOf, whileQuiet, type Page, type PageQuery } from '../client/paging.ts';
import { expectNoRepeats, lackingIn, pagedBySize, takenSizes } from './lists.ts';

type Ask<Item> = (query: PageQuery) => Promise<Page<Item>>;

/** A list that is read in pages of several sizes. */
export interface SizedList<Item> {
  readonly ask: Ask<Item>;
  /** The same as a setup step. */
  readonly prepared: Ask<Item>;
  /** The keys of all elements, as a setup step. */
  readonly whole: () => Promise<readonly string[]>;
  readonly sizesFor: (total: number) => readonly number[];
  readonly keysIn: (page: Page<Item>) => readonly string[];
}

/** The keys of all elements, and the sizes that the tenant takes. */
interface Sizes {
  readonly all: readonly string[];
  readonly sizes: readonly number[];
}

/** What is judged. */
export interface SizedPages<Item> extends Sizes {
  readonly ask: Ask<Item>;
}

interface Read<Item> extends Sizes {
  readonly pages: ReadonlyMap<string, Page<Item>>;
}

const keyOf = ({ first, after }: PageQuery) => JSON.stringify([first, after]);

/**
 * Judges the pages of a list. How large they are, whether they go on and whether they hold all is told by the same pages: on a live
 * tenant the checks of one process that have the same key judge pages that are read once, as long as nothing is amiss in them.
 * After that each check reads for itself, so that what is violated is blamed on the requirement that it breaks.
 */
export async function inSizes<Item>(
  check: Check,
  key: object,
  list: SizedList<Item>,
  judge: (pages: SizedPages<Item>) => Promise<unknown>,
): Promise<Sizes> {
  const read = check.tenant.isLive ? await readOnce(check, key, list) : undefined;
  if (read) {
    const ask = async (query: PageQuery) => read.pages.get(keyOf(query)) ?? list.ask(query);
    await judge({ ...read, ask });
    return read;
  }
  return whileQuiet(list.whole, async (all) => {
    const sizes = await takenSizes(list.sizesFor(all.length), list.prepared);
    await judge({ all, sizes, ask: list.ask });
    return { all, sizes };
  });
}

function readOnce<Item>(check: Check, key: object, list: SizedList<Item>): Promise<Read<Item> | undefined> {
  return check.shared(key, () => tentatively(() => readAll(list)), { isKept: (read) => read !== undefined });
}

/** All pages of each size. Fails where a page is too large, an element is there twice, or one is missing. */
async function readAll<Item>({ ask, whole, sizesFor, keysIn }: SizedList<Item>): Promise<Read<Item>> {
  const all = await whole();
  const pages = new Map<string, Page<Item>>();
  const noting: Ask<Item> = async (query) => {
    const page = pages.get(keyOf(query)) ?? (await ask(query));
    pages.set(keyOf(query), page);
    return page;
  };
  const sizes = await takenSizes(sizesFor(all.length), noting);
  for (const first of sizes) {
    await expectNoRepeats(noting, first, keysIn);
    const lengths = (await pagesOf(noting, first)).map(({ items }) => items?.length ?? 0);
    expect(Math.max(...lengths), `largest of the pages of ${first}`).toBeLessThanOrEqual(first);
  }
  const paged = await pagedBySize(noting, sizes, keysIn, all);
  for (const first of sizes) expect(lackingIn(paged, first), `elements that no page of ${first} has`).toEqual([]);
  return { all, sizes, pages };
}
