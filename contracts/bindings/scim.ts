import type { Bindings } from './binding.ts';

/** What RFC 7643 and 7644 give every provider of SCIM, what needs rights last. */
export const SCIM_RESOURCES = ['Users', 'Groups', 'Schemas', 'ResourceTypes', 'ServiceProviderConfig'] as const;

export const scim = {
  'scim.resource': {
    kind: 'name',
    what: 'the path segment of something that SCIM lets its token read; by default those of RFC 7643 and 7644 are tried',
    point: 'U047',
    default: 'Users',
    discover: { rule: 'segment', path: '/api/scim/v2/*', method: 'get', prefer: SCIM_RESOURCES },
  },
} as const satisfies Bindings;
