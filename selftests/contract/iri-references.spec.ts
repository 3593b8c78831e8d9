import { expect, test } from '../test.ts';
import { withResourceNames } from '../../contracts/bindings/iri-references.ts';
import { RESOURCE_NAME, resourceNameIn, resourceNameOf } from '../../contracts/bindings/resource-names.ts';

const PATHS = {
  '/users/{user}': {},
  '/users/{user}/roles': {},
  '/deployments/{deployment}/reports/{report}': {},
  '/embed/dashboard/{id}/comments/{comment}': {},
};
const REFERENCE = { type: 'string', format: 'iri-reference' };

/** The collections that are told of a member. */
function toldOf(name: string, schema: object, servers: readonly object[] = []): unknown {
  const schemas = { Key: { type: 'object', properties: { [name]: schema, other: { ...REFERENCE } } } };
  const root = { openapi: '3.1.0', servers: [{ url: '/api/v1' }, ...servers], paths: PATHS, components: { schemas } };
  const marked = withResourceNames(root) as typeof root;
  return (marked.components.schemas.Key.properties[name] as Record<string, unknown>)[RESOURCE_NAME];
}

const USERS = ['/api/v1/users'];
const REPORTS = ['/api/v1/deployments', 'reports'];

test('an address is told by its example, whatever the member is called', () => {
  expect(toldOf('holder', { ...REFERENCE, examples: ['/api/v1/users/7'] })).toEqual(USERS);
  expect(toldOf('subject', { type: ['string', 'null'], example: '/api/v1/deployments/1/reports/7' })).toEqual(REPORTS);
  expect(toldOf('thread', { ...REFERENCE, examples: ['/api/v1/embed/dashboard/a/comments/b'] })).toEqual([
    '/api/v1/embed/dashboard',
    'comments',
  ]);
});

test('an address is told by its description, or by what its member is called', () => {
  expect(toldOf('holder', { ...REFERENCE, description: 'As in /api/v1/users/{id}.' })).toEqual(USERS);
  expect(toldOf('owner', REFERENCE)).toEqual(USERS);
  expect(toldOf('sharedWith', REFERENCE)).toEqual(USERS);
  expect(toldOf('targetReport', REFERENCE)).toEqual(REPORTS);
  expect(toldOf('weather', REFERENCE)).toBeUndefined();
});

test('a text without such a format, a link to the thing itself and an unknown address are none', () => {
  expect(toldOf('owner', { type: 'string' })).toBeUndefined();
  expect(toldOf('logo', { type: 'string', examples: ['/files/7'] })).toBeUndefined();
  expect(toldOf('self', { ...REFERENCE, examples: ['/api/v1/users/7'] })).toBeUndefined();
  expect(toldOf('picture', { type: 'string', format: 'uri', examples: ['/api/v1/users/7'] })).toBeUndefined();
});

test('the name of a thing is its whole address, also where a pattern says it', () => {
  const pattern = resourceNameIn({ pattern: '^/api/v1/deployments/\\d+/reports/\\d+$' });
  expect(pattern).toEqual(REPORTS);
  const known = (thing: string) => (thing === 'deploymentId' ? 3 : undefined);
  expect(resourceNameOf(REPORTS, 7, known)).toBe('/api/v1/deployments/3/reports/7');
  expect(resourceNameOf(USERS, 7, known)).toBe('/api/v1/users/7');
});

test('an address with its host is told by its example or its pattern, and keeps the host', () => {
  const address = { type: 'string', format: 'uri', description: 'As the service shows it.' };
  const shown = { ...address, example: 'https://eu.example.com/api/v1/users/7' };
  expect(toldOf('holder@odata.bind', shown)).toEqual(['https://eu.example.com/api/v1/users']);
  const pattern = '^https://[^/]+/api/v1/deployments/[^/]+/reports/[^/]+$';
  const servers = [{ url: 'https://{host}/', variables: { host: { default: 'api.example.com' } } }];
  const told = ['https://api.example.com/api/v1/deployments', 'reports'];
  expect(toldOf('report@odata.bind', { ...address, pattern }, servers)).toEqual(told);
  expect(toldOf('report@odata.bind', { ...address, pattern })).toBeUndefined();
  expect(toldOf('report@odata.id', shown)).toBeUndefined();
  expect(toldOf('webhook', { ...address, example: 'https://hooks.example.com/7' })).toBeUndefined();
  const known = (thing: string) => (thing === 'deploymentId' ? 3 : undefined);
  expect(resourceNameOf(told, 7, known)).toBe('https://api.example.com/api/v1/deployments/3/reports/7');
});
