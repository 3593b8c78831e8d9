import { expect, test } from '../test.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { plainParameter } from '../../contracts/bindings/words.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { kindsBeside } from '../../harness/requests/kinds-beside.ts';
import { isResolved } from '../../harness/things/resolutions.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';

const contract = await loadContract();
const TEXT = { type: 'string' };
const NUMBER = { type: 'integer' };
const DEPLOYMENT = '/api/v1/deployments/{deployment}';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const answers = (schema: object, request?: object) => ({
  ...(request && { requestBody: json(request) }),
  responses: { 200: json(schema) },
});
const listOf = (properties: object, ...parameters: readonly string[]) => ({
  ...answers({
    properties: {
      value: { type: 'array', items: { type: 'object', properties } },
      '@odata.nextLink': { type: 'string' },
    },
  }),
  parameters: parameters.map((name) => ({ name, in: 'query', schema: TEXT })),
});
const documentOf = (paths: object) => new TenantDocument({ openapi: '3.1.0', paths });
const wireOf = (paths: object) => new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', paths }));

function foundIn(paths: object): (id: string) => unknown {
  const resolved = resolveBindings(contract, {}, documentOf(paths));
  return (id) => (resolved.get(id) as { value?: unknown }).value;
}

test('a parameter is called by its words, whatever signs stand around them', () => {
  expect(['$top', 'page[size]', '$skiptoken', 'after'].map(plainParameter)).toEqual([
    'top',
    'page_size',
    'skiptoken',
    'after',
  ]);
  const odata = foundIn({ [`${DEPLOYMENT}/environments`]: { get: listOf({ Id: TEXT }, '$top', '$skiptoken') } });
  expect(odata('environments.list-first')).toBe('$top');
  expect(odata('environments.list-after')).toBe('$skiptoken');
  const bracketed = foundIn({
    [`${DEPLOYMENT}/environments`]: { get: listOf({ id: TEXT }, 'page[size]', 'page[after]') },
  });
  expect(bracketed('environments.list-first')).toBe('page[size]');
  expect(bracketed('environments.list-after')).toBe('page[after]');
});

test('a list goes on where a member with a dot in its name has the address of the next page', () => {
  const paths = {
    '/api/v1/deployments': {
      get: {
        ...answers({ properties: { items: { type: 'array' }, '@odata.nextLink': TEXT } }),
        parameters: ['first', '$skiptoken'].map((name) => ({ name, in: 'query', schema: TEXT })),
      },
    },
  };
  const next = 'https://tenant.example/api/v1/deployments?first=1&%24skiptoken=c2';
  const wire = { items: [], '@odata.nextLink': next };
  expect(wireOf(paths).fromTenant('listDeployments', { status: 200, headers: {}, wire })).toEqual({
    ...wire,
    pageInfo: { endCursor: 'c2' },
  });
});

test('actions stand in a path of their own', () => {
  const delivery = `${DEPLOYMENT}/report-deliveries/{delivery}`;
  const found = foundIn({
    [`${delivery}/actions/hold`]: { post: {} },
    [`${delivery}/actions/release`]: { post: {} },
    [`${delivery}/action/send`]: { post: {} },
  });
  const paths = ['pause', 'resume', 'run'].map((one) => found(`report-deliveries.${one}`) as { path: string });
  expect(paths.map(({ path }) => path.split('/').slice(-2).join('/'))).toEqual([
    'actions/hold',
    'actions/release',
    'action/send',
  ]);
});

test('the id of a role stands in the role, beside how it is held', () => {
  const roles = {
    type: 'array',
    items: { properties: { role: { properties: { id: NUMBER } }, direct: {}, groupIds: {} } },
  };
  const found = foundIn({ '/api/v1/users/{id}/roles': { get: answers({ properties: { isAdmin: {}, roles } }) } });
  expect(found('role-holders.user-role-id')).toBe('role.id');
});

test('the type of a token is no token', () => {
  const found = foundIn({
    [`${DEPLOYMENT}/token`]: { post: answers({ properties: { tokenType: TEXT, value: TEXT, expiresOn: NUMBER } }) },
  });
  expect(found('deployments.token')).toBe('value');
});

test('a thread may show its state by name', () => {
  const state = { type: 'string', enum: ['Open', 'Resolved'] };
  const found = foundIn({
    '/api/v1/embed/dashboard/{publicId}/comments': { get: listOf({ id: TEXT, text: TEXT, state }) },
  });
  expect(found('embed.thread-resolved')).toBe('state');
  expect(['Open', 'Resolved', false, true, null, '2026-01-01T00:00:00Z'].map(isResolved)).toEqual([
    false,
    true,
    false,
    true,
    false,
    true,
  ]);
});

test('what says the kind of a thing says that of the thing that is named beside it', () => {
  const kind = { type: 'string', enum: ['Root', 'Workbook', 'Folder'] };
  const parent = { type: 'object', required: ['kind'], properties: { kind, id: NUMBER } };
  const body = { properties: { name: TEXT, parent } };
  const wire = wireOf({ [`${DEPLOYMENT}/reports/{report}`]: { put: answers({ properties: { id: NUMBER } }, body) } });
  expect(wire.value('reports.parent')).toBe('parent.id');
  const kindAt = kindsBeside(wire, 'updateReport', { parent: { id: 7 } });
  const schemas = new DeclaredSchemas(documentOf({}));
  const none = () => undefined;
  const no = () => false;
  const wishes = { fresh: String, isThing: no, isLendable: no, thing: none, omits: no, seed: 1 };
  const sent = { parent: { id: 7 } };
  expect(new BodySampler(schemas, { ...wishes, kindAt }).complete(body, sent).value).toEqual({
    parent: { id: 7, kind: 'Folder' },
  });
  const nowhere = { parent: { id: null } };
  const kindOfNone = kindsBeside(wire, 'updateReport', nowhere);
  expect(new BodySampler(schemas, { ...wishes, kindAt: kindOfNone }).complete(body, nowhere).value).toEqual({
    parent: { id: null, kind: 'Root' },
  });
  expect(new BodySampler(schemas, wishes).complete(body, sent).value).toEqual({ parent: { id: 7, kind: 'Root' } });
});

test('an object that says no more than a name means what it is called after', () => {
  const body = { required: ['parent'], properties: { parent: { required: ['name'], properties: { name: TEXT } } } };
  const isParent = (name: string) => name === 'parent';
  const sampler = new BodySampler(new DeclaredSchemas(documentOf({})), {
    fresh: String,
    isThing: isParent,
    isLendable: isParent,
    thing: () => 'main',
    omits: () => false,
    seed: 1,
  });
  expect(sampler.complete(body, {}).value).toEqual({ parent: { name: 'main' } });
});

test('isAdmin is found in another member of the answer, and has its printed name where it is not declared', () => {
  const flag = { type: 'boolean' };
  const roles = { type: 'array', items: { type: 'object', properties: { id: NUMBER, direct: flag } } };
  const placeOf = (properties: object) => {
    const get = { get: answers({ type: 'object', properties }) };
    return resolveBindings(contract, {}, documentOf({ '/api/v1/users/{id}/roles': get })).get('role-holders.is-admin');
  };
  const meta = { type: 'object', properties: { isAdmin: flag, total: NUMBER } };
  expect(placeOf({ data: roles, meta })).toMatchObject({ value: 'meta.isAdmin' });
  expect(placeOf({ data: roles, total: NUMBER })).toMatchObject({ value: 'isAdmin' });
});
