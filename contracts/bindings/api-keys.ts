import { ENVELOPE, type Bindings } from './binding.ts';

export const apiKeys = {
  'api-keys.create-body': {
    kind: 'body',
    what: 'a body with which an API key can be created',
    point: 'U085',
    default: { name: 'Conformance' },
    discover: { rule: 'example', operation: 'createApiKey' },
  },
  'api-keys.id': {
    kind: 'name',
    what: 'the member with the id of an API key',
    point: 'U085',
    default: 'id',
    discover: { rule: 'member', operation: 'createApiKey', in: 'answer', like: ['^id$', '^(api)?_?key_?id$', 'id$'] },
  },
  'api-keys.list': {
    kind: 'envelope',
    what: 'where the list of API keys keeps its elements',
    point: 'U085',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listApiKeys' },
  },
} as const satisfies Bindings;
