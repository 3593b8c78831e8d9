import { expect, test } from '../test.ts';
import { asResource, plainRequest, plainValue, withPlainThings } from '../../contracts/bindings/resource-objects.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';

const linkage = (type: string): Schema => ({
  type: 'object',
  properties: {
    data: { type: 'object', properties: { type: { const: type }, id: { type: 'string', pattern: `^${type}_` } } },
  },
});
const IDENTIFIER: Schema = {
  type: 'object',
  required: ['type', 'id'],
  properties: { type: { type: 'string' }, id: { type: 'string' } },
};
const TASK: Schema = {
  allOf: [
    { $ref: '#/components/schemas/Identifier' },
    {
      type: 'object',
      required: ['attributes'],
      properties: {
        attributes: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
        relationships: { type: 'object', properties: { agent: linkage('agents') } },
      },
    },
  ],
};
const NEW_TASK: Schema = {
  type: 'object',
  required: ['type', 'attributes', 'relationships'],
  properties: {
    type: { const: 'tasks' },
    attributes: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
    relationships: {
      type: 'object',
      required: ['agent'],
      properties: {
        agent: linkage('agents'),
        watchers: {
          type: 'object',
          properties: { data: { type: 'array', items: linkage('users').properties?.['data'] ?? {} } },
        },
      },
    },
  },
};
const inData = (schema: Schema): Schema => ({ type: 'object', required: ['data'], properties: { data: schema } });
const json = (schema: Schema) => ({ content: { 'application/vnd.api+json': { schema } } });
const document = new TenantDocument({
  openapi: '3.1.0',
  paths: {
    '/tasks': {
      get: { responses: { 200: json(inData({ type: 'array', items: { $ref: '#/components/schemas/Task' } })) } },
      post: { requestBody: json(inData(NEW_TASK)), responses: { 201: json(inData(TASK)) } },
    },
    '/plain': {
      post: {
        requestBody: json(inData({ type: 'object', properties: { attributes: { type: 'object' } } })),
        responses: {},
      },
    },
  },
  components: { schemas: { Identifier: IDENTIFIER, Task: TASK } },
});
const schemaOf = (method: string, path: string, side: 'request' | 'answer') => {
  const declared = document.find(method, path);
  if (!declared) throw new Error('the operation is not declared');
  return { plain: document.schemaOf(declared, side), written: document.writtenSchemaOf(declared, side) };
};

test.describe('A resource object of JSON:API', () => {
  test('is declared as the plain thing that it is of, as an element and in a request', () => {
    const { data } = document.propertiesOf(schemaOf('get', '/tasks', 'answer').plain);
    expect(Object.keys(document.propertiesOf(document.elementsOf(data))).sort()).toEqual([
      'agent',
      'id',
      'title',
      'type',
    ]);
    const request = schemaOf('post', '/tasks', 'request').plain;
    expect(Object.keys(document.propertiesOf(request)).sort()).toEqual(['agent', 'title', 'watchers']);
    expect(document.requiredOf(request).sort()).toEqual(['agent', 'title']);
    expect(document.propertiesOf(request)['agent']).toEqual({ type: 'string', pattern: '^agents_' });
  });

  test('is read as a plain thing, with the ids of what it is related to', () => {
    const relationships = {
      agent: { data: { type: 'agents', id: 'a1' } },
      watchers: { data: [{ type: 'users', id: '7' }] },
      thread: { data: null },
      runs: { links: { related: '/runs' } },
    };
    const task = { type: 'tasks', id: '4', attributes: { title: 'Weekly' }, relationships };
    const plain = { id: '4', type: 'tasks', title: 'Weekly', agent: 'a1', watchers: ['7'], thread: null };
    expect(plainValue({ data: task, links: {} })).toEqual({ data: plain, links: {} });
    expect(plainValue({ data: [task], meta: {} })).toEqual({ data: [plain], meta: {} });
  });

  test('is written for the request that declares one, and for no other', () => {
    const { written } = schemaOf('post', '/tasks', 'request');
    const data = {
      type: 'tasks',
      attributes: { title: 'Weekly' },
      relationships: { agent: { data: { type: 'agents', id: '4' } }, watchers: { data: [{ type: 'users', id: '7' }] } },
    };
    expect(asResource(document, written, { title: 'Weekly', agent: 4, watchers: ['7'] })).toEqual({ data });
    expect(asResource(document, written, { data })).toEqual({ data });
    expect(asResource(document, written, { data, title: 'Daily' })).toEqual({
      data: { ...data, attributes: { title: 'Daily' } },
    });
    expect(asResource(document, written, 'no object')).toBe('no object');
    expect(asResource(document, schemaOf('post', '/plain', 'request').written, { title: 'Weekly' })).toEqual({
      title: 'Weekly',
    });
  });

  test('may have members beside it in a request', () => {
    const schema: Schema = {
      type: 'object',
      required: ['data', 'reason'],
      properties: { data: NEW_TASK, reason: { type: 'string' } },
    };
    const plain = withPlainThings(document, schema, 'request');
    expect(document.requiredOf(plain).sort()).toEqual(['agent', 'reason', 'title']);
    expect(asResource(document, schema, { title: 'Weekly', agent: 4, reason: 'asked for' })).toEqual({
      reason: 'asked for',
      data: {
        type: 'tasks',
        attributes: { title: 'Weekly' },
        relationships: { agent: { data: { type: 'agents', id: '4' } } },
      },
    });
  });

  test('of an example is a plain body', () => {
    const data = { type: 'tasks', attributes: { title: 'Weekly' } };
    expect(plainRequest({ data })).toEqual({ title: 'Weekly' });
    expect(plainRequest({ data: { title: 'Weekly' } })).toEqual({ data: { title: 'Weekly' } });
    expect(plainValue({ type: 'chart', attributes: 'none' })).toEqual({ type: 'chart', attributes: 'none' });
  });
});
