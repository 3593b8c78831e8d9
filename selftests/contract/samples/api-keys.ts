import type { Samples } from './sample.ts';

export const apiKeys: Samples = {
  ApiKeyCreateBody: {
    conforming: [{ name: 'Nightly' }],
    free: [{ point: 'U085', value: { label: 'Nightly', deploymentIds: [12] } }],
  },
  CreatedApiKey: {
    conforming: [{ id: 4, token: 'k-4-secret' }],
    free: [
      { point: 'U085', value: { token: 'k-4-secret' } },
      { point: 'U085', value: { id: 'c0ffee', token: 'k-4-secret', createdAt: '2026-01-01' } },
      { point: 'U085', value: { id: null, keyId: 4, token: 'k-4-secret' } },
    ],
    defects: [
      { defect: 'the token is missing', lines: '258', value: { id: 4 }, blames: 'api-keys.create.token' },
      { defect: 'the token is null', lines: '258', value: { id: 4, token: null }, blames: 'api-keys.create.token' },
      { defect: 'the token is empty', lines: '258', value: { id: 4, token: '' }, blames: 'api-keys.create.token' },
      { defect: 'the token is a number', lines: '258', value: { id: 4, token: 4 }, blames: 'api-keys.create.token' },
    ],
  },
  ApiKey: {
    conforming: [{ id: 4, name: 'Nightly' }],
    free: [
      { point: 'U085', value: {} },
      { point: 'U085', value: { id: 'c0ffee', token: null, tokenPrefix: 'k-4' } },
    ],
    defects: [
      {
        defect: 'it carries a token',
        lines: '258',
        value: { id: 4, token: 'k-4-secret' },
        blames: 'api-keys.get.no-token',
      },
    ],
  },
  ListedApiKey: {
    conforming: [{ id: 4, name: 'Nightly' }],
    free: [{ point: 'U085', value: { id: 'c0ffee', token: null } }],
    defects: [
      {
        defect: 'it carries a token',
        lines: '258',
        value: { id: 4, token: 'k-4-secret' },
        blames: 'api-keys.list.no-token',
      },
    ],
  },
  ApiKeyList: {
    conforming: [{ items: [] }, { items: [{ id: 4, name: 'Nightly' }] }],
    free: [
      { point: 'U085', value: [{ id: 4 }] },
      { point: 'U085', value: { apiKeys: [{ id: 4 }], total: 1 } },
    ],
    defects: [
      {
        defect: 'one of its keys carries a token',
        lines: '258',
        value: { items: [{ id: 4 }, { id: 5, token: 'k-5-secret' }] },
        blames: 'api-keys.list.no-token',
      },
    ],
  },
};
