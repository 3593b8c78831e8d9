import type { BindingId } from '../../contracts/bindings/index.ts';
import { isRefused, type Actor } from '../client/actor.ts';
import { isGuess } from '../check/guesses.ts';
import { expect, test, verifies, type Check } from '../test.ts';
import { again, attempt, setupFailed } from '../failures/failure.ts';
import { untested } from '../failures/untested.ts';
import { pagesOf, walk, whileQuiet, type Page, type PageQuery } from '../client/paging.ts';

interface Element {
  readonly id?: string | number | null | undefined;
}
export type List = (actor: Actor, query: PageQuery) => Promise<Page<Element>>;

/** A page as large as any tenant may be asked for. */
const LARGEST = 100;

/** Page sizes that leave a rest, that come out even, and that hold everything; few requests on a long list. */
export function sizesFor(total: number): number[] {
  const sizes = [Math.ceil(total / 10), Math.ceil(total / 2), total - 1, total, total + 1];
  return [...new Set(sizes.map((size) => Math.min(LARGEST, Math.max(1, size))))];
}

/** Those of some sizes that a tenant takes: how large a page may be is open, and a larger one may be refused. */
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

/** A page that holds as much as may be asked for, or where that is too much, as it comes without a size. */
export async function largePage<Whole extends Page<unknown>>(
  ask: (query: PageQuery) => Promise<Whole>,
  first: number,
): Promise<Whole> {
  const { value, failure } = await attempt(() => ask({ first }));
  if (!failure) return value;
  if (isRefused(failure)) return ask({});
  throw again(failure);
}

async function isTooLarge(first: number, ask: (query: PageQuery) => Promise<unknown>): Promise<boolean> {
  const { failure } = await attempt(() => ask({ first }));
  // What else goes wrong is found by the check that looks at the pages.
  return failure !== undefined && isRefused(failure);
}

/** The ids of what a list holds. */
export function idsIn({ items }: Page<Element>): string[] {
  return (items ?? []).flatMap(({ id }) => (id === undefined || id === null ? [] : [String(id)]));
}

/** The ids of a whole list, of at least so many elements; without them nothing can be told apart. */
export async function listedIds(list: List, actor: Actor, least = 0): Promise<string[]> {
  const items = await walk((query) => list(actor, query));
  const ids = idsIn({ items });
  if (ids.length < items.length) untested('the elements of the list show no ids: state their binding');
  if (ids.length < least) throw setupFailed(`the list holds ${ids.length} elements, and it takes ${least}`);
  return ids;
}

/** Goes through pages, each held against those before it at once: where a cursor leads back, there is no end. */
export async function expectNoRepeats<Item>(
  ask: (query: PageQuery) => Promise<Page<Item>>,
  first: number,
  keysIn: (page: Page<Item>) => readonly string[],
): Promise<void> {
  const seen = new Set<string>();
  await pagesOf(async (query) => {
    const page = await ask(query);
    const keys = keysIn(page);
    expect(
      keys.filter((key) => seen.has(key)),
      `elements that a former page of ${first} had`,
    ).toEqual([]);
    for (const key of keys) seen.add(key);
    return page;
  }, first);
}

/** Where nothing tells how to go on and where that would stand is a guess, there are no pages to look at. */
function requireCursor(check: Check, binding: BindingId, { pageInfo }: Page<Element>) {
  const { endCursor, hasNextPage } = pageInfo ?? {};
  const isSilent = typeof endCursor !== 'string' && typeof hasNextPage !== 'boolean';
  if (isSilent && isGuess(check, binding)) untested(`state ${binding} in BINDINGS`);
}

type ListTopic =
  | 'deployments.list'
  | 'environments.list'
  | 'users.list'
  | 'users.groups'
  | 'external-documents.list'
  | 'transform-sync.history'
  | 'transform-sync.files';

/** A list that is not there until something was made, or whose envelope is not named like its topic. */
export interface PagedList {
  readonly binding: BindingId;
  readonly open: (check: Check, admin: Actor) => List | Promise<List>;
}

/** Defines the checks of what a list promises of its pages. */
export function checkPages(topic: ListTopic, paged: List | PagedList): void {
  const { binding, open } = typeof paged === 'function' ? { binding: topic as BindingId, open: () => paged } : paged;
  const opened = async (check: Check, admin: Actor) => {
    const list = await open(check, admin);
    const prepared: List = (actor, query) => list(actor.preparing, query);
    return { list, prepared };
  };

  test(...verifies(`${topic}.first-limits`), async ({ check, admin }) => {
    const { list, prepared } = await opened(check, admin);
    const total = (await listedIds(prepared, admin, 2)).length;
    requireCursor(check, binding, await prepared(admin, { first: 1 }));
    expect((await list(admin, { first: 1 })).items?.length ?? 0, 'elements of a page of 1').toBeLessThanOrEqual(1);
    for (const first of await takenSizes(sizesFor(total), (query) => prepared(admin, query))) {
      const pages = await pagesOf((query) => list(admin, query), first);
      const sizes = pages.map(({ items }) => items?.length ?? 0);
      expect(Math.max(...sizes), `largest of the pages of ${first}`).toBeLessThanOrEqual(first);
    }
  });

  test(...verifies(`${topic}.after-continues`), async ({ check, admin }) => {
    const { list, prepared } = await opened(check, admin);
    requireCursor(check, binding, await prepared(admin, { first: 1 }));
    await whileQuiet(
      () => listedIds(prepared, admin, 2),
      async (whole) => {
        for (const first of await takenSizes(sizesFor(whole.length), (query) => prepared(admin, query))) {
          await expectNoRepeats((query) => list(admin, query), first, idsIn);
        }
      },
    );
  });

  test(...verifies(`${topic}.pages-complete`), async ({ check, admin }) => {
    const { list, prepared } = await opened(check, admin);
    requireCursor(check, binding, await prepared(admin, { first: 1 }));
    await whileQuiet(
      () => listedIds(prepared, admin, 2),
      async (whole) => {
        for (const first of await takenSizes(sizesFor(whole.length), (query) => prepared(admin, query))) {
          const pages = await pagesOf((query) => list(admin, query), first);
          const ids = new Set(pages.flatMap(idsIn));
          const missing = whole.filter((id) => !ids.has(id));
          expect(missing, `elements that no page of ${first} holds`).toEqual([]);
        }
      },
    );
  });
}
