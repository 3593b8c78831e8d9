import { done, ok, refuse } from '../../mock/answer.ts';
import { idIn, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES, type User } from '../../mock/world/account.ts';
import { isAdminUser } from '../../mock/world/held-roles.ts';
import { asAdministrator, byOAuth, byScopedKey, isAdministrator, takingScopedKeys } from '../lib/access.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { all, changeBody, during, remembering, replace, replaceSync, withBody } from '../lib/patches.ts';
import { continuing, onlyWhere } from '../lib/paging.ts';
import { passing } from '../lib/refused.ts';
import { itemsOf } from '../lib/reports.ts';
import { storing, type Shown } from '../lib/roles.ts';

const isBuiltIn = (call: Call): boolean => BUILT_IN_ROLES.some(({ id }) => id === idIn(call, 'roleId'));
const holdsAdmin = (user: User | undefined): boolean => user?.roleIds.has(ADMIN_ROLE) === true;
const userIn = (call: Call, name = 'userId'): User | undefined => call.tenant.account.users.get(idIn(call, name) ?? 0);

/** Whether the user of a call is an administrator, also through a group. */
function isForAdministrator(call: Call): boolean {
  const user = userIn(call);
  return user !== undefined && isAdminUser(call.tenant, user);
}

type Operation = 'grantRole' | 'revokeRole' | 'listRoleHolders';

/** Lets users who are no administrators onto an operation where it is about a built-in role. */
function toMembersWhereBuiltIn(operation: Operation): Patch {
  return all(
    passing(operation, () => true),
    replace(operation, (call, original) =>
      isAdministrator(call) || isBuiltIn(call) ? original(call) : refuse(403, 'only an administrator may do this'),
    ),
  );
}

/** The same for keys that are scoped to deployments. */
function toScopedWhereBuiltIn(operation: Operation): Patch {
  return all(
    ({ access }) => {
      const { refusesScopedKeys } = access;
      access.refusesScopedKeys = (rules, id) => id !== operation && refusesScopedKeys(rules, id);
    },
    takingScopedKeys(operation),
    replace(operation, (call, original) => {
      if (!byScopedKey(call)) return original(call);
      return isBuiltIn(call) ? original(asAdministrator(call)) : refuse(403, 'the key is scoped to deployments');
    }),
  );
}

/** What knows the roles that were renamed. */
function knowingRenamed(patch: (renamed: ReadonlySet<number>) => Patch): Patch {
  return remembering(
    () => new Set<number>(),
    (renamed) =>
      all(
        storing((next, _asked, former) => {
          if (next.name !== former.name) renamed.add(next.id);
          return next;
        }),
        patch(renamed),
      ),
  );
}

/** Acknowledges some calls and does nothing. */
function acknowledged(operation: Operation, isMeant: (call: Call) => boolean): Patch {
  return replace(operation, (call, original) => (isMeant(call) ? done() : original(call)));
}

/** Answers what it answered the first time. */
function cached(operation: string, member: string): Patch {
  return remembering(
    () => new Map<unknown, unknown>(),
    (memory) =>
      replaceSync(operation, (call, original) => {
        const key = JSON.stringify([call.path[member], call.query.text('after'), call.query.text('first')]);
        if (memory.has(key)) return ok(memory.get(key));
        const answer = original(call);
        if ('body' in answer) memory.set(key, answer.body);
        return answer;
      }),
  );
}

/** Leaves those out of some lists who hold the role through a group alone. */
const directAlone = (isMeant: (call: Call) => boolean): Patch =>
  during(
    'listRoleHolders',
    'roleHolders',
    () => ({ isHolder: (held, id) => held.some(({ role, direct }) => role.id === id && direct) }),
    isMeant,
  );

/** The rules of role holders broken for one kind of role, of user or of caller, or once a role was changed. */
export const roleHoldersKindsFaults = faults({
  'role-holders.listRoleHolders.scoped-key-refused': {
    name: 'of-built-in-roles',
    sentence: 'The holders of built-in roles are listed to keys that are scoped to deployments.',
    patch: toScopedWhereBuiltIn('listRoleHolders'),
  },
  'role-holders.grantRole.scoped-key-refused': {
    name: 'of-built-in-roles',
    sentence: 'A key that is scoped to deployments grants built-in roles.',
    patch: toScopedWhereBuiltIn('grantRole'),
  },
  'role-holders.revokeRole.scoped-key-refused': {
    name: 'of-built-in-roles',
    sentence: 'A key that is scoped to deployments revokes built-in roles.',
    patch: toScopedWhereBuiltIn('revokeRole'),
  },
  'role-holders.listRoleHolders.administrator-only': {
    name: 'of-built-in-roles',
    sentence: 'The holders of built-in roles are listed to everybody.',
    patch: toMembersWhereBuiltIn('listRoleHolders'),
  },
  'role-holders.grantRole.administrator-only': {
    name: 'of-built-in-roles',
    sentence: 'Everybody grants built-in roles.',
    patch: toMembersWhereBuiltIn('grantRole'),
  },
  'role-holders.revokeRole.administrator-only': {
    name: 'of-built-in-roles',
    sentence: 'Everybody revokes built-in roles.',
    patch: toMembersWhereBuiltIn('revokeRole'),
  },
  'role-holders.grant.admin': {
    name: 'to-who-is-one',
    sentence: 'A grant of the Admin role to who holds it already is acknowledged.',
    patch: acknowledged('grantRole', (call) => idIn(call, 'roleId') === ADMIN_ROLE && isForAdministrator(call)),
  },
  'role-holders.grant.grants': [
    {
      name: 'not-to-administrators',
      sentence: 'A grant of a custom role to an administrator is acknowledged and does nothing.',
      also: alsoThese(
        'what was not granted cannot be held, listed or revoked',
        'role-holders.revoke.revokes',
        'role-holders.holders.direct',
      ),
      patch: acknowledged('grantRole', (call) => !isBuiltIn(call) && holdsAdmin(userIn(call))),
    },
    {
      name: 'administrators-shown-as-such-alone',
      sentence: 'The roles of an administrator are the built-in ones.',
      patch: changeBody('listUserRoles', (body, call) =>
        holdsAdmin(userIn(call, 'id'))
          ? {
              ...body,
              roles: (body['roles'] as Shown[]).filter(({ id }) => BUILT_IN_ROLES.some((role) => role.id === id)),
            }
          : body,
      ),
    },
    {
      name: 'not-once-renamed',
      sentence: 'A grant of a role that has been renamed is acknowledged and does nothing.',
      also: alsoThese('a role that was renamed is granted there, too', 'role-holders.grant.takes-effect'),
      patch: knowingRenamed((renamed) => acknowledged('grantRole', (call) => renamed.has(idIn(call, 'roleId') ?? 0))),
    },
  ],
  'role-holders.grant.takes-effect': {
    name: 'not-once-renamed',
    sentence: 'A role that has been renamed grants nothing any more.',
    patch: knowingRenamed((renamed) => ({ authority }) => {
      const { counted } = authority;
      authority.counted = (tenant, user) => counted(tenant, user).filter(({ id }) => !renamed.has(id));
    }),
  },
  'role-holders.revoke.revokes': [
    {
      name: 'not-once-renamed',
      sentence: 'A revocation of a role that has been renamed is acknowledged and takes nothing.',
      also: alsoThese('a role that was renamed is revoked there, too', 'role-holders.grant.takes-effect'),
      patch: knowingRenamed((renamed) => acknowledged('revokeRole', (call) => renamed.has(idIn(call, 'roleId') ?? 0))),
    },
    {
      name: 'not-from-administrators',
      sentence: 'A revocation from an administrator is acknowledged and takes nothing.',
      patch: acknowledged('revokeRole', (call) => holdsAdmin(userIn(call))),
    },
  ],
  'role-holders.holders.direct': [
    {
      name: 'no-administrators',
      sentence: 'The holders of a custom role do not include administrators.',
      also: alsoThese('pages are compared with those who hold the role', 'role-holders.holders.pages-complete'),
      patch: replaceSync('listRoleHolders', (call, original) =>
        withBody(original(call), (body) => ({
          ...body,
          items: itemsOf(body).filter(
            ({ id }) => isBuiltIn(call) || !holdsAdmin(call.tenant.account.users.get(Number(id))),
          ),
        })),
      ),
    },
    {
      name: 'as-listed-first',
      sentence: 'The holders of a role are those that it had when they were listed first.',
      also: [
        ...alsoThese(
          'these lists are read again after a change as well',
          'role-holders.holders.drops-revoked',
          'role-holders.holders.entry-custom-roles',
          'role-holders.holders.entry-only-held',
        ),
        ...alsoThese('a user who is left out has no entry', 'role-holders.holders.entry-group-roles'),
      ],
      patch: cached('listRoleHolders', 'roleId'),
    },
    {
      name: 'not-once-renamed',
      sentence: 'The holders of a role that has been renamed are none.',
      patch: knowingRenamed((renamed) =>
        changeBody('listRoleHolders', (body, call) =>
          renamed.has(idIn(call, 'roleId') ?? 0) ? { ...body, items: [] } : body,
        ),
      ),
    },
  ],
  'role-holders.holders.group': {
    name: 'not-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'Who holds a role through a group alone is not listed to who comes with an OAuth access token.',
    patch: directAlone(byOAuth),
  },
  'role-holders.grant.built-in': {
    name: 'not-by-oauth',
    seenWith: 'OAUTH_TOKEN',
    sentence: 'A grant of a built-in role with an OAuth access token is acknowledged and does nothing.',
    patch: acknowledged('grantRole', (call) => byOAuth(call) && isBuiltIn(call) && idIn(call, 'roleId') !== ADMIN_ROLE),
  },
  'role-holders.holders.pages-complete': [
    {
      name: 'direct-alone-behind-a-cursor',
      sentence: 'Pages of holders behind a cursor leave out those who hold the role through a group alone.',
      patch: directAlone(({ query }) => query.text('after') !== undefined),
    },
    {
      name: 'one-late-of-built-in-roles',
      sentence: 'A page of the holders of a built-in role leaves out the one that it should begin with.',
      patch: onlyWhere('listRoleHolders', isBuiltIn, continuing('listRoleHolders', 'one-late')),
    },
  ],
  'role-holders.holders.deactivated': [
    {
      name: 'not-of-built-in-roles',
      sentence: 'The holders of a built-in role do not include those who are deactivated.',
      patch: during('listRoleHolders', 'roleHolders', () => ({ isListed: ({ active }) => active }), isBuiltIn),
    },
    {
      name: 'through-a-group-alone',
      sentence: 'Those who are deactivated are listed as holders of roles of their groups alone.',
      also: alsoThese('the entry of a deactivated user is looked for', 'role-holders.holders.entry-group-roles'),
      patch: during('listRoleHolders', 'roleHolders', (_own, { tenant, path }) => ({
        isListed: (user) => user.active || !tenant.account.users.get(user.id)?.roleIds.has(Number(path['roleId'])),
      })),
    },
  ],
  'environments.meta-sync.private-through-group': {
    name: 'direct-alone',
    sentence: 'Of the roles of a user those count that the user holds directly.',
    also: alsoThese('the right of a group is one of those there', 'environments.meta-sync.private-held'),
    patch: ({ authority }) => {
      const { counted } = authority;
      authority.counted = (tenant, user) => counted(tenant, user).filter(({ id }) => user.roleIds.has(id));
    },
  },
});
