import { readTenantDocument, TenantDocument } from '../../contracts/bindings/tenant-document.ts';

export function json(schema: object): object {
  return { content: { 'application/json': { schema } } };
}

/** A tenant's document with other names, references, composition, and a server URL with a path. */
export const FOREIGN = {
  openapi: '3.1.0',
  info: { title: 'Acme', version: '1.0.0' },
  servers: [{ url: 'https://acme.example.com/api/v1' }],
  paths: {
    '/deployments/{d}/reports': {
      get: {
        parameters: [
          { name: 'sortBy', in: 'query', schema: { type: 'string' } },
          { name: 'orderDirection', in: 'query', schema: { $ref: '#/components/schemas/Direction' } },
        ],
        responses: { 200: json({ type: 'object' }) },
      },
    },
    '/deployments/{d}/acme-sync': { post: { responses: { 202: { description: 'Started' } } } },
    '/roles': {
      get: {
        responses: {
          200: json({
            type: 'object',
            properties: {
              results: { type: 'array', items: { type: 'object' } },
              paging: { type: 'object', properties: { nextCursor: { type: 'string' }, hasMore: { type: 'boolean' } } },
            },
          }),
        },
      },
    },
    '/deployments/{d}/scheduled-tasks': {
      post: {
        requestBody: json({
          allOf: [
            { $ref: '#/components/schemas/TaskBase' },
            { type: 'object', properties: { cronExpression: { type: 'string' } } },
          ],
        }),
        responses: { 201: json({ $ref: '#/components/schemas/TaskBase' }) },
      },
    },
    '/deployments/{d}/scheduled-tasks/{t}/resume': { patch: { responses: { 200: { description: 'Resumed' } } } },
  },
  components: {
    schemas: {
      Direction: { type: 'string', enum: ['ASC', 'DESC'] },
      TaskBase: { type: 'object', properties: { tz: { type: 'string' }, instructions: { type: 'string' } } },
    },
  },
};

export function documentOf(text: string): TenantDocument {
  const document = readTenantDocument(text);
  if (!(document instanceof TenantDocument)) throw new Error(document.refused);
  return document;
}
