import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { dashboardOf, publicIdIn } from '../../harness/provision/dashboards.ts';
import { aiWidgetsIn } from '../../harness/provision/widgets.ts';
import { readsOf } from '../../harness/provision/declared-places.ts';
import { creationOf, type ThingKind } from '../../harness/provision/kinds.ts';
import { removalOf } from '../../harness/provision/removals.ts';
import type { Sourcing } from '../../harness/provision/source.ts';
import { FOLDER, REPORT, WORKBOOK } from '../../harness/provision/ways.ts';
import { expect, test } from '../test.ts';

const DEPLOYMENT = '/api/v1/deployments/{deploymentId}';
const draft = { type: 'object', properties: { deploymentId: { type: 'integer' }, name: { type: 'string' } } };
const answers = { responses: { 200: {} } };
const creates = { ...answers, requestBody: { content: { 'application/json': { schema: draft } } } };

const documentOf = (paths: object) => new TenantDocument({ openapi: '3.1.0', paths });

/** What removes a new thing in a document with a creation at one path and removals at others. */
function removalIn(kind: ThingKind, created: string, ...removed: readonly string[]): string | undefined {
  const document = documentOf({
    [created]: { post: creates },
    ...Object.fromEntries(removed.map((path) => [path, { delete: answers }])),
  });
  const creation = creationOf(document, kind);
  return creation && removalOf(document, kind, creation);
}

test('what names its deployment in the body is removed where its deployment is in the path', () => {
  const nested = `${DEPLOYMENT}/reports/{reportId}`;
  expect(removalIn(REPORT, '/api/v1/reports', nested)).toBe(`${DEPLOYMENT}/reports/{id}`);
  expect(removalIn(REPORT, '/api/v1/reports', nested, '/api/v1/reports/{id}')).toBe('/api/v1/reports/{id}');
  expect(removalIn(FOLDER, `${DEPLOYMENT}/folders`, '/api/v1/folders/{f}')).toBe('/api/v1/folders/{id}');
});

test('what is removed elsewhere is another thing', () => {
  expect(removalIn(REPORT, '/api/v1/reports', `${DEPLOYMENT}/folders/{folderId}`)).toBeUndefined();
  expect(removalIn(REPORT, '/api/v1/reports', '/api/v1/workspaces/{w}/reports/{reportId}')).toBeUndefined();
});

const OF_DASHBOARD = /^dashboard$/;
const WORKBOOKS = `${DEPLOYMENT}/workbooks`;

test('a workbook is read at its own path and at that of its dashboard', () => {
  const document = documentOf({
    [WORKBOOKS]: { get: answers, post: creates },
    [`${WORKBOOKS}/{workbookId}`]: { get: answers, delete: answers },
    [`${WORKBOOKS}/{w}/dashboard`]: { get: answers },
    [`${WORKBOOKS}/{w}/dashboard/file`]: { get: answers },
    [`${WORKBOOKS}/{w}/publish`]: { post: answers },
    [`${WORKBOOKS}/{w}/promotions`]: { get: answers },
  });
  expect(readsOf(document, WORKBOOK, OF_DASHBOARD)).toEqual([`${WORKBOOKS}/{id}`, `${WORKBOOKS}/{id}/dashboard`]);
});

test('the public id is that of the dashboard, and not of what is shown beside it', () => {
  expect(publicIdIn({ id: 3, dashboard: { publicId: 'd-1' } })).toBe('d-1');
  expect(publicIdIn({ publicId: 'w-1', dashboard: { publicId: 'd-1' } })).toBe('d-1');
  expect(publicIdIn({ publicId: 'w-1', dashboardPublicId: 'd-1' })).toBe('d-1');
  expect(publicIdIn({ data: { attributes: { public_id: 'd-1' } } })).toBe('d-1');
  expect(publicIdIn({ folder: { publicId: 'f-1' }, owner: { publicId: 'u-1' } })).toBeUndefined();
});

/** A source on a tenant that shows the public id of workbook 3 in one place, at once or after it was published. */
function tenantThatShows(where: string, isPublished: boolean) {
  let published = !isPublished;
  const shown = { id: 3, dashboard: { publicId: 'd-1' } };
  const read = (path: string) =>
    Promise.resolve({ wire: published && path === where ? shown : { id: 3, dashboard: {} } });
  const raw = () => {
    published = true;
    return Promise.resolve({ status: 204, headers: {}, text: '', wire: undefined });
  };
  return {
    document: documentOf({
      [WORKBOOKS]: { get: answers, post: creates },
      [`${WORKBOOKS}/{w}`]: { get: answers },
      [`${WORKBOOKS}/{w}/dashboard`]: { get: answers },
    }),
    admin: { read, in: () => ({ preparing: { raw } }) },
    things: { canList: () => true, list: () => Promise.resolve(published && where === '' ? [shown] : []) },
    settings: { WORKBOOK_ID: '3', DEPLOYMENT_ID: '7' },
    isOwn: () => true,
  } as unknown as Sourcing;
}

const HERE = '/api/v1/deployments/7/workbooks/3';

for (const [where, isPublished] of [
  [HERE, false],
  [`${HERE}/dashboard`, false],
  [`${HERE}/dashboard`, true],
  ['', true],
] as const) {
  test(`the dashboard is found in ${where || 'the list'}${isPublished ? ' once it is published' : ''}`, async () => {
    const { obtain } = dashboardOf('WORKBOOK_ID', 'DEPLOYMENT_ID');
    expect(await obtain(tenantThatShows(where, isPublished), 'DASHBOARD_PUBLIC_ID')).toBe('d-1');
  });
}

test('a widget has its id, or is kept under it', () => {
  const assistant = { type: 'assistant', text: 'Ask me' };
  expect(aiWidgetsIn({ rows: [[{ widgetId: 'w-1', kind: 'ai-chat' }], [{ widgetId: 'w-2', kind: 'chart' }]] })).toEqual(
    ['w-1'],
  );
  expect(aiWidgetsIn({ widgets: { 'a/1': { type: 'chart' }, 'b/2': assistant } })).toEqual(['b/2']);
  expect(aiWidgetsIn({ components: { byName: assistant }, settings: { agent: assistant } })).toEqual(['byName']);
});
