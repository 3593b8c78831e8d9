import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { CheckFailure } from '../../harness/failures/failure.ts';
import { pagesOf, walk, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';

/** A list that answers with what it was given, page by page, and remembers what it was asked. */
function listOf(pages: readonly Page<number>[]) {
  const asked: PageQuery[] = [];
  const ask = (query: PageQuery) => {
    asked.push(query);
    const page = pages[asked.length - 1];
    return page ? Promise.resolve(page) : Promise.reject(new Error(`there is no page ${asked.length}`));
  };
  return { ask, asked };
}

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

const more = { items: [1], pageInfo: { hasNextPage: true, endCursor: 'one' } };

test.describe('a walk ends', () => {
  for (const [what, last] of [
    ['where no page follows', { items: [2], pageInfo: { hasNextPage: false, endCursor: 'two' } }],
    ['where no page follows, on an empty page', { items: [], pageInfo: { hasNextPage: false, endCursor: null } }],
    ['where the cursor is null', { items: [2], pageInfo: { hasNextPage: null, endCursor: null } }],
    ['where there is no cursor', { items: [2], pageInfo: {} }],
    ['where nothing is said of pages', { items: [2] }],
    ['where null is said of pages', { items: [2], pageInfo: null }],
    ['on an empty page that does not say whether one follows', { items: [], pageInfo: { endCursor: 'two' } }],
    ['on a page without items that does not say so either', { pageInfo: { endCursor: 'two' } }],
  ] as const) {
    test(what, async () => {
      const { ask, asked } = listOf([more, last]);
      expect(await pagesOf(ask)).toEqual([more, last]);
      expect(asked).toEqual([{}, { after: 'one' }]);
    });
  }

  test('not on an empty page that says that one follows', async () => {
    const empty = { items: [], pageInfo: { hasNextPage: true, endCursor: 'two' } };
    const { ask } = listOf([more, empty, { items: [3], pageInfo: { hasNextPage: false } }]);
    expect(await walk(ask)).toEqual([1, 3]);
  });

  test('not on a page with items and a cursor that says nothing else', async () => {
    const { ask } = listOf([{ items: [1], pageInfo: { endCursor: 'one' } }, { items: [2] }]);
    expect(await walk(ask)).toEqual([1, 2]);
  });

  for (const cursors of [['a', 'a'], ['a', 'b', 'a'], ['']]) {
    test(`as trouble where the cursors ${JSON.stringify(cursors)} lead in a circle`, async () => {
      let round = 0;
      const error = await failureOf(
        pagesOf(() => {
          round += 1;
          const endCursor = cursors[(round - 1) % cursors.length] ?? null;
          return Promise.resolve({ items: [1], pageInfo: { hasNextPage: true, endCursor } });
        }),
      );
      expect(error).toBeInstanceOf(CheckFailure);
      expect(error).toMatchObject({ failure: { kind: 'setup', summary: 'the pages of the list do not end' } });
      expect(round).toBeLessThan(5);
    });
  }

  test('as trouble where there is ever another page', async () => {
    let round = 0;
    const endless = () => {
      round += 1;
      return Promise.resolve({ items: [], pageInfo: { hasNextPage: true, endCursor: `page ${round}` } });
    };
    expect(await failureOf(walk(endless))).toMatchObject({ failure: { kind: 'setup' } });
    expect(round).toBe(2_000);
  });
});

test('a page size is asked for on every page, and only where it is given', async () => {
  const { ask, asked } = listOf([more, { items: [2] }]);
  await pagesOf(ask, 50);
  expect(asked).toEqual([{ first: 50 }, { first: 50, after: 'one' }]);
});

test('a walk finds every element once and in order, whatever the pages', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), async (items, size) => {
      const ask = ({ first = size, after = '0' }: PageQuery) => {
        const end = Number(after) + first;
        const pageInfo = { hasNextPage: end < items.length, endCursor: String(end) };
        return Promise.resolve({ items: items.slice(Number(after), end), pageInfo });
      };
      expect(await walk(ask, size)).toEqual(items);
    }),
  );
});

test.describe('a look at a list that others may change', () => {
  const wrong = new CheckFailure({ kind: 'violation' });

  /** A list that is another one each time that it is read, up to a number of times. */
  function restless(changes: number) {
    let reads = 0;
    const list = () => {
      reads += 1;
      return Promise.resolve([Math.min(reads, changes)]);
    };
    return { list, reads: () => reads };
  }

  test('counts at once where nothing is wrong', async () => {
    for (const changes of [0, 9]) {
      const { list } = restless(changes);
      let looks = 0;
      const look = (whole: readonly number[]) => Promise.resolve([...whole, (looks += 1)]);
      expect(await whileQuiet(list, look)).toEqual([Math.min(1, changes), 1]);
    }
  });

  test('tells what is wrong with a list that is quiet, unchanged and at once', async () => {
    const { list, reads } = restless(0);
    expect(await failureOf(whileQuiet(list, () => Promise.reject(wrong)))).toBe(wrong);
    expect(reads()).toBe(2);
  });

  test('is taken again where the list moved, and then counts', async () => {
    const { list, reads } = restless(2);
    const look = ([only]: readonly number[]) => (reads() > 2 ? Promise.resolve(only) : Promise.reject(wrong));
    expect(await whileQuiet(list, look)).toBe(2);
  });

  test('tells what is still wrong when the list has come to rest', async () => {
    const { list, reads } = restless(4);
    expect(await failureOf(whileQuiet(list, () => Promise.reject(wrong)))).toBe(wrong);
    expect(reads()).toBe(6);
  });

  test('is given up as a transient failure where the list never rests', async () => {
    const { list, reads } = restless(Infinity);
    const error = await failureOf(whileQuiet(list, () => Promise.reject(wrong)));
    expect(error).toMatchObject({
      failure: { kind: 'transient', summary: expect.stringContaining('the list changed') },
    });
    expect(reads()).toBeLessThan(30);
  });
});
