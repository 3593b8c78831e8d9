import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { Requests } from '../../harness/requests/requests.ts';
import { contract } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { Api } from '../../mock/api.ts';
import { assemble } from '../../mock/dialects/assemble.ts';
import { harOf } from '../../reports/har.ts';
import { expect, test } from '../test.ts';

const DELIVERY = '/api/v1/deployments/{deploymentId}/report-deliveries/{deliveryId}';
const ROLE = '/api/v1/roles/{roleId}';

/** A document that declares a body in these media types for an operation. */
function documentWith(path: string, method: string, ...types: readonly string[]) {
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'object', title: type } }]));
  return { openapi: '3.1.0', paths: { [path]: { [method]: { requestBody: { content }, responses: {} } } } };
}

const wireWith = (...document: Parameters<typeof documentWith>) =>
  new WireFormat(contract, {}, JSON.stringify(documentWith(...document)));

/** The media type that is sent where these are declared. */
const sentFor = (...types: readonly string[]) =>
  wireWith(DELIVERY, 'patch', ...types).jsonTypeAt({ method: 'patch', path: DELIVERY }, 'updateReportDelivery');

test('a body is sent in the JSON type that the document declares, where the usual one is not among them', () => {
  expect(sentFor('application/merge-patch+json')).toBe('application/merge-patch+json');
  expect(sentFor('application/xml', 'application/vnd.acme.v2+json; charset=utf-8')).toBe(
    'application/vnd.acme.v2+json; charset=utf-8',
  );
});

test('the usual type is sent wherever it is taken, and where no type of plain JSON is declared', () => {
  expect(sentFor('application/merge-patch+json', 'application/json')).toBe('application/json');
  expect(sentFor('application/merge-patch+json', 'application/json; charset=utf-8')).toBe('application/json');
  expect(sentFor('application/merge-patch+json', '*/*')).toBe('application/json');
  expect(sentFor('application/merge-patch+json', 'application/*')).toBe('application/json');
  expect(sentFor('application/json-patch+json')).toBe('application/json');
  expect(sentFor('application/xml')).toBe('application/json');
  expect(sentFor()).toBe('application/json');
});

test('a type that the specification prints is sent whatever the document declares', () => {
  const wire = wireWith(ROLE, 'put', 'application/merge-patch+json');
  expect(wire.jsonTypeAt({ method: 'put', path: ROLE }, 'updateRole')).toBe('application/json');
});

test('a request that only the document has is sent in the type that is declared there', () => {
  const path = '/api/v1/widgets/{id}';
  const requests = new Requests(wireWith(path, 'patch', 'application/merge-patch+json'));
  expect(requests.jsonTypeAt('PATCH', '/api/v1/widgets/7')).toBe('application/merge-patch+json');
  expect(requests.jsonTypeAt('POST', '/api/v1/others')).toBe('application/json');
});

test('the schema of a body is that of the type which is sent, not that of a list of changes', () => {
  const titleIn = (...types: readonly string[]) => {
    const document = new TenantDocument(documentWith(DELIVERY, 'patch', ...types));
    const [declared] = document.operations;
    return declared && document.schemaOf(declared, 'request')?.['title'];
  };
  expect(titleIn('application/json-patch+json', 'application/merge-patch+json')).toBe('application/merge-patch+json');
  expect(titleIn('application/merge-patch+json', 'application/json')).toBe('application/json');
});

test('a tenant can declare and take what is patched as a merge patch alone', async () => {
  const merging = await Api.create(contract, assemble('plain', { 'patch-type': 'merge patch' }));
  const document = new TenantDocument(merging.document);
  const typesOf = (method: string) =>
    new Set(document.operations.filter((one) => one.method === method).map((one) => document.jsonTypeOf(one)));
  const isOfScim = ({ path }: { readonly path: string }) => path.includes('scim');
  const patched = document.operations.filter((one) => one.method === 'patch' && one.operation.requestBody);
  expect(patched.length).toBeGreaterThan(3);
  for (const one of patched)
    expect(document.jsonTypeOf(one), one.path).toBe(
      isOfScim(one) ? 'application/json' : 'application/merge-patch+json',
    );
  expect([...typesOf('put')]).toEqual(['application/json']);
});

test('an archive of requests has the type in which a body was sent', () => {
  const exchange = {
    actor: 'admin',
    method: 'PATCH',
    url: 'https://tenant.example/api',
    requestHeaders: { 'content-type': 'application/merge-patch+json' },
    requestBody: '{}',
    status: 200,
    startedAt: 0,
    milliseconds: 1,
    findings: [],
  };
  expect(JSON.stringify(harOf([exchange], '1.0.0'))).toContain('"mimeType":"application/merge-patch+json"');
});
