import type { Actor } from '../../harness/client/actor.ts';
import { declaredPages, elementsIn, pageParameters } from '../../harness/client/declared-list.ts';
import { expect, test } from '../test.ts';
import { answer } from './ledgers.ts';

/** A list of so many elements that is asked by positions, and what it was asked for. */
function listing(count: number, show: (items: readonly object[], number: number) => { status?: number; wire: object }) {
  const asked: string[] = [];
  const largest = 20;
  const admin = {
    read(path: string) {
      asked.push(path);
      const query = new URL(path, 'https://tenant.invalid').searchParams;
      const number = Number(query.get('page') ?? 0);
      const size = Math.min(largest, Number(query.get('size') ?? largest));
      const items = Array.from({ length: count }, (_, id) => ({ id })).slice(number * size, (number + 1) * size);
      const { status = 200, wire } = show(items, number);
      return Promise.resolve({ ...answer('listRoles', status), wire });
    },
  } as unknown as Actor;
  return { admin, asked };
}

const LIST = { path: '/things', ...pageParameters(['sort', 'size', 'page']) };
const idsIn = (pages: readonly unknown[]) => pages.flatMap((page) => elementsIn(page).map(({ id }) => id));

test('a list without cursors is asked by the numbers of its pages', () => {
  expect(pageParameters(['sort', 'size', 'page'])).toEqual({ size: 'size', position: 'page' });
  expect(pageParameters(['limit', 'page', 'cursor'])).toEqual({ size: 'limit', after: 'cursor' });
});

for (const [what, show] of [
  ['says which one is the last', (items, number) => ({ wire: { content: items, number, last: number === 2 } })],
  ['says how many there are', (items, number) => ({ wire: { content: items, number, totalElements: 45 } })],
  ['has a short last page', (items, number) => ({ wire: { number, _embedded: { things: items } } })],
] as const satisfies readonly (readonly [string, Parameters<typeof listing>[1]])[]) {
  test(`all pages of a list are read that ${what}`, async () => {
    const { admin, asked } = listing(45, show);
    const { pages, isWhole } = await declaredPages(admin, LIST);
    expect(idsIn(pages)).toEqual(Array.from({ length: 45 }, (_, id) => id));
    expect(isWhole).toBe(true);
    expect(asked).toHaveLength(3);
  });
}

test('a list ends where a page is not there, and its only page is not asked for more', async () => {
  const full = listing(40, (items, number) => ({
    status: items.length > 0 ? 200 : 404,
    wire: { content: items, number },
  }));
  const { pages, isWhole } = await declaredPages(full.admin, LIST);
  expect([idsIn(pages).length, isWhole]).toEqual([40, true]);
  const short = listing(3, (items) => ({ wire: { content: items } }));
  expect((await declaredPages(short.admin, LIST)).isWhole).toBe(true);
  expect(short.asked).toHaveLength(1);
});
