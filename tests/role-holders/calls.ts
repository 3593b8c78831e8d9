import { madeRole } from '../../harness/things/roles.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { grantedRole, lentUser } from './holders.ts';

export const calls: ValidCalls = {
  grantRole: async (check, admin) => ({ path: { roleId: (await madeRole(admin)).id, userId: await lentUser(check) } }),
  async revokeRole(check, admin) {
    const userId = await lentUser(check);
    return { path: { roleId: (await grantedRole(admin, userId)).id, userId } };
  },
  async listRoleHolders(check, admin) {
    return { path: { roleId: (await grantedRole(admin, await lentUser(check))).id } };
  },
  async listUserRoles(check, admin) {
    const userId = await lentUser(check);
    await grantedRole(admin, userId);
    return { path: { id: userId } };
  },
};
