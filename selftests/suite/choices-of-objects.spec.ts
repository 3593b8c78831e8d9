import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { aiWidgetsIn, withWidgetInDraft } from '../../harness/provision/widgets.ts';
import { keptToOneBranch } from '../../harness/requests/one-branch.ts';
import { isLendable, isThing } from '../../harness/requests/things.ts';
import { hasAddedCron, withoutOnDemand, onDemandBody } from '../../harness/things/scheduled-tasks.ts';
import type { Check } from '../../harness/test.ts';
import { expect, test } from '../test.ts';

const TEXT: Schema = { type: 'string' };
/** One of several objects, each of a kind that it says. */
const oneOf = (said: string, kinds: Readonly<Record<string, Readonly<Record<string, Schema>>>>): Schema => ({
  oneOf: Object.entries(kinds).map(([kind, properties]) => ({
    type: 'object',
    required: [said, ...Object.keys(properties)],
    properties: { [said]: { type: 'string', enum: [kind] }, ...properties },
  })),
  discriminator: { propertyName: said },
});
const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const documentOf = (path: string, request: Schema) =>
  new TenantDocument({
    openapi: '3.1.0',
    paths: {
      [path]: { post: { requestBody: { content: { 'application/json': { schema: request } } }, responses: {} } },
    },
  });

/** A check of a tenant that serves an operation at this path, with these bindings. */
function checkOf(path: string, request: Schema, values: Readonly<Record<string, unknown>>): Check {
  const wire = {
    document: documentOf(path, request),
    route: () => ({ method: 'post', path }),
    value: (id: string) => values[id],
    resolved: new Map(Object.keys(values).map((id) => [id, { source: 'default', value: values[id] }])),
  };
  return { tenant: { wire } } as unknown as Check;
}

test('a branch that begins at an object begins at a branch that there is', () => {
  const schema = objectOf({
    name: TEXT,
    source: oneOf('kind', { branch: { name: TEXT }, tag: { name: TEXT, remote: TEXT } }),
  });
  const sampler = new BodySampler(new DeclaredSchemas(documentOf('/branches', schema)), {
    fresh: (name) => `new ${name}`,
    isThing: (name, isNumber) => isThing(name, isNumber) || name === 'source',
    isLendable: (name) => isLendable(name) || name === 'source',
    thing: (name) => (name === 'branch_name' ? 'main' : undefined),
    omits: () => false,
    seed: 1,
  });
  const { value, unknown } = sampler.complete(schema, { name: 'mine' });
  expect(value).toEqual({ name: 'mine', source: { kind: 'branch', name: 'main' } });
  expect(unknown).toEqual([]);
});

test('a draft gets a widget of an AI beside those that it has', () => {
  const widgets = { type: 'array', items: oneOf('type', { chart: { id: TEXT }, ai: { id: TEXT, prompt: TEXT } }) };
  const config = objectOf({ title: TEXT, widgets });
  const request: Schema = { type: 'object', properties: { config } };
  const draft = { title: 'Sales', widgets: [{ type: 'chart', id: 'trend' }] };
  const body = withWidgetInDraft(documentOf('/publish', request), request, draft);
  expect(body).toEqual({
    config: { title: 'Sales', widgets: [...draft.widgets, { type: 'ai', id: 'conformance-ai' }] },
  });
  expect(aiWidgetsIn(body)).toEqual(['conformance-ai']);
  expect(withWidgetInDraft(documentOf('/publish', {}), {}, draft)).toBeUndefined();
  expect(withWidgetInDraft(documentOf('/publish', request), request, { title: 'Sales', widgets: {} })).toBeUndefined();
});

test('a schedule of a kind for no schedule says so, and gives way to a cron', () => {
  const schedule = oneOf('type', { cron: { expression: TEXT }, 'on-demand': {} });
  const check = checkOf('/tasks', objectOf({ title: TEXT, schedule }), {
    'scheduled-tasks.cron': 'schedule.expression',
    'scheduled-tasks.on-demand': {},
  });
  const body = onDemandBody(check);
  expect(body['schedule']).toEqual({ type: 'on-demand' });
  expect(Object.keys(withoutOnDemand(check, body))).toEqual(['prompt']);
});

test('a task on demand has the branch of a schedule whose list of kinds is narrowed to that', () => {
  const ofKind = (kind: string, properties: Readonly<Record<string, Schema>>): Schema => ({
    type: 'object',
    required: ['type', ...Object.keys(properties)],
    allOf: [
      { type: 'object', properties: { type: { type: 'string', enum: ['CRON', 'ON_DEMAND'] } } },
      { type: 'object', properties: { type: { type: 'string', enum: [kind] }, ...properties } },
    ],
  });
  const schedule: Schema = { oneOf: [ofKind('CRON', { cronExpression: TEXT, zoneId: TEXT }), ofKind('ON_DEMAND', {})] };
  const request = objectOf({ prompt: TEXT, schedule });
  const check = checkOf('/scheduled-tasks', request, { 'scheduled-tasks.cron': 'schedule.cronExpression' });
  expect(onDemandBody(check)['schedule']).toEqual({ type: 'ON_DEMAND' });
});

test('a schedule may be a text or a member of its own where there is none', () => {
  const cron = objectOf({ Cron: objectOf({ expression: TEXT }) });
  const bodyWith = (other: Schema, holders: readonly string[] = ['schedule']) => {
    const request = holders.reduceRight<Schema>((inner, name) => objectOf({ [name]: inner }), { oneOf: [cron, other] });
    const place = `${holders.join('.')}.Cron.expression`;
    return onDemandBody(checkOf('/scheduled-tasks', request, { 'scheduled-tasks.cron': place }));
  };
  expect(bodyWith({ type: 'string', enum: ['OnDemand'] })['schedule']).toBe('OnDemand');
  expect(bodyWith({ const: 'manual' }, ['trigger', 'schedule'])['trigger']).toEqual({ schedule: 'manual' });
  expect(bodyWith(objectOf({ OnDemand: objectOf({}) }))['schedule']).toEqual({ OnDemand: {} });
  expect(bodyWith(objectOf({ AdHoc: { type: 'null' } }))['schedule']).toEqual({ AdHoc: null });
});

test('a task for which the document required a cron is none on demand', () => {
  const fromDocument = { places: ['schedule.cron.expression', 'schedule.cron', 'schedule'], areListed: false };
  expect(hasAddedCron('schedule.cron.expression', { fromDocument })).toBe(true);
  expect(hasAddedCron('schedule.cron.expression', { fromDocument: { ...fromDocument, places: ['schedule'] } })).toBe(
    false,
  );
  expect(hasAddedCron('cron', {})).toBe(false);
});

test('a thing is not made with the branch that is on demand, where the document does not say which', () => {
  const schedule = (other: Schema) => ({ oneOf: [other, objectOf({ Cron: objectOf({ expression: TEXT }) })] });
  const sampled = (other: Schema) => {
    const schema = objectOf({ schedule: schedule(other) });
    const sampler = new BodySampler(new DeclaredSchemas(documentOf('/deliveries', schema)), {
      fresh: (name) => `new ${name}`,
      isThing,
      isLendable,
      thing: () => undefined,
      omits: () => false,
      seed: 1,
    });
    return sampler.complete(schema, {}).value;
  };
  for (const other of [{ type: 'string', enum: ['OnDemand'] } satisfies Schema, objectOf({ Manual: objectOf({}) })])
    expect(sampled(other)).toMatchObject({ schedule: { Cron: { expression: expect.anything() as unknown } } });
});

const single = (name: string, properties: Readonly<Record<string, Schema>>): Schema => ({
  ...objectOf({ [name]: { ...objectOf(properties), additionalProperties: false } }),
  additionalProperties: false,
});

test('a body keeps to one branch of a choice between single members', () => {
  const comment: Schema = { oneOf: [single('Thread', { text: TEXT }), single('Reply', { thread: TEXT, text: TEXT })] };
  const schemas = new DeclaredSchemas(documentOf('/comments', objectOf({ comment })));
  const kept = (value: unknown) => keptToOneBranch(schemas, [comment], value);
  expect(kept({ Thread: { text: 'Yes' }, Reply: { thread: '7' } })).toEqual({ Reply: { text: 'Yes', thread: '7' } });
  expect(kept({ Thread: { text: 'Yes' } })).toEqual({ Thread: { text: 'Yes' } });
  // No branch has a place for all of it.
  const both = { Thread: { text: 'Yes', mood: 'good' }, Reply: { thread: '7' } };
  expect(kept(both)).toEqual(both);
  const within = keptToOneBranch(schemas, [objectOf({ comment })], {
    comment: { Thread: { text: 'Yes' }, Reply: { thread: '7' } },
  });
  expect(within).toEqual({ comment: { Reply: { text: 'Yes', thread: '7' } } });
});

test('a member that is said decides on its branch, however much is missing inside of it', () => {
  const renderAs: Schema = {
    oneOf: [single('Console', { user: TEXT }), single('Embed', { realm: TEXT, label: TEXT })],
  };
  const schema = objectOf({ renderAs });
  const sampler = new BodySampler(new DeclaredSchemas(documentOf('/exports', schema)), {
    fresh: (name) => `new ${name}`,
    isThing: () => false,
    isLendable: () => false,
    thing: () => undefined,
    omits: () => false,
    seed: 1,
  });
  const { value } = sampler.complete(schema, { renderAs: { Embed: {} } });
  expect(Object.keys((value as { renderAs: object }).renderAs)).toEqual(['Embed']);
});
