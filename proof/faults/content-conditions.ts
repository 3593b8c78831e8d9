import { lakehouseState, keyOf } from '../../mock/families/lakehouse.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { servingLess } from '../lib/document.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changeBodySync, during } from '../lib/patches.ts';
import { isAsked, refusedYet } from '../lib/reports.ts';

/** Faults of spreadsheets, folders, integrations and the served document that show after some history, for some actor or for some text alone. */
export const contentConditionFaults = faults({
  'external-documents.list.shows-placement': {
    name: 'none-of-an-id-beyond-ascii',
    sentence: 'The placements of a spreadsheet whose id has letters beyond ASCII are none.',
    patch: changeBodySync('listPlacements', (list, call) =>
      /[^\0-\x7f]/.test(call.path['externalWorkbookId'] ?? '') ? { ...list, items: [] } : list,
    ),
  },
  'folders.list.data': {
    name: 'empty-behind-a-cursor',
    sentence: 'The deprecated data of a page after a cursor is empty.',
    patch: changeBodySync('listFolders', (list, call) => (isAsked(call, 'after') ? { ...list, data: [] } : list)),
  },
  'lakehouse.integration.current-version': {
    name: 'advanced-by-a-refusal',
    sentence: 'A PUT that is refused for its version has counted the version up.',
    also: alsoThese(
      'what is refused there changes the version',
      'lakehouse.integration.create-taken',
      'lakehouse.integration.old-version',
    ),
    patch: refusedYet('putMetricViewIntegration', ({ tenant, path }, _original, { why }) => {
      const key = keyOf(Number(path['deploymentId']), path['dataSourceName'] ?? '');
      const { integrations } = lakehouseState(tenant);
      const stored = integrations.get(key);
      if (why === 'conflict' && stored) integrations.set(key, { ...stored, version: stored.version + 1 });
    }),
  },
  'lakehouse.integration.create': {
    name: 'counted-for-the-deployment',
    sentence: 'Versions are counted for a deployment: a second data source cannot be created with 0.',
    also: alsoThese('no integration is created beside another', 'lakehouse.integration.create-other-version'),
    patch: during('putMetricViewIntegration', 'lakehouse', ({ isExpected }, call) => {
      const { path, tenant } = call;
      const deployment = Number(path['deploymentId']);
      const { integrations } = lakehouseState(tenant);
      const isNew = !integrations.has(keyOf(deployment, path['dataSourceName'] ?? ''));
      const others = [...integrations]
        .filter(([key]) => key.startsWith(`${deployment}/`))
        .map(([, one]) => one.version);
      return { isExpected: (expected, stored) => isExpected(expected, isNew ? Math.max(0, ...others) : stored) };
    }),
  },
  'openapi-spec.document.platform-operations': {
    name: 'without-administration-for-users',
    seenWith: 'MEMBER_TOKEN',
    sentence: 'Whoever does not administrate gets a document without the operations of administrators.',
    patch: servingLess(/\/(roles|api-keys)\b/, byPlainUser),
  },
  'openapi-spec.document.build-operations': {
    name: 'without-authoring-for-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'The document for an OAuth token leaves out the operations of authors.',
    patch: servingLess(/^\/build\//, byOAuth),
  },
});
