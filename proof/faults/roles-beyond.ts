import { ok } from '../../mock/answer.ts';
import { idIn, type Body, type Call } from '../../mock/call.ts';
import type { Patch } from '../../mock/index.ts';
import { BUILT_IN_ROLES, type Role } from '../../mock/world/account.ts';
import type { HeldRole } from '../../mock/world/held-roles.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { NO_PAGE } from '../lib/access.ts';
import { all, during, remembering, replace, replaceSync } from '../lib/patches.ts';
import { changeRoleRequest, deletedRoles, duringRoles } from '../lib/roles.ts';

/** Faults of roles and their holders that show beyond some size, outside ASCII or behind the end of a thing's life. */

/** The first twenty actions of each policy. */
function twentyActions(body: Body): Body {
  const { policies } = body;
  if (!Array.isArray(policies)) return body;
  const cut = (actions: unknown): unknown => (Array.isArray(actions) ? actions.slice(0, 20) : actions);
  return { ...body, policies: (policies as Body[]).map((one) => ({ ...one, actions: cut(one['actions']) })) };
}

/** A page behind a role whose name has letters beyond ASCII is the end of the list. */
const endingBehindLetters: Patch = replaceSync('listRoles', (call, original) => {
  const [id] = call.tenant.dialect.cursor.read(call.query.text('after') ?? '') ?? [];
  const { name = '' } = call.tenant.account.roles.get(Number(id)) ?? {};
  const answer = original(call);
  return /[^\x00-\x7f]/.test(name) && 'body' in answer ? { ...answer, body: NO_PAGE } : answer;
});

/** The names that roles were created with, for those who show them from then on. */
function underFormerNames(patch: (shownAs: (held: HeldRole) => HeldRole) => Patch): Patch {
  return remembering(
    () => new Map<number, string>(),
    (names) =>
      all(
        replace('createRole', async (call, original) => {
          const answer = await original(call);
          const { id, name } = (answer as { readonly body: Role }).body;
          names.set(id, name);
          return answer;
        }),
        patch((held) => ({ ...held, role: { ...held.role, name: names.get(held.role.id) ?? held.role.name } })),
      ),
  );
}

/** Whether a call names the built-in Admin role. */
const isOfAdminRole = (call: Call): boolean => idIn(call, 'roleId') === BUILT_IN_ROLES[0]?.id;

export const rolesBeyondFaults = faults({
  'roles.create.stores-policies': {
    name: 'twenty-actions',
    sentence: 'Of the actions of a policy the first twenty are stored.',
    patch: changeRoleRequest('createRole', twentyActions),
  },
  'roles.update.policies-replace': {
    name: 'twenty-actions',
    sentence: 'Of the actions of a policy the first twenty are stored.',
    patch: changeRoleRequest('updateRole', twentyActions),
  },
  'roles.update.all-problems': {
    name: 'null-name-hides-resources',
    sentence: 'Where the name is null, what is wrong with the resources of policies is not told.',
    patch: duringRoles('updateRole', (roles, { body }) => {
      const { told } = roles;
      const { name } = (body ?? {}) as Body;
      roles.told = (problems) => told(problems).filter((one) => name !== null || !/resource/.test(one));
    }),
  },
  'roles.list.pages-complete': {
    name: 'ending-behind-letters',
    sentence: 'A page behind a role whose name has letters beyond ASCII is the end of the list.',
    patch: endingBehindLetters,
  },
  'roles.update.built-in': {
    name: 'admin-role-answered',
    sentence: 'An update of the built-in Admin role answers with it.',
    patch: replace('updateRole', (call, original) => (isOfAdminRole(call) ? ok(BUILT_IN_ROLES[0]) : original(call))),
  },
  'role-holders.holders.entry-custom-roles': [
    {
      name: 'under-former-names',
      sentence: 'An entry shows a role that was renamed under its former name.',
      patch: underFormerNames((shownAs) => ({ roleHolders }) => {
        const { carried } = roleHolders;
        roleHolders.carried = (held, listed) => carried(held, listed).map(shownAs);
      }),
    },
    {
      name: 'five-at-most',
      sentence: 'An entry carries five roles of its user at most.',
      patch: ({ roleHolders }) => {
        const { carried } = roleHolders;
        roleHolders.carried = (held, listed) => {
          const roles = carried(held, listed);
          return [
            ...roles.filter(({ role }) => role.id === listed.id),
            ...roles.filter(({ role }) => role.id !== listed.id),
          ].slice(0, 5);
        };
      },
    },
  ],
  'role-holders.grant.grants': {
    name: 'under-former-names',
    sentence: 'The roles of a user show a role that was renamed under its former name.',
    patch: underFormerNames((shownAs) => ({ roleHolders }) => {
      const { shown } = roleHolders;
      roleHolders.shown = (held) => shown(shownAs(held));
    }),
  },
  'role-holders.holders.unknown-role': {
    name: 'nobody-of-a-deleted-one',
    sentence: 'The holders of a role that was deleted are an empty page.',
    patch: (rules) => {
      const deleted = deletedRoles();
      all(
        deleted.patch,
        replaceSync('listRoleHolders', (call, original) =>
          deleted.ids.has(idIn(call, 'roleId') ?? 0) ? ok(NO_PAGE) : original(call),
        ),
      )(rules);
    },
  },
  'role-holders.holders.deactivated': {
    name: 'not-in-pages',
    sentence: 'A list of holders that is asked for a size of its pages leaves out deactivated users.',
    also: alsoThese('pages are compared with the whole list', 'role-holders.holders.pages-complete'),
    patch: during(
      'listRoleHolders',
      'roleHolders',
      () => ({ isListed: ({ active }) => active }),
      ({ query }) => query.text('first') !== undefined,
    ),
  },
  'role-holders.user-roles.group-ids-name': {
    name: 'first-of-several',
    sentence: 'The groupIds of a role that is held through several groups name the first of them.',
    patch: ({ roleHolders }) => {
      const { shown } = roleHolders;
      roleHolders.shown = (held) => shown({ ...held, groupIds: held.groupIds.slice(0, 1) });
    },
  },
});
