import { expect, test } from '../test.ts';
import { continuationOf } from '../../harness/client/declared-list.ts';
import { threadIdsWith } from '../../harness/things/comments.ts';

const after = (wire: unknown, body: unknown = { items: [] }) => continuationOf({ body, headers: {}, wire });

test('where a list continues is read under the names of the tenant', () => {
  expect(after({ content: [], page: { size: 50, nextCursor: 'NTB8' } })).toEqual({
    endCursor: 'NTB8',
  });
  expect(after({ items: [], next_page_token: 'two' })).toEqual({ endCursor: 'two' });
});

test('an address of the next page is no cursor, but has one', () => {
  const link = '/api/v1/users?first=2&after=two%3D';
  expect(after({ value: [], '@odata.nextLink': `https://t.example${link}` })).toEqual({ endCursor: 'two=' });
  const headers = { link: `<${link}>; rel=next` };
  expect(continuationOf({ body: [], headers, wire: [] })).toEqual({ endCursor: 'two=' });
});

test('a last page does not continue, whatever it shows', () => {
  expect(after({ content: [], page: { size: 50, nextCursor: null } })).toBeUndefined();
  expect(after({ content: [], page: { hasNext: false, cursor: 'of-this-page' } })).toBeUndefined();
  expect(after({ content: [], page: { prevCursor: 'one' } })).toBeUndefined();
});

test('the envelope that is printed for other lists says it itself', () => {
  const pageInfo = { hasNextPage: false, endCursor: 'last' };
  expect(after({ nextCursor: 'other' }, { items: [], pageInfo })).toEqual(pageInfo);
});

test('a reply is found in its thread, and beside it where it names the thread', () => {
  const threads = [
    { id: 1, text: 'a' },
    { id: 2, text: 'b' },
  ];
  expect(threadIdsWith([{ id: 2, replies: [{ id: 9, text: 'hello' }] } as never], 'hello', threads)).toEqual(['2']);
  expect(threadIdsWith([{ id: 9, inReplyTo: 2, text: 'hello' } as never], 'hello', threads)).toEqual(['2']);
  expect(threadIdsWith([{ id: 9, inReplyTo: 1, text: 'hello' } as never], 'hello', threads)).toEqual(['1']);
  expect(threadIdsWith([{ id: 9, text: 'hello' } as never], 'hello', threads)).toEqual(['9']);
});
