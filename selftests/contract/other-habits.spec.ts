import { expect, test } from '../test.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { wrappingOf } from '../../contracts/bindings/wrapping.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { idAt, idWithin } from '../../harness/http/created-id.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';

const contract = await loadContract();
const TEXT = { type: 'string' };
const DEPLOYMENT = '/api/v1/deployments/{d}';

function json(schema: object): object {
  return { content: { 'application/json': { schema } } };
}

function answers(schema: object, request?: object): object {
  return { ...(request && { requestBody: json(request) }), responses: { 200: json(schema) } };
}

function documentOf(paths: object, schemas: object = {}): TenantDocument {
  return new TenantDocument({ openapi: '3.1.0', paths, components: { schemas } });
}

function foundIn(paths: object): (id: string) => unknown {
  const resolved = resolveBindings(contract, {}, documentOf(paths));
  return (id) => resolved.get(id);
}

test.describe('keywords beside a reference', () => {
  const document = documentOf(
    {},
    {
      Fields: { type: 'object', properties: { name: TEXT, note: TEXT }, required: ['name'] },
      Draft: { $ref: '#/components/schemas/Fields', required: ['note'] },
      Named: { $ref: '#/components/schemas/Draft', description: 'A draft with a colour', properties: { colour: TEXT } },
    },
  );
  const named = { $ref: '#/components/schemas/Named' };

  test('hold as well, those on the way included', () => {
    expect(document.requiredOf(named).sort()).toEqual(['name', 'note']);
    expect(Object.keys(document.propertiesOf(named)).sort()).toEqual(['colour', 'name', 'note']);
    expect(document.schema(named)['description']).toBe('A draft with a colour');
  });

  test('are kept by whoever fills in a body', () => {
    const shape = new DeclaredSchemas(document).shape([named]);
    expect([...shape.required].sort()).toEqual(['name', 'note']);
    expect([...shape.properties.keys()].sort()).toEqual(['colour', 'name', 'note']);
  });
});

test.describe('an answer that holds a thing under a name of its own', () => {
  const document = documentOf({});
  const thing = { type: 'object', properties: { id: TEXT } };

  test('is unwrapped where nothing of the thing stands beside it', () => {
    expect(wrappingOf(document, { properties: { task: thing } })).toEqual({ member: 'task', hasAttributes: false });
    expect(wrappingOf(document, { properties: { task: thing, links: thing } })?.member).toBe('task');
    expect(wrappingOf(document, { properties: { task: thing, token: TEXT } })).toBeUndefined();
    expect(wrappingOf(document, { properties: { tasks: { type: 'array', items: thing } } })).toBeUndefined();
  });

  test('shows the id of what was made', () => {
    expect(idWithin({ task: { id: 't1' } }, 'id')).toBe('t1');
    expect(idWithin({ key: { id: 7 }, token: 'x' }, 'key.id')).toBe(7);
    expect(idWithin({ owner: { id: 7 }, state: 'new' }, 'id')).toBeUndefined();
  });
});

test('an answer without a body shows the id of what was made in its address, if that is of the same collection', () => {
  const asked = 'https://tenant.example/api/v1/deployments/7/reports?draft=true';
  expect(idAt('/api/v1/deployments/7/reports/r%2F1', asked)).toBe('r/1');
  expect(idAt('https://other.example/v2/reports/8/', asked)).toBe('8');
  expect(idAt('/api/v1/reports/9', `${asked.split('?')[0]}/8/duplicate`)).toBe('9');
  expect(idAt('/api/v1/operations/10', asked)).toBeUndefined();
  expect(idAt('/api/v1/deployments/7/reports', asked)).toBeUndefined();
  expect(idAt(undefined, asked)).toBeUndefined();
});

test('the embed tenant of a session may be told with its user', () => {
  const viewer = { type: 'object', properties: { externalId: TEXT, embedTenantName: TEXT } };
  const found = foundIn({
    '/api/v1/embed/generate-session': {
      post: answers({ properties: { sessionId: TEXT } }, { properties: { deploymentId: TEXT, viewer } }),
    },
  });
  expect(found('embed.session-user')).toEqual({ value: 'viewer.externalId', source: 'discovered' });
  expect(found('embed.session-tenant')).toEqual({ value: 'viewer.embedTenantName', source: 'discovered' });
});

test('what a list may be filtered by is the member that lists the same values, whatever its name is', () => {
  const values = (...listed: string[]) => ({ type: 'string', enum: listed });
  const listing = (properties: object) => ({
    [`${DEPLOYMENT}/dbt-sync`]: {
      post: answers({ properties: { syncJobId: TEXT } }, { properties: { branchName: TEXT } }),
      get: {
        ...answers({ properties: { items: { type: 'array', items: { type: 'object', properties } } } }),
        parameters: [{ name: 'trigger', in: 'query', schema: values('API', 'PUSH') }],
      },
    },
  });
  const trigger = (properties: object) => foundIn(listing(properties))('transform-sync.list-trigger');
  const discovered = { value: 'startedBy', source: 'discovered' };
  expect(trigger({ id: TEXT, startedBy: values('PUSH', 'API'), phase: values('A', 'B') })).toEqual(discovered);
  expect(trigger({ id: TEXT, startedBy: values('API'), phase: values('A', 'B') })).not.toEqual(discovered);
});

test('an id that is called a key is the only one that an element of a list shows of itself', () => {
  const properties = { groupKey: TEXT, displayName: TEXT, ownerKey: TEXT, createdAt: TEXT };
  const found = foundIn({
    '/api/v1/user-groups': {
      get: answers({ properties: { content: { type: 'array', items: { type: 'object', properties } } } }),
    },
  });
  expect(found('users.group-id')).toEqual({ value: 'groupKey', source: 'discovered' });
});

test('an answer without a body breaks nothing where it says where the new thing is, and no member of it is printed', () => {
  const wire = new WireFormat(contract, {}, undefined);
  const findings = (operation: 'startDashboardExport' | 'createRole', headers: Record<string, string>) =>
    wire.findings(operation, { status: 201, headers, text: '', bytes: Buffer.alloc(0), wire: undefined });
  const there = { location: '/api/v1/deployments/7/dashboard-exports/e1' };
  expect(findings('startDashboardExport', there)).toEqual([]);
  expect(findings('startDashboardExport', {})).toHaveLength(1);
  expect(findings('createRole', there)).toHaveLength(1);
});

test.describe('an action whose path has a noun', () => {
  const task = `${DEPLOYMENT}/scheduled-tasks/{t}`;
  const named = (operationId: string) => ({ operationId, ...answers({ properties: {} }) });
  const at = (method: string, path: string) => ({ value: { method, path }, source: 'discovered' });

  test('is told by what it is called', () => {
    const found = foundIn({
      [task]: { put: named('updateScheduledTask'), delete: named('deleteScheduledTask') },
      [`${task}/suspension`]: { post: named('pauseScheduledTask'), delete: named('resumeScheduledTask') },
    });
    const path = '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}/suspension';
    expect(found('scheduled-tasks.pause')).toEqual(at('post', path));
    expect(found('scheduled-tasks.resume')).toEqual(at('delete', path));
    expect(found('scheduled-tasks.share')).toMatchObject({ source: 'default' });
  });

  test('is not told by it where two are called so, or where it is an action of something else', () => {
    const found = foundIn({
      [`${task}/suspension`]: { post: named('pauseScheduledTask') },
      [`${task}/break`]: { post: named('pauseScheduledTaskForAnHour') },
      [`${DEPLOYMENT}/suspension`]: { delete: named('resumeDeployment') },
    });
    expect(found('scheduled-tasks.pause')).toMatchObject({ source: 'default' });
    expect(found('scheduled-tasks.resume')).toMatchObject({ source: 'default' });
  });
});

test.describe('names that no pattern fits', () => {
  test('are found in a group of members of an answer', () => {
    const found = foundIn({
      '/api/v1/api-keys': { post: answers({ properties: { key: { properties: { id: TEXT } }, token: TEXT } }) },
    });
    expect(found('api-keys.id')).toEqual({ value: 'key.id', source: 'discovered' });
  });

  test('are those of the only member that may be what is looked for', () => {
    const job = { ticket: { type: 'string', format: 'uuid' }, phase: { enum: ['drawn'] }, made_at: TEXT };
    const found = foundIn({
      [`${DEPLOYMENT}/dashboard-exports`]: { post: answers({ properties: { export: { properties: job } } }) },
      '/api/v1/users/{id}/roles': {
        get: answers({ properties: { isAdmin: { type: 'boolean' }, held: { type: 'array', items: {} } } }),
      },
    });
    expect(found('dashboard-exports.job-id')).toEqual({ value: 'ticket', source: 'discovered' });
    expect(found('role-holders.user-roles')).toEqual({ value: 'held', source: 'discovered' });
  });

  test('are those of the only one of several that says to be an id, and not that of another thing', () => {
    const started = (answer: object) =>
      foundIn({ [`${DEPLOYMENT}/x-metric-view-previews`]: { post: answers({ properties: answer }) } })(
        'lakehouse.preview-id',
      );
    expect(started({ previewKey: TEXT, dataSource: TEXT, size: { type: 'integer' } })).toMatchObject({
      value: 'previewKey',
    });
    expect(started({ token: TEXT, dataSourceKey: TEXT })).toHaveProperty('unresolved');
  });

  test('are those inside of a member, where the member itself is an object', () => {
    const destination = { type: 'object', properties: { deploymentId: TEXT, folderId: TEXT } };
    const holder = {
      properties: { user: { properties: { id: TEXT } }, roles: { items: { properties: { id: TEXT } } } },
    };
    const found = foundIn({
      [`${DEPLOYMENT}/workbooks/{w}/promotions`]: {
        post: answers({ properties: {} }, { properties: { previewId: TEXT, destination } }),
      },
      '/api/v1/roles/{roleId}/users': {
        get: answers({ properties: { rows: { type: 'array', items: holder } } }),
      },
    });
    expect(found('promotions.apply-target')).toEqual({ value: 'destination.deploymentId', source: 'discovered' });
    expect(found('role-holders.user-id')).toEqual({ value: 'user.id', source: 'discovered' });
  });

  test('of a list whose address is a name as well are looked for there', () => {
    const read = answers({
      properties: { rows: { type: 'array', items: { properties: { text: TEXT } } }, next: TEXT },
    });
    expect(foundIn({ '/api/v1/inbox': { get: read } })('scheduled-tasks.inbox-list')).toMatchObject({
      value: { items: 'rows', endCursor: 'next' },
      source: 'discovered',
    });
  });

  test('of settings that are listed as entries are no members, and nothing is missing', () => {
    const entries = (entry: object) =>
      foundIn({
        [`${DEPLOYMENT}/settings`]: { get: answers({ properties: { rows: { items: { properties: entry } } } }) },
      })('deployments.settings-region');
    expect(entries({ key: TEXT, value: {} })).toEqual({ value: 'region', source: 'default' });
    expect(entries({ key: TEXT, text: TEXT })).toHaveProperty('unresolved');
  });

  test('of a change are inside of an object, where nothing else can be changed', () => {
    const target = { type: 'object', properties: { zoneId: TEXT, catalog: TEXT } };
    const found = foundIn({
      [`${DEPLOYMENT}/x-metric-view-previews`]: { post: answers({ properties: {} }) },
      [`${DEPLOYMENT}/x-metric-view-integrations/{s}`]: {
        put: answers({ properties: {} }, { properties: { target, active: { type: 'boolean' } } }),
      },
    });
    expect(found('lakehouse.integration-changed')).toEqual({
      value: { target: { catalog: 'main_next' } },
      source: 'discovered',
    });
  });

  test('of a preview are those by which an apply repeats it', () => {
    const workbook = `${DEPLOYMENT}/workbooks/{w}`;
    const found = foundIn({
      [`${workbook}/promotion-previews`]: {
        post: answers(
          { properties: { ticket: TEXT } },
          { properties: { goal: { properties: { deploymentId: TEXT } } } },
        ),
      },
      [`${workbook}/promotions`]: { post: answers({ properties: { id: TEXT } }, { properties: { ticket: TEXT } }) },
    });
    expect(found('promotions.preview-target')).toEqual({ value: 'goal.deploymentId', source: 'discovered' });
    expect(found('promotions.apply-preview')).toEqual({ value: 'ticket', source: 'discovered' });
  });

  test('of a header are told by its description', () => {
    const header = { name: 'X-Once', in: 'header', description: 'Idempotency key of the order', schema: TEXT };
    const found = foundIn({
      [`${DEPLOYMENT}/workbooks/{w}/promotions`]: { post: { parameters: [header], ...answers({ properties: {} }) } },
    });
    expect(found('promotions.idempotency-header')).toEqual({ value: 'X-Once', source: 'discovered' });
  });

  test('of a comment are inside of a thread that has no text of its own', () => {
    const comment = { properties: { threadId: TEXT, commentId: TEXT, body: TEXT } };
    const threads = (thread: object) =>
      foundIn({
        '/api/v1/embed/dashboard/{p}/comments': {
          get: answers({ properties: { rows: { type: 'array', items: { properties: thread } } } }),
        },
      })('embed.comment-id');
    const comments = { type: 'array', items: comment };
    expect(threads({ threadId: TEXT, comments })).toEqual({ value: 'comments[].commentId', source: 'discovered' });
    expect(threads({ threadId: TEXT, text: TEXT, comments })).toEqual({ value: 'threadId', source: 'discovered' });
  });

  test('of a cursor are no name of something else: such a list has pages of which nothing is known', () => {
    const list = (page: object) =>
      foundIn({ [`${DEPLOYMENT}/environments`]: { get: answers({ properties: { rows: { type: 'array' }, page } }) } });
    expect(list({ properties: { continueWith: TEXT } })('environments.list')).toMatchObject({
      value: { items: 'rows', endCursor: 'page.continueWith' },
      source: 'discovered',
    });
    expect(list({ properties: { colour: TEXT } })('environments.list')).toMatchObject({
      value: { items: 'rows' },
      source: 'default',
    });
  });
});
