import { expect, test } from '../test.ts';
import { contract } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { Requests } from '../../harness/requests/requests.ts';
import type { Page } from '../../harness/client/paging.ts';

const PATH = '/api/v1/roles/{roleId}/users';
const MORE = `${PATH}?first=2&after=b%2B%2F%3D`;

/** A tenant whose list of the holders of a role has the given members and headers. */
function tenantWith(properties: object | undefined, headers: object = {}, description = ''): WireFormat {
  const schema = properties ? { type: 'object', properties } : { type: 'array', items: { type: 'object' } };
  const parameters = ['first', 'after'].map((name) => ({ name, in: 'query', description, schema: { type: 'string' } }));
  const answer = { headers, content: { 'application/json': { schema } } };
  const paths = { [PATH]: { get: { parameters, responses: { 200: answer } } } };
  return new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', paths }));
}

const list = { type: 'array', items: { type: 'object' } };
const text = { type: 'string' };

function pageOf(tenant: WireFormat, wire: unknown, headers: Readonly<Record<string, string>> = {}): Page<unknown> {
  return tenant.fromTenant('listRoleHolders', { status: 200, headers, wire }) as Page<unknown>;
}

/** The forms in which a tenant may say where the next page is. */
const FORMS = {
  'a link as of OData': [
    { value: list, '@odata.nextLink': text },
    { value: [1], '@odata.nextLink': `https://t.example${MORE}` },
  ],
  'a relative link': [
    { records: list, nextRecordsUrl: text },
    { records: [1], nextRecordsUrl: MORE },
  ],
  'a link among links': [
    { content: list, _links: { properties: { next: { properties: { href: text } } } } },
    { content: [1], _links: { self: { href: `${PATH}?after=a` }, next: { href: MORE } } },
  ],
} as const;

for (const [form, [members, wire]] of Object.entries(FORMS)) {
  test(`the cursor of the next page is read from ${form}`, () => {
    const tenant = tenantWith(members);
    const { items, pageInfo } = pageOf(tenant, wire);
    expect(items).toEqual([1]);
    expect(pageInfo?.endCursor).toBe('b+/=');
    const [name = ''] = Object.keys(members);
    expect(pageOf(tenant, { [name]: [2] }).pageInfo?.endCursor).toBeUndefined();
    const answer = { operation: 'listRoleHolders', status: 200, wire } as const;
    expect(new Requests(tenant).misplacedList(answer, { query: { first: 2 } })).toBeUndefined();
  });
}

test('the cursor of the next page is read from a header', () => {
  const link = `<https://t.example${PATH}?after=a>; rel="prev", <https://t.example${MORE}>; rel="next"`;
  const bare = tenantWith(undefined, { Link: { schema: text } });
  expect(pageOf(bare, [1], { link }).pageInfo?.endCursor).toBe('b+/=');
  expect(pageOf(bare, [1], { link: `<${PATH}?after=a>; rel="prev"` }).pageInfo?.endCursor).toBeUndefined();
  const named = tenantWith({ elements: list }, { 'X-Next-Cursor': { schema: text } });
  expect(pageOf(named, { elements: [1] }, { 'x-next-cursor': 'b+/=' }).pageInfo?.endCursor).toBe('b+/=');
});

test('a cursor stays as it is shown', () => {
  const tenant = tenantWith({ items: list, nextCursor: text });
  expect(pageOf(tenant, { items: [1], nextCursor: 'what?ever' }).pageInfo?.endCursor).toBe('what?ever');
});

test('the cursor of the next page is the id of the last element where the document says so', () => {
  const members = { data: list, has_more: { type: 'boolean' } };
  const tenant = tenantWith(members, {}, 'The id of the last element of the page before');
  const data = [{ id: 7 }, { id: 8 }];
  expect(pageOf(tenant, { data, has_more: true }).pageInfo?.endCursor).toBe('8');
  expect(pageOf(tenant, { data, has_more: false }).pageInfo?.endCursor).toBeUndefined();
  expect(pageOf(tenantWith(members), { data, has_more: true }).pageInfo?.endCursor).toBeUndefined();
});

test('a page that others follow and that shows no cursor is not judged as a whole list', () => {
  const requests = new Requests(tenantWith({ data: list, has_more: { type: 'boolean' } }));
  const answer = (isMore: boolean) =>
    ({ operation: 'listRoleHolders', status: 200, wire: { data: [1], has_more: isMore } }) as const;
  expect(requests.misplacedList(answer(true), {})?.what).toBe('role-holders.list');
  expect(requests.misplacedList(answer(false), {})).toBeUndefined();
  expect(requests.misplacedList(answer(true), {})?.isOfPages, 'the list itself is there').toBe(true);
  const elsewhere = { operation: 'listRoleHolders', status: 200, wire: { rows: [1] } } as const;
  expect(requests.misplacedList(elsewhere, {})?.isOfPages).toBeUndefined();
});

/** The keys of a tenant whose list is asked for by a position. */
function keysAt(parameter: string, wire: object, asked = ''): Page<unknown> {
  const properties = { keys: list, total: { type: 'integer' } };
  const answer = { content: { 'application/json': { schema: { type: 'object', properties } } } };
  const parameters = [{ name: parameter, in: 'query', schema: { type: 'integer' } }];
  const paths = { '/api/v1/api-keys': { get: { parameters, responses: { 200: answer } } } };
  const tenant = new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', paths }));
  const url = `https://tenant.invalid/api/v1/api-keys${asked}`;
  expect(tenant.queryName('listApiKeys', 'after')).toBe(parameter);
  return tenant.fromTenant('listApiKeys', { status: 200, headers: {}, wire, url }) as Page<unknown>;
}

test('a list that is asked for by a position goes on until it is whole', () => {
  const two = [{ id: 1 }, { id: 2 }];
  expect(keysAt('offset', { keys: two, total: 5 }).pageInfo?.endCursor).toBe('2');
  expect(keysAt('offset', { keys: two, total: 5 }, '?offset=2').pageInfo?.endCursor).toBe('4');
  expect(keysAt('offset', { keys: [{ id: 5 }], total: 5 }, '?offset=4').pageInfo?.endCursor).toBeUndefined();
  expect(keysAt('skip', { keys: two }).pageInfo?.endCursor).toBe('2');
  expect(keysAt('skip', { keys: [] }, '?skip=2').pageInfo?.endCursor).toBeUndefined();
  expect(keysAt('page', { keys: two, total: 5 }, '?page=2').pageInfo?.endCursor).toBe('3');
  expect(keysAt('page_number', { keys: two, total: 2 }).pageInfo?.endCursor).toBeUndefined();
  expect(keysAt('page', { keys: two, count: 2, next: null }).pageInfo?.endCursor).toBeUndefined();
  expect(keysAt('page', { keys: two, count: 5, next: `${PATH}?page=2` }).pageInfo?.endCursor).toBe('2');
});

test('a page with an empty cursor is the last one where nothing else says whether another follows', () => {
  const tenant = tenantWith({ users: list, nextPageToken: text });
  expect(pageOf(tenant, { users: [1], nextPageToken: '' }).pageInfo).toMatchObject({ hasNextPage: false });
  expect(pageOf(tenant, { users: [1], nextPageToken: 'b' }).pageInfo).toMatchObject({ endCursor: 'b' });
});
