import type { Patch } from '../../../mock/index.ts';
import { declaring, partOf, type Tree } from '../../lib/document.ts';
import { faults } from '../../lib/fault.ts';

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

/** Faults of operations and members that were removed from the API. */
export const removedFaults = faults({
  'versioning.removed.user-attribute-read': {
    name: 'declared',
    sentence: 'The document still declares the reading of the user attributes of an embed tenant.',
    patch: userAttributes('get', 'getEmbedTenantUserAttributes'),
  },
  'versioning.removed.user-attribute-delete': [
    {
      name: 'declared',
      sentence: 'The document still declares the deletion of the user attributes of an embed tenant.',
      patch: userAttributes('delete', 'deleteEmbedTenantUserAttributes'),
    },
    {
      name: 'all-at-once',
      sentence: "The document declares an operation that deletes all user attributes of a deployment's embed tenant.",
      patch: declaring((document) => {
        partOf(document, 'paths')[
          '/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/user-attributes'
        ] = {
          parameters: ['deploymentId', 'embedTenantName'].map((name) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string' },
          })),
          delete: {
            operationId: 'clearEmbedTenantUserAttributes',
            summary: 'Delete the user attributes of an embed tenant',
            responses: { 204: { description: 'Deleted' } },
          },
        };
      }),
    },
  ],
});
