import type { Samples } from './sample.ts';

export const environments: Samples = {
  EnvironmentsListResponse: {
    conforming: [
      {
        items: [{ id: 3 }],
        pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: 'a', startCursor: 'a' },
      },
      { items: [], pagination: null },
    ],
    free: [
      { point: 'U067', value: { items: [{ id: 'production' }], pagination: { total: 1, offset: 0 } } },
      { point: 'U067', value: { data: [{ name: 'Production' }], count: 1, pagination: null } },
    ],
  },
  EnvironmentTokensResponse: {
    conforming: [{ items: [{ id: 'tok-1' }, { id: 'tok-2' }] }, { items: [] }],
    free: [
      { point: 'U068', value: [{ jti: 'tok-1', expiresAt: '2026-01-01' }] },
      { point: 'U068', value: { data: { tokens: [] } } },
    ],
  },
  CreateEnvironmentTokenBody: {
    conforming: [
      { scopes: ['meta', 'data'], security_context: { tenant: 'acme' } },
      { scopes: [], security_context: {} },
    ],
    free: [{ point: 'U068', value: { scopes: ['anything'], security_context: {}, lifetime: 60 } }],
  },
  CreateEnvironmentTokenResponse: {
    conforming: [
      { data: { id: 'tok-1', token: 'a.b.c', scopes: ['meta'] } },
      { data: { id: 'tok-2', token: 'a.b.c', scopes: [] } },
    ],
    free: [
      { point: 'U068', value: { data: { jwt: 'a.b.c', scopes: ['data'], expiresAt: null } } },
      { point: 'U104', value: { data: { id: null, token: null, scopes: ['data'] }, warnings: [] } },
    ],
    defects: [
      {
        defect: 'there is no data',
        lines: '232',
        value: { token: 'a.b.c', scopes: ['meta'] },
        blames: 'environments.token.data',
      },
      { defect: 'the data is null', lines: '232', value: { data: null }, blames: 'environments.token.data' },
      {
        defect: 'the scopes are missing',
        lines: '232',
        value: { data: { token: 'a.b.c' } },
        blames: 'environments.token.data-scopes',
      },
      {
        defect: 'the scopes are null',
        lines: '232',
        value: { data: { token: 'a.b.c', scopes: null } },
        blames: 'environments.token.data-scopes',
      },
      {
        defect: 'a scope is a number',
        lines: '232',
        value: { data: { token: 'a.b.c', scopes: ['meta', 4] } },
        blames: 'environments.token.data-scopes',
      },
    ],
  },
  CreatedDeploymentEnvironmentToken: {
    conforming: [{ id: 'tok-1', token: 'a.b.c', scopes: ['meta', 'data'] }, { scopes: [] }],
    free: [{ point: 'U068', value: { jti: 'tok-1', jwt: 'a.b.c', scopes: ['anything'] } }],
    defects: [
      {
        defect: 'the scopes are missing',
        lines: '232',
        value: { id: 'tok-1', token: 'a.b.c' },
        blames: 'environments.token.data-scopes',
      },
      {
        defect: 'the scopes are a text',
        lines: '232',
        value: { scopes: 'meta data' },
        blames: 'environments.token.data-scopes',
      },
    ],
  },
  CreateMetaSyncTokenBody: {
    conforming: [{}, { scopes: [] }, { scopes: ['meta', 'meta-private'] }, { scopes: ['data'] }],
  },
  CreateMetaSyncTokenResponse: {
    conforming: [{ data: { scopes: ['meta'], token: 'a.b.c' } }],
    free: [
      { point: 'U068', value: { token: 'a.b.c' } },
      { point: 'U068', value: { data: null, token: 'a.b.c' } },
      { point: 'U068', value: { data: { token: 'a.b.c', scopes: null } } },
      { point: 'U068', value: { scopes: ['meta', 'meta-private'], token: 'a.b.c' } },
    ],
  },
};
