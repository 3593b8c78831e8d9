import { ENVELOPE } from '../../contracts/bindings/binding.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { valueOf } from '../../contracts/bindings/resolved.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { withNextPosition } from '../../harness/http/next-page.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { expect, test } from '../test.ts';

const contract = await loadContract();

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const list = (items: object) => ({ type: 'array', items });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const DEPLOYMENT = '/api/v1/deployments/{deploymentId}';

function documentWith(method: string, path: string, { request = {}, answer = {} }) {
  const operation = { requestBody: json(request), responses: { 200: json(answer) } };
  return { openapi: '3.1.0', paths: { [path]: { [method]: operation } } };
}

function named(id: string, ...[method, path, sides]: Parameters<typeof documentWith>): unknown {
  return valueOf(resolveBindings(contract, {}, new TenantDocument(documentWith(method, path, sides))), id);
}

const link = object({ href: text });
const page = object({ next_cursor: text, has_next: { type: 'boolean' } });
const HAL = object({ _embedded: object({ roles: list(object({ id: text })) }), page, _links: object({ next: link }) });

test('a list may be inside of another member of the answer, and so may what its elements have', () => {
  expect(named('roles.list', 'get', '/api/v1/roles', { answer: HAL })).toEqual({
    items: '_embedded.roles',
    endCursor: 'page.next_cursor',
    hasNextPage: 'page.has_next',
  });
  const users = object({ _embedded: object({ holders: list(object({ userId: text, roles: list(text) })) }), page });
  expect(named('role-holders.user-id', 'get', '/api/v1/roles/{roleId}/users', { answer: users })).toBe('userId');
});

test('an answer with several lists inside of its members does not tell which one it is', () => {
  const answer = object({ _embedded: object({ roles: list(text), hidden: list(text) }), page });
  expect(named('roles.list', 'get', '/api/v1/roles', { answer })).not.toEqual(ENVELOPE);
  expect(named('roles.list', 'get', '/api/v1/roles', { answer })).toBeUndefined();
});

test('a list inside of another member is read and judged in its place', () => {
  const wire = new WireFormat(contract, {}, JSON.stringify(documentWith('get', '/api/v1/roles', { answer: HAL })));
  const shown = { _embedded: { roles: [{ id: 1, name: 'a', policies: [] }] }, page: { has_next: false } };
  const answer = { status: 200, headers: {}, wire: shown };
  expect(wire.fromTenant('listRoles', answer)).toMatchObject({ items: [{ id: 1 }], pageInfo: { hasNextPage: false } });
});

test('the texts of a report update may be inside of a member that is called after it', () => {
  const report = object({ name: text, title: text, description: text, folderId: { type: 'integer' } });
  const request = object({ report, expectedVersion: { type: 'integer' } });
  const document = documentWith('put', `${DEPLOYMENT}/reports/{reportId}`, { request });
  const wire = new WireFormat(contract, {}, JSON.stringify(document));
  expect(wire.toTenant('updateReport', { name: 'n', title: 't', folderId: 3, expectedVersion: 2 })).toEqual({
    report: { name: 'n', title: 't', folderId: 3 },
    expectedVersion: 2,
  });
});

test('a zone may be called by its id, and a switch may be inside of what it switches', () => {
  const schedule = object({ expression: text, zone_id: text });
  const task = object({ instruction: object({ text }), schedule });
  const tasks = `${DEPLOYMENT}/scheduled-tasks`;
  expect(named('scheduled-tasks.time-zone', 'post', tasks, { request: task })).toBe('schedule.zone_id');
  const staging = object({ branchName: text, staging_environment: object({ enabled: { type: 'boolean' } }) });
  const path = `/build${DEPLOYMENT}/branches/staging-environment`;
  expect(named('build.staging-enabled', 'put', path, { request: staging })).toBe('staging_environment.enabled');
});

const END = { [ENVELOPE.items]: [{}, {}], pageInfo: {} };
const next = (wire: object, url: string) =>
  (withNextPosition(END, { wire, url }, 'page') as { pageInfo: { endCursor?: string } }).pageInfo.endCursor;

test('pages count from where the first one says', () => {
  const url = 'https://tenant.invalid/api/v1/api-keys';
  expect(next({ page: { number: 0, total_elements: 5 } }, url)).toBe('1');
  expect(next({ page: 1, total: 5 }, url)).toBe('2');
  expect(next({ total: 5 }, url)).toBe('2');
  expect(next({ page: { number: 3 } }, `${url}?page=3`)).toBe('4');
  expect(next({ page: { number: 0, total_elements: 2 } }, url)).toBeUndefined();
});
