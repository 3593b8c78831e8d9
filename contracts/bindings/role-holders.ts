import { ENVELOPE, type Bindings } from './binding.ts';

export const roleHolders = {
  'role-holders.list': {
    kind: 'envelope',
    what: 'where the list of the holders of a role keeps its elements and its cursor',
    point: 'U035',
    default: ENVELOPE,
    discover: { rule: 'envelope', operation: 'listRoleHolders' },
  },
  'role-holders.user-id': {
    kind: 'name',
    what: 'the member of a holder with the id of the user',
    point: 'U035',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'listRoleHolders',
      in: 'answer',
      under: '*[]',
      like: ['^user_?id$', '^id$'],
      mayBeInside: true,
    },
  },
  'role-holders.roles': {
    kind: 'name',
    what: 'the member of a holder with the full set of roles of the user',
    point: 'U035',
    default: 'roles',
    discover: {
      rule: 'member',
      operation: 'listRoleHolders',
      in: 'answer',
      under: '*[]',
      like: ['^roles$', 'roles$', '^role_?ids$'],
      type: 'array',
    },
  },
  'role-holders.holder-role-id': {
    kind: 'name',
    what: 'the member with the id of a role among the roles of a holder, where these are no ids themselves',
    point: 'U035',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'listRoleHolders',
      in: 'answer',
      under: '*[].{role-holders.roles}[]',
      like: ['^role_?id$', '^id$'],
    },
  },
  'role-holders.user-roles': {
    kind: 'name',
    what: 'the member with the list of the roles of a user, beside isAdmin',
    point: 'U035',
    default: 'roles',
    discover: {
      rule: 'member',
      operation: 'listUserRoles',
      in: 'answer',
      like: ['^roles$', 'roles$', '^items$', '^data$'],
      type: 'array',
      orOnly: true,
    },
  },
  'role-holders.user-role-id': {
    kind: 'name',
    what: 'the member with the id of a role in the list of the roles of a user, beside direct and groupIds',
    point: 'U035',
    default: 'id',
    discover: {
      rule: 'member',
      operation: 'listUserRoles',
      in: 'answer',
      under: '{role-holders.user-roles}[]',
      like: ['^role_?id$', '^id$'],
    },
  },
} as const satisfies Bindings;
