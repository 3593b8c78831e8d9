import type { Schema } from '../../contracts/document.ts';
import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { DeclaredSchemas } from '../../generators/declared-schemas.ts';
import { statedLifetimesIn } from '../../harness/check/stated-ends.ts';
import { withWidget } from '../../harness/provision/widgets.ts';
import { sharingOf } from '../../harness/provision/kinds.ts';
import { idOf } from '../../harness/provision/shown-things.ts';
import { BRANCH, EMBED_TENANT, WORKBOOK } from '../../harness/provision/ways.ts';
import { asElement, regrouped } from '../../harness/requests/regrouped.ts';
import { expect, test } from '../test.ts';

/** How servers behind gateways group what is said of a thing. */
const TEXT = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const documentOf = (paths: object = {}) => new TenantDocument({ openapi: '3.1.0', paths });

test.describe('a guess', () => {
  const group = (guess: Record<string, unknown>, properties: object) => {
    const schemas = new DeclaredSchemas(documentOf());
    const membersOf = (nodes: readonly Schema[]) => schemas.shape(nodes).properties;
    return regrouped(guess, membersOf([object(properties) as Schema]), membersOf);
  };

  test('stands in the member of its kind, where the document has one for each kind', () => {
    const kinds = { threshold: object({ value: TEXT }), change: object({ percentage: TEXT }) };
    expect(group({ type: 'change', percentage: 25 }, kinds)).toEqual({ change: { percentage: 25 } });
    expect(group({ type: 'change', percentage: 25 }, { ...kinds, type: TEXT })).toMatchObject({ type: 'change' });
  });

  test('stands inside of the only member that has it', () => {
    const location = object({ cloudProvider: TEXT, region: TEXT });
    const guess = { name: 'a', cloudProvider: 'aws', region: 'us-east-1' };
    expect(group(guess, { name: TEXT, location })).toEqual({
      name: 'a',
      location: { cloudProvider: 'aws', region: 'us-east-1' },
    });
    expect(group(guess, { location, other: location })).toEqual(guess);
  });

  test('is an element under the name that the document has for it', () => {
    expect([asElement('orders', 'cube'), asElement('orders', undefined), asElement(1, 'cube')]).toEqual([
      { cube: 'orders' },
      'orders',
      1,
    ]);
  });
});

test('a thing that is known by its name shows that beside its path', () => {
  const path = 'deployments/1/branches/fix';
  expect(idOf({ name: path, branchName: 'fix' }, BRANCH)).toBe('fix');
  expect(idOf({ name: 'fix', parentBranch: 'main' }, BRANCH)).toBe('fix');
  expect(idOf({ name: 'acme', displayName: 'Acme' }, EMBED_TENANT)).toBe('acme');
});

test('a thing is shared by a list of grants, each of which names one of the ways', () => {
  const grant = object({ embedTenant: TEXT, allEmbedUsers: { type: 'boolean' } });
  const path = '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}:setEmbedAccess';
  const schema = object({ grants: { type: 'array', items: grant } });
  const document = documentOf({ [path]: { post: { requestBody: { content: { 'application/json': { schema } } } } } });
  const granted = (kind: RegExp, isOneValue: boolean) => {
    const { grant, ...sharing } = sharingOf(document, WORKBOOK, { like: /^tenants$/, kind, isOneValue }) ?? {};
    return grant && { ...sharing, granted: grant('acme') };
  };
  const address = { path, method: 'POST', at: ['grants'] };
  expect(granted(/^embed tenant$/, false)).toEqual({ ...address, granted: { embedTenant: 'acme' } });
  expect(granted(/^all embed user$/, true)).toEqual({ ...address, granted: { allEmbedUsers: true } });
  expect(granted(/^folder$/, false)).toBeUndefined();
});

test('a workbook is shared by a list of tenants below its dashboard', () => {
  const path = '/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/embed-access';
  const schema = object({ allEmbedUsers: { type: 'boolean' }, tenantNames: { type: 'array', items: TEXT } });
  const put = { requestBody: { content: { 'application/json': { schema } } } };
  const whom = { like: /^tenantNames$/, kind: /^embed tenant$/ };
  expect(sharingOf(documentOf({ [path]: { put } }), WORKBOOK, whom)).toEqual({
    path,
    method: 'PUT',
    at: ['tenantNames'],
  });
  const ofOther = path.replace('/dashboard/', '/comments/');
  expect(sharingOf(documentOf({ [ofOther]: { put } }), WORKBOOK, whom)).toBeUndefined();
});

test('a new workbook has a widget of an AI where its document has a place for widgets', () => {
  const kind = { ...TEXT, enum: ['KIND_UNSPECIFIED', 'CHART', 'AI'] };
  const widgets = { type: 'array', items: object({ widgetId: TEXT, kind, title: TEXT, threadId: TEXT }) };
  const made = (properties: object, body = {}) =>
    withWidget(documentOf(), object(properties) as Schema, body, (what) => `a-${what}`);
  const widget = { widgetId: 'a-widget', kind: 'AI', title: 'a-widget' };
  expect(made({ dashboard: object({ config: object({ widgets }) }) }, { name: 'b' })).toEqual({
    name: 'b',
    dashboard: { config: { widgets: [widget] } },
  });
  expect(made({ widgets }, { widgets: [] })).toEqual({ widgets: [] });
  expect(made({ dashboard: object({ config: TEXT }) })).toEqual({});
});

test('the end of a token is told under any usual name', () => {
  const headers = { date: new Date(0).toUTCString() };
  const told = (name: string) => statedLifetimesIn({ body: { [name]: '1970-01-01T01:00:00Z' }, headers });
  expect(['expiresAt', 'expireTime', 'expiration', 'validUntil'].map((name) => told(name))).toEqual(
    Array.from({ length: 4 }, () => [3600]),
  );
  expect(told('createTime')).toEqual([]);
});
