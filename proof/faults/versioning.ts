import type { Patch } from '../../mock/index.ts';
import { faults } from '../lib/fault.ts';
import { declaring, partOf, type Tree } from '../lib/document.ts';

/** The operation at a path a second time, under another path and an id of its own. */
function again(document: Tree, from: string, to: string, method: string): void {
  const paths = partOf(document, 'paths');
  const item = paths[from] as Tree;
  const operation = item[method] as Tree;
  paths[to] = {
    ...(item['parameters'] !== undefined && { parameters: item['parameters'] }),
    [method]: { ...operation, operationId: `${String(operation['operationId'])}Next` },
  };
}

/** The mark that a member of a list answer is deprecated is gone. */
function unmarked(schema: string, member: string): Patch {
  return declaring((document) => {
    delete partOf(document, 'components', 'schemas', schema, 'properties', member)['deprecated'];
  });
}

/** A list answer keeps two legacy members beside items and pageInfo; nothing says that one of them is deprecated. */
function keptBeside(member: string, schema: Tree, marked: string): Patch {
  return declaring((document) => {
    const members = partOf(document, 'components', 'schemas', 'RoleHoldersListResponse', 'properties');
    // In dialects with a list of another form as well: the legacy members stand beside the ones that took their place.
    const current = { items: { type: 'array', items: { type: 'object' } }, pageInfo: { type: 'object' } };
    Object.assign(members, { ...current, ...members, [member]: schema, [marked]: { deprecated: true } });
  });
}

const TENANT = '/api/v1/embed-tenants/{embedTenantName}/';

/** An operation on the user attributes of an embed tenant, which there were once. */
function userAttributes(method: 'get' | 'delete', operationId: string): Patch {
  return declaring((document) => {
    const paths = partOf(document, 'paths');
    const { parameters, delete: deletion } = paths[TENANT] as Tree;
    const { responses, tags, security } = deletion as Tree;
    const summary = `${method === 'get' ? 'Read' : 'Delete'} the user attributes of an embed tenant`;
    paths[`${TENANT}user-attributes`] = {
      parameters,
      [method]: { operationId, summary, tags, security, responses },
    };
  });
}

export const versioningFaults = faults({
  'versioning.paths.platform-v1': [
    {
      name: 'v2',
      sentence: 'The document declares the reading of oneself in a second version of the API.',
      patch: declaring((document) => {
        again(document, '/api/v1/users/me', '/api/v2/users/me', 'get');
      }),
    },
    {
      name: 'no-version',
      sentence: 'The document declares the reading of the app theme without a version in its path.',
      patch: declaring((document) => {
        again(document, '/api/v1/app-theme', '/api/app-theme', 'get');
      }),
    },
  ],
  'versioning.paths.build-v1': {
    name: 'v2',
    sentence: 'The document declares the creation of a deployment in a second version of the build paths.',
    patch: declaring((document) => {
      again(document, '/build/api/v1/deployments', '/build/api/v2/deployments', 'post');
    }),
  },
  'versioning.legacy.reports-data-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the data of the list of reports are deprecated.',
    patch: unmarked('ReportListResponse', 'data'),
  },
  'versioning.legacy.reports-count-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the count of the list of reports is deprecated.',
    patch: unmarked('ReportListResponse', 'count'),
  },
  'versioning.legacy.folders-data-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the data of the list of folders are deprecated.',
    patch: unmarked('FolderListResponse', 'data'),
  },
  'versioning.legacy.folders-count-deprecated': {
    name: 'unmarked',
    sentence: 'The document no longer says that the count of the list of folders is deprecated.',
    patch: unmarked('FolderListResponse', 'count'),
  },
  'versioning.legacy.data-deprecated': {
    name: 'unmarked',
    sentence: 'The document keeps data and count beside the items of the list of holders, and marks only count.',
    patch: keptBeside('data', { type: 'array', items: { type: 'object' } }, 'count'),
  },
  'versioning.legacy.count-deprecated': {
    name: 'marked-false',
    sentence:
      'The document keeps count and data beside the items of the list of holders, and marks count as not deprecated.',
    patch: keptBeside('count', { type: 'integer', deprecated: false }, 'data'),
  },
  'versioning.legacy.pagination-deprecated': {
    name: 'unmarked',
    sentence: 'The document keeps pagination and count beside the items of the list of holders, and marks only count.',
    patch: keptBeside('pagination', { type: ['object', 'null'] }, 'count'),
  },
  'versioning.removed.user-attribute-read': {
    name: 'declared',
    sentence: 'The document still declares the reading of the user attributes of an embed tenant.',
    patch: userAttributes('get', 'getEmbedTenantUserAttributes'),
  },
  'versioning.removed.user-attribute-delete': {
    name: 'declared',
    sentence: 'The document still declares the deletion of the user attributes of an embed tenant.',
    patch: userAttributes('delete', 'deleteEmbedTenantUserAttributes'),
  },
});
