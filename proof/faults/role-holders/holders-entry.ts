import { idIn, type Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { BUILT_IN_ROLES } from '../../../mock/world/account.ts';
import type { HeldRole } from '../../../mock/world/held-roles.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { after, changeBody, changeBodySync, remembering, replace } from '../../lib/patches.ts';
import { isAsked, itemsOf } from '../../lib/reports.ts';
import { knowingRoles } from '../../lib/role-histories.ts';
import { changeEntries, counted, isBuiltIn, isCustom, pairIn, underFormerNames } from '../../lib/role-holders.ts';
import type { Shown } from '../../lib/roles.ts';

/** A holder is listed with some of the roles; the one that was asked for is always among them. */
function carrying(isCarried: (held: HeldRole) => boolean): Patch {
  return ({ roleHolders }) => {
    roleHolders.carried = (held, listed) => held.filter((one) => one.role.id === listed.id || isCarried(one));
  };
}

/** Faults of the entries in the list of a role's holders. */
export const holdersEntryFaults = faults({
  'role-holders.holders.entry-custom-roles': [
    {
      name: 'first-four',
      sentence: 'An entry of the list of holders shows the first four of the roles of the user.',
      patch: ({ roleHolders }) => {
        const { carried } = roleHolders;
        roleHolders.carried = (held, listed) => carried(held, listed).slice(0, 4);
      },
    },
    {
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
    {
      name: 'without-those-renamed',
      toldBy: 'role-holders.grant.grants',
      sentence: 'An entry of the list of holders leaves out roles that were renamed.',
      patch: knowingRoles((history) =>
        changeBody('listRoleHolders', (list, call) => ({
          ...list,
          items: (list['items'] as readonly Body[]).map((entry) => ({
            ...entry,
            roles: (entry['roles'] as readonly Body[]).filter(
              ({ id }) => !history.isRenamed(call.tenant.account.roles.get(Number(id))),
            ),
          })),
        })),
      ),
    },
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
    {
      name: 'as-first-listed',
      sentence: 'The entry of a holder goes on showing the roles that the user held when it was first listed.',
      also: alsoThese('what was revoked meanwhile is shown as well', 'role-holders.holders.entry-only-held'),
      patch: remembering(
        () => new Map<string, unknown>(),
        (first) =>
          changeBodySync('listRoleHolders', (list, { path }) => ({
            ...list,
            items: itemsOf(list).map((entry) => {
              const key = `${path['roleId']} ${String(entry['id'])}`;
              if (!first.has(key)) first.set(key, entry['roles']);
              return { ...entry, roles: first.get(key) };
            }),
          })),
      ),
    },
    {
      name: 'listed-role-only',
      sentence: 'Of the custom roles that a holder has directly the entry carries the listed one alone.',
      patch: carrying(({ role, direct }) => !direct || !isCustom(role)),
    },
    {
      name: 'bare-behind-the-first-page',
      sentence: 'On pages after the first one an entry carries the listed role alone.',
      patch: changeBody('listRoleHolders', (body, call) => {
        if (call.query.text('after') === undefined) return body;
        const items = (body['items'] as readonly Body[]).map((item) => ({
          ...item,
          roles: (item['roles'] as readonly Body[]).filter(({ id }) => id === pairIn(call).roleId),
        }));
        return { ...body, items };
      }),
    },
    {
      name: 'without-renamed',
      sentence: 'An entry leaves out custom roles that have been updated.',
      patch: (rules) => {
        const updated = new Set<unknown>();
        after('updateRole', (call) => updated.add(pairIn(call).roleId))(rules);
        changeEntries((items, call) =>
          items.map((item) => ({
            ...item,
            roles: (item['roles'] as readonly Body[]).filter(
              ({ id }) => id === pairIn(call).roleId || !updated.has(id),
            ),
          })),
        )(rules);
      },
    },
  ],
  'role-holders.holders.entry-group-roles': [
    {
      name: 'not-of-deactivated',
      sentence: 'The entries of deactivated users leave out what those hold through a group, but for the listed role.',
      patch: changeBodySync('listRoleHolders', (list, call) => ({
        ...list,
        items: itemsOf(list).map((entry) => {
          const user = call.tenant.account.users.get(Number(entry['id']));
          if (!user || user.active) return entry;
          const shown = (entry['roles'] as readonly Body[]).filter(
            ({ id }) => user.roleIds.has(Number(id)) || id === idIn(call, 'roleId'),
          );
          return { ...entry, roles: shown };
        }),
      })),
    },
    {
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
    {
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
    {
      name: 'direct-only',
      sentence: 'Besides the listed role an entry carries only what the user holds directly.',
      patch: carrying(({ direct }) => direct),
    },
    {
      name: 'on-the-first-page',
      sentence: 'On later pages an entry carries only the roles that the user holds directly.',
      patch: changeEntries((entries, { query, tenant }) =>
        query.text('after') === undefined
          ? entries
          : entries.map((entry) => ({
              ...entry,
              roles: (entry['roles'] as readonly Body[]).filter(({ id }) =>
                tenant.account.users.get(entry['id'] as number)?.roleIds.has(id as number),
              ),
            })),
      ),
    },
  ],
  'role-holders.holders.entry-built-in-roles': [
    {
      name: 'not-behind-a-cursor',
      sentence: 'On later pages an entry carries custom roles only.',
      patch: changeBodySync('listRoleHolders', (list, call) =>
        isAsked(call, 'after')
          ? {
              ...list,
              items: itemsOf(list).map((entry) => ({
                ...entry,
                roles: (entry['roles'] as Shown[]).filter(({ id }) => !BUILT_IN_ROLES.some((one) => one.id === id)),
              })),
            }
          : list,
      ),
    },
    {
      name: 'custom-only',
      sentence: 'Besides the listed role an entry carries custom roles only.',
      patch: carrying(({ role }) => isCustom(role)),
    },
  ],
  'role-holders.holders.entry-only-held': [
    {
      name: 'one-too-many',
      sentence: 'Each entry carries the newest custom role that its user does not hold as well.',
      patch: replace('listRoleHolders', async (call, original) => {
        const answer = await original(call);
        if (answer.kind !== 'ok') return answer;
        const items = ((answer.body as Body)['items'] as readonly Body[]).map((item) => {
          const roles = item['roles'] as readonly Body[];
          const other = call.tenant.account.roles.all().findLast(({ id }) => roles.every((one) => one['id'] !== id));
          return { ...item, roles: other ? [...roles, { id: other.id, name: other.name }] : roles };
        });
        return { ...answer, body: { ...(answer.body as Body), items } };
      }),
    },
    {
      name: 'revoked-kept',
      sentence: 'An entry still carries roles that were revoked from its user.',
      patch: counted((turns) =>
        changeEntries((items, { tenant }) =>
          items.map((item) => {
            const roles = item['roles'] as readonly Body[];
            const isGone = (roleId: number) => turns.revoked({ roleId, userId: Number(item['id']) }) > 0;
            const gone = tenant.account.roles.filter(({ id }) => isGone(id) && roles.every((one) => one['id'] !== id));
            return { ...item, roles: [...roles, ...gone.map(({ id, name }) => ({ id, name }))] };
          }),
        ),
      ),
    },
  ],
});
