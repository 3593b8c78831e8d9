import { expect, test } from '../test.ts';
import { resolveBindings } from '../../contracts/bindings/resolve.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { loadContract } from '../../contracts/bundle.ts';
import { resolution } from '../../harness/things/resolutions.ts';
import { WireFormat } from '../../harness/tenant/wire-format.ts';

const contract = await loadContract();
const TEXT = { type: 'string' };

const taking = (schema: object) => ({
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 200: { content: { 'application/json': { schema: {} } } } },
});

test.describe('a comment', () => {
  const COMMENTS = '/api/v1/embed/dashboard/{publicId}/comments';
  const REPLY = { type: 'string', format: 'uuid' };
  const states = (...listed: string[]) => ({ type: 'string', enum: listed });
  const documentWith = (resolution: object) => ({
    openapi: '3.1.0',
    paths: {
      [COMMENTS]: { post: taking({ properties: { markdown: TEXT, replyTo: REPLY }, required: ['markdown'] }) },
      [`${COMMENTS}/{commentId}/resolve`]: { post: taking({ properties: resolution }) },
    },
  });

  test('has its text in the one free text of its body', () => {
    const found = resolveBindings(contract, {}, new TenantDocument(documentWith({})));
    expect(found.get('embed.comment-text')).toEqual({ value: 'markdown', source: 'discovered' });
    expect(found.get('embed.comment-parent')).toEqual({ value: 'replyTo', source: 'discovered' });
  });

  test('is resolved by a value where the document lists both', () => {
    const said = (properties: object, resolved: boolean) =>
      resolution(new WireFormat(contract, {}, JSON.stringify(documentWith(properties))), resolved);
    expect(said({ outcome: states('RESOLVED', 'OPEN'), reason: TEXT }, true)).toEqual({ outcome: 'RESOLVED' });
    expect(said({ outcome: states('RESOLVED', 'OPEN') }, false)).toEqual({ outcome: 'OPEN' });
    expect(said({ state: states('closed', 'reopened') }, false)).toEqual({ state: 'reopened' });
    expect(said({ resolved: { type: 'boolean' } }, false)).toEqual({ resolved: false });
    expect(said({ outcome: states('a', 'b') }, true)).toEqual({ resolved: true });
  });
});
