import { refuse } from '../answer.ts';
import { idIn, type Body, type Call } from '../call.ts';
import { ADMIN_ROLE, type Group } from '../world/account.ts';
import { roleById } from '../world/held-roles.ts';
import { ID, NAME, type Thing, type VendorOperation, type VendorOperations } from './operation.ts';
import { userIn } from './users.ts';

function groupIn(call: Call): Group {
  const id = idIn(call, 'groupId');
  return (
    (id === undefined ? undefined : call.tenant.account.groups.get(id)) ?? refuse('unknown', 'there is no such group')
  );
}

function createGroup(call: Call, { name }: Body): Thing {
  const { groups } = call.tenant.account;
  if (groups.find((one) => one.name === name)) refuse('conflict', 'there is a group of this name');
  const group = { id: groups.nextId(), name: String(name), userIds: new Set<number>(), roleIds: new Set<number>() };
  groups.add(group);
  return { id: group.id, name: group.name };
}

/** The id of a role that a group may be given; the one of administrators stays with those who hold it. */
function roleIdIn(call: Call): number {
  const id = idIn(call, 'roleId');
  const role = id === undefined ? undefined : roleById(call.tenant, id);
  return role && role.id !== ADMIN_ROLE ? role.id : refuse('unknown', 'no role that groups can hold has this id');
}

/** Puts somebody or something into a group, or takes it out again. */
function change(
  summary: string,
  members: 'userIds' | 'roleIds',
  idOf: (call: Call) => number,
  isAdded: boolean,
): VendorOperation {
  return {
    kind: 'groups',
    family: 'users',
    does: isAdded ? 'set' : 'remove',
    summary,
    run: (call: Call) => {
      const group = groupIn(call);
      const id = idOf(call);
      if (!isAdded && !group[members].has(id)) refuse('unknown', 'the group does not have it');
      const others = [...group[members]].filter((one) => one !== id);
      call.tenant.account.groups.replace({ ...group, [members]: new Set(isAdded ? [...others, id] : others) });
    },
  };
}

const userId = (call: Call) => userIn(call, 'userId').id;

export const groups: VendorOperations = {
  createGroup: {
    kind: 'groups',
    family: 'users',
    does: 'create',
    summary: 'Make a group of users',
    body: { name: NAME },
    needed: ['name'],
    shows: { id: ID, name: NAME },
    listedBy: 'listGroups',
    run: createGroup,
  },
  deleteGroup: {
    kind: 'groups',
    family: 'users',
    does: 'remove',
    summary: 'Remove a group',
    run: (call) => {
      call.tenant.account.groups.remove(groupIn(call).id);
    },
  },
  addGroupUser: change('Put a user into a group', 'userIds', userId, true),
  removeGroupUser: change('Take a user out of a group', 'userIds', userId, false),
  addGroupRole: change('Give a role to a group', 'roleIds', roleIdIn, true),
  removeGroupRole: change('Take a role from a group', 'roleIds', roleIdIn, false),
};
