import fc from 'fast-check';
import { expect, test } from '../test.ts';
import { declared } from './declared.ts';

const name = fc.stringMatching(/^[a-z]{1,6}$/).filter((one) => !['__proto__', 'constructor'].includes(one));
const bounded = (low: string, high: string, most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most)).map(([one, two]) => ({ [low]: Math.min(one, two), [high]: Math.max(one, two) }));
const leaf = fc.oneof(
  bounded('minLength', 'maxLength', 40).map((bounds) => ({ type: 'string', ...bounds })),
  fc
    .constantFrom('^[a-z]{3,8}$', '^wh-[0-9]{4}$', '^[A-Z][a-z]+( [A-Z][a-z]+)?$', '^\\S+@\\S+$')
    .map((pattern) => ({ type: 'string', pattern })),
  fc
    .constantFrom('date-time', 'date', 'uuid', 'email', 'uri', 'ipv4', 'hostname', 'time', 'duration')
    .map((format) => ({ type: 'string', format })),
  fc.uniqueArray(name, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  name.map((value) => ({ const: value })),
  bounded('minimum', 'maximum', 1000).map((bounds) => ({ type: 'integer', ...bounds })),
  bounded('minimum', 'maximum', 1000).map((bounds) => ({ type: 'number', ...bounds })),
  fc.integer({ min: 1, max: 60 }).map((multipleOf) => ({ type: 'integer', minimum: 1, multipleOf })),
  fc.integer({ min: 0, max: 9 }).map((exclusiveMinimum) => ({ type: 'number', exclusiveMinimum })),
  fc.constant({ type: 'boolean' }),
  fc.constantFrom({ type: ['string', 'null'] }, { type: ['integer', 'null'] }),
);
/** Schemas for which some value is valid, by construction. Values are at most nine levels deep; a body sampler gives up at ten. */
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 8, withCrossShrink: true },
    leaf,
    fc.dictionary(name, tie('schema'), { maxKeys: 4 }).chain((properties) =>
      fc.subarray(Object.keys(properties)).map((required) => ({
        type: 'object',
        properties,
        required,
        additionalProperties: false,
      })),
    ),
    fc
      .tuple(tie('schema'), fc.nat(3))
      .map(([items, minItems]) => ({ type: 'array', items, minItems, maxItems: minItems + 2 })),
    fc.tuple(tie('schema'), tie('schema')).map((anyOf) => ({ anyOf })),
    tie('schema').map((inner) => ({ anyOf: [{ type: 'null' }, inner] })),
    tie('schema').map((inner) => ({ allOf: [inner, { description: 'the same' }] })),
    fc.tuple(tie('schema'), tie('schema')).map(([one, two]) => ({
      oneOf: ['first', 'second'].map((kind, index) => ({
        type: 'object',
        required: ['kind', 'value'],
        properties: { kind: { const: kind }, value: index === 0 ? one : two },
      })),
    })),
  ),
}));

test('every sample of a schema that some value satisfies is valid, and the same for the same seed', () => {
  // Each schema is compiled several times, which takes long on a busy machine.
  test.setTimeout(120_000);
  fc.assert(
    fc.property(schema, (one) => {
      const { sample, problems } = declared(one);
      const value = sample();
      expect(value, JSON.stringify(one)).not.toBeUndefined();
      expect(problems(value), `${JSON.stringify(value)} by ${JSON.stringify(one)}`).toEqual([]);
      expect(sample()).toEqual(value);
    }),
    { numRuns: 100 },
  );
});

test('choices inside choices lead no deeper into a value', () => {
  const inner = (schema: object): object => ({
    oneOf: ['first', 'second'].map((kind) => ({
      type: 'object',
      required: ['kind', 'value'],
      properties: { kind: { const: kind }, value: schema },
    })),
  });
  const deep = [1, 2, 3, 4, 5, 6, 7].reduce<object>((schema) => inner(schema), { type: 'number', minimum: 3 });
  const { sample, problems } = declared({ type: 'object', required: ['value'], properties: { value: deep } });
  const value = sample();
  expect(value).toBeDefined();
  expect(problems(value)).toEqual([]);
});
