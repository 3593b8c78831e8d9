import type { Samples } from './sample.ts';

const pageInfo = { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null };

export const roleHolders: Samples = {
  RoleHoldersListResponse: {
    conforming: [
      { items: [], pageInfo },
      {
        items: [
          { id: 41, email: 'ada@example.com', roles: [{ id: 7, name: 'Analysts' }] },
          {
            id: 42,
            email: 'bob@example.com',
            deactivated: true,
            roles: [
              { id: 7, name: 'Analysts' },
              { id: 1, name: 'Viewer' },
            ],
          },
        ],
        pageInfo,
      },
    ],
    free: [
      { point: 'U035', value: { users: [{ userId: 41, roleIds: [7, 1] }], cursor: 'b3Bh' } },
      { point: 'U035', value: { items: [{ user: { id: 41 }, userRoles: [{ role: { id: 7 } }] }], pageInfo } },
      { point: 'U035', value: { items: [{ id: '41', roles: ['7', 'viewer'] }], pageInfo } },
    ],
  },
  RoleHolder: {
    conforming: [{ id: 41, roles: [{ id: 7, name: 'Analysts' }] }],
    free: [
      { point: 'U035', value: { userId: 41 } },
      { point: 'U035', value: { id: null, roles: [7] } },
    ],
  },
  UserRolesResponse: {
    conforming: [
      { isAdmin: false, roles: [] },
      {
        isAdmin: true,
        roles: [
          { id: 7, name: 'Analysts', direct: true, groupIds: [] },
          { id: 8, name: 'Authors', direct: false, groupIds: [3, 4] },
        ],
      },
    ],
    free: [
      { point: 'U035', value: { isAdmin: 0, items: [{ roleId: 7, direct: 'no', groupIds: '3,4' }] } },
      { point: 'U035', value: { isAdmin: null, roles: [{ id: 'viewer', direct: null, groupIds: null }] } },
      { point: 'U104', value: { isAdmin: false, userId: 41, roles: [{ direct: true, groupIds: [], policies: [] }] } },
    ],
    defects: [
      { defect: 'isAdmin is missing', lines: '199', value: { roles: [] }, blames: 'role-holders.user-roles.is-admin' },
      {
        defect: 'a role has no direct',
        lines: '199',
        value: { isAdmin: false, roles: [{ id: 7, groupIds: [3] }] },
        blames: 'role-holders.user-roles.direct',
      },
      {
        defect: 'a role has no groupIds',
        lines: '199',
        value: {
          isAdmin: false,
          roles: [
            { id: 7, direct: false, groupIds: [3] },
            { id: 8, direct: true },
          ],
        },
        blames: 'role-holders.user-roles.group-ids',
      },
    ],
  },
  UserRole: {
    conforming: [{ id: 7, direct: true, groupIds: [] }],
    free: [{ point: 'U035', value: { direct: 1, groupIds: {} } }],
    defects: [
      { defect: 'direct is missing', lines: '199', value: { groupIds: [] }, blames: 'role-holders.user-roles.direct' },
      {
        defect: 'groupIds is missing',
        lines: '199',
        value: { direct: true },
        blames: 'role-holders.user-roles.group-ids',
      },
    ],
  },
};
