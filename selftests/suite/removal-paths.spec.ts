import { TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { readsOf } from '../../harness/provision/declared-places.ts';
import { idShown } from '../../harness/provision/kinds.ts';
import { WORKBOOK } from '../../harness/provision/ways.ts';
import { removalsIn } from '../../contracts/bindings/removals.ts';
import { expect, test } from '../test.ts';

const OF_DEPLOYMENT = '/api/v1/deployments/{deploymentId}/workbooks';
const responses = { 200: { description: 'Done' } };
const id = { name: 'workbookId', in: 'path', required: true, schema: { type: 'integer' } };

test('a slash at the end of a path is kept where a thing is removed and read', () => {
  const document = new TenantDocument({
    openapi: '3.1.0',
    paths: {
      [`${OF_DEPLOYMENT}/`]: { post: { responses } },
      [`${OF_DEPLOYMENT}/{workbookId}/`]: { parameters: [id], get: { responses }, delete: { responses } },
      [`${OF_DEPLOYMENT}/{workbookId}/dashboard/`]: { parameters: [id], get: { responses } },
      '/api/v1/users/{userId}/remove/': { post: { responses } },
    },
  });
  expect(removalsIn(document).map(({ removal }) => removal)).toEqual([
    `${OF_DEPLOYMENT}/{id}/`,
    'POST /api/v1/users/{id}/remove/',
  ]);
  expect(readsOf(document, WORKBOOK, /^dashboard$/)).toEqual([
    `${OF_DEPLOYMENT}/{id}/`,
    `${OF_DEPLOYMENT}/{id}/dashboard/`,
  ]);
});

test('the id of what shows no other is its slug', () => {
  const shown = { slug: 'q3-review', name: 'Q3 Review' };
  expect(idShown(shown, WORKBOOK)).toBe('q3-review');
  expect(idShown({ ...shown, id: 7 }, WORKBOOK)).toBe(7);
});
