import { madeRole, newRole } from '../../harness/things/roles.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { createGrantedRole } from './holders.ts';

/** A read of a user whom the run only found is prepared by no grant, unless the requirement is about what was granted. */
function prepares(check: Check): boolean {
  return check.mayChange('MEMBER_USER_ID') || check.requirement.needs.steps?.includes('grantRole') === true;
}

export const calls: ValidCalls = {
  grantRole: async (check, admin) => ({
    path: { roleId: (await newRole(admin)).id, userId: check.provided('MEMBER_USER_ID') },
  }),
  async revokeRole(check, admin) {
    const userId = check.provided('MEMBER_USER_ID');
    return { path: { roleId: (await createGrantedRole(admin, userId)).id, userId } };
  },
  async listRoleHolders(check, admin) {
    const userId = check.provided('MEMBER_USER_ID');
    const role = await (prepares(check) ? createGrantedRole(admin, userId) : madeRole(admin));
    return { path: { roleId: role.id } };
  },
  async listUserRoles(check, admin) {
    const userId = check.provided('MEMBER_USER_ID');
    if (prepares(check)) await createGrantedRole(admin, userId);
    return { path: { id: userId } };
  },
};
