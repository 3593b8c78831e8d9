import { expect, test } from '../test.ts';
import { stringify } from 'yaml';
import { bind, bindRoutes } from '../../contracts/bindings/bind.ts';
import { BINDINGS } from '../../contracts/bindings/index.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { unwrapped } from '../../contracts/bindings/wrapping.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { operationsOf } from '../../contracts/document.ts';
import { FOREIGN, documentOf, json } from './foreign-document.ts';

const contract = await loadContract();

test.describe('resolution', () => {
  test('without a document and stated bindings every name is its default', () => {
    const resolved = resolveBindings(contract, {}, undefined);
    expect(resolved.size).toBe(Object.keys(BINDINGS).length);
    for (const [id, { default: standing }] of Object.entries(BINDINGS)) {
      expect(resolved.get(id)).toEqual({ value: standing, source: 'default' });
    }
  });

  for (const [form, text] of [
    ['JSON', JSON.stringify(FOREIGN)],
    ['YAML', stringify(FOREIGN)],
  ] as const) {
    test(`names are discovered in a tenant's document in ${form}`, () => {
      const resolved = resolveBindings(contract, {}, documentOf(text));
      expect(resolved.get('reports.sort-direction')).toEqual({ value: 'orderDirection', source: 'discovered' });
      expect(resolved.get('transform-sync.segment')).toEqual({ value: 'acme', source: 'discovered' });
      expect(resolved.get('scheduled-tasks.cron')).toEqual({ value: 'cronExpression', source: 'discovered' });
      expect(resolved.get('scheduled-tasks.time-zone')).toEqual({ value: 'tz', source: 'discovered' });
      expect(resolved.get('scheduled-tasks.resume')).toMatchObject({
        value: { method: 'patch', path: '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}/resume' },
        source: 'discovered',
      });
      expect(resolved.get('roles.list')).toEqual({
        value: { items: 'results', endCursor: 'paging.nextCursor', hasNextPage: 'paging.hasMore' },
        source: 'discovered',
      });
    });
  }

  test('the cursor of the next page is known by its name, or by what the document says of it', () => {
    const envelopeOf = (properties: object) => {
      const list = { type: 'object', properties: { items: { type: 'array', items: {} }, ...properties } };
      const paths = { '/api/v1/roles': { get: { responses: { 200: json(list) } } } };
      const document = documentOf(JSON.stringify({ openapi: '3.1.0', info: {}, paths }));
      return resolveBindings(contract, {}, document).get('roles.list');
    };
    const text = (description?: string) => ({ type: ['string', 'null'], ...(description && { description }) });
    expect(envelopeOf({ previous_page: text(), next_page: text() })).toMatchObject({
      value: { endCursor: 'next_page' },
    });
    const before = text('Cursor of the previous page');
    const said = envelopeOf({ back: before, bookmark: text('Opaque cursor; send it as `after`') });
    expect(said).toMatchObject({ value: { endCursor: 'bookmark' } });
  });

  test('a stated binding overrides the document', () => {
    const resolved = resolveBindings(
      contract,
      { 'reports.sort-direction': 'dir' },
      documentOf(JSON.stringify(FOREIGN)),
    );
    expect(resolved.get('reports.sort-direction')).toEqual({ value: 'dir', source: 'stated' });
  });

  test('what the document does not describe keeps its default', () => {
    const resolved = resolveBindings(contract, {}, documentOf(JSON.stringify(FOREIGN)));
    expect(resolved.get('dashboard-exports.job-id')).toMatchObject({ source: 'default' });
  });

  test('a name is found in the elements of a list that may be null or is composed of several schemas', () => {
    const nullable = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
    const elements = (name: string) => ({ type: 'array', items: { properties: { [name]: { type: 'string' } } } });
    const answers = (schema: object) => ({ get: { responses: { 200: json(schema) } } });
    const paths = {
      '/api/v1/users/{id}/roles': answers({ properties: { roles: nullable(elements('roleId')) } }),
      '/api/v1/deployments': answers({
        allOf: [
          { properties: { items: { type: 'array' } } },
          { properties: { items: elements('deploymentId') } },
          { properties: { items: { type: 'array', items: { properties: { region: { type: 'string' } } } } } },
        ],
      }),
    };
    const resolved = resolveBindings(contract, {}, documentOf(JSON.stringify({ openapi: '3.1.0', paths })));
    expect(resolved.get('role-holders.user-role-id')).toEqual({ value: 'roleId', source: 'discovered' });
    expect(resolved.get('deployments.id')).toEqual({ value: 'deploymentId', source: 'discovered' });
  });

  test('names are found within an answer that is wrapped, inside of a nested object, and behind a colon', () => {
    const text = { type: 'string' };
    const task = { type: 'object', properties: { task_id: text, state: { enum: ['active', 'paused'] } } };
    const operation = (answer: object, request?: object) => ({
      ...(request && { requestBody: json(request) }),
      responses: { 200: json(answer) },
    });
    const wrapped = (thing: object) => ({ type: 'object', properties: { data: thing, meta: { type: 'object' } } });
    const page = { type: 'object', properties: { has_more: { type: 'boolean' }, next_position: text } };
    const schedule = { oneOf: [{ properties: { cron_expression: text, iana_zone: text } }, { type: 'null' }] };
    const exported = { properties: { type: text, id: text, attributes: { properties: { phase: text } } } };
    const tasks = '/api/v1/deployments/{d}/scheduled-tasks';
    const paths = {
      [tasks]: {
        get: operation({ properties: { data: { type: 'array' }, meta: { properties: { page } } } }),
        post: operation(wrapped(task), { properties: { schedule } }),
      },
      [`${tasks}/{t}`]: { get: operation(wrapped(task)) },
      [`${tasks}/{t}:pause`]: { post: operation(wrapped(task)) },
      [`${tasks}/{t}/Acme.Tasks.Resume`]: { post: operation(wrapped(task)) },
      '/api/v1/deployments/{d}/dashboard-exports': { post: operation(wrapped(exported)) },
    };
    const resolved = resolveBindings(contract, {}, documentOf(JSON.stringify({ openapi: '3.1.0', paths })));
    const found = (id: string) => resolved.get(id);
    expect(found('scheduled-tasks.id')).toEqual({ value: 'task_id', source: 'discovered' });
    expect(found('scheduled-tasks.cron')).toEqual({ value: 'schedule.cron_expression', source: 'discovered' });
    expect(found('scheduled-tasks.time-zone')).toEqual({ value: 'schedule.iana_zone', source: 'discovered' });
    expect(found('scheduled-tasks.pause')).toMatchObject({
      value: { path: '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}:pause' },
    });
    expect(found('scheduled-tasks.resume')).toMatchObject({
      value: { path: '/api/v1/deployments/{deploymentId}/scheduled-tasks/{taskId}/Acme.Tasks.Resume' },
    });
    expect(found('scheduled-tasks.list')).toMatchObject({
      value: { items: 'data', endCursor: 'meta.page.next_position', hasNextPage: 'meta.page.has_more' },
    });
    expect(found('dashboard-exports.job-id')).toEqual({ value: 'id', source: 'discovered' });
  });

  test('a thing is taken out of its wrapping, and its attributes stand beside its id', () => {
    const wrapping = { member: 'data', hasAttributes: true };
    const answer = { data: { type: 'export', id: 'e1', attributes: { phase: 'ready' } }, meta: {} };
    expect(unwrapped(wrapping, answer)).toEqual({ type: 'export', id: 'e1', phase: 'ready' });
    expect(unwrapped(wrapping, { id: 'e1' })).toEqual({ id: 'e1' });
  });

  test('what stands in a wrapping in the place of a thing is taken out as well, to be judged', () => {
    const wrapping = { member: 'data', hasAttributes: false };
    expect(unwrapped(wrapping, { data: ['e1'] })).toEqual(['e1']);
    expect(unwrapped(wrapping, { data: 'none' })).toBe('none');
    expect(unwrapped(wrapping, { data: null })).toBeNull();
  });

  test('a name is unresolved, with the reason, where the document describes its place and nothing matches', () => {
    const other = structuredClone(FOREIGN);
    other.paths['/deployments/{d}/scheduled-tasks'].post.requestBody = json({
      type: 'object',
      properties: { colour: { type: 'string' } },
    });
    const resolved = resolveBindings(contract, {}, documentOf(JSON.stringify(other)));
    expect(resolved.get('scheduled-tasks.cron')).toEqual({ unresolved: expect.stringContaining('cron') as unknown });
  });

  for (const [form, member] of Object.entries({
    'a reference': (reference: object) => reference,
    'the only part of a schema': (reference: object) => ({ readOnly: true, allOf: [reference] }),
    'a choice with null': (reference: object) => ({ oneOf: [reference, { enum: [null] }] }),
  })) {
    test(`the values of a member are read from ${form}`, () => {
      const status = member({ $ref: '#/components/schemas/SyncStatus' });
      const answer = { content: { 'application/json': { schema: { type: 'object', properties: { status } } } } };
      const paths = { '/api/v1/deployments/{d}/dbt-sync/{s}': { get: { responses: { 200: answer } } } };
      const start = {
        '/api/v1/deployments/{d}/dbt-sync': { post: { responses: { 202: { description: 'Started' } } } },
      };
      const schemas = { SyncStatus: { type: 'string', enum: ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED'] } };
      const text = JSON.stringify({ openapi: '3.1.0', paths: { ...start, ...paths }, components: { schemas } });
      const resolved = resolveBindings(contract, {}, documentOf(text));
      expect(resolved.get('transform-sync.running')).toMatchObject({ value: ['QUEUED', 'RUNNING'] });
      expect(resolved.get('transform-sync.completed')).toMatchObject({ value: ['SUCCEEDED'] });
    });
  }
});

test.describe('the contract in the names of a tenant', () => {
  const resolved = resolveBindings(contract, {}, documentOf(JSON.stringify(FOREIGN)));

  test('keeps every operation and its address', () => {
    const before = operationsOf(contract).map(({ operation }) => operation.operationId);
    const after = operationsOf(bind(contract, resolved)).map(({ operation }) => operation.operationId);
    expect(after.sort()).toEqual(before.sort());
    expect(bindRoutes(contract, resolved).get('startTransformSync')).toEqual({
      method: 'post',
      path: '/api/v1/deployments/{deploymentId}/acme-sync',
    });
  });

  test('returns the contract where all names are defaults', () => {
    expect(bind(contract, resolveBindings(contract, {}, undefined))).toEqual({
      ...contract,
      paths: expect.anything() as object,
    });
  });

  test('renames members, parameters and list envelopes', () => {
    const bound = bind(contract, resolved);
    const list = bound.components.schemas['RolesListResponse'];
    expect(Object.keys(list?.properties ?? {})).toEqual(expect.arrayContaining(['results', 'paging']));
    expect(list?.properties).not.toHaveProperty('items');
    const input = JSON.stringify(bound.components.schemas['CreateScheduledTaskInput']);
    expect(input).toContain('"cronExpression"');
    const reports = bound.paths['/api/v1/deployments/{deploymentId}/reports']?.get;
    expect(JSON.stringify(reports)).toContain('"orderDirection"');
  });
});
