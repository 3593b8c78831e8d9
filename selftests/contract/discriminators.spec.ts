import { expect, test } from '../test.ts';
import { withChoices } from '../../contracts/bindings/discriminators.ts';
import { readTenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const derived = (base: string, properties: object, required: readonly string[] = []) => ({
  allOf: [ref(base), { type: 'object', required, properties }],
});
const text = { type: 'string' };

const SCHEDULE = {
  type: 'object',
  required: ['mode', 'zone'],
  properties: { mode: text, zone: text },
  discriminator: {
    propertyName: 'mode',
    mapping: { Cron: '#/components/schemas/CronSchedule', Never: 'NeverSchedule' },
  },
};

function documentWith(schemas: object) {
  const document = readTenantDocument(JSON.stringify({ openapi: '3.1.0', paths: {}, components: { schemas } }));
  if ('refused' in document) throw new Error(document.refused);
  const { components } = document.root as { readonly components: { readonly schemas: Record<string, Schema> } };
  return { document, schema: (name: string): Schema => document.schema(components.schemas[name]) };
}

test('a base with a discriminator is the choice of what is derived from it, each with its value', () => {
  const { document, schema } = documentWith({
    Schedule: SCHEDULE,
    CronSchedule: derived('Schedule', { expression: text }, ['expression']),
    NeverSchedule: derived('Schedule', {}),
  });
  const branches = (schema('Schedule').oneOf ?? []).map((branch) => ({
    values: document.valuesOf(document.propertiesOf(branch)['mode']),
    members: Object.keys(document.propertiesOf(branch)).sort(),
    required: document.requiredOf(branch).sort(),
  }));
  expect(branches).toEqual([
    { values: ['Cron'], members: ['expression', 'mode', 'zone'], required: ['expression', 'mode', 'zone'] },
    { values: ['Never'], members: ['mode', 'zone'], required: ['mode', 'zone'] },
  ]);
});

test('without a mapping the values are the names of the derived schemas', () => {
  const { document, schema } = documentWith({
    Pet: { type: 'object', properties: { kind: text }, discriminator: { propertyName: 'kind' } },
    Cat: derived('Pet', { lives: { type: 'integer' } }),
    Dog: derived('Pet', {}),
  });
  const kinds = (schema('Pet').oneOf ?? []).map((one) => document.valuesOf(document.propertiesOf(one)['kind']));
  expect(kinds).toEqual([['Cat'], ['Dog']]);
});

test('a base below a base stands for all that are derived from it', () => {
  const { document, schema } = documentWith({
    Target: { type: 'object', discriminator: { propertyName: 'kind', mapping: { mail: 'Mail', chat: 'Chat' } } },
    Mail: derived('Target', { address: text }),
    Chat: {
      ...derived('Target', { channel: text }),
      discriminator: { propertyName: 'app', mapping: { one: 'One', two: 'Two' } },
    },
    One: derived('Chat', { room: text }),
    Two: derived('Chat', { team: text }),
  });
  expect(Object.keys(document.propertiesOf(schema('One'))).sort()).toEqual(['app', 'channel', 'room']);
  expect(schema('Chat').oneOf).toHaveLength(2);
  const [, ...chats] = schema('Target').oneOf ?? [];
  expect(chats.map((one) => Object.keys(document.propertiesOf(one)).sort())).toEqual([
    ['channel', 'kind'],
    ['app', 'channel', 'room', 'team'],
  ]);
});

test('the discriminator of a choice says which value each of its schemas has', () => {
  const { document, schema } = documentWith({
    Either: {
      oneOf: [ref('A'), ref('B')],
      discriminator: { propertyName: 'type', mapping: { first: 'A', second: 'B' } },
    },
    A: { type: 'object', properties: { type: text } },
    B: { type: 'object', properties: { type: { const: 'said' } } },
    C: { type: 'object', properties: { type: text } },
  });
  const values = (name: string) => document.valuesOf(document.propertiesOf(schema(name))['type']);
  expect([values('A'), values('B'), values('C')]).toEqual([['first'], ['said'], []]);
});

test('a document without a discriminator stays as it is, and a broken one does no harm', () => {
  const plain = { components: { schemas: { A: { type: 'object' } } } };
  expect(withChoices(plain)).toBe(plain);
  for (const discriminator of [
    'mode',
    {},
    { propertyName: 7 },
    { propertyName: 'a', mapping: { x: 3 } },
    { propertyName: 'a' },
  ]) {
    const { schema } = documentWith({ A: { type: 'object', properties: { a: text }, discriminator } });
    expect(schema('A').properties).toEqual({ a: text });
  }
  const { schema } = documentWith({
    A: { type: 'object', discriminator: { propertyName: 'a', mapping: { gone: 'Gone', b: 'B' } } },
    B: derived('A', {}),
  });
  expect(schema('A').oneOf).toHaveLength(1);
});
