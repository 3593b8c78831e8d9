import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Schema } from '../../contracts/document.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { widgetOf } from '../../harness/provision/ai-widgets.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
import { aiWidgetsIn, withWidgetInDraft, withWidgetLike } from '../../harness/provision/widgets.ts';
import { expect, test } from '../test.ts';

const PUBLISH = '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/publish';
const FREE: Schema = { type: 'object', properties: { config: { type: 'object', additionalProperties: {} } } };

const documentWith = (schema: Schema) => {
  const requestBody = { content: { 'application/json': { schema } } };
  return new TenantDocument({
    openapi: '3.1.0',
    paths: { [PUBLISH]: { post: { requestBody, responses: { 200: {} } } } },
  });
};

const AI = { id: 'ai1', type: 'ai', prompt: 'What changed?', threadId: null };
const OTHER = { title: 'Sales', widgets: [{ id: 'w1', type: 'chart' }, AI] };
const like = (draft: unknown, other: unknown, schema = FREE) =>
  withWidgetLike(documentWith(schema), schema, draft, other);

test('a draft gets a widget like one of another draft', () => {
  const widget = { ...AI, id: 'conformance-ai' };
  expect(like({}, OTHER)).toEqual({ config: { widgets: [widget] } });
  const chart = { id: 'w7', type: 'chart' };
  expect(like({ title: 'Own', widgets: [chart] }, OTHER)).toEqual({
    config: { title: 'Own', widgets: [chart, widget] },
  });
  expect(like({}, { tiles: { ai1: { kind: 'assistant' } } })).toEqual({
    config: { tiles: { 'conformance-ai': { kind: 'assistant' } } },
  });
});

test('a copied widget has an id of the same form, and names no chat thread of the other one', () => {
  const uuid = '11111111-2222-3333-4444-555555555555';
  const config = like({}, { widgets: [{ ...AI, id: uuid, threadId: 'thread-1' }] });
  const [id = ''] = aiWidgetsIn(config);
  expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(id).not.toBe(uuid);
  expect(JSON.stringify(config)).not.toContain('thread');
});

test('nothing is copied where no draft has such a widget, or where the document says what is published', () => {
  expect(like({}, { widgets: [{ id: 'w1', type: 'chart' }] })).toBeUndefined();
  expect(like({}, undefined)).toBeUndefined();
  expect(like({ widgets: {} }, OTHER)).toBeUndefined();
  expect(like({}, OTHER, { type: 'object', properties: { note: { type: 'string' } } })).toBeUndefined();
  const declared: Schema = { type: 'object', properties: { title: { type: 'string' } } };
  expect(like({}, OTHER, { type: 'object', properties: { config: declared } })).toBeUndefined();
});

/** A source on a tenant whose workbook 3 has an empty draft, and whose workbook 4 is refused. */
function tenantWith(isOwn: boolean, listed: readonly number[] = [3, 4, 5], other: unknown = OTHER) {
  const drafts = new Map<string, unknown>([
    ['3', {}],
    ['5', other],
  ]);
  const there = {
    getDashboardFile: (id: string) =>
      drafts.has(id)
        ? Promise.resolve({ content: JSON.stringify(drafts.get(id)) })
        : Promise.reject(setupFailed('it is refused')),
    raw: (operation: string, { path, body }: { path: { workbookId: string }; body: { config: unknown } }) => {
      if (operation === 'publishWorkbook') drafts.set(path.workbookId, body.config);
      return Promise.resolve({ status: 200, headers: {}, text: '', wire: {} });
    },
  };
  const sourcing = {
    document: documentWith(FREE),
    wire: { route: () => ({ method: 'post', path: PUBLISH }) },
    admin: { in: () => ({ preparing: there }) },
    things: { list: () => Promise.resolve(listed.map((id) => ({ id }))) },
    settings: { WORKBOOK_ID: '3', DEPLOYMENT_ID: '7', CHAT_THREAD_ID: '9' },
    isOwn: () => isOwn,
  } as unknown as Sourcing;
  return { drafts, obtain: () => widgetOf('WORKBOOK_ID', 'DEPLOYMENT_ID').obtain(sourcing, 'AI_WIDGET_ID') };
}

test('a workbook of the run gets a widget like that of a listed one, and no other workbook is changed', async () => {
  const { obtain, drafts } = tenantWith(true);
  expect(await obtain()).toBe('conformance-ai');
  expect(drafts.get('5')).toBe(OTHER);
});

test('a widget of another kind will do where the tenant links a chat thread to it', async () => {
  const chart = { widgets: [{ id: 'w1', type: 'chart' }] };
  const { obtain, drafts } = tenantWith(true, undefined, chart);
  expect(await obtain()).toBe('conformance-ai');
  expect(drafts.get('3')).toEqual({ widgets: [{ id: 'conformance-ai', type: 'chart' }] });
});

test('a widget of any kind is published where the document has none that says that it is of an AI', () => {
  const widget: Schema = { type: 'object', properties: { id: { type: 'string' }, type: { enum: ['chart', 'table'] } } };
  const config: Schema = { type: 'object', properties: { widgets: { type: 'array', items: widget } } };
  const schema: Schema = { type: 'object', properties: { config } };
  expect(withWidgetInDraft(documentWith(schema), schema, {})).toBeUndefined();
  const published = withWidgetInDraft(documentWith(schema), schema, {}, true);
  expect(published).toEqual({ config: { widgets: [{ id: 'conformance-ai' }] } });
});

test('a workbook that was found gets none', async () => {
  const { obtain, drafts } = tenantWith(false);
  expect(await obtain()).toBeUndefined();
  expect(drafts.get('3')).toEqual({});
});

test('a workbook of the run gets none where no other one is listed', async () => {
  expect(await tenantWith(true, [3]).obtain()).toBeUndefined();
});
