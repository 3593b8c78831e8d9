import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { Requests } from '../../harness/requests/requests.ts';
import { asWholeText } from '../../harness/requests/whole-text.ts';
import { contract } from '../../harness/tenant/contract.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';
import { expect, test } from '../test.ts';

const FILE = '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/file';
const text = { schema: { type: 'string' } };
const precondition = { name: 'If-Match', in: 'header', required: true, description: 'The hash of the text so far' };

/** A tenant whose drafts are patched by a request with this content and these parameters. */
function tenantWith(content: object, ...parameters: readonly object[]) {
  const patch = { parameters, requestBody: { required: true, content }, responses: {} };
  const root = { openapi: '3.1.0', paths: { [FILE]: { patch } } };
  const document = new TenantDocument(root);
  const wire = new WireFormat(contract, {}, JSON.stringify(root));
  const [declared] = document.operations;
  if (!declared) throw new Error('the document declares no operation');
  const sender = { settings: { DEPLOYMENT_ID: '7' }, namesAreKnown: false, fresh: (what: string) => what };
  return {
    wire,
    asText: (body: unknown) => asWholeText(document, declared, 'patchDashboardFile', body),
    write: (body: unknown) =>
      new Requests(wire).write('patchDashboardFile', { path: { workbookId: '3' }, body }, sender),
  };
}

test('a draft that is replaced by a text is sent as one, with its hash as the precondition', () => {
  const { wire, write } = tenantWith({ 'text/plain': text }, precondition);
  expect(write({ newText: '{}', hash: 'abc' })).toEqual({
    text: '{}',
    headers: { 'content-type': 'text/plain', 'if-match': '"abc"' },
    guesses: [],
    fromDocument: { places: [], areListed: true },
    unknown: [],
  });
  // No part of a text is named there, so that checks send all of it.
  expect(wire.value('workbooks.file-old-text')).toBeUndefined();
});

test('a hash stands in a header of its own as it is, and nowhere where it is not sent', () => {
  const { asText } = tenantWith({ 'text/x-yaml': text }, { name: 'X-Content-Hash', in: 'header' });
  expect(asText({ newText: 'a: 1', hash: 'abc' })?.headers).toEqual({
    'content-type': 'text/x-yaml',
    'x-content-hash': 'abc',
  });
  expect(asText({ newText: 'a: 1' })?.headers).toEqual({ 'content-type': 'text/x-yaml' });
});

test('without a header that is for a hash it is a guess that the tenant looks at it', () => {
  const { asText } = tenantWith(
    { 'text/plain': text },
    { name: 'If-Match', in: 'header', description: 'An entity tag' },
  );
  expect(asText({ newText: '{}', hash: 'abc' })?.guesses).toEqual([
    { what: 'workbooks.file-hash', isUnresolved: true },
  ]);
  expect(asText({ newText: '{}' })?.guesses).toEqual([]);
});

test('where JSON is taken as well, JSON is sent', () => {
  const json = { schema: { type: 'object', properties: { oldText: { type: 'string' }, newText: { type: 'string' } } } };
  const { wire, asText, write } = tenantWith({ 'text/plain': text, 'application/json': json }, precondition);
  expect(asText({ newText: '{}', hash: 'abc' })).toBeUndefined();
  expect(write({ oldText: 'a', newText: 'b' }).body).toEqual({ oldText: 'a', newText: 'b' });
  expect(wire.value('workbooks.file-old-text')).toBe('oldText');
});

test('a patch of JSON leaves out a hash that no member is for, and puts it in a header that is for it', () => {
  const edit = { type: 'object', properties: { oldText: { type: 'string' }, newText: { type: 'string' } } };
  const content = { 'application/json': { schema: edit } };
  const body = { oldText: 'a', newText: 'b', hash: 'abc' };
  const sent = { oldText: 'a', newText: 'b' };
  expect(tenantWith(content, precondition).write(body)).toMatchObject({ body: sent, headers: { 'if-match': '"abc"' } });
  expect(tenantWith(content).write(body)).toMatchObject({ body: sent, headers: {} });
  expect(tenantWith({ 'application/json': {} }).write(body)).toMatchObject({ body });
});
