import { expect, test } from '../test.ts';
import { declared } from './declared.ts';

test('what a body has is kept, and only what is required is filled in', () => {
  const { complete } = declared({
    type: 'object',
    required: ['name', 'kind', 'target'],
    properties: {
      name: { type: 'string', maxLength: 20 },
      kind: { enum: ['daily', 'weekly'] },
      note: { type: 'string' },
      target: {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'string' }, b: { type: 'integer', minimum: 3 } },
      },
      list: { type: 'array', items: { type: 'object', required: ['x'], properties: { x: { const: 1 } } } },
    },
  });
  const sent = { kind: 'never', target: { a: 5 }, list: [{}, { x: 2 }], more: true };
  expect(complete(sent).value).toEqual({
    kind: 'never',
    target: { a: 5, b: 3 },
    list: [{ x: 1 }, { x: 2 }],
    more: true,
    name: 'conformance-name-7',
  });
  expect(complete(sent).added).toEqual(['target.b', 'list[].x', 'name']);
});

test('a default comes first, then an example, then a value that is made', () => {
  const text = { type: 'string' };
  const properties = { a: { ...text, default: 'da', example: 'ea' }, b: { ...text, examples: ['eb'] }, c: text };
  const { complete } = declared({ type: 'object', required: ['a', 'b', 'c'], properties });
  const { value } = complete({}, { example: { c: 'of the whole' } });
  expect(value).toEqual({ a: 'da', b: 'eb', c: 'of the whole' });
});

test('the id of a request is another one for each request, whatever form it has to have', () => {
  let count = 0;
  const fresh = (what: string) => `conformance-${what}-${(count += 1)}`;
  const own = (requestId: object) => {
    const { complete } = declared({ required: ['requestId'], properties: { requestId } });
    return [1, 2].map(() => (complete({}, { fresh }).value as { requestId: string }).requestId);
  };
  for (const form of [
    { format: 'uuid' },
    { pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    { maxLength: 20 },
  ])
    expect(new Set(own({ type: 'string', ...form })).size, JSON.stringify(form)).toBe(2);
  expect(own({ type: 'string', format: 'uuid' })[0]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('the value that stands for none is not sent where there are others', () => {
  const kinds = { enum: ['KIND_UNSPECIFIED', 'EMAIL', 'CHAT'] };
  const { complete } = declared({
    required: ['kind', 'kinds', 'only'],
    properties: {
      kind: kinds,
      kinds: { type: 'array', items: kinds, minItems: 2 },
      only: { enum: ['ONLY_UNSPECIFIED'] },
    },
  });
  expect(complete({}).value).toEqual({ kind: 'EMAIL', kinds: ['EMAIL', 'EMAIL'], only: 'ONLY_UNSPECIFIED' });
});

test('members that are left out on purpose stay out', () => {
  const { complete } = declared({ required: ['a', 'b'], properties: { a: { type: 'string' }, b: { const: 2 } } });
  expect(complete({}, { omits: (path) => path === 'a' }).value).toEqual({ b: 2 });
});

test('a member that names a thing has the known value in the type of the schema, and is reported if none is known', () => {
  const { complete } = declared({
    required: ['workbookId', 'userIds', 'agentId'],
    properties: {
      workbookId: { type: 'integer', example: 1 },
      userIds: { type: 'array', items: { type: 'string' }, minItems: 1 },
      agentId: { type: 'string' },
    },
  });
  const things: Readonly<Record<string, string>> = { workbookId: '42', userId: '7' };
  const known = complete({}, { isThing: (one) => /Id$/.test(one), thing: (one) => things[one] });
  expect(known.value).toEqual({ workbookId: 42, userIds: ['7'] });
  expect(known.unknown).toEqual(['agentId']);
});

test('the id of an object that refers to a thing is that of the thing, as its holder or its type says', () => {
  const reference = (type: string, more: object = {}) => ({
    type: 'object',
    required: ['id', 'type'],
    properties: { id: { type: 'integer' }, type: { const: type }, ...more },
  });
  const things: Readonly<Record<string, string>> = { report_id: '7', user_id: '8', branch_name: 'main' };
  const known = {
    isThing: (one: string) => one in things || /_id$/.test(one),
    isLendable: (one: string) => one in things,
    thing: (one: string) => things[one],
  };
  const { complete } = declared({
    required: ['report', 'subject', 'from', 'other', 'item'],
    properties: {
      report: reference('report_reference'),
      subject: { oneOf: [reference('user_reference'), reference('guest_reference')] },
      from: {
        type: 'object',
        required: ['name', 'type'],
        properties: { name: { type: 'string' }, type: { const: 'branch_reference' } },
      },
      other: reference('cube_reference'),
      // What has members of its own is no reference, and its id is its own.
      item: reference('report', { text: { type: 'string' } }),
    },
  });
  const { value, unknown } = complete({}, known);
  expect(value).toMatchObject({
    report: { id: 7, type: 'report_reference' },
    subject: { id: 8, type: 'user_reference' },
    from: { name: 'main', type: 'branch_reference' },
    item: { id: expect.any(Number) },
  });
  expect(unknown).toEqual(['other.id']);
});

test('a thing that nobody names is null where the document allows that', () => {
  const { complete } = declared({
    required: ['folderId', 'agentId'],
    properties: {
      folderId: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      agentId: { type: ['string', 'null'] },
    },
  });
  const unnamed = complete({}, { isThing: (one) => /Id$/.test(one), isLendable: () => true, thing: () => undefined });
  expect(unnamed.value).toEqual({ folderId: null, agentId: null });
  expect(unnamed.unknown).toEqual([]);
});

test('of several shapes the one is completed that the body is nearest to', () => {
  const shape = (kind: string, more: string) => ({
    type: 'object',
    required: ['kind', more],
    properties: { kind: { const: kind }, [more]: { type: 'integer' } },
  });
  const { complete } = declared({ oneOf: [shape('change', 'percentage'), shape('threshold', 'limit')] });
  expect(complete({ kind: 'threshold' }).value).toEqual({ kind: 'threshold', limit: 1 });
  expect(complete({ limit: 3 }).value).toEqual({ limit: 3, kind: 'threshold' });
});

test('what a condition or a dependency requires is filled in', () => {
  const { complete } = declared({
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' }, c: { type: 'boolean' } },
    dependentRequired: { a: ['c'] },
    if: { required: ['a'] },
    then: { required: ['b'] },
  });
  expect(complete({ a: 'x' }).value).toEqual({ a: 'x', b: 1, c: false });
  expect(complete({}).value).toEqual({});
});

test.describe('a document that is wrong', () => {
  test('a schema that requires itself has no value and ends', () => {
    const { sample, complete } = declared({
      type: 'object',
      required: ['next'],
      properties: { next: { $ref: '#/components/schemas/Body' } },
    });
    expect(sample()).toBeUndefined();
    expect(complete({}).impossible).not.toEqual([]);
  });

  test('choices that lead back to themselves end', () => {
    const loop = { anyOf: [{ $ref: '#/components/schemas/Other' }, { $ref: '#/components/schemas/Body' }] };
    const { complete } = declared(loop, { Other: { oneOf: [{ $ref: '#/components/schemas/Body' }] } });
    expect(complete({ a: 1 }).value).toEqual({ a: 1 });
  });

  test('a contradiction is reported and nothing is sent for it', () => {
    const { complete } = declared({
      required: ['a'],
      properties: { a: { type: 'string', minLength: 5, maxLength: 2 } },
    });
    expect(complete({})).toMatchObject({ value: {}, added: [], impossible: ['a'] });
  });

  test('keywords of other versions and references to nowhere hold nothing up', () => {
    const old = { required: ['a'], properties: { a: { type: 'integer', minimum: 4, exclusiveMinimum: true } } };
    expect(declared(old).complete({}).added).toEqual(['a']);
    const lost = { required: ['a'], properties: { a: { $ref: '#/components/schemas/Lost' } } };
    expect(declared(lost).complete({ b: 1 }).value).toMatchObject({ b: 1 });
  });
});

test('a required list of things that nobody knows is empty where it may be', () => {
  const things = (list: object) => {
    const { complete } = declared({
      required: ['roleIds'],
      properties: { roleIds: { type: 'array', items: { type: 'integer' }, ...list } },
    });
    return complete({}, { isThing: (member) => /id$/i.test(member) });
  };
  expect(things({})).toMatchObject({ value: { roleIds: [] }, unknown: [] });
  expect(things({ minItems: 1 }).unknown).toEqual(['roleIds[]']);
});

test('what only answers show is required in none of the bodies, however deep', () => {
  const identified = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, name: { type: 'string' } },
    required: ['id', 'name'],
  };
  const workbook = { allOf: [{ $ref: '#/components/schemas/Identified' }], unevaluatedProperties: false };
  const schema = { type: 'object', properties: { workbook }, required: ['workbook'] };
  const { complete, problems } = declared(schema, { Identified: identified });
  expect(complete({}).value).toEqual({ workbook: { name: 'conformance-name-7' } });
  expect(problems({ workbook: { name: 'a' } })).toEqual([]);
  expect(problems({ workbook: {} })).not.toEqual([]);
});

test('a required key of a request that is a UUID is another one in each request', () => {
  const key = { type: 'string', format: 'uuid' };
  const { sample, problems } = declared({
    type: 'object',
    properties: { idempotency_key: key },
    required: ['idempotency_key'],
  });
  let count = 0;
  const fresh = (name: string) => `conformance-${name}-${String((count += 1))}`;
  const [first, second] = [sample({ fresh }), sample({ fresh })];
  expect([first, second].flatMap(problems)).toEqual([]);
  expect(second).not.toEqual(first);
});

for (const [what, inSchedule] of [
  ['a member', true],
  ['the body itself', false],
] as const) {
  test(`a schedule is chosen before a start on demand, where ${what} is one of several`, () => {
    const text = { type: 'string' };
    const manual = { type: 'object', required: ['type'], properties: { type: { enum: ['manual'] } } };
    const timed = {
      type: 'object',
      required: ['type', 'expression', 'zone'],
      properties: { type: { enum: ['cron'] }, expression: text, zone: text },
    };
    const choice = { oneOf: [manual, timed] };
    const whole = { type: 'object', required: ['schedule'], properties: { schedule: choice } };
    const { complete } = declared(inSchedule ? whole : choice);
    const { value } = complete({});
    expect(inSchedule ? (value as { schedule: unknown }).schedule : value).toMatchObject({ type: 'cron' });
    const stated = inSchedule ? { schedule: { type: 'manual' } } : { type: 'manual' };
    expect(complete(stated).value).toEqual(stated);
  });
}
