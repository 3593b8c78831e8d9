import { done } from '../../mock/answer.ts';
import { idIn, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changeBodySync, replaceSync } from '../lib/patches.ts';
import { itemsOf } from '../lib/reports.ts';

/** How the user in the path holds the role in the path. */
function heldIn(call: Call) {
  const user = call.tenant.account.users.get(idIn(call, 'userId') ?? 0);
  return user && rolesOf(call.tenant, user).find(({ role }) => role.id === idIn(call, 'roleId'));
}

export const holdersFurtherFaults = faults({
  'role-holders.grant.admin': {
    name: 'to-who-has-it',
    sentence: 'A grant of the Admin role to an administrator is answered as a success.',
    patch: replaceSync('grantRole', (call, original) =>
      idIn(call, 'roleId') === ADMIN_ROLE && heldIn(call) ? done() : original(call),
    ),
  },
  'role-holders.user-roles.direct-tells-both': {
    name: 'held-anyway',
    also: [
      ...alsoThese('what was not granted is not revoked', 'role-holders.revoke.group-kept'),
      ...alsoThese('a role that a group holds is granted there as well', 'role-holders.grant.admin'),
    ],
    sentence: 'A grant to a user who holds the role through a group does nothing.',
    patch: replaceSync('grantRole', (call, original) =>
      (heldIn(call)?.groupIds.length ?? 0) > 0 ? done() : original(call),
    ),
  },
  'role-holders.holders.deactivated': {
    name: 'direct-alone',
    sentence: 'Of the deactivated users the holders of a role are those who hold it directly.',
    patch: changeBodySync('listRoleHolders', (body, call) => ({
      ...body,
      items: itemsOf(body).filter(({ id }) => {
        const user = call.tenant.account.users.get(id as number);
        return user?.active === true || user?.roleIds.has(idIn(call, 'roleId') ?? 0) === true;
      }),
    })),
  },
  'role-holders.holders.entry-group-roles': {
    name: 'of-who-holds-it-directly',
    sentence: 'Who holds the role directly is shown without the roles that come through a group.',
    patch: (({ roleHolders }) => {
      const { carried } = roleHolders;
      roleHolders.carried = (held, listed) => {
        const isDirect = held.some(({ role, direct }) => direct && role.id === listed.id);
        return carried(held, listed).filter(({ direct }) => direct || !isDirect);
      };
    }) satisfies Patch,
  },
  'role-holders.holders.once': {
    name: 'through-two-groups',
    sentence: 'Who holds a role through two groups is listed twice.',
    patch: changeBodySync('listRoleHolders', (body, call) => ({
      ...body,
      items: itemsOf(body).flatMap((one) => {
        const user = call.tenant.account.users.get(one['id'] as number);
        const held = user && rolesOf(call.tenant, user).find(({ role }) => role.id === idIn(call, 'roleId'));
        return (held?.groupIds.length ?? 0) > 1 ? [one, one] : [one];
      }),
    })),
  },
  'role-holders.user-roles.group-ids-name': {
    name: 'first-beside-direct',
    sentence: 'Of the groups of a role that is held directly as well only the first is shown.',
    patch: ({ roleHolders }) => {
      const { shown } = roleHolders;
      roleHolders.shown = (held) => shown(held.direct ? { ...held, groupIds: held.groupIds.slice(0, 1) } : held);
    },
  },
  'role-holders.user-roles.is-admin-only': {
    name: 'by-the-name',
    sentence: 'Who holds a custom role whose name begins with Admin is reported as an administrator.',
    patch: changeBodySync('listUserRoles', (body) => ({
      ...body,
      isAdmin:
        body['isAdmin'] === true ||
        (body['roles'] as readonly { readonly name: string }[]).some(({ name }) => name.startsWith('Admin')),
    })),
  },
});
