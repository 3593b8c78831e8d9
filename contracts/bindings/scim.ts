import type { Bindings } from './binding.ts';

export const scim = {
  'scim.resource': {
    kind: 'name',
    what: 'the path segment of something that SCIM lets its token read',
    point: 'U047',
    default: 'Users',
    discover: { rule: 'segment', path: '/api/scim/v2/*', method: 'get' },
  },
} as const satisfies Bindings;
