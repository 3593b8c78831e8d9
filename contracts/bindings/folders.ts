import type { Bindings } from './binding.ts';

export const folders = {
  'folders.list': {
    kind: 'route',
    what: 'the operation that lists the folders of a deployment',
    point: 'U102',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/folders' },
    discover: {
      rule: 'operation',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/folders',
        '/api/v1/deployments/{}/report-folders|reportFolders',
        '/api/v1/deployments/{}/reports|workspace/folders',
        '/api/v1/folders',
      ],
    },
  },
  'folders.id': {
    kind: 'name',
    what: 'the member with the id of a folder',
    point: 'U102',
    default: 'id',
  },
} as const satisfies Bindings;
