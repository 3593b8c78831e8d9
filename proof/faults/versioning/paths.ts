import { declaring, partOf, type Tree } from '../../lib/document.ts';
import { faults } from '../../lib/fault.ts';

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

/** Faults of the versions in paths. */
export const pathsFaults = faults({
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
});
