import { type Answer, ok, Refusal, refuse } from '../../../mock/answer.ts';
import { type Body, type Call, idIn } from '../../../mock/call.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import { Query } from '../../../mock/query.ts';
import { ADMIN_ROLE, BUILT_IN_ROLES } from '../../../mock/world/account.ts';
import { rolesOf } from '../../../mock/world/held-roles.ts';
import { byOAuth, NO_PAGE } from '../../lib/access.ts';
import { begunAnew, pageOfOneEndsIt } from '../../lib/cursors.ts';
import { alsoThese, type Deviation, faults } from '../../lib/fault.ts';
import { once, onItems } from '../../lib/other-operations.ts';
import { continuing, onlyWhere, pageNumbered, pagesKept, pagesKeptAfter } from '../../lib/paging.ts';
import {
  after,
  all,
  changeBody,
  changeBodySync,
  during,
  remembering,
  replace,
  replaceSync,
  withBody,
} from '../../lib/patches.ts';
import { isAsked, itemsOf, pageInfoOf, requery } from '../../lib/reports.ts';
import {
  Assignments,
  changeEntries,
  counted,
  heldKey,
  holdsAdmin,
  isCustom,
  isCustomId,
  knowingRenamed,
  namesBuiltIn,
  pairIn,
} from '../../lib/role-holders.ts';
import { deletedRoles, deletingHeld } from '../../lib/roles.ts';
import { lackingWithRoom, sizeOfTheWalk } from '../../lib/page-sizes.ts';
import { bothKindsOnEachPage } from '../../lib/role-exceptions.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

const customRolesOf = ({ tenant }: Call, userId: unknown): number[] =>
  [...(tenant.account.users.get(Number(userId))?.roleIds ?? [])].filter(isCustomId);

const NOT_LISTED = 'the check looks for the entry of the holder';

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

/** The ids of users who held a role of a name when it was deleted. */
function heirs(): { readonly patch: Patch; readonly of: (name: string) => ReadonlySet<number> } {
  const holders = new Map<string, ReadonlySet<number>>();
  return {
    of: (name) => holders.get(name) ?? new Set(),
    patch: replace('deleteRole', async (call, original) => {
      const role = call.tenant.account.roles.get(pairIn(call).roleId);
      const ids = call.tenant.account.users.filter(({ roleIds }) => role !== undefined && roleIds.has(role.id));
      const answer = await original(call);
      if (role) holders.set(role.name, new Set(ids.map(({ id }) => id)));
      return answer;
    }),
  };
}

/** Users from whom a role was revoked, by role, until it is granted again. */
function dropped(patch: (of: (call: Call) => ReadonlySet<number>) => Patch): Patch {
  return remembering(
    () => new Map<number, Set<number>>(),
    (gone) => {
      const of = (call: Call) => gone.get(idIn(call, 'roleId') ?? 0) ?? new Set<number>();
      return all(
        replaceSync('revokeRole', (call, original) => {
          const answer = original(call);
          gone.set(idIn(call, 'roleId') ?? 0, new Set([...of(call), idIn(call, 'userId') ?? 0]));
          return answer;
        }),
        replaceSync('grantRole', (call, original) => {
          const answer = original(call);
          gone.get(idIn(call, 'roleId') ?? 0)?.delete(idIn(call, 'userId') ?? 0);
          return answer;
        }),
        patch(of),
      );
    },
  );
}

/** Decides anew who is a holder; the role that is listed is known here. */
function holding(rules: Rules, isHolder: (userId: number, roleId: number, original: boolean) => boolean): void {
  const { roleHolders, handlers } = rules;
  const list = handlers['listRoleHolders'];
  if (!list) throw new Error('no behaviour for listRoleHolders');
  const { isHolder: original } = roleHolders;
  handlers['listRoleHolders'] = (call) => {
    const { roleId } = pairIn(call);
    const { isHolder: wasHolder, isListed: wasListed } = roleHolders;
    roleHolders.isHolder = () => true;
    roleHolders.isListed = (user) => isHolder(user.id, roleId, original(rolesOf(call.tenant, user), roleId));
    try {
      return list(call);
    } finally {
      Object.assign(roleHolders, { isHolder: wasHolder, isListed: wasListed });
    }
  };
}

/** The ids of built-in roles are below those of all others. */
const isOfBuiltIn = (call: Call): boolean => (idIn(call, 'roleId') ?? 0) < 10;

/** The list with another page size or none. */
function paged(call: Call, { first, after }: { readonly first?: number; readonly after?: string | undefined }): Call {
  const values = new Map<string, string>();
  if (first !== undefined) values.set('first', String(first));
  if (after !== undefined) values.set('after', after);
  return { ...call, query: new Query(values) };
}

/** A cursor leads on once; afterwards it leads to the first page. */
function spent(operation: string): Patch {
  return remembering(
    () => new Set<string>(),
    (used) =>
      replaceSync(operation, (call, original) => {
        const after = call.query.text('after');
        if (after === undefined) return original(call);
        const isSpent = used.has(after);
        used.add(after);
        return original(isSpent ? requery(call, { after: undefined }) : call);
      }),
  );
}

/** Checks of other lists use a cursor again in any case. */
const SPENT: Deviation = {
  name: 'cursor-spent',
  sentence: 'A cursor in a list of holders that was used before leads to the first page.',
  patch: spent('listRoleHolders'),
};

async function itemsIn(answer: Answer | Promise<Answer>): Promise<readonly Body[]> {
  const { body } = (await answer) as { readonly body: Body };
  return body['items'] as readonly Body[];
}

const MANY = 500;

/** Faults of the list of a role's holders: who is in it, and its pages. */
export const holdersFaults = faults({
  'role-holders.holders.direct': [
    {
      name: 'not-on-a-page-asked-for-before',
      sentence: 'A page of holders that was asked for with `first` is the same until a role is revoked.',
      patch: pagesKept('listRoleHolders', ['revokeRole'], ({ path }) => String(path['roleId'])),
    },
    {
      name: 'with-three-roles',
      sentence: 'The holders of a custom role leave out users who were granted three or more custom roles.',
      also: [
        ...alsoThese(
          'a user who is left out has no entry',
          'role-holders.holders.nobody-else',
          'role-holders.holders.entry-custom-roles',
          'role-holders.holders.entry-group-roles',
          'role-holders.holders.entry-built-in-roles',
        ),
        ...alsoThese(
          'a user who is left out is on no page',
          'role-holders.holders.pages-complete',
          'role-holders.revoke.other-users-kept',
        ),
      ],
      patch: changeBody('listRoleHolders', (body, call) => ({
        ...body,
        items: (body['items'] as readonly Body[]).filter(({ id }) => customRolesOf(call, id).length < 3),
      })),
    },
    {
      name: 'only-holder-missing',
      sentence: 'The list leaves out the one user to whom a custom role has been granted, and shows several.',
      also: [
        { id: 'role-holders.holders.nobody-else', because: NOT_LISTED },
        { id: 'role-holders.holders.drops-revoked', because: 'the check sees the holder listed first' },
        { id: 'role-holders.holders.entry-custom-roles', because: NOT_LISTED },
        { id: 'role-holders.holders.entry-group-roles', because: NOT_LISTED },
        { id: 'role-holders.holders.entry-built-in-roles', because: NOT_LISTED },
        { id: 'role-holders.revoke.other-users-kept', because: 'one of two holders is left' },
        { id: 'role-holders.holders.deactivated', because: 'the deactivated user is the only holder' },
      ],
      patch: replace('listRoleHolders', async (call, original) => {
        const answer = await original(call);
        const { roleId } = pairIn(call);
        const holders = call.tenant.account.users.filter(({ roleIds }) => roleIds.has(roleId));
        if (answer.kind !== 'ok' || !isCustom({ id: roleId }) || holders.length !== 1) return answer;
        const body = answer.body as Body;
        const items = (body['items'] as readonly Body[]).filter((item) => item['id'] !== holders[0]?.id);
        return { ...answer, body: { ...body, items } };
      }),
    },
    {
      name: 'no-administrators',
      sentence: 'The holders of a custom role do not include administrators.',
      also: alsoThese('pages are compared with those who hold the role', 'role-holders.holders.pages-complete'),
      patch: replaceSync('listRoleHolders', (call, original) =>
        withBody(original(call), (body) => ({
          ...body,
          items: itemsOf(body).filter(
            ({ id }) => namesBuiltIn(call) || !holdsAdmin(call.tenant.account.users.get(Number(id))),
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
    {
      name: 'not-again',
      sentence: 'A user from whom a role was revoked is not listed once it is granted again.',
      also: [
        { id: 'role-holders.revoke.group-kept', because: 'a holder through a group is listed, whatever was revoked' },
      ],
      patch: counted((turns) =>
        changeEntries((items, call) => {
          const { roleId } = pairIn(call);
          return items.filter(({ id }) => turns.revoked({ roleId, userId: Number(id) }) === 0);
        }),
      ),
    },
  ],
  'role-holders.holders.group': [
    {
      name: 'direct-roles-first',
      sentence: 'A user who holds any role directly is listed for such roles alone, and not for those of groups.',
      also: [{ id: 'role-holders.revoke.group-kept', because: 'the user may hold another role directly' }],
      patch: ({ roleHolders }) => {
        const { isHolder } = roleHolders;
        roleHolders.isHolder = (held, id) => {
          const direct = held.filter((one) => one.direct);
          return isHolder(direct.length > 0 ? direct : held, id);
        };
      },
    },
    {
      name: 'not-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'Who holds a role through a group alone is not listed to who comes with an OAuth access token.',
      patch: directAlone(byOAuth),
    },
    {
      name: 'not-of-built-in-roles',
      sentence: 'The holders of a built-in role leave out users who hold it through a group alone.',
      patch: during('listRoleHolders', 'roleHolders', ({ isHolder }) => ({
        isHolder: (held, id) => isHolder(id < 10 ? held.filter(({ direct }) => direct) : held, id),
      })),
    },
  ],
  'role-holders.holders.nobody-else': [
    {
      name: 'those-of-a-namesake',
      seenIn: 'of the name of a role that another held',
      sentence: 'Who held a role that was deleted holds the one that is made under its name.',
      patch: remembering(
        () => new Map<string, readonly number[]>(),
        (held) =>
          all(
            replaceSync('deleteRole', (call, original) => {
              const role = call.tenant.account.roles.get(idIn(call, 'roleId') ?? 0);
              const holders = call.tenant.account.users.filter(
                ({ roleIds }) => role !== undefined && roleIds.has(role.id),
              );
              const answer = original(call);
              if (role)
                held.set(
                  role.name,
                  holders.map(({ id }) => id),
                );
              return answer;
            }),
            after('createRole', ({ tenant: { account }, body }) => {
              const made = account.roles.find(({ name }) => name === (body as Body)['name']);
              for (const id of held.get(made?.name ?? '') ?? []) {
                const user = account.users.get(id);
                if (user && made) account.users.replace({ ...user, roleIds: new Set([...user.roleIds, made.id]) });
              }
            }),
          ),
      ),
    },
    {
      name: 'whole-group',
      also: alsoThese('who was not granted the role holds it', 'role-holders.holders.pages-nobody-else'),
      sentence: 'A grant to a member of a group is a grant to all members of the group.',
      patch: replaceSync('grantRole', (call, original) => {
        const answer = original(call);
        const { users, groups } = call.tenant.account;
        const [roleId, userId] = [idIn(call, 'roleId') ?? 0, idIn(call, 'userId') ?? 0];
        for (const group of groups.filter(({ userIds }) => userIds.has(userId))) {
          for (const user of users.filter(({ id }) => group.userIds.has(id))) {
            users.replace({ ...user, roleIds: new Set([...user.roleIds, roleId]) });
          }
        }
        return answer;
      }),
    },
    {
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
    {
      name: 'administrators-too',
      sentence: 'Administrators, who may everything, are listed as holders of every role.',
      also: [
        { id: 'role-holders.holders.pages-nobody-else', because: 'they stand on a page as well' },
        ...alsoThese(
          'an administrator who is listed has an entry without roles of groups',
          'role-holders.holders.entry-group-roles',
        ),
      ],
      patch: ({ roleHolders }) => {
        const { isHolder } = roleHolders;
        roleHolders.isHolder = (held, id) => isHolder(held, id) || isHolder(held, ADMIN_ROLE);
      },
    },
    {
      name: 'holders-of-the-deleted-namesake',
      sentence: 'A role that is made under the name of a deleted one is held by who held that one.',
      patch: (rules) => {
        const former = heirs();
        deletingHeld(rules);
        former.patch(rules);
        after('createRole', ({ tenant, body }) => {
          const { name } = body as { readonly name: string };
          const role = tenant.account.roles.find((one) => one.name === name);
          for (const user of tenant.account.users.filter(({ id }) => former.of(name).has(id))) {
            if (role) tenant.account.users.replace({ ...user, roleIds: new Set([...user.roleIds, role.id]) });
          }
        })(rules);
      },
    },
    {
      name: 'those-of-another-at-once',
      sentence: 'Of two lists at the same time the second holds the holders of the role of the first.',
      patch: sharedAnswer('listRoleHolders'),
    },
  ],
  'role-holders.holders.drops-revoked': [
    {
      name: 'not-from-a-page-asked-for-before',
      sentence:
        'A page of holders that was asked for with `first` goes on to show who lost the role until it is granted again.',
      patch: pagesKeptAfter('revokeRole', 'listRoleHolders', ['grantRole'], ({ path }) => String(path['roleId'])),
    },
    {
      name: 'with-another-role',
      sentence:
        'The holders of a role go on to include a user from whom it was revoked and who holds another custom role.',
      patch: dropped((of) =>
        changeBody('listRoleHolders', (body, call) => {
          const { users } = call.tenant.account;
          const ghosts = [...of(call)].filter((id) => customRolesOf(call, id).length > 0);
          const entries = ghosts.map((id) => ({
            ...users.get(id),
            roleIds: undefined,
            settings: undefined,
            roles: [],
          }));
          return { ...body, items: [...(body['items'] as readonly Body[]), ...entries] };
        }),
      ),
    },
    {
      name: 'still-listed',
      sentence: 'A user from whom a role was revoked stays in the list of its holders.',
      patch: (rules) => {
        const revoked = new Assignments();
        after('revokeRole', (call) => {
          const { roleId, userId } = pairIn(call);
          revoked.add(userId, roleId);
        })(rules);
        holding(rules, (userId, roleId, isHolder) => isHolder || revoked.of(userId).has(roleId));
      },
    },
    {
      name: 'stays-after-the-second-time',
      sentence: 'A user from whom a role was revoked twice stays in the list of its holders.',
      patch: counted((turns) =>
        changeEntries((items, call) => {
          const { roleId } = pairIn(call);
          const gone = call.tenant.account.users.filter(({ id }) => turns.revoked({ roleId, userId: id }) > 1);
          const missing = gone.filter(({ id }) => items.every((item) => item['id'] !== id));
          return [
            ...items,
            ...missing.map(({ id, email, firstName, active }) => ({ id, email, firstName, active, roles: [] })),
          ];
        }),
      ),
    },
  ],
  'role-holders.holders.deactivated': [
    {
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
    {
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
    {
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
    {
      name: 'not-where-first-is-sent',
      sentence: 'A list of holders with `first` leaves out those who are deactivated.',
      also: alsoThese('pages are compared with the whole list', 'role-holders.holders.pages-complete'),
      patch: during(
        'listRoleHolders',
        'roleHolders',
        ({ isListed }) => ({ isListed: (user) => isListed(user) && user.active }),
        ({ query }) => query.text('first') !== undefined,
      ),
    },
    {
      name: 'active-only',
      sentence: 'The list leaves out users who are deactivated.',
      also: alsoThese('the entry of a deactivated user is looked for', 'role-holders.holders.entry-group-roles'),
      patch: ({ roleHolders }) => {
        roleHolders.isListed = ({ active }) => active;
      },
    },
    {
      name: 'not-of-built-in-roles',
      sentence: 'The holders of a built-in role do not include those who are deactivated.',
      patch: during('listRoleHolders', 'roleHolders', () => ({ isListed: ({ active }) => active }), namesBuiltIn),
    },
    {
      name: 'through-a-group-alone',
      sentence: 'Those who are deactivated are listed as holders of roles of their groups alone.',
      also: alsoThese('the entry of a deactivated user is looked for', 'role-holders.holders.entry-group-roles'),
      patch: during('listRoleHolders', 'roleHolders', (_own, { tenant, path }) => ({
        isListed: (user) => user.active || !tenant.account.users.get(user.id)?.roleIds.has(Number(path['roleId'])),
      })),
    },
    {
      name: 'not-through-a-group',
      sentence: 'Deactivated users who hold a role through a group alone are not among its holders.',
      patch: changeEntries((entries, { tenant, path }) =>
        entries.filter((entry) => {
          const user = tenant.account.users.get(entry['id'] as number);
          return user === undefined || user.active || user.roleIds.has(Number(path['roleId']));
        }),
      ),
    },
  ],
  'role-holders.holders.built-in': [
    {
      name: 'unknown',
      sentence: 'The holders of a built-in role other than Admin are refused with 404.',
      also: [
        ...alsoThese('the entry is looked for under a built-in role as well', 'role-holders.holders.entry-group-roles'),
        ...alsoThese('a deactivated holder of such a role is looked for', 'role-holders.holders.deactivated'),
      ],
      patch: replace('listRoleHolders', (call, original) => {
        const { roleId } = pairIn(call);
        if (roleId !== ADMIN_ROLE && !isCustom({ id: roleId })) refuse(404, 'no custom role has this id');
        return original(call);
      }),
    },
    {
      name: 'empty',
      sentence: 'The list of the holders of a built-in role other than Admin is empty.',
      also: [
        ...alsoThese('the entry is looked for under a built-in role as well', 'role-holders.holders.entry-group-roles'),
        ...alsoThese('a deactivated holder of such a role is looked for', 'role-holders.holders.deactivated'),
      ],
      patch: (rules) => {
        holding(rules, (_userId, roleId, isHolder) => isHolder && (roleId === ADMIN_ROLE || isCustom({ id: roleId })));
      },
    },
  ],
  'role-holders.holders.admin': {
    name: 'unknown',
    sentence: 'The holders of the Admin role are refused with 404, as its grant is.',
    also: [
      { id: 'role-holders.user-roles.is-admin-tells', because: 'the check finds an administrator in this list' },
      { id: 'role-holders.holders.first-limits', because: 'the holders of the Admin role are one of its classes' },
      { id: 'role-holders.holders.entry-built-in-roles', because: 'the entry is looked for under the Admin role' },
      { id: 'role-holders.holders.after-continues', because: 'pages of the list of administrators are read' },
    ],
    patch: replace('listRoleHolders', (call, original) => {
      if (pairIn(call).roleId === ADMIN_ROLE) refuse(404, 'no role has this id');
      return original(call);
    }),
  },
  'role-holders.holders.unknown-role': [
    {
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
    {
      name: 'empty-page',
      sentence: 'The holders of a role that there is not are an empty page.',
      patch: replace('listRoleHolders', async (call, original) => {
        try {
          return await original(call);
        } catch (error) {
          if (!(error instanceof Refusal) || error.why !== 404) throw error;
          const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
          return ok({ items: [], pageInfo });
        }
      }),
    },
  ],
  'role-holders.holders.once': [
    {
      name: 'on-every-page',
      sentence: 'Who holds a role directly and through a group is on every page of a stated size.',
      patch: changeBodySync('listRoleHolders', (body, call) => {
        const items = body['items'] as readonly Body[];
        const both = call.tenant.account.users.filter((user) =>
          rolesOf(call.tenant, user).some(
            ({ role, direct, groupIds }) => role.id === idIn(call, 'roleId') && direct && groupIds.length > 0,
          ),
        );
        const again = both.filter(({ id }) => items.every((one) => one['id'] !== id));
        const pattern = items[0];
        if (!isAsked(call, 'first') || !pattern) return body;
        return { ...body, items: [...items, ...again.map(({ id, email }) => ({ ...pattern, id, email }))] };
      }),
    },
    {
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
    {
      name: 'once-for-each-way',
      sentence: 'Who holds a role directly and through a group stands in the list of its holders twice.',
      patch: changeBody('listRoleHolders', (body, call) => {
        const { roleId } = pairIn(call);
        const { users, groups } = call.tenant.account;
        const ofGroups = new Set(
          groups.filter(({ roleIds }) => roleIds.has(roleId)).flatMap(({ userIds }) => [...userIds]),
        );
        const items = (body['items'] as readonly Body[]).flatMap((item) => {
          const userId = Number(item['id']);
          return ofGroups.has(userId) && users.get(userId)?.roleIds.has(roleId) === true ? [item, item] : [item];
        });
        return { ...body, items };
      }),
    },
  ],
  'role-holders.holders.first-limits': [
    {
      name: 'of-the-first-page',
      sentence: 'Pages of holders behind a cursor have the size of the first page of the walk.',
      patch: sizeOfTheWalk('listRoleHolders'),
    },
    {
      name: 'both-kinds',
      sentence: 'A page of holders has as many direct holders as were asked for, and as many through a group.',
      patch: bothKindsOnEachPage,
    },
    {
      name: 'not-of-built-in-roles',
      sentence: 'A list of the holders of a built-in role ignores `first`.',
      patch: replaceSync('listRoleHolders', (call, original) =>
        original(isOfBuiltIn(call) ? requery(call, { first: undefined }) : call),
      ),
    },
    {
      name: 'one-more',
      sentence: 'A page of holders has one user more than was asked for.',
      patch: replace('listRoleHolders', (call, original) => {
        const first = call.query.integer('first', 1);
        if (first === undefined) return original(call);
        return original(paged(call, { first: first + 1, after: call.query.text('after') }));
      }),
    },
    {
      name: 'double-behind-a-cursor',
      sentence: 'A page of one holder that stands behind a cursor shows it twice.',
      also: alsoThese('what a page shows twice it repeats as well', 'role-holders.holders.after-continues'),
      patch: onlyWhere(
        'listRoleHolders',
        ({ query }) => query.text('first') === '1' && query.text('after') !== undefined,
        changeEntries((items) => [...items, ...items]),
      ),
    },
  ],
  'role-holders.holders.after-continues': [
    {
      name: 'one-early-of-built-in',
      sentence: 'A page of the holders of a built-in role begins with the last of the page before it.',
      patch: onlyWhere(
        'listRoleHolders',
        (call) => BUILT_IN_ROLES.some(({ id }) => id === idIn(call, 'roleId')),
        continuing('listRoleHolders', 'one-early'),
      ),
    },
    ...begunAnew('listRoleHolders', 'holders'),
    SPENT,
    {
      name: 'cursor-included',
      sentence: 'A page of holders begins with the user at the cursor, who ended the page before.',
      also: [{ id: 'role-holders.holders.first-limits', because: 'a page of one behind a cursor has two' }],
      patch: replace('listRoleHolders', async (call, original) => {
        const answer = await original(call);
        if (answer.kind !== 'ok' || call.query.text('after') === undefined) return answer;
        const body = answer.body as Body;
        const items = body['items'] as readonly Body[];
        const everybody = await itemsIn(original(paged(call, { first: MANY })));
        const at = everybody.findIndex((user) => user['id'] === items[0]?.['id']);
        const before = at === -1 ? everybody.at(-1) : everybody[at - 1];
        return before ? { ...answer, body: { ...body, items: [before, ...items] } } : answer;
      }),
    },
  ],
  'role-holders.holders.pages-complete': [
    {
      name: 'last-lost-with-room',
      sentence: 'A page of holders with room for more than there are lacks the last one.',
      patch: lackingWithRoom('listRoleHolders'),
    },
    {
      name: 'without-whom-it-was-granted-again',
      sentence: 'Pages of holders leave out users to whom the role was granted again after it was revoked.',
      patch: once(
        'revokeRole',
        (call) => heldKey(call),
        (revoked) =>
          changeBodySync(
            'listRoleHolders',
            onItems((items, call) =>
              isAsked(call, 'first')
                ? items.filter(({ id }) => !revoked.has(`${call.path['roleId']} ${String(id)}`))
                : items,
            ),
          ),
      ),
    },
    pageOfOneEndsIt('listRoleHolders'),
    {
      name: 'one-skipped',
      sentence: 'Each page of holders after the first one skips a user.',
      also: alsoThese('the user stands behind a cursor there', 'role-holders.holders.deactivated'),
      patch: changeBody('listRoleHolders', (body, call) =>
        call.query.text('after') === undefined ? body : { ...body, items: (body['items'] as Body[]).slice(1) },
      ),
    },
    {
      name: 'page-number',
      sentence: 'A cursor tells how many pages were before, and goes wrong where the next page is larger than they.',
      patch: pageNumbered('listRoleHolders', (next, former) => next > former),
    },
    {
      name: 'direct-alone-behind-a-cursor',
      sentence: 'Pages of holders behind a cursor leave out those who hold the role through a group alone.',
      patch: directAlone(({ query }) => query.text('after') !== undefined),
    },
    {
      name: 'one-late-of-built-in-roles',
      sentence: 'A page of the holders of a built-in role leaves out the one that it should begin with.',
      patch: onlyWhere('listRoleHolders', namesBuiltIn, continuing('listRoleHolders', 'one-late')),
    },
  ],
  'role-holders.holders.pages-nobody-else': {
    name: 'forgotten',
    sentence: 'Pages of holders after the first one list users who do not hold the role.',
    also: alsoThese('later pages are read there as well', 'role-holders.holders.entry-built-in-roles'),
    patch: replace('listRoleHolders', (call, original) => {
      const { roleHolders } = call.tenant.rules;
      const { isHolder } = roleHolders;
      if (call.query.text('after') !== undefined) roleHolders.isHolder = () => true;
      try {
        return original(call);
      } finally {
        roleHolders.isHolder = isHolder;
      }
    }),
  },
});
