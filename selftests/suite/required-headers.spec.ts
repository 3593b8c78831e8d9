import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { requiredHeaders, servedAt } from '../../harness/requests/required-headers.ts';
import { expect, test } from '../test.ts';

const header = (name: string, schema: object, required = true) => ({ name, in: 'header', required, schema });
const TEXT = { type: 'string' };

const document = new TenantDocument({
  openapi: '3.1.0',
  paths: {
    '/api/v1/users': {
      post: {
        parameters: [
          header('From', { ...TEXT, format: 'email' }),
          header('X-Region', { ...TEXT, enum: ['eu', 'us'] }),
          header('X-Request-Id', TEXT),
          header('Authorization', TEXT),
          header('X-Trace', TEXT, false),
        ],
        responses: {},
      },
    },
    '/api/v1/users/{id}': { delete: { responses: {} } },
    '/api/v1/users/me': { delete: { responses: {} } },
  },
});

test('headers that a document requires are sent beside those that every request has', () => {
  const declared = servedAt(document, 'POST', '/api/v1/users?x=1');
  if (!declared) throw new Error('the operation is not found');
  expect(requiredHeaders(new DeclaredSchemas(document), declared, (what) => `new ${what}`)).toEqual({
    from: 'conformance@example.com',
    'x-region': 'eu',
    'x-request-id': 'new request',
  });
});

test('an address is that of the operation with the fewest parameters in its path', () => {
  expect(servedAt(document, 'DELETE', '/api/v1/users/7')?.path).toBe('/api/v1/users/{id}');
  expect(servedAt(document, 'DELETE', '/api/v1/users/me')?.path).toBe('/api/v1/users/me');
  expect(servedAt(document, 'GET', '/api/v1/users/7')).toBeUndefined();
});
