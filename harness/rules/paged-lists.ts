import type { BindingId } from '../../contracts/bindings/index.ts';
import type { Actor } from '../client/actor.ts';
import { isGuess } from '../check/guesses.ts';
import { expect, test, verifies, type Check } from '../test.ts';
import { inEach } from '../check/in-each.ts';
import { unstated, untested } from '../failures/untested.ts';
import { pagesOf, whileQuiet, type Page, type PageQuery } from '../client/paging.ts';
import {
  expectCompleteInPagesOf,
  expectCursorsKept,
  expectNoRepeats,
  expectResizedComplete,
  expectSmallerLater,
  idsIn,
  largestPart,
  listedIds,
  sizesFor,
  type Element,
  type List,
} from './lists.ts';
import { inSizes, type SizedList } from './sized-pages.ts';

/** Ends the check as untested if a page has no pageInfo and the binding of the page is a guess. */
function requireCursor(check: Check, binding: BindingId, { pageInfo }: Page<Element>) {
  const { endCursor, hasNextPage } = pageInfo ?? {};
  const hasNoCursor = typeof endCursor !== 'string' && typeof hasNextPage !== 'boolean';
  if (hasNoCursor && isGuess(check, binding)) untested(unstated(binding));
}

type ListTopic =
  | 'deployments.list'
  | 'environments.list'
  | 'users.list'
  | 'users.groups'
  | 'external-documents.list'
  | 'transform-sync.history'
  | 'transform-sync.files';

/** A list that needs preparation, or whose envelope has another name than its topic. */
export interface PagedList {
  readonly binding: BindingId;
  readonly open: (check: Check, admin: Actor) => List | Promise<List>;
}

/** A list as an administrator reads it, and as others do. */
interface OpenedList extends SizedList<Element> {
  readonly by: (other: Actor) => (query: PageQuery) => Promise<Page<Element>>;
}

/**
 * Declares the checks of the pagination requirements of a list. A cursor is used soon after it was given where it is used otherwise
 * than from page to page: the list may have changed since.
 */
export function checkPages(topic: ListTopic, paged: List | PagedList): void {
  const { binding, open } = typeof paged === 'function' ? { binding: topic as BindingId, open: () => paged } : paged;
  const key = {};
  const opened = async (check: Check, admin: Actor): Promise<OpenedList> => {
    const list = await open(check, admin);
    const prepared = (query: PageQuery) => list(admin.preparing, query);
    return {
      ask: (query) => list(admin, query),
      prepared,
      async whole() {
        requireCursor(check, binding, await prepared({ first: 1 }));
        return listedIds((actor, query) => list(actor.preparing, query), admin, 2);
      },
      sizesFor,
      keysIn: idsIn,
      by: (other: Actor) => (query: PageQuery) => list(other, query),
    };
  };

  test.describe('pages', () => {
    // In one process, so that they can judge the same pages.
    test.describe.configure({ mode: 'default' });

    test(...verifies(`${topic}.first-limits`), async ({ check, admin }) => {
      const list = await opened(check, admin);
      const { all, sizes: taken } = await inSizes(check, key, list, async ({ sizes, ask }) => {
        expect((await ask({ first: 1 })).items?.length ?? 0, 'elements of a page of 1').toBeLessThanOrEqual(1);
        for (const first of sizes) {
          const lengths = (await pagesOf(ask, first)).map(({ items }) => items?.length ?? 0);
          expect(Math.max(...lengths), `largest of the pages of ${first}`).toBeLessThanOrEqual(first);
        }
      });
      await expectSmallerLater(check, list.ask, Math.max(...taken) > 1 ? all.length : 0);
      await inEach(check, { 'with an OAuth token': check.asOptional('OAUTH_TOKEN') }, async (oauth) => {
        const { items } = await list.by(oauth)({ first: 1 });
        expect(items?.length ?? 0, 'elements of a page of 1').toBeLessThanOrEqual(1);
      });
    });

    test(...verifies(`${topic}.after-continues`), async ({ check, admin }) => {
      const list = await opened(check, admin);
      const { sizes } = await inSizes(check, key, list, async (pages) => {
        for (const first of pages.sizes) await expectNoRepeats(pages.ask, first, idsIn);
      });
      await whileQuiet(list.whole, async ({ length }) => {
        await expectCursorsKept(check, list.ask, largestPart(sizes, length), idsIn);
      });
    });

    test(...verifies(`${topic}.pages-complete`), async ({ check, admin }) => {
      const list = await opened(check, admin);
      const { sizes } = await inSizes(check, key, list, async ({ all, sizes: taken, ask }) => {
        await expectCompleteInPagesOf(check, ask, taken, idsIn, all);
      });
      await whileQuiet(list.whole, async (all) => {
        await expectResizedComplete(check, list.ask, sizes, idsIn, all);
      });
    });
  });
}
