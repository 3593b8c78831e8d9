import type { Actor } from '../../harness/client/actor.ts';
import type { PageQuery } from '../../harness/client/paging.ts';
import { reportIn, shownOf } from '../../harness/things/reports.ts';
import { expect, test } from '../test.ts';

const PAGES = 20;

/** An actor on a tenant with a report to a page, and the cursors that it was asked with. */
function actorOn(pageOf: (report: number) => number) {
  const asked: (string | undefined)[] = [];
  const listReports = ({ after }: PageQuery) => {
    asked.push(after);
    const page = Number(after ?? 0);
    const ids = Array.from({ length: PAGES }, (_, id) => id).filter((id) => pageOf(id) === page);
    const items = ids.map((id) => ({ id, name: `Report ${id}` }));
    return Promise.resolve({ items, pageInfo: { hasNextPage: page < PAGES - 1, endCursor: String(page + 1) } });
  };
  return { actor: { preparing: { listReports } } as unknown as Actor, asked };
}

test('a report that stands far behind is looked for once, and then read where it was found', async () => {
  const { actor, asked } = actorOn((id) => id);
  expect(await reportIn(actor, '15')).toMatchObject({ name: 'Report 15' });
  expect(asked).toHaveLength(16);
  expect(await reportIn(actor, '15')).toMatchObject({ name: 'Report 15' });
  expect(await shownOf(actor, '15', 'name')).toBe('Report 15');
  expect(asked.slice(16)).toEqual(['15', '15']);
});

test('a report that has moved is looked for again', async () => {
  let page = 12;
  const { actor } = actorOn((id) => (id === 15 ? page : id));
  await reportIn(actor, '15');
  page = 3;
  expect(await reportIn(actor, '15')).toMatchObject({ name: 'Report 15' });
});
