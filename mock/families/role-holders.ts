import { done, ok, refuse, type Answer } from '../answer.ts';
import { idIn, type Call } from '../call.ts';
import { appears, isEarly } from '../late.ts';
import { pageOfCollection, shown } from '../pages.ts';
import { ADMIN_ROLE, type Role, type User } from '../world/account.ts';
import { isAdminUser, roleById, rolesOf } from '../world/held-roles.ts';
import type { FamilyBehaviour } from './family.ts';

function roleIn(call: Call): Role {
  const id = idIn(call, 'roleId');
  return (id === undefined ? undefined : roleById(call.tenant, id)) ?? refuse(404, 'no role has this id');
}

function userIn(call: Call, name: string): User {
  const id = idIn(call, name);
  return (
    (id === undefined ? undefined : call.tenant.account.users.get(id)) ?? refuse('unknown', 'there is no such user')
  );
}

function grantRole(call: Call): Answer {
  const { account, rules } = call.tenant;
  const role = roleIn(call);
  if (!rules.roleHolders.isGrantable(role)) refuse(404, 'the built-in Admin role is not granted here');
  const user = userIn(call, 'userId');
  if (!rolesOf(call.tenant, user).some((held) => held.role.id === role.id)) {
    appears(call.tenant, 'listRoleHolders', `${role.id} ${user.id}`);
  }
  account.users.replace({ ...user, roleIds: rules.roleHolders.granted(user.roleIds, role.id) });
  return done();
}

function revokeRole(call: Call): Answer {
  const { account, rules } = call.tenant;
  const role = roleIn(call);
  const user = userIn(call, 'userId');
  if (!user.roleIds.has(role.id)) refuse('unknown', 'the user does not hold the role directly');
  if (role.id === ADMIN_ROLE) refuse('conflict', 'the built-in Admin role is not revoked here');
  account.users.replace({ ...user, roleIds: rules.roleHolders.revoked(user.roleIds, role.id) });
  return done();
}

function listRoleHolders(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.roleHolders;
  const role = roleIn(call);
  const { users } = tenant.account;
  const list = pageOfCollection(
    call,
    users,
    (user) =>
      rules.isHolder(rolesOf(tenant, user), role.id) && rules.isListed(user) && !isEarly(call, `${role.id} ${user.id}`),
  );
  return ok(
    shown(list, (user) => {
      const { id, email, firstName, active } = user;
      const held = rules.carried(rolesOf(tenant, user), role);
      return { id, email, firstName, active, roles: held.map((one) => ({ id: one.role.id, name: one.role.name })) };
    }),
  );
}

function listUserRoles(call: Call): Answer {
  const { tenant } = call;
  const rules = tenant.rules.roleHolders;
  const user = userIn(call, 'id');
  const roles = rolesOf(tenant, user).map((held) => rules.shown(held));
  return ok({ isAdmin: rules.isAdmin(isAdminUser(tenant, user)), roles });
}

export const roleHolders: FamilyBehaviour = {
  handlers: { grantRole, revokeRole, listRoleHolders, listUserRoles },
};
