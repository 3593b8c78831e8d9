import { done } from '../../mock/answer.ts';
import { idIn, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Policy } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { after, all, changeBody, changeBodySync, remembering, replaceSync } from '../lib/patches.ts';
import { itemsOf, pageInfoOf } from '../lib/reports.ts';

/** How the user in the path holds the role in the path. */
function heldIn(call: Call) {
  const user = call.tenant.account.users.get(idIn(call, 'userId') ?? 0);
  return user && rolesOf(call.tenant, user).find(({ role }) => role.id === idIn(call, 'roleId'));
}

const isBuiltIn = (id: number): boolean => BUILT_IN_ROLES.some((role) => role.id === id);

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
  'role-holders.grant.other-roles-kept': {
    name: 'one-built-in',
    sentence: 'A grant of a built-in role takes the other built-in role from its user.',
    patch: ({ roleHolders }) => {
      const { granted } = roleHolders;
      roleHolders.granted = (held, id) => {
        const others = [...held].filter((one) => one === ADMIN_ROLE || !isBuiltIn(one) || !isBuiltIn(id));
        return granted(new Set(others), id);
      };
    },
  },
  'role-holders.grant.takes-effect': {
    name: 'beside-an-older-role',
    toldBy: 'role-holders.revoke.takes-effect',
    sentence: 'A role grants nothing on a deployment for which an older role of its user has a policy.',
    patch: ({ authority }) => {
      const { counted } = authority;
      authority.counted = (tenant, user) => {
        const named = new Set<string>();
        const isKnown = ({ resourceType, resources }: Policy) =>
          resourceType === 'Deployment' && resources.some((one) => named.has(one));
        return counted(tenant, user).map((role) => {
          const policies = role.policies.filter((one) => !isKnown(one));
          for (const { resources } of policies) for (const one of resources) named.add(one);
          return { ...role, policies };
        });
      };
    },
  },
  'role-holders.holders.nobody-else': {
    name: 'back-with-the-next',
    sentence: 'Who no longer holds a role is listed again once somebody else is granted it.',
    patch: remembering(
      () => ({ former: new Map<number, Set<number>>(), isBack: new Set<number>() }),
      ({ former, isBack }) =>
        all(
          after('revokeRole', (call) => {
            const roleId = idIn(call, 'roleId') ?? 0;
            former.set(roleId, (former.get(roleId) ?? new Set()).add(idIn(call, 'userId') ?? 0));
          }),
          after('grantRole', (call) => {
            const roleId = idIn(call, 'roleId') ?? 0;
            former.get(roleId)?.delete(idIn(call, 'userId') ?? 0);
            if ((former.get(roleId)?.size ?? 0) > 0) isBack.add(roleId);
          }),
          changeBody('listRoleHolders', (body, call) => {
            const roleId = idIn(call, 'roleId') ?? 0;
            const listed = itemsOf(body);
            const ids = isBack.has(roleId) ? [...(former.get(roleId) ?? [])] : [];
            const users = ids.flatMap((id) => call.tenant.account.users.get(id) ?? []);
            const entries = users.map(({ id, email, firstName, active }) => ({
              id,
              email,
              firstName,
              active,
              roles: [],
            }));
            return pageInfoOf(body)['hasNextPage'] === true ? body : { ...body, items: [...listed, ...entries] };
          }),
        ),
    ),
  },
});
