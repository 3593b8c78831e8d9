import { expect, test } from '../test.ts';
import { withBases } from '../../mock/discriminated.ts';

const text = { type: 'string' };
const MAIL = { type: 'object', required: ['kind', 'address'], properties: { kind: { const: 'mail' }, address: text } };
const CHAT = { type: 'object', properties: { kind: { const: 'chat' }, room: text } };

const bodyOf = (destination: object, others: object = {}) => ({
  paths: { '/deliveries': { post: { requestBody: { schema: { properties: { destination } } } } } },
  components: { schemas: { Chat: CHAT, ...others } },
});

test('a choice by a constant is written as a base from which its shapes are derived, without their constants', () => {
  const { paths, components } = withBases(
    bodyOf({ oneOf: [MAIL, { $ref: '#/components/schemas/Chat' }] }),
  ) as ReturnType<typeof bodyOf>;
  const { destination } = paths['/deliveries'].post.requestBody.schema.properties;
  expect(destination).toEqual({ $ref: '#/components/schemas/DestinationBase' });
  expect(components.schemas).toEqual({
    Chat: CHAT,
    DestinationBase: {
      type: 'object',
      required: ['kind'],
      properties: { kind: text },
      discriminator: {
        propertyName: 'kind',
        mapping: { mail: '#/components/schemas/DestinationMail', chat: '#/components/schemas/DestinationChat' },
      },
    },
    DestinationMail: {
      allOf: [
        { $ref: '#/components/schemas/DestinationBase' },
        { type: 'object', required: ['address'], properties: { address: text } },
      ],
    },
    DestinationChat: {
      allOf: [
        { $ref: '#/components/schemas/DestinationBase' },
        { type: 'object', required: [], properties: { room: text } },
      ],
    },
  });
});

test('a choice that nothing tells apart stays as it is', () => {
  for (const oneOf of [
    [MAIL, { type: 'string' }],
    [{ type: 'null' }, CHAT],
  ]) {
    const document = bodyOf({ oneOf });
    expect(withBases(document)).toEqual(document);
  }
});
