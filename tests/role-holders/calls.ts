import { madeRole } from '../../harness/things/roles.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import { createGrantedRole, lockedUser } from './holders.ts';

export const calls: ValidCalls = {
  grantRole: async (check, admin) => ({
    path: { roleId: (await madeRole(admin)).id, userId: await lockedUser(check) },
  }),
  async revokeRole(check, admin) {
    const userId = await lockedUser(check);
    return { path: { roleId: (await createGrantedRole(admin, userId)).id, userId } };
  },
  async listRoleHolders(check, admin) {
    return { path: { roleId: (await createGrantedRole(admin, await lockedUser(check))).id } };
  },
  async listUserRoles(check, admin) {
    const userId = await lockedUser(check);
    await createGrantedRole(admin, userId);
    return { path: { id: userId } };
  },
};
