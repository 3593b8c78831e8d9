import { idNameOf, resourceNameIn, resourceNameOf } from '../../contracts/bindings/resource-names.ts';
import { discover } from '../../contracts/bindings/discover.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { linkOf } from '../../harness/provision/links.ts';
import { GROUP } from '../../harness/provision/groups.ts';
import { inPaths } from '../../harness/requests/paths-of-things.ts';
import { servedAt } from '../../harness/requests/required-headers.ts';
import { isLendable, isThing, thingOf } from '../../harness/requests/things.ts';
import { wantedFor } from '../../harness/provision/wanted.ts';
import { contract, registry } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { expect, test } from '../test.ts';

const SETTINGS = { DEPLOYMENT_ID: '7', OTHER_DEPLOYMENT_ID: '8', AGENT_ID: 'a1', MEMBER_USER_ID: '5' };
const USER = { type: 'string', pattern: '^users/[0-9]+$' };
const AGENT = { type: 'string', pattern: '^deployments/[0-9]+/agents/[^/]+$' };

function documentOf(path: string, method: string, schema: object, side: 'request' | 'answer' = 'request') {
  const content = { content: { 'application/json': { schema } } };
  const operation = side === 'request' ? { requestBody: content, responses: {} } : { responses: { 200: content } };
  return new TenantDocument({ openapi: '3.1.0', paths: { [path]: { [method]: operation } } });
}

test('a pattern or a description says that a text is the path of a thing', () => {
  expect(resourceNameIn(USER)).toEqual(['users']);
  expect(resourceNameIn(AGENT)).toEqual(['deployments', 'agents']);
  expect(resourceNameIn({ pattern: '^users\\/\\d+$' })).toEqual(['users']);
  expect(resourceNameIn({ pattern: '^users/(me|[0-9]{1,9})$' })).toEqual(['users']);
  expect(resourceNameIn({ description: 'The owner, as `users/{id}`.' })).toEqual(['users']);
  for (const other of [
    { pattern: '^[a-z]+$' },
    { pattern: '^https://.+$' },
    { pattern: '^[0-9]+/[0-9]+$' },
    { description: 'Read it at /api/v1/users/{id}.' },
    { description: 'At users/{id}', format: 'uri' },
    {},
  ])
    expect(resourceNameIn(other), JSON.stringify(other)).toBeUndefined();
});

test('a path has the things that its thing belongs to, or is none', () => {
  expect(resourceNameOf(['deployments', 'agents'], 'x', () => 7)).toBe('deployments/7/agents/x');
  expect(resourceNameOf(['deployments', 'agents'], 'x', () => undefined)).toBeUndefined();
  expect(['branches', 'policies', 'users', 'embedTenants'].map(idNameOf)).toEqual([
    'branchId',
    'policyId',
    'userId',
    'embedTenantId',
  ]);
});

test('a body names the things that are lent by their paths, whatever the members are called', () => {
  const schema = {
    required: ['agent', 'runsAs', 'targetDeployment'],
    properties: {
      agent: AGENT,
      runsAs: { type: 'array', items: USER, minItems: 1 },
      targetDeployment: { type: 'string', pattern: '^deployments/[0-9]+$' },
    },
  };
  const document = documentOf('/x', 'post', schema);
  const sampler = new BodySampler(new DeclaredSchemas(document), {
    fresh: (what) => what,
    isThing,
    isLendable,
    thing: (name) => thingOf(name, {}, SETTINGS),
    omits: () => false,
    seed: 1,
  });
  expect(sampler.complete(schema, {}).value).toEqual({
    agent: 'deployments/7/agents/a1',
    runsAs: ['users/5'],
    targetDeployment: 'deployments/8',
  });
});

test('what a body names in the other deployment is a thing of that one, and both are wanted', () => {
  const settings = { ...SETTINGS, OTHER_AGENT_ID: 'a2' };
  expect(thingOf('agentId', { deploymentId: '8' }, settings)).toBe('a2');
  expect(thingOf('agentId', { deploymentId: '7' }, settings)).toBe('a1');
  const tasks = [...registry.values()].filter(({ id }) => id === 'scheduled-tasks.create.readable');
  const assistant = { type: 'object', required: ['Id'], properties: { Id: { type: 'string' } } };
  for (const schema of [
    { required: ['agent'], properties: { agent: AGENT } },
    { required: ['Assistant'], properties: { Assistant: assistant } },
  ]) {
    const post = { requestBody: { content: { 'application/json': { schema } } }, responses: {} };
    const paths = { '/api/v1/deployments/{deploymentId}/scheduled-tasks': { post } };
    const wire = new WireFormat(contract, {}, JSON.stringify({ openapi: '3.1.0', paths }));
    expect(wantedFor(tasks, registry.values(), wire)).toEqual(expect.arrayContaining(['AGENT_ID', 'OTHER_AGENT_ID']));
  }
});

test('ids in the body of a request that only the document declares become paths where it has such', () => {
  const path = '/api/v1/deployments/{d}/things/{t}:share';
  const schema = { properties: { users: { type: 'array', items: USER }, agent: AGENT, note: { type: 'string' } } };
  const document = documentOf(path, 'post', schema);
  const body = { users: [1, 'users/2'], agent: 'x', note: 'free' };
  const written = inPaths(
    new DeclaredSchemas(document),
    schema,
    body,
    '/api/v1/deployments/9/things/3:share',
    SETTINGS,
  );
  expect(written).toEqual({ users: ['users/1', 'users/2'], agent: 'deployments/9/agents/x', note: 'free' });
});

test('an address with a verb at its end is told from the others of the same thing', () => {
  const paths = { '/groups/{g}:addMembers': {}, '/groups/{g}:grantRole': {}, '/groups/{g}': {} };
  const post = { post: { responses: {} } };
  const all = Object.fromEntries(Object.keys(paths).map((path) => [path, post]));
  const document = new TenantDocument({ openapi: '3.1.0', paths: all });
  const served = (path: string) => servedAt(document, 'POST', path)?.path;
  expect(served('/groups/1:grantRole')).toBe('/groups/{g}:grantRole');
  expect(served('/groups/1')).toBe('/groups/{g}');
});

test('users and roles are put into a group by a verb after its id', () => {
  const schema = { properties: { members: { type: 'array', items: USER } } };
  const path = '/api/v1/groups/{group}:addMembers';
  const link = (at: string) => linkOf(documentOf(at, 'post', schema), GROUP, ['user', 'member']);
  expect(link(path)).toEqual({ path, method: 'POST', member: { name: 'members', isList: true } });
  expect(link('/api/v1/groups/{group}:removeMembers')).toBeUndefined();
});

test('what a member of an answer holds the path of is its id', () => {
  const path = '/api/v1/roles/{roleId}/users';
  const list = (properties: object) => ({ properties: { holders: { type: 'array', items: { properties } } } });
  const look = (properties: object) =>
    discover(
      documentOf(path, 'get', list(properties), 'answer'),
      { rule: 'member', operation: 'listRoleHolders', in: 'answer', under: '*[]', like: ['^user_?id$', '^id$'] },
      new Map([['listRoleHolders', { method: 'get', path }]]),
      'id',
    );
  expect(look({ user: USER, email: { type: 'string' } })).toEqual({ found: 'user', path: ['users'] });
  expect(look({ userId: { type: 'string' }, manager: USER })).toEqual({ found: 'userId' });
});

test('an id may be called uid, and what only answers show is no member of a request', () => {
  const path = '/api/v1/deployments/{deploymentId}/scheduled-tasks';
  const schema = {
    properties: {
      name: { type: 'string', readOnly: true },
      uid: { type: 'string', readOnly: true },
      state: { type: 'string', readOnly: true },
      displayName: { type: 'string' },
    },
  };
  const look = (side: 'request' | 'answer', like: string) =>
    discover(
      documentOf(path, 'post', schema, side),
      { rule: 'member', operation: 'createScheduledTask', in: side, like: [like] },
      new Map([['createScheduledTask', { method: 'post', path }]]),
      'none',
    );
  expect(look('answer', '^id$')).toEqual({ found: 'uid' });
  expect(look('answer', '^state$')).toEqual({ found: 'state' });
  expect(look('request', '^state$')).toHaveProperty('missing');
});

test('an idempotency key is known by its description where its name does not say so', () => {
  const path = '/api/v1/x';
  const schema = {
    properties: {
      requestId: { type: 'string', description: 'Idempotency key: a repeat does nothing more.' },
      note: { type: 'string' },
    },
  };
  const rule = { rule: 'member', operation: 'applyPromotion', in: 'request', like: ['idempot'] } as const;
  const routes = new Map([['applyPromotion', { method: 'post', path }]] as const);
  const look = (more: object) => discover(documentOf(path, 'post', schema), { ...rule, ...more }, routes, 'none');
  expect(look({ orSaid: 'idempot' })).toEqual({ found: 'requestId' });
  expect(look({})).toHaveProperty('missing');
});
