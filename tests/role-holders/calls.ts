import { madeRole, newRole, PERMITTING_NOTHING } from '../../harness/things/roles.ts';
import type { Asked } from '../../harness/requests/requests.ts';
import type { Actor } from '../../harness/client/actor.ts';
import type { FurtherForm, ValidCalls } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { createGrantedRole } from './holders.ts';

/** A read of a user whom the run only found is prepared by no grant, unless the requirement is about what was granted. */
function prepares(check: Check): boolean {
  return check.mayChange('MEMBER_USER_ID') || check.requirement.needs.steps?.includes('grantRole') === true;
}

/** The same of the built-in role that was lent. */
function ofBuiltIn(prepare: (roleId: string, userId: string, admin: Actor) => Promise<Asked> | Asked): FurtherForm {
  return (check, admin) => {
    const roleId = check.optional('BUILT_IN_ROLE_ID');
    return roleId === undefined ? undefined : prepare(roleId, check.provided('MEMBER_USER_ID'), admin);
  };
}

export const calls: ValidCalls = {
  grantRole: [
    async (check, admin) => ({
      path: { roleId: (await newRole(admin, PERMITTING_NOTHING)).id, userId: check.provided('MEMBER_USER_ID') },
    }),
    ofBuiltIn((roleId, userId) => ({ path: { roleId, userId } })),
  ],
  revokeRole: [
    async (check, admin) => {
      const userId = check.provided('MEMBER_USER_ID');
      return { path: { roleId: (await createGrantedRole(admin, userId)).id, userId } };
    },
    ofBuiltIn(async (roleId, userId, admin) => {
      // Whether a role can be granted to who holds it is open.
      await admin.ask('grantRole', roleId, userId);
      return { path: { roleId, userId } };
    }),
  ],
  listRoleHolders: [
    async (check, admin) => {
      const userId = check.provided('MEMBER_USER_ID');
      const role = await (prepares(check) ? createGrantedRole(admin, userId) : madeRole(admin));
      return { path: { roleId: role.id } };
    },
    ofBuiltIn((roleId) => ({ path: { roleId } })),
  ],
  async listUserRoles(check, admin) {
    const userId = check.provided('MEMBER_USER_ID');
    if (prepares(check)) await createGrantedRole(admin, userId);
    return { path: { id: userId } };
  },
};
