import { expect, test } from '../test.ts';
import fc from 'fast-check';
import { CheckFailure } from '../../harness/failures/failure.ts';
import { pagesOf, walk, whileQuiet, type Page, type PageQuery } from '../../harness/client/paging.ts';

/** A list that returns the given pages in order, and remembers the queries. */
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

test.describe('reading all pages ends', () => {
  for (const [what, last] of [
    ['if no page follows', { items: [2], pageInfo: { hasNextPage: false, endCursor: 'two' } }],
    ['if no page follows an empty page', { items: [], pageInfo: { hasNextPage: false, endCursor: null } }],
    ['if the cursor is null', { items: [2], pageInfo: { hasNextPage: null, endCursor: null } }],
    ['if there is no cursor', { items: [2], pageInfo: {} }],
    ['without pageInfo', { items: [2] }],
    ['if pageInfo is null', { items: [2], pageInfo: null }],
    ['on an empty page without hasNextPage', { items: [], pageInfo: { endCursor: 'two' } }],
    ['on a page without items and hasNextPage', { pageInfo: { endCursor: 'two' } }],
  ] as const) {
    test(what, async () => {
      const { ask, asked } = listOf([more, last]);
      expect(await pagesOf(ask)).toEqual([more, last]);
      expect(asked).toEqual([{}, { after: 'one' }]);
    });
  }

  test('not on an empty page with hasNextPage', async () => {
    const empty = { items: [], pageInfo: { hasNextPage: true, endCursor: 'two' } };
    const { ask } = listOf([more, empty, { items: [3], pageInfo: { hasNextPage: false } }]);
    expect(await walk(ask)).toEqual([1, 3]);
  });

  test('not on a page with items and a cursor, but without hasNextPage', async () => {
    const { ask } = listOf([{ items: [1], pageInfo: { endCursor: 'one' } }, { items: [2] }]);
    expect(await walk(ask)).toEqual([1, 2]);
  });

  test('and begins anew where a further page is refused, which a removed element can explain', async () => {
    const gone = new CheckFailure({ kind: 'setup', summary: 'the cursor is too old' }, { status: 400 });
    const answers = [more, gone, more, { items: [2], pageInfo: { hasNextPage: false } }];
    const ask = () => {
      const next = answers.shift();
      return next instanceof CheckFailure ? Promise.reject(next) : Promise.resolve(next ?? {});
    };
    expect(await walk(ask)).toEqual([1, 2]);
    expect(answers).toEqual([]);
  });

  test('with the refusal of a further page that every reading meets', async () => {
    const refused = new CheckFailure({ kind: 'setup', summary: 'no such cursor' }, { status: 400 });
    const ask = ({ after }: PageQuery) => (after === undefined ? Promise.resolve(more) : Promise.reject(refused));
    expect(await failureOf(walk(ask))).toMatchObject({ status: 400 });
  });

  for (const cursors of [['a', 'a'], ['a', 'b', 'a'], ['']]) {
    test(`with a setup failure if the cursors ${JSON.stringify(cursors)} form a cycle`, async () => {
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

  test('with a setup failure if the number of pages has no limit', async () => {
    let round = 0;
    const endless = () => {
      round += 1;
      return Promise.resolve({ items: [], pageInfo: { hasNextPage: true, endCursor: `page ${round}` } });
    };
    expect(await failureOf(walk(endless))).toMatchObject({ failure: { kind: 'setup' } });
    expect(round).toBe(2_000);
  });
});

test('a page size is sent for every page, and only if it is given', async () => {
  const { ask, asked } = listOf([more, { items: [2] }]);
  await pagesOf(ask, 50);
  expect(asked).toEqual([{ first: 50 }, { first: 50, after: 'one' }]);
});

test('all elements are read once and in order, for any pages', async () => {
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

test.describe('a check of a list that others may change', () => {
  const wrong = new CheckFailure({ kind: 'violation' });

  /** A list that changes between the first reads, a given number of times. */
  function restless(changes: number) {
    let reads = 0;
    const list = () => {
      reads += 1;
      return Promise.resolve([Math.min(reads, changes)]);
    };
    return { list, reads: () => reads };
  }

  test('passes at once without a failure', async () => {
    for (const changes of [0, 9]) {
      const { list } = restless(changes);
      let looks = 0;
      const look = (whole: readonly number[]) => Promise.resolve([...whole, (looks += 1)]);
      expect(await whileQuiet(list, look)).toEqual([Math.min(1, changes), 1]);
    }
  });

  test('rethrows a failure unchanged and at once if the list did not change', async () => {
    const { list, reads } = restless(0);
    expect(await failureOf(whileQuiet(list, () => Promise.reject(wrong)))).toBe(wrong);
    expect(reads()).toBe(2);
  });

  test('is repeated if the list changed, and may then pass', async () => {
    const { list, reads } = restless(2);
    const look = ([only]: readonly number[]) => (reads() > 2 ? Promise.resolve(only) : Promise.reject(wrong));
    expect(await whileQuiet(list, look)).toBe(2);
  });

  test('rethrows a failure that remains when the list has stopped changing', async () => {
    const { list, reads } = restless(4);
    expect(await failureOf(whileQuiet(list, () => Promise.reject(wrong)))).toBe(wrong);
    expect(reads()).toBe(6);
  });

  test('ends in a transient failure if the list always changes', async () => {
    const { list, reads } = restless(Infinity);
    const error = await failureOf(whileQuiet(list, () => Promise.reject(wrong)));
    expect(error).toMatchObject({
      failure: { kind: 'transient', summary: expect.stringContaining('the list changed') },
    });
    expect(reads()).toBeLessThan(30);
  });
});
