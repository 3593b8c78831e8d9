import { madeRole, roleBody } from '../../harness/things/roles.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  listRoles: () => ({}),
  createRole: () => ({ body: roleBody() }),
  // That it can be read is what some of these checks are about.
  getRole: async (_check, admin) => ({ path: { roleId: (await admin.createRole(roleBody())).id } }),
  updateRole: async (_check, admin) => ({ path: { roleId: (await madeRole(admin)).id }, body: roleBody() }),
  deleteRole: async (_check, admin) => ({ path: { roleId: (await madeRole(admin)).id } }),
};
