import type { Samples } from './sample.ts';

export const users: Samples = {
  User: {
    conforming: [{ id: 3, email: 'ada@example.com', userPolicies: [], settings: { sheets: { showGridlines: true } } }],
    free: [
      { point: 'U086', value: {} },
      { point: 'U086', value: { id: 'u-3', userPolicies: null, settings: null } },
      { point: 'U086', value: { userId: 3, login: 'ada', settings: { sheets: null, theme: 'dark' } } },
      { point: 'U087', value: { id: 3, settings: { lastSeenChangelogId: 12 } } },
      { point: 'U104', value: { id: 3, userPolicies: { global: [] }, firstName: 'Ada' } },
    ],
    defects: [
      {
        defect: 'the settings are a string',
        lines: '128, 259',
        value: { id: 3, settings: 'dark' },
        blames: 'users.user.settings',
      },
    ],
  },
  UserSettingsInput: {
    conforming: [
      {},
      { sheets: null },
      { sheets: { showGridlines: false } },
      { locale: 'de-AT', sheets: { decimalPlaces: 3 } },
      { lastSeenChangelogId: 12 },
    ],
    free: [
      { point: 'U086', value: { theme: { name: 'dark' }, sheets: {} } },
      { point: 'U087', value: { lastSeenChangelogId: '2026-01' } },
    ],
    defects: [{ defect: 'sheets has no fields that could merge', lines: '259', value: { sheets: 3 } }],
  },
  UserList: {
    conforming: [
      { items: [], pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null } },
      { items: [{ id: 3, email: 'ada@example.com' }], pageInfo: { hasNextPage: true, endCursor: 'c3' } },
    ],
    free: [
      { point: 'U086', value: { users: [{ id: 3 }], next: 'c3' } },
      { point: 'U086', value: [{ id: 3 }] },
    ],
    defects: [
      {
        defect: 'the settings of one of its users are a string',
        lines: '128, 259',
        value: { items: [{ id: 3, settings: 'dark' }] },
        blames: 'users.user.settings',
      },
    ],
  },
  Group: {
    conforming: [{ id: 5, name: 'Authors' }],
    free: [
      { point: 'U086', value: {} },
      { point: 'U086', value: { id: 'g-5', name: null, title: 'Authors', members: 4 } },
    ],
  },
  GroupList: {
    conforming: [{ items: [{ id: 5, name: 'Authors' }], pageInfo: { hasNextPage: false } }],
    free: [
      { point: 'U086', value: { groups: [], cursor: null } },
      { point: 'U086', value: [{ id: 5 }] },
    ],
  },
};
