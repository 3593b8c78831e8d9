import { roleBody, newRole } from '../../harness/things/roles.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  listRoles: () => ({}),
  createRole: () => ({ body: roleBody() }),
  // createRole with the checked actor, not as a setup step: some requirements of getRole cover the creation as well.
  getRole: async (_check, admin) => ({ path: { roleId: (await admin.createRole(roleBody())).id } }),
  updateRole: async (_check, admin) => ({ path: { roleId: (await newRole(admin)).id }, body: roleBody() }),
  deleteRole: async (_check, admin) => ({ path: { roleId: (await newRole(admin)).id } }),
};
