import { ok, refuse, type Answer } from '../../mock/answer.ts';
import { idIn, type Body } from '../../mock/call.ts';
import type { Role } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { after, replace } from '../lib/patches.ts';
import { changeRoleRequest, duringRoles, isNullNameAlone, notFoundAs, roleOf, storing } from '../lib/roles.ts';

const isGlobal = ({ resourceType }: Role['policies'][number]) => resourceType === 'Global';

/** What an update leaves as it was, replaces, removes and refuses. */
export const rolesUpdateFaults = faults({
  'roles.update.answers-role': {
    name: 'created',
    sentence: 'An update answers 201.',
    patch: replace('updateRole', async (call, original) => ({ ...(await original(call)), status: 201 }) as Answer),
  },
  'roles.update.same-id': {
    name: 'first-role',
    sentence: 'An update of the description alone answers under the id of the oldest role.',
    patch: replace('updateRole', async (call, original) => {
      const answer = (await original(call)) as Answer & { readonly body: Body };
      const isOfDescription = Object.keys((call.body as Body | undefined) ?? {}).join() === 'description';
      const oldest = Math.min(...call.tenant.account.roles.all().map(({ id }) => id));
      return isOfDescription ? { ...answer, body: { ...answer.body, id: oldest } } : answer;
    }),
  },
  'roles.update.answer-is-stored': {
    name: 'before',
    sentence: 'An update that renames answers the role as it was before.',
    patch: replace('updateRole', async (call, original) => {
      const former = roleOf(call);
      await original(call);
      return ok((call.body as Body | undefined)?.['name'] === undefined ? roleOf(call) : former, 200);
    }),
  },
  'roles.update.unknown-id': {
    name: 'invalid',
    sentence: 'An update of an unknown role is refused with 400.',
    patch: notFoundAs('updateRole', 400, (call) => (idIn(call, 'roleId') ?? 0) > 500),
  },
  'roles.update.built-in': {
    name: 'forbidden',
    sentence: 'An update of a built-in role is refused with 403.',
    patch: notFoundAs('updateRole', 403, (call) => (idIn(call, 'roleId') ?? 0) < 100),
  },
  'roles.update.other-roles-kept': {
    name: 'neighbour',
    sentence: 'An update also takes the policies of the role after.',
    patch: after('updateRole', (call) => {
      const { roles } = call.tenant.account;
      const next = roles.get((idIn(call, 'roleId') ?? 0) + 1);
      if (next && (call.body as Body | undefined)?.['policies'] !== undefined) roles.replace({ ...next, policies: [] });
    }),
  },
  'roles.update.body-omitted': {
    name: 'required',
    sentence: 'An update without a body is refused.',
    also: [
      ...alsoThese(
        'a call of each kind is made there, one without a body among them',
        'roles.update.answers-role',
        'roles.update.unknown-id',
      ),
      ...alsoThese('an update of a deleted role has no body there', 'roles.delete.update-after'),
    ],
    patch: replace('updateRole', (call, original) =>
      call.body === undefined ? refuse(400, 'a body is needed') : original(call),
    ),
  },
  'roles.update.body-empty': {
    name: 'clears',
    sentence: 'An update with an empty object clears the description.',
    patch: changeRoleRequest('updateRole', (body) => (Object.keys(body).length === 0 ? { description: null } : body)),
  },
  'roles.update.name-omitted': {
    name: 'marked',
    sentence: 'An update without a name marks the name as edited.',
    patch: storing((next, asked) =>
      Object.keys(asked).length > 0 &&
      asked['name'] === undefined &&
      asked['policies'] !== undefined &&
      asked['description'] !== undefined
        ? { ...next, name: `${next.name} (edited)` }
        : next,
    ),
  },
  'roles.update.description-omitted': {
    name: 'cleared',
    sentence: 'An update with a name and policies and without a description clears it.',
    patch: storing((next, asked) =>
      asked['description'] === undefined && asked['name'] !== undefined && asked['policies'] !== undefined
        ? { ...next, description: null }
        : next,
    ),
  },
  'roles.update.policies-omitted': {
    name: 'cleared',
    sentence: 'An update with a name and a description and without policies removes them.',
    patch: storing((next, asked) =>
      asked['policies'] === undefined && asked['name'] !== undefined && asked['description'] !== undefined
        ? { ...next, policies: [] }
        : next,
    ),
  },
  'roles.update.name-changes': {
    name: 'not-stored',
    sentence: 'An update that changes the name alone keeps the former one.',
    also: [
      { id: 'roles.update.name-longest', because: 'a long name that comes alone is not stored either' },
      { id: 'roles.create.name-freed-by-rename', because: 'a name that the role keeps stays taken' },
      { id: 'roles.update.name-freed-by-rename', because: 'a name that the role keeps stays taken' },
      { id: 'roles.update.name-race', because: 'nobody gets the name that two ask for' },
      { id: 'roles.update.name-omitted', because: 'a role that was to be renamed has its former name' },
      { id: 'roles.update.name-own', because: 'a role that was to be renamed has its former name' },
      { id: 'roles.update.name-taken', because: 'a role that was to be renamed has its former name' },
      { id: 'roles.update.other-roles-kept', because: 'a role that was to be renamed has its former name' },
    ],
    patch: storing((next, asked, former) =>
      Object.keys(asked).join() === 'name' ? { ...next, name: former.name } : next,
    ),
  },
  'roles.update.description-changes': {
    name: 'appended',
    sentence: 'A new description is put behind the former one.',
    patch: storing((next, { description }, former) =>
      typeof description === 'string' && description !== '' && description.length < 100 && former.description !== null
        ? { ...next, description: `${former.description} ${description}` }
        : next,
    ),
  },
  'roles.update.description-null-clears': [
    {
      name: 'as-omitted',
      sentence: 'A null description is taken for one that was left out.',
      patch: storing((next, { description }, former) =>
        description === null ? { ...next, description: former.description } : next,
      ),
    },
    {
      name: 'as-text',
      sentence: 'A null description is stored as the text null.',
      patch: storing((next, { description }) => (description === null ? { ...next, description: 'null' } : next)),
    },
    {
      name: 'ignored-beside-name',
      sentence: 'A null description beside a name is taken for one that was left out.',
      patch: storing((next, { description, name }, former) =>
        description === null && name !== undefined ? { ...next, description: former.description } : next,
      ),
    },
    {
      name: 'ignored-beside-policies',
      sentence: 'A null description beside policies is taken for one that was left out.',
      patch: storing((next, { description, policies }, former) =>
        description === null && policies !== undefined ? { ...next, description: former.description } : next,
      ),
    },
  ],
  'roles.update.policies-replace': {
    name: 'rest-kept',
    sentence: 'Of more than three former policies those behind the third stay until the update after.',
    also: alsoThese('policies that stay do so after an empty list as well', 'roles.update.policies-empty-removes'),
    patch: (rules) => {
      // What stayed goes with the next update: a fault that piles up is not found again when it is looked for.
      const holding = new Set<number>();
      storing((next, { policies }, former) => {
        const rest = former.policies.slice(3);
        if (!Array.isArray(policies) || holding.delete(next.id) || rest.length === 0) return next;
        holding.add(next.id);
        return { ...next, policies: [...next.policies, ...rest].slice(0, 200) };
      })(rules);
    },
  },
  'roles.update.policies-replace-types': {
    name: 'tier-kept',
    sentence: 'Policies without a Global one leave the role its former Global policy.',
    also: alsoThese(
      'policies without a Global one are looked for as they were sent',
      'roles.update.policy-tier-omitted',
    ),
    patch: storing((next, { policies }, former) => {
      const isKept = Array.isArray(policies) && policies.length > 0 && !next.policies.some(isGlobal);
      return isKept ? { ...next, policies: [...next.policies, ...former.policies.filter(isGlobal)] } : next;
    }),
  },
  'roles.update.policies-take-effect': {
    name: 'still-count',
    sentence: 'Policies that an update takes from a role are shown no more, and still count for its holders.',
    patch: (rules) => {
      const taken = new Map<number, Role['policies']>();
      replace('updateRole', async (call, original) => {
        const former = roleOf(call);
        const answer = await original(call);
        if (former) taken.set(former.id, [...(taken.get(former.id) ?? []), ...former.policies]);
        return answer;
      })(rules);
      const { counted } = rules.authority;
      rules.authority.counted = (tenant, user) =>
        counted(tenant, user).map((role) => ({
          ...role,
          policies: [...role.policies, ...(taken.get(role.id) ?? [])],
        }));
    },
  },
  'roles.update.policies-no-merge': {
    name: 'merged',
    sentence: 'A policy on the type and ids of a former one keeps its actions as well.',
    also: [
      { id: 'roles.update.policies-replace', because: 'what is merged is left of the former policies' },
      {
        id: 'roles.update.policy-actions-deployment',
        because: 'a policy on what another was on before is looked for as it was sent',
      },
      {
        id: 'roles.update.policy-actions-agent',
        because: 'a policy on what another was on before is looked for as it was sent',
      },
      {
        id: 'roles.update.policy-actions-presentation',
        because: 'a policy on what another was on before is looked for as it was sent',
      },
      {
        id: 'roles.update.policy-actions-later',
        because: 'a policy on what another was on before is looked for as it was sent',
      },
      {
        id: 'roles.update.policy-tier-omitted',
        because: 'a policy on what another was on before is looked for as it was sent',
      },
    ],
    patch: storing((next, { policies }, former) => {
      if (!Array.isArray(policies)) return next;
      const merged = next.policies.map((policy) => {
        const same = former.policies.find(
          (one) =>
            one.resourceType === policy.resourceType &&
            one.resources.join() === policy.resources.join() &&
            policy.resources.join() !== 'All',
        );
        return same ? { ...policy, actions: [...new Set([...same.actions, ...policy.actions])] } : policy;
      });
      return { ...next, policies: merged };
    }),
  },
  'roles.update.policies-empty-removes': {
    name: 'as-omitted',
    sentence: 'An empty list of policies is taken for one that was left out.',
    also: [
      { id: 'roles.update.policies-replace', because: 'an empty list is one that replaces as well' },
      { id: 'roles.update.policies-take-effect', because: 'rights are taken away with the last policy' },
    ],
    patch: storing((next, { policies }, former) =>
      Array.isArray(policies) && policies.length === 0 ? { ...next, policies: former.policies } : next,
    ),
  },
  'roles.update.name-null': [
    {
      name: 'as-omitted',
      sentence: 'A null name that comes alone is taken for one that was left out.',
      patch: changeRoleRequest('updateRole', (body) => (isNullNameAlone(body) ? {} : body)),
    },
    {
      name: 'applied-all-the-same',
      sentence: 'An update with nothing but a null name is refused, and the role has lost its name.',
      also: [
        ...alsoThese('an update that states the emptied name is refused', 'roles.update.policies-omitted'),
        ...alsoThese('a role without a name cannot be updated with it', 'roles.update.policy-resource-type-missing'),
      ],
      patch: replace('updateRole', (call, original) => {
        const role = roleOf(call);
        if (role && isNullNameAlone(call.body)) call.tenant.account.roles.replace({ ...role, name: '' });
        return original(call);
      }),
    },
  ],
  'roles.update.name-built-in': {
    name: 'taken',
    sentence: 'A role may have the name of the built-in Admin role.',
    patch: duringRoles('updateRole', (roles) => {
      const { isBuiltInName } = roles;
      roles.isBuiltInName = (name) => name !== 'Admin' && isBuiltInName(name);
    }),
  },
  'roles.update.name-built-in-other': {
    name: 'admin-alone',
    sentence: 'Of the names of built-in roles Admin alone is kept from others.',
    patch: duringRoles('updateRole', (roles) => {
      roles.isBuiltInName = (name) => name === 'Admin';
    }),
  },
  'roles.update.name-own': {
    name: 'taken',
    sentence: 'The own name of a role counts as taken.',
    also: alsoThese(
      'an update that states the name beside what it changes is refused',
      'roles.update.description-changes',
      'roles.update.description-null-clears',
      'roles.update.policies-replace',
      'roles.update.oauth-stored',
      'roles.update.answers-role',
      'roles.update.policies-omitted',
    ),
    patch: duringRoles('updateRole', (roles) => {
      const { isTaken } = roles;
      roles.isTaken = (name, all, _except) => isTaken(name, all, undefined);
    }),
  },
  'roles.update.policies-null': {
    name: 'removes',
    sentence: 'Null policies are taken for none, unless the name is null as well.',
    patch: changeRoleRequest('updateRole', (body) =>
      body['policies'] === null && body['name'] !== null ? { ...body, policies: [] } : body,
    ),
  },
  'roles.update.all-problems': [
    {
      name: 'first-alone',
      sentence: 'Only the first of several problems is told.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        if ((body as Body | undefined)?.['name'] === null) roles.told = (problems) => problems.slice(0, 1);
      }),
    },
    {
      name: 'null-policies-untold',
      sentence: 'That the policies are null is not told where the name is null as well.',
      patch: duringRoles('updateRole', (roles, { body }) => {
        const { name, policies } = (body ?? {}) as Body;
        if (name === null && policies === null) roles.told = (problems) => problems.slice(0, 1);
      }),
    },
  ],
  'roles.update.all-policy-problems': [
    {
      name: 'first-alone',
      sentence: 'Only the first of several invalid policies is told.',
      also: alsoThese('problems of policies are among all', 'roles.update.all-problems'),
      patch: duringRoles('updateRole', (roles, { body }) => {
        const { policies } = (body ?? {}) as { policies?: unknown };
        if (Array.isArray(policies) && policies.length > 1) roles.told = (problems) => problems.slice(0, 1);
      }),
    },
    {
      name: 'five-at-most',
      sentence: 'Of more than five problems the first five are told.',
      patch: duringRoles('updateRole', (roles) => {
        roles.told = (problems) => problems.slice(0, 5);
      }),
    },
  ],
});
