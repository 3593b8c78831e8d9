import type { Bindings } from './binding.ts';

// Each family is seen through one operation that reads without changing anything.
export const named = {
  'named.environment-variables': {
    kind: 'route',
    what: 'an operation that reads environment variables',
    point: 'U069',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/environments/{environmentId}/variables' },
    discover: {
      rule: 'operation',
      words: 'environment variables',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/environments/{}/variables|environment-variables|env-vars|env-variables',
        '/api/v1/deployments/{}/variables|environment-variables|env-vars|env-variables',
      ],
    },
  },
  'named.regions': {
    kind: 'route',
    what: 'an operation that reads regions',
    point: 'U069',
    default: { method: 'get', path: '/api/v1/regions' },
    discover: {
      rule: 'operation',
      words: 'regions',
      methods: ['get'],
      paths: ['/api/v1/regions', '/api/v1/deployments/regions', '/api/v1/cloud-providers/{}/regions'],
    },
  },
  'named.data-model': {
    kind: 'route',
    what: 'an operation that reads the data model',
    point: 'U094',
    default: { method: 'get', path: '/build/api/v1/deployments/{deploymentId}/data-model' },
    discover: {
      rule: 'operation',
      words: 'data model',
      methods: ['get'],
      paths: [
        '/build/api/v1/deployments/{}/data-model',
        '/build/api/v1/deployments/{}/data-model/files|branches|status',
        '/api/v1/deployments/{}/data-model',
      ],
    },
  },
  'named.data-model-uploads': {
    kind: 'route',
    what: 'an operation that reads data-model uploads',
    point: 'U094',
    default: { method: 'get', path: '/build/api/v1/deployments/{deploymentId}/data-model/uploads' },
    discover: {
      rule: 'operation',
      words: 'data model uploads',
      methods: ['get'],
      paths: [
        '/build/api/v1/deployments/{}/data-model/uploads|upload',
        '/build/api/v1/deployments/{}/data-model-uploads|uploads|upload',
      ],
    },
  },
  'named.source-control-connection': {
    kind: 'route',
    what: 'an operation that reads the source-control connection',
    point: 'U094',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/source-control' },
    discover: {
      rule: 'operation',
      words: 'source control connection',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/source-control|source-control-connection|git|git-connection|vcs|github',
        '/build/api/v1/deployments/{}/source-control|source-control-connection|git|git-connection|vcs|github',
      ],
    },
  },
  'named.notifications': {
    kind: 'route',
    what: 'an operation that reads notifications',
    point: 'U074',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/notifications' },
    discover: {
      rule: 'operation',
      words: 'notifications',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/notifications|inbox',
        '/api/v1/notifications|inbox',
        '/api/v1/users/me/notifications|inbox',
      ],
    },
  },
  'named.workspace': {
    kind: 'route',
    what: 'an operation that reads the workspace',
    point: 'U074',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/workspace' },
    discover: {
      rule: 'operation',
      words: 'workspace',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/workspace',
        '/api/v1/deployments/{}/workspace/items|content|tree',
        '/api/v1/workspace',
      ],
    },
  },
  'named.agents': {
    kind: 'route',
    what: 'an operation that reads agents',
    point: 'U074',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/agents' },
    discover: {
      rule: 'operation',
      words: 'agents',
      methods: ['get'],
      paths: ['/api/v1/deployments/{}/agents', '/api/v1/agents'],
    },
  },
  'named.users-admin': {
    kind: 'route',
    what: 'an operation that reads users admin',
    point: 'U069',
    default: { method: 'get', path: '/api/v1/users-admin' },
    discover: {
      rule: 'operation',
      words: 'users admin',
      methods: ['get'],
      paths: ['/api/v1/users-admin|admin-users', '/api/v1/admin/users', '/api/v1/users/admin'],
    },
  },
  'named.user-attributes': {
    kind: 'route',
    what: 'an operation that reads user attributes',
    point: 'U074',
    default: { method: 'get', path: '/api/v1/user-attributes' },
    discover: {
      rule: 'operation',
      words: 'user attributes',
      methods: ['get'],
      paths: ['/api/v1/user-attributes', '/api/v1/users/attributes'],
    },
  },
  'named.user-attribute-values': {
    kind: 'route',
    what: 'an operation that reads user attribute values',
    point: 'U074',
    default: { method: 'get', path: '/api/v1/user-attribute-values' },
    discover: {
      rule: 'operation',
      words: 'user attribute values',
      methods: ['get'],
      paths: ['/api/v1/user-attribute-values', '/api/v1/user-attributes/values', '/api/v1/users/attribute-values'],
    },
  },
  'named.tenant-settings': {
    kind: 'route',
    what: 'an operation that reads tenant settings',
    point: 'U069',
    default: { method: 'get', path: '/api/v1/tenant-settings' },
    discover: {
      rule: 'operation',
      words: 'tenant settings',
      methods: ['get'],
      paths: ['/api/v1/tenant-settings', '/api/v1/tenant/settings', '/api/v1/settings'],
    },
  },
  'named.oauth-integrations': {
    kind: 'route',
    what: 'an operation that reads OAuth integrations',
    point: 'U074',
    default: { method: 'get', path: '/api/v1/oauth-integrations' },
    discover: {
      rule: 'operation',
      words: 'oauth integrations',
      methods: ['get'],
      paths: ['/api/v1/oauth-integrations', '/api/v1/oauth/integrations'],
    },
  },
  'named.user-oauth-tokens': {
    kind: 'route',
    what: 'an operation that reads user OAuth tokens',
    point: 'U069',
    default: { method: 'get', path: '/api/v1/user-oauth-tokens' },
    discover: {
      rule: 'operation',
      words: 'user oauth tokens',
      methods: ['get'],
      paths: ['/api/v1/user-oauth-tokens|oauth-tokens', '/api/v1/users/me/oauth-tokens', '/api/v1/oauth/tokens'],
    },
  },
  'named.dashboard-embed-access': {
    kind: 'route',
    what: 'an operation that reads dashboard embed access',
    point: 'U069',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/dashboard-embed-access' },
    discover: {
      rule: 'operation',
      words: 'dashboard embed access',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/dashboard-embed-access',
        '/api/v1/dashboard-embed-access',
        '/api/v1/embed/dashboard-access',
        '/api/v1/deployments/{}/workbooks|dashboards/{}/embed-access|embed-audience',
      ],
    },
  },
  'named.chat-history': {
    kind: 'route',
    what: 'an operation that reads chat history',
    point: 'U074',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/chat-history' },
    discover: {
      rule: 'operation',
      words: 'chat history',
      methods: ['get'],
      paths: ['/api/v1/deployments/{}/chat-history|chat-threads', '/api/v1/chat-history|chat-threads'],
    },
  },
  'named.semantic-model-conversion': {
    kind: 'route',
    what: 'an operation that reads the semantic-model conversion',
    point: 'U069',
    default: { method: 'get', path: '/api/v1/deployments/{deploymentId}/semantic-model-conversions' },
    discover: {
      rule: 'operation',
      words: 'semantic model conversion',
      methods: ['get'],
      paths: [
        '/api/v1/deployments/{}/semantic-model-conversions|semantic-model-conversion',
        '/build/api/v1/deployments/{}/semantic-model-conversions|semantic-model-conversion',
        '/api/v1/semantic-model-conversions|semantic-model-conversion',
      ],
    },
  },
} as const satisfies Bindings;
