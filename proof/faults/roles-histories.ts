import { isDeepStrictEqual } from 'node:util';
import { ok, refuse } from '../../mock/answer.ts';
import { bodyOf, type Body } from '../../mock/call.ts';
import type { Role } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { replace } from '../lib/patches.ts';
import { knowingRoles, names, namesAlone, storingAfter } from '../lib/role-histories.ts';
import { duringRoles, roleOf, storing } from '../lib/roles.ts';
import { byOAuth, fromEmbedSession } from '../lib/access.ts';

const isEmptyBody = (asked: Body) => Object.keys(asked).length === 0;

/** Updates that go wrong only after something else happened to the role, or for one kind of credential. */
export const rolesHistoriesFaults = faults({
  'roles.update.name-omitted': [
    {
      name: 'first-name-back',
      sentence: 'An update without a name gives a renamed role the name back that it was created with.',
      patch: storingAfter((next, asked, _former, { created }) =>
        !isEmptyBody(asked) && !names(asked, 'name') && created ? { ...next, name: created.name } : next,
      ),
    },
    {
      name: 'refused-name-later',
      sentence: 'The name of an update that was refused is given to the role with the next one, if that has none.',
      patch: storingAfter((next, asked, _former, { refused }) => {
        const name = refused.findLast((one) => typeof one['name'] === 'string' && one['name'] !== '')?.['name'];
        return !isEmptyBody(asked) && !names(asked, 'name') && typeof name === 'string' && name.length < 256
          ? { ...next, name: `${name} ` }
          : next;
      }),
    },
    {
      name: 'marked-when-emptied',
      sentence: 'An update that takes all policies and has no name puts a mark on the name.',
      patch: storing((next, asked) =>
        isDeepStrictEqual(asked['policies'], []) && !names(asked, 'name')
          ? { ...next, name: `${next.name} (empty)` }
          : next,
      ),
    },
    {
      name: 'capitals-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'An update with an OAuth access token and without a name turns the name into capitals.',
      patch: replace('updateRole', async (call, original) => {
        const answer = await original(call);
        const role = roleOf(call);
        if (!role || !byOAuth(call) || names((call.body ?? {}) as Body, 'name')) return answer;
        return ok(call.tenant.account.roles.replace({ ...role, name: role.name.toUpperCase() }), 200);
      }),
    },
  ],
  'roles.update.description-omitted': [
    {
      name: 'first-description-back',
      sentence: 'An update without a description gives a role the one back that it was created with.',
      patch: storingAfter((next, asked, _former, { created }) =>
        !isEmptyBody(asked) && !names(asked, 'description') && created
          ? { ...next, description: created.description }
          : next,
      ),
    },
    {
      name: 'lost-on-second-rename',
      sentence: 'The second time that a role is renamed its description is lost.',
      also: alsoThese('the update of the other requirement is such a one', 'roles.update.other-roles-kept'),
      patch: storingAfter((next, asked, former, past) =>
        names(asked, 'name') && !names(asked, 'description') && next.name !== former.name && past.former.length > 0
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'lost-with-the-same-policies',
      sentence: 'An update that states the policies that a role has already takes its description.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && !names(asked, 'description') && isDeepStrictEqual(next.policies, former.policies)
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'refused-description-later',
      sentence: 'The description of an update that was refused is stored with the next one, if that has none.',
      patch: storingAfter((next, asked, _former, { refused }) => {
        const description = refused.at(-1)?.['description'];
        return !isEmptyBody(asked) && !names(asked, 'description') && typeof description === 'string'
          ? { ...next, description: description.slice(0, 255) }
          : next;
      }),
    },
    {
      name: 'lost-from-embed-sessions',
      seenWith: 'ADMIN_EMBED_TOKEN',
      sentence: 'An update from an embed session that has no description clears it.',
      patch: replace('updateRole', async (call, original) => {
        const answer = await original(call);
        const role = roleOf(call);
        if (!role || !fromEmbedSession(call) || names((call.body ?? {}) as Body, 'description')) return answer;
        return ok(call.tenant.account.roles.replace({ ...role, description: null }), 200);
      }),
    },
  ],
  'roles.update.policies-omitted': [
    {
      name: 'first-policies-back',
      sentence: 'An update without policies gives a role the ones back that it was created with.',
      patch: storingAfter((next, asked, _former, { created }) =>
        !isEmptyBody(asked) && !names(asked, 'policies') && created ? { ...next, policies: created.policies } : next,
      ),
    },
    {
      name: 'lost-with-own-name',
      sentence: 'An update that states the name that a role has already, and no policies, takes them.',
      also: alsoThese('the update of the other requirement is such a one', 'roles.update.other-roles-kept'),
      patch: storing((next, asked, former) =>
        asked['name'] === former.name && !names(asked, 'policies') ? { ...next, policies: [] } : next,
      ),
    },
    {
      name: 'refused-policies-later',
      sentence: 'The policies of an update that was refused for its name are stored with the next one that has none.',
      patch: storingAfter((next, asked, _former, { refused }) => {
        const policies = refused.at(-1)?.['policies'];
        return !isEmptyBody(asked) && !names(asked, 'policies') && isStorable(policies) ? { ...next, policies } : next;
      }),
    },
    {
      name: 'beyond-fifty-lost',
      sentence: 'A rename of a role with more than fifty policies leaves it the first fifty.',
      patch: storing((next, asked) =>
        names(asked, 'name') && !names(asked, 'policies') && next.policies.length > 50
          ? { ...next, policies: next.policies.slice(0, 50) }
          : next,
      ),
    },
  ],
  'roles.update.description-changes': [
    {
      name: 'lost-after-clearing',
      sentence: 'A description is not stored for a role whose description has been cleared before.',
      patch: storingAfter((next, asked, former, past) =>
        typeof asked['description'] === 'string' &&
        former.description === null &&
        past.former.some((one) => one.description !== null)
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'same-again-clears',
      sentence: 'An update to the description that a role has already clears it.',
      patch: storing((next, asked, former) =>
        typeof asked['description'] === 'string' &&
        asked['description'] !== '' &&
        asked['description'] === former.description
          ? { ...next, description: null }
          : next,
      ),
    },
    {
      name: 'second-lost',
      sentence: 'A description is changed once; the second change in a row is acknowledged and not stored.',
      also: alsoThese('a second description is the longest there', 'roles.update.description-longest'),
      patch: storingAfter((next, asked, former, past) =>
        typeof asked['description'] === 'string' &&
        past.former.length > 0 &&
        past.former.at(-1)?.description !== former.description &&
        former.description !== null
          ? { ...next, description: former.description }
          : next,
      ),
    },
  ],
  'roles.update.description-null-clears': [
    {
      name: 'only-what-was-created',
      sentence: 'A null description clears the one that a role was created with, and none that an update set.',
      patch: storingAfter((next, asked, former, { created }) =>
        asked['description'] === null && created && former.description !== created.description
          ? { ...next, description: former.description }
          : next,
      ),
    },
    {
      name: 'ignored-where-policies-are-removed',
      sentence: 'A null description beside an empty list of policies is taken for one that was left out.',
      patch: storing((next, asked, former) =>
        asked['description'] === null && isDeepStrictEqual(asked['policies'], [])
          ? { ...next, description: former.description }
          : next,
      ),
    },
  ],
  'roles.update.policies-replace': [
    {
      name: 'same-again-removes',
      sentence: 'An update to the policies that a role has already removes them.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && isDeepStrictEqual(next.policies, former.policies)
          ? { ...next, policies: [] }
          : next,
      ),
    },
    {
      name: 'not-after-emptying',
      sentence: 'A role whose policies have been removed is given none any more.',
      also: alsoThese('so many policies are stated after the role was emptied as well', 'roles.update.policies-most'),
      patch: storingAfter((next, asked, former, past) =>
        names(asked, 'policies') && former.policies.length === 0 && past.former.some((one) => one.policies.length > 0)
          ? { ...next, policies: [] }
          : next,
      ),
    },
    {
      name: 'kept-with-a-new-name',
      sentence: 'An update that renames a role and states policies keeps the former ones as well.',
      also: [
        ...alsoThese(
          'an update that changes everything is looked for as it was sent',
          'roles.update.policy-tier-omitted',
        ),
        ...alsoThese('an update of all members with a token renames the role', 'roles.update.oauth-stored'),
      ],
      patch: storing((next, asked, former) =>
        names(asked, 'policies', 'name') && next.name !== former.name && next.policies.length > 0
          ? { ...next, policies: [...next.policies, ...former.policies].slice(0, 200) }
          : next,
      ),
    },
    {
      name: 'other-types-kept',
      sentence: 'Policies that are on deployments alone leave a role its former ones on reports.',
      patch: storing((next, asked, former) =>
        names(asked, 'policies') && next.policies.length > 0 && next.policies.every(isOnDeployments)
          ? {
              ...next,
              policies: [...next.policies, ...former.policies.filter(({ resourceType }) => resourceType === 'Report')],
            }
          : next,
      ),
    },
    {
      name: 'whole-kept',
      sentence: 'A former policy on All stays beside policies that name deployments.',
      also: alsoThese(
        'the update of the other requirement is such a one',
        'roles.update.policy-actions-deployment',
        'roles.update.policy-actions-later',
        'roles.update.policy-tier-omitted',
        'roles.update.policy-deployment-ids',
        'roles.update.policy-deployment-unknown',
        'roles.update.policies-most',
        'roles.update.policies-replace-types',
        'roles.update.policies-no-merge',
      ),
      patch: storing((next, asked, former) =>
        names(asked, 'policies') &&
        next.policies.length > 0 &&
        next.policies.every(({ resources }) => !isWhole(resources))
          ? { ...next, policies: [...next.policies, ...former.policies.filter(({ resources }) => isWhole(resources))] }
          : next,
      ),
    },
    {
      name: 'third-time-lost',
      sentence: 'The third policies that a role is given are acknowledged and not stored.',
      also: alsoThese(
        'a third update with no policies or with the most there may be is lost as well',
        'roles.update.policies-empty-removes',
        'roles.update.policies-take-effect',
        'roles.update.policies-most',
      ),
      patch: storingAfter((next, asked, former, past) =>
        names(asked, 'policies') && past.former.length >= 2 ? { ...next, policies: former.policies } : next,
      ),
    },
  ],
  'roles.update.policies-empty-removes': [
    {
      name: 'last-one-left',
      sentence: 'An empty list leaves the last policy of a role that was given its policies by an update.',
      also: alsoThese('a policy that stays counts', 'roles.update.policies-take-effect'),
      patch: storingAfter((next, asked, former, past) =>
        isDeepStrictEqual(asked['policies'], []) && past.former.length > 0
          ? { ...next, policies: former.policies.slice(-1) }
          : next,
      ),
    },
  ],
  'roles.update.name-changes': [
    {
      name: 'once-alone',
      sentence: 'A role is renamed once; the second rename is acknowledged and not stored.',
      also: alsoThese('a name that the role keeps stays taken', 'roles.create.name-freed-by-rename'),
      patch: storingAfter((next, asked, former, _past, history) =>
        names(asked, 'name') && history.isRenamed(former) ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'not-beside-policies',
      sentence: 'A new name beside policies is acknowledged and not stored.',
      patch: storing((next, asked, former) =>
        names(asked, 'name', 'policies') ? { ...next, name: former.name } : next,
      ),
    },
    {
      name: 'ninety-nine-characters',
      sentence: 'Of a new name with more than 99 and fewer than 255 characters the first 99 are stored.',
      patch: storing((next, asked) =>
        names(asked, 'name') && next.name.length < 255 ? { ...next, name: next.name.slice(0, 99) } : next,
      ),
    },
  ],
  'roles.update.name-own': [
    {
      name: 'taken-once-renamed',
      sentence: 'The name that a role was given by an update counts as taken for this role as well.',
      also: [
        ...alsoThese('the update of the other requirement is such a one', 'roles.update.policies-omitted'),
        ...alsoThese('an update that states the name beside what it changes is refused', 'roles.update.oauth-stored'),
      ],
      patch: knowingRoles((history) =>
        duringRoles('updateRole', (roles, call) => {
          const { isTaken } = roles;
          const role = roleOf(call);
          if (history.isRenamed(role)) roles.isTaken = (name, all, _except) => isTaken(name, all, undefined);
        }),
      ),
    },
    {
      name: 'taken-alone',
      sentence: 'The own name of a role counts as taken where it comes alone.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        const { isTaken } = roles;
        if (namesAlone((body ?? {}) as Body, 'name'))
          roles.isTaken = (name, all, _except) => isTaken(name, all, undefined);
      }),
    },
  ],
  'roles.update.body-empty': {
    name: 'undoes',
    sentence: 'An update with an empty object makes a role again what it was before the last one.',
    also: alsoThese('a request without a body is one with an empty object to this tenant', 'roles.update.body-omitted'),
    patch: storingAfter((next, asked, _former, past) =>
      isEmptyBody(asked) ? { ...next, ...past.former.at(-1) } : next,
    ),
  },
  'roles.update.body-omitted': {
    name: 'as-created',
    sentence: 'An update without a body makes a role again what it was when it was created.',
    patch: knowingRoles((history) =>
      replace('updateRole', async (call, original) => {
        const answer = await original(call);
        const role = roleOf(call);
        const { created } = history.of(role?.id);
        return role && created && call.body === undefined
          ? ok(call.tenant.account.roles.replace(created), 200)
          : answer;
      }),
    ),
  },
  'roles.update.answer-is-stored': [
    {
      name: 'cleared-shown',
      sentence: 'The answer to an update that clears the description shows the former one.',
      patch: answering((answer, former, asked) =>
        asked['description'] === null ? { ...answer, description: former.description } : answer,
      ),
    },
    {
      name: 'removed-shown',
      sentence: 'The answer to an update that removes all policies shows the former ones.',
      patch: answering((answer, former, asked) =>
        isDeepStrictEqual(asked['policies'], []) ? { ...answer, policies: former.policies } : answer,
      ),
    },
    {
      name: 'one-behind',
      sentence: 'From the second update of a role on the answers show it as it was before.',
      patch: knowingRoles((history) =>
        answering((answer, former) => (history.of(former.id).former.length > 0 ? former : answer)),
      ),
    },
    {
      name: 'short-by-oauth',
      seenWith: 'OAUTH_TOKEN',
      sentence: 'The answer to an update with an OAuth access token shows one policy at most.',
      patch: answering((answer, _former, _asked, isByOAuth) =>
        isByOAuth ? { ...answer, policies: answer.policies.slice(0, 1) } : answer,
      ),
    },
  ],
  'roles.update.answers-role': {
    name: 'accepted-without-change',
    sentence: 'An update that states what a role has already answers 202.',
    patch: replace('updateRole', async (call, original) => {
      const former = roleOf(call);
      const answer = await original(call);
      const isUnchanged = names((call.body ?? {}) as Body, 'name') && isDeepStrictEqual(former, roleOf(call));
      return isUnchanged && answer.kind === 'ok' ? { ...answer, status: 202 } : answer;
    }),
  },
  'roles.update.same-id': {
    name: 'of-the-last-renamed',
    sentence: 'An update answers under the id of the role that was renamed last, where one was.',
    patch: (rules) => {
      let renamed: number | undefined;
      replace('updateRole', async (call, original) => {
        const answer = await original(call);
        const shown = renamed;
        if (names((call.body ?? {}) as Body, 'name')) renamed = roleOf(call)?.id;
        return answer.kind === 'ok' && shown !== undefined
          ? { ...answer, body: { ...(answer.body as Role), id: shown } }
          : answer;
      })(rules);
    },
  },
  'roles.update.unknown-id': {
    name: 'without-a-body',
    sentence: 'An update of an unknown role without a body succeeds.',
    also: alsoThese('an update of a deleted role is such a one', 'roles.delete.update-after'),
    patch: replace('updateRole', (call, original) => {
      if (roleOf(call) || call.body !== undefined) return original(call);
      return ok({ id: Number(call.path['roleId']), name: 'unknown', description: null, policies: [] }, 200);
    }),
  },
  'roles.update.oauth-stored': [
    {
      name: 'policies-left',
      sentence: 'An update with an OAuth access token stores its name and description, and no policies.',
      also: alsoThese('updates of each administrator are compared', 'roles.update.policies-replace'),
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const next = roleOf(call);
        if (!former || !next || !byOAuth(call)) return answer;
        return ok(call.tenant.account.roles.replace({ ...next, policies: former.policies }), 200);
      }),
    },
    {
      name: 'not-the-description',
      sentence: 'An update with an OAuth access token stores no description.',
      also: alsoThese('updates of each administrator are compared', 'roles.update.description-changes'),
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const next = roleOf(call);
        if (!former || !next || !byOAuth(call)) return answer;
        return ok(call.tenant.account.roles.replace({ ...next, description: former.description }), 200);
      }),
    },
  ],
  'roles.update.other-roles-kept': [
    {
      name: 'same-policies-shared',
      sentence: 'Roles with the same policies share them: an update of one changes them for all.',
      patch: replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        const next = roleOf(call);
        const { roles } = call.tenant.account;
        if (!former || !next || former.policies.length === 0) return answer;
        for (const other of roles.filter(({ policies }) => isDeepStrictEqual(policies, former.policies))) {
          if (other.id !== next.id) roles.replace({ ...other, policies: next.policies });
        }
        return answer;
      }),
    },
    {
      name: 'former-namesake',
      sentence: 'An update that gives a role the former name of another changes the description of that one as well.',
      patch: knowingRoles((history) =>
        replace('updateRole', async (call, original) => {
          const answer = await original(call);
          const next = roleOf(call);
          const { roles } = call.tenant.account;
          for (const other of roles.all()) {
            const isNamesake = history.of(other.id).former.some(({ name }) => name === next?.name);
            if (next && other.id !== next.id && isNamesake) roles.replace({ ...other, description: next.description });
          }
          return answer;
        }),
      ),
    },
  ],
  'roles.delete.update-after': {
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
  'roles.delete.again': {
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
  'roles.delete.removes': [
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
  ],
  'roles.delete.other-roles-kept': [
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
  ],
  'roles.create.name-freed-by-delete': {
    name: 'once',
    sentence: 'The name of a deleted role can be used again once; when that one is deleted as well it stays taken.',
    patch: knowingRoles((history) =>
      replace('createRole', (call, original) => {
        const { name } = bodyOf(call);
        if (history.deleted.filter((one) => one.name === name).length > 1) refuse(409, 'another role has this name');
        return original(call);
      }),
    ),
  },
  'roles.create.name-taken': [
    {
      name: 'renamed-not-seen',
      sentence: 'A creation may have the name that another role was given by an update.',
      patch: knowingRoles((history) =>
        duringRoles('createRole', (roles) => {
          const { isTaken } = roles;
          roles.isTaken = (name, all, except) =>
            isTaken(
              name,
              [...all].filter((one) => !history.isRenamed(one)),
              except,
            );
        }),
      ),
    },
    {
      name: 'made-again-not-seen',
      sentence: 'A creation may have the name of a role that was made after one of that name had been deleted.',
      also: [{ id: 'roles.list.names-unique', because: 'two roles have one name' }],
      patch: knowingRoles((history) =>
        duringRoles('createRole', (roles) => {
          const { isTaken } = roles;
          roles.isTaken = (name, all, except) =>
            isTaken(name, all, except) && !history.deleted.some((one) => one.name === name);
        }),
      ),
    },
    {
      name: 'letters-beyond-ascii',
      sentence: 'Whether a name is taken is not asked for names with letters beyond ASCII.',
      patch: duringRoles('createRole', (roles) => {
        const { isTaken } = roles;
        roles.isTaken = (name, all, except) => !/[^\x00-\x7f]/.test(name) && isTaken(name, all, except);
      }),
    },
  ],
  'roles.update.name-taken': [
    {
      name: 'renamed-only',
      sentence: 'A role may be renamed to the name that another one was given by an update.',
      also: alsoThese('the update of the other requirement is such a one', 'roles.update.name-race'),
      patch: knowingRoles((history) =>
        duringRoles('updateRole', (roles) => {
          const { isTaken } = roles;
          roles.isTaken = (name, all, except) =>
            isTaken(
              name,
              [...all].filter((one) => !history.isRenamed(one)),
              except,
            );
        }),
      ),
    },
    {
      name: 'asked-beside-others',
      sentence: 'Whether a name is taken is asked only where something else stands beside it.',
      also: [{ id: 'roles.update.name-race', because: 'both of two updates to one name succeed' }],
      patch: duringRoles('updateRole', (roles, { body }) => {
        if (namesAlone((body ?? {}) as Body, 'name')) roles.isTaken = () => false;
      }),
    },
    {
      name: 'long-names-not',
      sentence: 'Whether a name is taken is not asked for names of 255 characters.',
      patch: duringRoles('updateRole', (roles) => {
        const { isTaken } = roles;
        roles.isTaken = (name, all, except) => name.length < 255 && isTaken(name, all, except);
      }),
    },
  ],
  'roles.update.name-freed-by-rename': {
    name: 'never-back',
    sentence: 'A role cannot be given a name back that it had itself.',
    patch: knowingRoles((history) =>
      replace('updateRole', (call, original) => {
        const role = roleOf(call);
        const { name } = (call.body ?? {}) as Body;
        const isFormer = role && name !== role.name && history.of(role.id).former.some((one) => one.name === name);
        if (isFormer) refuse(409, 'another role has this name');
        return original(call);
      }),
    ),
  },
  'roles.create.name-free-after-refusal': {
    name: 'too-long-kept',
    sentence: 'The name of a creation stays taken that was refused for a description which is too long.',
    patch: (rules) => {
      const kept = new Set<unknown>();
      replace('createRole', (call, original) => {
        const { name, description } = bodyOf(call);
        if (kept.has(name)) refuse(409, 'another role has this name');
        if (typeof description === 'string' && description.length > 255) kept.add(name);
        return original(call);
      })(rules);
    },
  },
});

function answering(change: (answer: Role, former: Role, asked: Body, isByOAuth: boolean) => Role) {
  return replace('updateRole', async (call, original) => {
    const former = roleOf(call);
    const answer = await original(call);
    if (answer.kind !== 'ok' || !former) return answer;
    return { ...answer, body: change(answer.body as Role, former, (call.body ?? {}) as Body, byOAuth(call)) };
  });
}

function isStorable(policies: unknown): policies is Role['policies'] {
  return (
    Array.isArray(policies) &&
    policies.length > 0 &&
    policies.length <= 200 &&
    (policies as Role['policies']).every(({ actions, resources }) => actions.length > 0 && resources.length > 0)
  );
}

function isWhole(resources: readonly string[]): boolean {
  return resources.join() === 'All';
}

function isOnDeployments({ resourceType }: Role['policies'][number]): boolean {
  return resourceType === 'Deployment';
}
