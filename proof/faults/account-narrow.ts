import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import type { Caller } from '../../mock/rules/access.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type Role } from '../../mock/world/account.ts';
import { rolesOf } from '../../mock/world/held-roles.ts';
import { byOAuth, byPlainUser } from '../lib/access.ts';
import { alsoThese, faults, type Deviation } from '../lib/fault.ts';
import { both } from '../lib/only.ts';
import { byTimes, changeBodySync, during, refusing, replaceSync, withBody } from '../lib/patches.ts';
import { passing } from '../lib/refused.ts';
import { isAsked, refusedYet } from '../lib/reports.ts';
import { changeRoleRequest, duringRoles, roleOf, storing } from '../lib/roles.ts';

/** Faults of roles, their holders, users and credentials that show for one class of input, actor or history alone. */

const isBuiltIn = (id: number): boolean => BUILT_IN_ROLES.some((role) => role.id === id);

/** A search that has a capital in it compares the beginnings of texts alone. */
function capitalsAtTheStart(operation: string, what: string): Deviation {
  return {
    name: 'capitals-at-the-start-alone',
    sentence: `A search of ${what} for a text with a capital in it finds only what begins with that.`,
    patch: during(operation, 'users', ({ matches }) => ({
      matches: (text, search) =>
        matches(text, search) && (!/[A-Z]/.test(search) || text.toLowerCase().startsWith(search.toLowerCase())),
    })),
  };
}

const isPolicyLater = (problem: string): boolean => /^policies\[[1-9]/.test(problem);
const isPolicyFirst = (problem: string): boolean => problem.startsWith('policies[0]');

/** A problem is not told beside one of a policy behind valid ones. */
function hiddenByLaterPolicies(hidden: string): Patch {
  return ({ roles }) => {
    const { told } = roles;
    roles.told = (problems) =>
      told(
        problems.some(isPolicyLater) && !problems.some(isPolicyFirst)
          ? problems.filter((one) => one !== hidden)
          : problems,
      );
  };
}

function withOneResource(role: Role): Role {
  const policies = role.policies.map((policy) =>
    policy.resourceType === 'Deployment' ? policy : { ...policy, resources: policy.resources.slice(0, 1) },
  );
  return { ...role, policies };
}

const isEmpty = (body: unknown): boolean => typeof body === 'object' && body !== null && Object.keys(body).length === 0;

const digitsOf = (resource: unknown): unknown =>
  typeof resource === 'string' ? resource.replace(/^(\d+)[a-z-].*$/, '$1') : resource;

function inDeploymentPolicies(body: Body, change: (resources: readonly unknown[]) => readonly unknown[]): Body {
  const { policies } = body;
  if (!Array.isArray(policies)) return body;
  return {
    ...body,
    policies: policies.map((policy: unknown) => {
      if (typeof policy !== 'object' || policy === null) return policy;
      const { resourceType, resources } = policy as Body;
      return resourceType === 'Deployment' && Array.isArray(resources)
        ? { ...policy, resources: change(resources) }
        : policy;
    }),
  };
}

const refusedToPlainUsers = (isMeant: (body: Body | undefined) => boolean): Patch =>
  refusing(
    'createDeploymentToken',
    both(byPlainUser, ({ body }) => isMeant(body as Body | undefined)),
    'invalid',
  );

/** Whether a policy of a caller names an action, on whatever. */
function holding(action: string): (who: Caller) => boolean {
  return ({ tenant, principal: { user } }) =>
    user !== undefined &&
    rolesOf(tenant, user).some(({ role }) => role.policies.some(({ actions }) => actions.includes(action)));
}

function isHeld(call: Call): boolean {
  const id = roleOf(call)?.id;
  return id !== undefined && call.tenant.account.users.find(({ roleIds }) => roleIds.has(id)) !== undefined;
}

export const accountNarrowFaults = faults({
  'roles.update.all-problems': [
    {
      name: 'null-name-hidden-by-a-later-policy',
      sentence: 'That the name is null is not told where the first of the policies is valid and a later one is not.',
      patch: hiddenByLaterPolicies('name is null'),
    },
    {
      name: 'built-in-name-hidden-by-a-later-policy',
      sentence: 'That the name is Admin is not told where the first of the policies is valid and a later one is not.',
      patch: hiddenByLaterPolicies('name is that of a built-in role'),
    },
  ],
  'roles.update.all-policy-problems': {
    name: 'first-of-the-later-ones',
    sentence: 'Where the first of the policies is valid, one of the others that are not is told.',
    patch: ({ roles }) => {
      const { told } = roles;
      roles.told = (problems) => {
        const later = problems.filter(isPolicyLater);
        return told(problems.some(isPolicyFirst) ? problems : problems.filter((one) => !later.slice(1).includes(one)));
      };
    },
  },
  'roles.update.policies-replace': {
    name: 'one-resource-but-of-deployments',
    sentence: 'Of the resources of a policy on anything but deployments an update stores the first alone.',
    patch: storing((next, { policies }) => (policies === undefined ? next : withOneResource(next))),
  },
  'roles.create.stores-policies': {
    name: 'one-resource-but-of-deployments',
    toldBy: 'roles.update.policies-replace',
    sentence: 'Of the resources of a policy on anything but deployments a creation stores the first alone.',
    patch: replaceSync('createRole', (call, original) =>
      withBody(original(call), (body) => call.tenant.account.roles.replace(withOneResource(body as unknown as Role))),
    ),
  },
  'roles.update.body-empty': {
    name: 'refused-without-a-description',
    sentence: 'An update with an empty body is refused for a role that has no description.',
    patch: refusing('updateRole', (call) => isEmpty(call.body) && roleOf(call)?.description === null, 'invalid'),
  },
  'roles.update.name-taken': {
    name: 'taken-while-held',
    sentence: 'A role that a user holds may have the name of another role.',
    also: alsoThese('two roles have one name then', 'roles.list.names-unique'),
    patch: duringRoles('updateRole', (roles, call) => {
      const { isTaken } = roles;
      const free = isHeld(call);
      roles.isTaken = (name, all, except) => !free && isTaken(name, all, except);
    }),
  },
  'roles.update.policy-no-action': {
    name: 'taken-while-held',
    sentence: 'A role that a user holds may have a policy without actions.',
    also: alsoThese(
      'the same policy among others is taken and shown, too',
      'roles.update.policy-one-of-many',
      'roles.policy.actions',
    ),
    patch: duringRoles('updateRole', (roles, call) => {
      if (isHeld(call)) roles.fewestActions = 0;
    }),
  },
  'roles.update.description-omitted': {
    name: 'lost-with-the-policies',
    sentence: 'An update that removes all policies and has no description clears it.',
    patch: storing((next, { policies, description }) =>
      Array.isArray(policies) && policies.length === 0 && description === undefined
        ? { ...next, description: null }
        : next,
    ),
  },
  'roles.update.body-omitted': {
    name: 'refused-without-a-description',
    sentence: 'An update without a body is refused for a role that has no description.',
    patch: refusing('updateRole', (call) => call.body === undefined && roleOf(call)?.description === null, 'invalid'),
  },
  'roles.update.name-built-in': {
    name: 'taken-while-held',
    sentence: 'A role that a user holds may have the name Admin.',
    patch: duringRoles('updateRole', (roles, call) => {
      const { isBuiltInName } = roles;
      const free = isHeld(call);
      roles.isBuiltInName = (name) => !(free && name === 'Admin') && isBuiltInName(name);
    }),
  },
  'roles.create.policy-deployment-slug': {
    name: 'digits-first',
    sentence: 'In a role creation the digits with which a resource begins are taken for the id.',
    also: alsoThese(
      'the same policy among others is taken, too',
      'roles.create.policy-one-of-many',
      'roles.create.policy-deployment-one-of-many',
    ),
    patch: changeRoleRequest('createRole', (body) => inDeploymentPolicies(body, (all) => all.map(digitsOf))),
  },
  'role-holders.holders.deactivated': {
    name: 'not-behind-a-cursor',
    sentence: 'A page of holders after a cursor leaves out those who are deactivated.',
    also: alsoThese('the pages together lack them', 'role-holders.holders.pages-complete'),
    patch: during(
      'listRoleHolders',
      'roleHolders',
      () => ({ isListed: ({ active }) => active }),
      (call) => isAsked(call, 'after'),
    ),
  },
  'role-holders.holders.entry-group-roles': {
    name: 'not-of-built-in-roles',
    sentence: 'The holders of a built-in role are shown without the custom roles that come through a group.',
    patch: ({ roleHolders }) => {
      const { carried } = roleHolders;
      roleHolders.carried = (held, listed) => {
        const all = carried(held, listed);
        return isBuiltIn(listed.id) ? all.filter(({ role, direct }) => direct || isBuiltIn(role.id)) : all;
      };
    },
  },
  'role-holders.holders.entry-custom-roles': {
    name: 'not-of-built-in-roles',
    toldBy: 'role-holders.holders.entry-group-roles',
    sentence: 'The holders of a built-in role are shown without the custom roles that were granted to them.',
    patch: ({ roleHolders }) => {
      const { carried } = roleHolders;
      roleHolders.carried = (held, listed) => {
        const all = carried(held, listed);
        return isBuiltIn(listed.id) ? all.filter(({ role, direct }) => !direct || isBuiltIn(role.id)) : all;
      };
    },
  },
  'role-holders.grant.admin': {
    name: 'refused-to-oauth-yet-held',
    sentence: 'A grant of the Admin role with an OAuth token is refused with 404, and the user holds it from then on.',
    patch: refusedYet('grantRole', (call) => {
      const { users } = call.tenant.account;
      const user = users.get(idIn(call, 'userId') ?? 0);
      if (!byOAuth(call) || idIn(call, 'roleId') !== ADMIN_ROLE || !user) return;
      users.replace({ ...user, roleIds: new Set([...user.roleIds, ADMIN_ROLE]) });
    }),
  },
  'role-holders.user-roles.is-admin-tells': {
    name: 'false-beside-a-custom-role',
    sentence: 'The value of isAdmin is false for an administrator who was granted a custom role.',
    patch: changeBodySync('listUserRoles', (body) => {
      const roles = body['roles'] as readonly { readonly id: number; readonly direct: boolean }[];
      return roles.some(({ id, direct }) => direct && !isBuiltIn(id)) ? { ...body, isAdmin: false } : body;
    }),
  },
  'users.list.search-any-case': capitalsAtTheStart('listUsers', 'users'),
  'users.groups.search-any-case': capitalsAtTheStart('listGroups', 'groups'),
  'api-keys.get.no-token': {
    name: 'the-first-time',
    sentence: 'The first reading of a key shows its token.',
    patch: byTimes(
      'getApiKey',
      (call) => idIn(call, 'id'),
      (times, call, original) => {
        const id = idIn(call, 'id');
        const token = [...call.tenant.tokens].find(([, { keyId }]) => keyId !== undefined && keyId === id)?.[0];
        return withBody(original(call), (body) => (times === 1 && token !== undefined ? { ...body, token } : body));
      },
    ),
  },
  'deployments.token.expires-in-longest': {
    name: 'refused-to-plain-users',
    sentence: 'An expiresIn of 86400 is refused to a user without the admin role.',
    patch: refusedToPlainUsers((body) => body?.['expiresIn'] === 86_400),
  },
  'deployments.token.expires-in-shortest': {
    name: 'refused-to-plain-users',
    sentence: 'An expiresIn of 60 is refused to a user without the admin role.',
    patch: refusedToPlainUsers((body) => body?.['expiresIn'] === 60),
  },
  'deployments.token.without-body': {
    name: 'refused-to-plain-users',
    sentence: 'A request for a token without a body is refused to a user without the admin role.',
    patch: refusedToPlainUsers((body) => body === undefined),
  },
  'deployments.token.without-expires-in': {
    name: 'refused-to-plain-users',
    sentence: 'A request for a token with an empty body is refused to a user without the admin role.',
    patch: refusedToPlainUsers(isEmpty),
  },
  'dev-mode.state.parent-branch': {
    name: 'absent-with-a-slash',
    sentence: 'The state of a branch whose name has a slash comes without parentBranch.',
    patch: changeBodySync('enterDevMode', ({ parentBranch, ...others }) =>
      String(others['branchName']).includes('/') ? others : { ...others, parentBranch },
    ),
  },
  'embed-tenants.listEmbedTenantWorkbooks.administrator-only': {
    name: 'workbook-managers-let-in',
    toldBy: 'role-holders.user-roles.is-admin-only',
    sentence: 'Whoever holds WorkbookManage passes for an administrator on listEmbedTenantWorkbooks.',
    patch: passing('listEmbedTenantWorkbooks', holding('WorkbookManage')),
  },
  'api-keys.listApiKeys.administrator-only': {
    name: 'oauth-managers-let-in',
    toldBy: 'role-holders.user-roles.is-admin-only',
    sentence: 'Whoever holds OAuthIntegrationsManage passes for an administrator on listApiKeys.',
    patch: passing('listApiKeys', holding('OAuthIntegrationsManage')),
  },
  'roles.listRoles.administrator-only': {
    name: 'auditors-let-in',
    toldBy: 'role-holders.user-roles.is-admin-only',
    sentence: 'Whoever holds AuditLogManage passes for an administrator on listRoles.',
    patch: passing('listRoles', holding('AuditLogManage')),
  },
});
