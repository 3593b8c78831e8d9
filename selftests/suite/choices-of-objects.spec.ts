import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { BodySampler } from '../../generators/bodies.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { aiWidgetsIn, withWidgetInDraft } from '../../harness/provision/widgets.ts';
import { isLendable, isThing } from '../../harness/requests/things.ts';
import { withoutOnDemand, onDemandBody } from '../../harness/things/scheduled-tasks.ts';
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
