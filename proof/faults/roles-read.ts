import { ok } from '../../mock/answer.ts';
import { idIn } from '../../mock/call.ts';
import type { Role } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { after, all, changeBody, replace } from '../lib/patches.ts';
import { pageNumbered } from '../lib/paging.ts';
import { changeRoleList, deletedRoles, notFoundAs, roleOf } from '../lib/roles.ts';

/** What a reading, the list and its pages show, and what a deletion leaves. */
export const rolesReadFaults = faults({
  'roles.get.answers-role': {
    name: 'wrapped',
    sentence: 'A reading answers the role in a list.',
    patch: changeBody('getRole', (role) => [role]),
  },
  'roles.get.same-id': {
    name: 'next',
    sentence: 'A reading shows the id of the role after, where there is one.',
    patch: changeBody('getRole', (role, { tenant }) => {
      const next = Number(role['id']) + 1;
      return tenant.account.roles.get(next) ? { ...role, id: next } : role;
    }),
  },
  'roles.get.unknown-id': {
    name: 'forbidden',
    sentence: 'A reading of an unknown role is refused with 403.',
    patch: (rules) => {
      const { patch, ids } = deletedRoles();
      all(
        patch,
        notFoundAs('getRole', 403, (call) => !ids.has(idIn(call, 'roleId') ?? 0)),
      )(rules);
    },
  },
  'roles.list.shows-created': {
    name: 'late',
    sentence: 'A created role is not listed before it has been updated.',
    also: [
      { id: 'roles.list.pages-complete', because: 'the pages of the list lack what the list lacks' },
      { id: 'roles.list.same-as-read', because: 'a role that is not listed is shown as nothing' },
      { id: 'roles.list.no-built-in', because: 'the list is only looked at if it shows a role that was created' },
    ],
    patch: (rules) => {
      const hidden = new Set<unknown>();
      changeBody('createRole', (role) => {
        hidden.add(role['id']);
        return role;
      })(rules);
      changeBody('updateRole', (role) => {
        hidden.delete(role['id']);
        return role;
      })(rules);
      changeRoleList((roles) => roles.filter(({ id }) => !hidden.has(id)))(rules);
    },
  },
  'roles.list.shows-updated': {
    name: 'stale',
    sentence: 'The list shows updated roles with the policies of before.',
    also: [{ id: 'roles.list.same-as-read', because: 'a reading shows the policies as they are' }],
    patch: (rules) => {
      const former = new Map<number, readonly unknown[]>();
      replace('updateRole', async (call, original) => {
        const role = roleOf(call);
        const answer = await original(call);
        if (role) former.set(role.id, role.policies);
        return answer;
      })(rules);
      changeRoleList((roles) =>
        roles.map((role) => ({ ...role, policies: former.get(Number(role['id'])) ?? role['policies'] })),
      )(rules);
    },
  },
  'roles.list.drops-deleted': {
    name: 'stale',
    sentence: 'A deleted role stays in the list.',
    patch: (rules) => {
      const gone: Role[] = [];
      replace('deleteRole', async (call, original) => {
        const role = roleOf(call);
        const answer = await original(call);
        if (role) gone.push(role);
        return answer;
      })(rules);
      changeBody('listRoles', (body) =>
        (body['pageInfo'] as { hasNextPage: boolean }).hasNextPage
          ? body
          : { ...body, items: [...(body['items'] as Role[]), ...gone] },
      )(rules);
    },
  },
  'roles.list.same-as-read': [
    {
      name: 'short-description',
      sentence: 'The list shows the first ten characters of descriptions.',
      also: alsoThese('a role that was updated is looked for in the list as it was sent', 'roles.list.shows-updated'),
      patch: changeRoleList((roles) =>
        roles.map((role) => ({
          ...role,
          description: typeof role['description'] === 'string' ? role['description'].slice(0, 10) : role['description'],
        })),
      ),
    },
    {
      name: 'five-policies',
      sentence: 'The list shows the first five policies of a role.',
      patch: changeRoleList((roles) =>
        roles.map((role) => ({ ...role, policies: (role['policies'] as readonly unknown[]).slice(0, 5) })),
      ),
    },
    {
      name: 'bare-behind-the-first-page',
      sentence: 'Pages after the first one show roles without their policies.',
      patch: changeRoleList((roles, call) =>
        call.query.text('after') === undefined ? roles : roles.map((role) => ({ ...role, policies: [] })),
      ),
    },
  ],
  'roles.list.no-built-in': {
    name: 'one-listed',
    sentence: 'The last page of the list ends with a built-in role.',
    also: alsoThese('the role stands on each page', 'roles.list.after-continues'),
    patch: changeBody('listRoles', (body) =>
      (body['pageInfo'] as { hasNextPage: boolean }).hasNextPage
        ? body
        : { ...body, items: [...(body['items'] as Role[]), { id: 1, name: 'Admin', description: null, policies: [] }] },
    ),
  },
  'roles.list.names-unique': {
    name: 'cut',
    sentence: 'The list cuts names to sixteen characters, so that some look the same.',
    also: [
      { id: 'roles.list.same-as-read', because: 'a reading shows the whole name' },
      { id: 'roles.list.shows-updated', because: 'of an updated role the name is cut too' },
    ],
    patch: changeRoleList((roles) => roles.map((role) => ({ ...role, name: String(role['name']).slice(0, 16) }))),
  },
  'roles.list.first-limits': {
    name: 'one-more',
    sentence: 'A page of two holds one role more.',
    also: [{ id: 'roles.list.after-continues', because: 'the one more stands on the next page again' }],
    patch: replace('listRoles', async (call, original) => {
      const answer = await original(call);
      if (answer.kind !== 'ok' || call.query.text('first') !== '2') return answer;
      const { items } = answer.body as { items: Role[] };
      const further = [...call.tenant.account.roles.after(0)].find((role) => items.every(({ id }) => id !== role.id));
      return { ...answer, body: { ...(answer.body as object), items: further ? [...items, further] : items } };
    }),
  },
  'roles.list.after-continues': [
    {
      name: 'repeats-one',
      sentence: 'A page after a cursor begins with the last role of the page before.',
      also: alsoThese(
        'a page holds one more than was asked for',
        'roles.list.first-limits',
        'roles.list.pages-complete',
      ),
      patch: (rules) => {
        let last: Role | undefined;
        replace('listRoles', async (call, original) => {
          const answer = await original(call);
          if (answer.kind !== 'ok') return answer;
          const { items } = answer.body as { items: Role[] };
          const repeated = call.query.text('after') === undefined || !last ? items : [last, ...items];
          last = items.at(-1);
          return { ...answer, body: { ...(answer.body as object), items: repeated } };
        })(rules);
      },
    },
    {
      name: 'page-number',
      sentence: 'A cursor tells how many pages were before, and goes wrong where the next page is smaller than they.',
      patch: pageNumbered('listRoles', (next, former) => next < former),
    },
  ],
  'roles.list.pages-complete': [
    {
      name: 'skips-one',
      sentence: 'A page after a cursor leaves out its first role, where the page is small.',
      patch: replace('listRoles', async (call, original) => {
        const answer = await original(call);
        const isLater = call.query.text('after') !== undefined && call.query.text('first') !== undefined;
        if (answer.kind !== 'ok' || !isLater) return answer;
        const { items } = answer.body as { items: Role[] };
        return { ...answer, body: { ...(answer.body as object), items: items.slice(1) } };
      }),
    },
    {
      name: 'page-number',
      sentence: 'A cursor tells how many pages were before, and goes wrong where the next page is larger than they.',
      patch: pageNumbered('listRoles', (next, former) => next > former),
    },
  ],
  'roles.delete.removes': [
    {
      name: 'still-read',
      sentence: 'A deleted role is read from a cache until somebody tries to update it.',
      patch: (rules) => {
        const cached = new Map<number, Role>();
        replace('deleteRole', async (call, original) => {
          const role = roleOf(call);
          const answer = await original(call);
          if (role) cached.set(role.id, role);
          return answer;
        })(rules);
        replace('updateRole', (call, original) => {
          cached.delete(idIn(call, 'roleId') ?? 0);
          return original(call);
        })(rules);
        replace('getRole', (call, original) => {
          const role = cached.get(idIn(call, 'roleId') ?? 0);
          return role ? ok(role) : original(call);
        })(rules);
      },
    },
    {
      name: 'acknowledged',
      sentence: 'A deletion is acknowledged and deletes nothing.',
      also: [
        { id: 'roles.delete.again', because: 'the role is there to be deleted again' },
        { id: 'roles.delete.update-after', because: 'the role is there to be updated' },
        { id: 'roles.list.drops-deleted', because: 'the role stays in the list' },
        { id: 'roles.create.name-freed-by-delete', because: 'the role keeps its name' },
        { id: 'roles.update.name-freed-by-delete', because: 'the role keeps its name' },
        { id: 'roles.create.answers-role', because: 'in a longer sequence the name of a deleted role is used again' },
        { id: 'roles.create.returns-id', because: 'a role is made again there' },
      ],
      patch: replace('deleteRole', (call, original) => (roleOf(call) ? { kind: 'done' } : original(call))),
    },
    {
      name: 'only-unheld',
      sentence: 'The deletion of a role that a user holds is acknowledged and deletes nothing.',
      also: alsoThese('the name of a role that stays is not free', 'roles.create.name-freed-by-delete'),
      patch: replace('deleteRole', (call, original) => {
        const id = roleOf(call)?.id;
        const holders = call.tenant.account.users.filter(({ roleIds }) => id !== undefined && roleIds.has(id));
        return holders.length > 0 ? { kind: 'done' } : original(call);
      }),
    },
  ],
  'roles.delete.update-after': {
    name: 'brings-back',
    sentence: 'An update of a deleted role brings it back.',
    patch: (rules) => {
      const gone = new Map<number, Role>();
      replace('deleteRole', async (call, original) => {
        const role = roleOf(call);
        const answer = await original(call);
        if (role) gone.set(role.id, role);
        return answer;
      })(rules);
      replace('updateRole', (call, original) => {
        const role = gone.get(idIn(call, 'roleId') ?? 0);
        if (role && !roleOf(call)) call.tenant.account.roles.add(role);
        return original(call);
      })(rules);
    },
  },
  'roles.delete.again': {
    name: 'succeeds',
    sentence: 'A deletion of a deleted role succeeds.',
    patch: (rules) => {
      const { patch, ids } = deletedRoles();
      patch(rules);
      replace('deleteRole', (call, original) =>
        ids.has(idIn(call, 'roleId') ?? 0) ? { kind: 'done' } : original(call),
      )(rules);
    },
  },
  'roles.delete.unknown-id': {
    name: 'succeeds',
    sentence: 'A deletion of a role that there never was succeeds.',
    patch: (rules) => {
      const { patch, ids } = deletedRoles();
      patch(rules);
      replace('deleteRole', (call, original) =>
        !roleOf(call) && !ids.has(idIn(call, 'roleId') ?? 0) && (idIn(call, 'roleId') ?? 0) > 100
          ? { kind: 'done' }
          : original(call),
      )(rules);
    },
  },
  'roles.delete.built-in': {
    name: 'succeeds',
    sentence: 'A deletion of a built-in role succeeds.',
    patch: replace('deleteRole', (call, original) =>
      (idIn(call, 'roleId') ?? 0) < 100 ? { kind: 'done' } : original(call),
    ),
  },
  'roles.delete.other-roles-kept': {
    name: 'neighbour',
    sentence: 'A deletion takes the role after with it.',
    also: alsoThese('several roles in turn are deleted there', 'roles.delete.removes'),
    patch: after('deleteRole', (call) => {
      const { roles } = call.tenant.account;
      roles.remove((idIn(call, 'roleId') ?? 0) + 1);
    }),
  },
});
