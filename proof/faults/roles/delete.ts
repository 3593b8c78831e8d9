import { lookingFirst } from '../../lib/at-once.ts';
import { isDeepStrictEqual } from 'node:util';
import { done, ok, Refusal } from '../../../mock/answer.ts';
import { idIn } from '../../../mock/call.ts';
import type { Role } from '../../../mock/world/account.ts';
import { byOAuth, fromEmbedSession } from '../../lib/access.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { GROUPS_ADMIN, notThroughGroup } from '../../lib/group-administrators.ts';
import { callerId } from '../../lib/other-operations.ts';
import { acknowledged } from '../../lib/conditions.ts';
import { after, all, remembering, replace, replaceSync, withBody } from '../../lib/patches.ts';
import { roleNamed } from '../../lib/role-changes.ts';
import { knowingRoles } from '../../lib/role-histories.ts';
import { deletedRoles, roleOf } from '../../lib/roles.ts';
import { secondAcknowledged } from '../../lib/under-way.ts';

/** Faults of deleting roles. */
export const deleteFaults = faults({
  'roles.delete.removes': [
    notThroughGroup('no-role', 'deleteRole', 'delete a role'),
    {
      name: 'acknowledged-to-embed-sessions',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'A deletion of a role with an embed token of an administrator is acknowledged and does nothing.',
      patch: replace('deleteRole', (call, original) =>
        roleOf(call) && fromEmbedSession(call) ? done() : original(call),
      ),
    },
    {
      name: 'acknowledged-to-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A deletion of a role with an OAuth token is acknowledged and does nothing.',
      patch: replace('deleteRole', (call, original) => (roleOf(call) && byOAuth(call) ? done() : original(call))),
    },
    {
      name: 'of-the-name-made-again',
      toldBy: 'roles.list.same-as-read',
      sentence: 'The id of a deleted role reads the role that was made again under its name.',
      also: alsoThese('the deleted role is read after an update that comes late', 'roles.delete.update-after'),
      patch: knowingRoles((history) =>
        replace('getRole', (call, original) => {
          const id = idIn(call, 'roleId');
          const gone = roleOf(call) ? undefined : history.deleted.find((role) => role.id === id);
          const again = gone && roleNamed(call, gone.name);
          return again ? ok(again) : original(call);
        }),
      ),
    },
    {
      name: 'kept-for-oauth-without-description',
      toldBy: 'roles.list.same-as-read',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A role without a description that an OAuth token deletes is still there.',
      patch: replace('deleteRole', (call, original) => {
        const role = roleOf(call);
        return byOAuth(call) && role?.description === null ? done() : original(call);
      }),
    },
    {
      name: 'not-of-who-has-not-made-it',
      seenWith: GROUPS_ADMIN,
      sentence: 'The deletion of a role by another administrator than who made it is acknowledged and does nothing.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (makers) =>
          all(
            replaceSync('createRole', (call, original) =>
              withBody(original(call), (body) => {
                makers.set(body['id'], callerId(call));
                return body;
              }),
            ),
            acknowledged('deleteRole', (call) => (makers.get(roleOf(call)?.id) ?? callerId(call)) !== callerId(call)),
          ),
      ),
    },
    {
      name: 'of-a-renamed-role',
      also: [
        ...alsoThese(
          'the role is still there',
          'roles.create.name-freed-by-delete',
          'roles.list.drops-deleted',
          'roles.update.name-changes',
        ),
        ...alsoThese('the name of a role that stays is not free', 'roles.update.name-freed-by-delete'),
      ],
      sentence: 'The deletion of a role that was renamed is acknowledged and does nothing.',
      patch: remembering(
        () => new Set<unknown>(),
        (renamed) =>
          all(
            replaceSync('updateRole', (call, original) => {
              const former = roleOf(call)?.name;
              const answer = original(call);
              if (former !== roleOf(call)?.name) renamed.add(roleOf(call)?.id);
              return answer;
            }),
            replaceSync('deleteRole', (call, original) =>
              renamed.has(roleOf(call)?.id ?? 'none') ? done() : original(call),
            ),
          ),
      ),
    },
    {
      name: 'renamed-kept',
      sentence: 'The deletion of a role that has been renamed is acknowledged and deletes nothing.',
      also: [
        { id: 'roles.create.name-freed-by-delete', because: 'a role that stays keeps its name' },
        { id: 'roles.list.drops-deleted', because: 'a role that stays is listed' },
        { id: 'roles.update.name-changes', because: 'a role that is still listed is not as it was read' },
        { id: 'roles.delete.again', because: 'what was not deleted can be deleted' },
        { id: 'roles.update.name-freed-by-delete', because: 'the name of a role that stays is not free' },
      ],
      patch: knowingRoles((history) =>
        replace('deleteRole', (call, original) =>
          history.isRenamed(roleOf(call)) ? { kind: 'done' } : original(call),
        ),
      ),
    },
    {
      name: 'oauth-acknowledged',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'A deletion with an OAuth access token is acknowledged and deletes nothing.',
      patch: replace('deleteRole', (call, original) =>
        byOAuth(call) && roleOf(call) ? { kind: 'done' } : original(call),
      ),
    },
    {
      name: 'emptied-kept',
      sentence: 'A role without policies is not deleted, though it is said to be.',
      also: [
        ...alsoThese(
          'the role of the other requirement is one that goes as well, or that stays',
          'roles.create.answers-role',
        ),
        ...alsoThese('one of the roles that are deleted there was emptied', 'roles.list.drops-deleted'),
      ],
      patch: replace('deleteRole', (call, original) =>
        roleOf(call)?.policies.length === 0 ? { kind: 'done' } : original(call),
      ),
    },
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
    {
      name: 'one-of-two-at-once',
      sentence: 'Of two deletions at the same time the second is acknowledged and deletes nothing.',
      patch: secondAcknowledged('deleteRole'),
    },
  ],
  'roles.delete.update-after': [
    {
      name: 'namesake-updated',
      sentence: 'An update of a deleted role is carried out on the one that was made under its name.',
      patch: knowingRoles((history) =>
        replace('updateRole', (call, original) => {
          const gone = history.deleted.find(({ id }) => String(id) === call.path['roleId']);
          const heir = gone && call.tenant.account.roles.find(({ name }) => name === gone.name);
          return original(heir ? { ...call, path: { ...call.path, roleId: String(heir.id) } } : call);
        }),
      ),
    },
    {
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
    {
      name: 'empty-body-answered',
      sentence: 'An update of a deleted role that changes nothing succeeds.',
      patch: knowingRoles((history) =>
        replace('updateRole', async (call, original) => {
          const gone = history.deleted.find(({ id }) => id === idIn(call, 'roleId'));
          try {
            return await original(call);
          } catch (error) {
            if (error instanceof Refusal && gone && Object.keys(call.body ?? {}).length === 0) return ok(gone);
            throw error;
          }
        }),
      ),
    },
    {
      name: 'brought-back-at-once',
      sentence: 'An update that comes at the same time as the deletion of its role brings the role back.',
      patch: lookingFirst('updateRole', roleOf, (call, original, former) => {
        if (former && !roleOf(call)) call.tenant.account.roles.add(former);
        return original(call);
      }),
    },
  ],
  'roles.delete.again': [
    {
      name: 'acknowledged-to-another-user',
      seenWith: 'OTHER_ADMIN_TOKEN',
      sentence: 'A deletion of a deleted role succeeds for another administrator than the one who deleted it.',
      patch: remembering(
        () => new Map<unknown, number>(),
        (deleters) =>
          replaceSync('deleteRole', (call, original) => {
            const { roleId } = call.path;
            const deleter = deleters.get(roleId);
            if (deleter !== undefined && deleter !== callerId(call)) return done();
            const answer = original(call);
            deleters.set(roleId, callerId(call));
            return answer;
          }),
      ),
    },
    {
      name: 'by-oauth',
      sentence: 'A deletion of a deleted role with an OAuth token succeeds.',
      seenWith: 'OAUTH_TOKEN',
      patch: knowingRoles((history) =>
        replace('deleteRole', (call, original) =>
          byOAuth(call) && history.deleted.some(({ id }) => String(id) === call.path['roleId'])
            ? { kind: 'done' }
            : original(call),
        ),
      ),
    },
    {
      name: 'namesake-deleted',
      sentence: 'A deletion of a deleted role deletes the one that was made under its name.',
      patch: knowingRoles((history) =>
        replace('deleteRole', (call, original) => {
          const gone = history.deleted.find(({ id }) => String(id) === call.path['roleId']);
          const heir = gone && call.tenant.account.roles.find(({ name }) => name === gone.name);
          return original(heir ? { ...call, path: { ...call.path, roleId: String(heir.id) } } : call);
        }),
      ),
    },
    {
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
  ],
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
  'roles.delete.other-roles-kept': [
    {
      name: 'but-for-its-holders',
      sentence: 'The deletion of a role takes every role from its holders.',
      patch: replaceSync('deleteRole', (call, original) => {
        const { users } = call.tenant.account;
        const held = users.filter(({ roleIds }) => roleIds.has(Number(call.path['roleId'])));
        const answer = original(call);
        for (const one of held) users.replace({ ...one, roleIds: new Set() });
        return answer;
      }),
    },
    {
      name: 'described-alike-gone',
      sentence: 'A deletion takes every role with it that has the same description.',
      patch: replaceSync('deleteRole', (call, original) => {
        const role = roleOf(call);
        const answer = original(call);
        const { roles } = call.tenant.account;
        const description = role?.description;
        if (description)
          for (const one of roles.filter((each) => each.description === description)) roles.remove(one.id);
        return answer;
      }),
    },
    {
      name: 'same-policies-gone',
      sentence: 'A deletion of a role that has been updated takes those with it that have the policies it had first.',
      also: alsoThese(
        'the role of the other requirement is one that goes as well, or that stays',
        'roles.delete.removes',
      ),
      patch: knowingRoles((history) =>
        replace('deleteRole', async (call, original) => {
          const role = roleOf(call);
          const answer = await original(call);
          const { created } = history.of(role?.id);
          const { roles } = call.tenant.account;
          if (!role || !created || isDeepStrictEqual(created.policies, role.policies)) return answer;
          for (const other of roles.filter(({ policies }) => isDeepStrictEqual(policies, created.policies))) {
            roles.remove(other.id);
          }
          return answer;
        }),
      ),
    },
    {
      name: 'longer-names-gone',
      sentence: 'A deletion takes every role with it whose name begins with the name of the deleted one.',
      patch: replace('deleteRole', async (call, original) => {
        const name = roleOf(call)?.name;
        const answer = await original(call);
        const { roles } = call.tenant.account;
        for (const one of roles.all()) if (name !== undefined && one.name.startsWith(name)) roles.remove(one.id);
        return answer;
      }),
    },
    {
      name: 'neighbour',
      sentence: 'A deletion takes the role after with it.',
      also: alsoThese('several roles in turn are deleted there', 'roles.delete.removes'),
      patch: after('deleteRole', (call) => {
        const { roles } = call.tenant.account;
        roles.remove((idIn(call, 'roleId') ?? 0) + 1);
      }),
    },
  ],
});
