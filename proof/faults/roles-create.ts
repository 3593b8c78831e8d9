import { created, refuse } from '../../mock/answer.ts';
import { bodyOf } from '../../mock/call.ts';
import type { Role } from '../../mock/world/account.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { changeBody, replace } from '../lib/patches.ts';
import { changeRoleRequest, keepingDeleted, roleOf, type Shown } from '../lib/roles.ts';

/** What a creation stores and answers, and which names it takes. */
export const rolesCreateFaults = faults({
  'roles.create.answers-role': {
    name: 'id-alone',
    sentence: 'A creation answers nothing but the id.',
    patch: changeBody('createRole', ({ id }) => [id]),
  },
  'roles.create.returns-id': {
    name: 'next',
    sentence: 'A creation answers the id that the role after it will have.',
    also: [
      { id: 'roles.get.answers-role', because: 'the id that a new role is read by is of no role' },
      { id: 'roles.getRole.is-served', because: 'the id that a new role is read by is of no role' },
      { id: 'roles.policy.deleted-deployment-kept', because: 'the role is read by the id that the answer states' },
      { id: 'roles.create.answers-role', because: 'the role is read by the id that the answer states' },
    ],
    patch: changeBody('createRole', (role) => ({ ...role, id: Number(role['id']) + 1 })),
  },
  'roles.create.answer-is-stored': {
    name: 'description-lost',
    sentence: 'The answer to a creation leaves the description out.',
    patch: changeBody('createRole', (role) => ({ ...role, description: null })),
  },
  'roles.create.stores-name': {
    name: 'lower-case',
    sentence: 'A name is stored in lower case.',
    also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
    // Whether it is taken is asked as it was sent, so that the same name can be tried again.
    patch: replace('createRole', async (call, original) => {
      const answer = await original(call);
      if (answer.kind !== 'created') return answer;
      const role = answer.body as Role;
      return created(call.tenant.account.roles.replace({ ...role, name: role.name.toLowerCase() }));
    }),
  },
  'roles.create.stores-description': {
    name: 'full-stop',
    sentence: 'A description without a full stop is given one, where there is room.',
    also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
    patch: changeRoleRequest('createRole', (body) => {
      const { description } = body;
      const hasRoom = typeof description === 'string' && description !== '' && description.length < 255;
      return hasRoom && !description.endsWith('.') ? { ...body, description: `${description}.` } : body;
    }),
  },
  'roles.create.stores-policies': {
    name: 'last-action-lost',
    sentence: 'The last of more than two actions of a policy is not kept.',
    patch: changeRoleRequest('createRole', (body) => {
      const { policies } = body;
      if (!Array.isArray(policies)) return body;
      const cut = (policies as Shown[]).map((policy) => {
        const { actions } = policy;
        return Array.isArray(actions) && actions.length > 2 ? { ...policy, actions: actions.slice(0, -1) } : policy;
      });
      return { ...body, policies: cut };
    }),
  },
  'roles.create.name-missing': {
    name: 'untitled',
    sentence: 'A creation without a name makes one up.',
    patch: changeRoleRequest('createRole', (body) =>
      body['name'] === undefined ? { ...body, name: `Untitled ${Math.random()}` } : body,
    ),
  },
  'roles.create.name-null': {
    name: 'untitled',
    sentence: 'A creation whose name is null makes one up.',
    patch: changeRoleRequest('createRole', (body) =>
      body['name'] === null ? { ...body, name: `Untitled ${Math.random()}` } : body,
    ),
  },
  'roles.create.name-race': {
    name: 'both',
    sentence: 'Whether a name is taken is asked before anything else, and answered too early.',
    patch: replace('createRole', async (call, original) => {
      const { name } = bodyOf(call);
      const { roles } = call.tenant.account;
      const isTaken = [...roles.after(0)].some((role) => role.name === name);
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (isTaken) return original(call);
      const { isTaken: kept } = call.tenant.rules.roles;
      call.tenant.rules.roles.isTaken = () => false;
      try {
        return await original(call);
      } finally {
        call.tenant.rules.roles.isTaken = kept;
      }
    }),
  },
  'roles.create.name-freed-by-delete': {
    name: 'kept',
    sentence: 'The name of a deleted role stays taken.',
    also: alsoThese('a role is made again there', 'roles.create.returns-id'),
    patch: (rules) => {
      const names = new Set<string>();
      keepingDeleted(names)(rules);
      replace('createRole', (call, original) => {
        if (names.has(String(bodyOf(call)['name']))) refuse(409, 'another role has this name');
        return original(call);
      })(rules);
    },
  },
  'roles.create.name-freed-by-rename': {
    name: 'kept',
    sentence: 'The former name of a renamed role stays taken.',
    patch: (rules) => {
      const names = new Set<string>();
      replace('updateRole', async (call, original) => {
        const former = roleOf(call)?.name;
        const answer = await original(call);
        if (former !== undefined && roleOf(call)?.name !== former) names.add(former);
        return answer;
      })(rules);
      replace('createRole', (call, original) => {
        if (names.has(String(bodyOf(call)['name']))) refuse(409, 'another role has this name');
        return original(call);
      })(rules);
    },
  },
  'roles.create.description-omitted': {
    name: 'required',
    sentence: 'A creation without a description is refused.',
    also: [
      ...alsoThese('a creation without one is made there', 'roles.create.answer-is-stored', 'roles.create.stores-name'),
      ...alsoThese('a role without one is made there', 'roles.create.stores-policies'),
    ],
    patch: changeRoleRequest('createRole', (body) =>
      body['description'] === undefined ? { ...body, description: 0 } : body,
    ),
  },
  'roles.create.description-null': {
    name: 'as-text',
    sentence: 'A null description is stored as the text null.',
    also: alsoThese('what the role has is compared there', 'roles.create.answer-is-stored'),
    patch: changeRoleRequest('createRole', (body) =>
      body['description'] === null ? { ...body, description: 'null' } : body,
    ),
  },
});
