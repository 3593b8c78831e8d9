import { faults } from '../../lib/fault.ts';
import { asList, asText, forOAuth } from '../../lib/mistyped.ts';
import { changeBody } from '../../lib/patches.ts';
import { changeRoleList } from '../../lib/roles.ts';
import { nameOfDigitsAsNumber } from '../../lib/role-exceptions.ts';

/** Faults of the members of a role. */
export const roleFaults = faults({
  'roles.role.id': [
    forOAuth('getRole', 'id', asText, 'a text'),
    {
      name: 'text',
      sentence: 'A role that is read shows its id as a string.',
      patch: changeBody('getRole', (role) => ({ ...role, id: String(role['id']) })),
    },
  ],
  'roles.role.name': [
    {
      name: 'digits-as-a-number',
      toldBy: 'roles.update.name-changes',
      sentence: 'A name of digits alone is shown as a number.',
      patch: changeBody('getRole', (role) =>
        /^\d+$/.test(String(role['name'])) ? { ...role, name: Number(role['name']) } : role,
      ),
    },
    {
      name: 'digits-answered-as-a-number',
      toldBy: 'roles.update.name-changes',
      sentence: 'An update to a name of digits alone answers it as a number.',
      patch: nameOfDigitsAsNumber,
    },
    forOAuth('getRole', 'name', asList, 'a list'),
    {
      name: 'another-member',
      sentence: 'A role that is read shows its name as title.',
      patch: changeBody('getRole', ({ name, ...role }) => ({ ...role, title: name })),
    },
  ],
  'roles.role.policies': {
    name: 'null-for-none',
    sentence: 'A listed role without policies shows null.',
    patch: changeRoleList((roles) => roles.map((role) => ({ ...role, policies: null }))),
  },
  'roles.role.description': [
    forOAuth('getRole', 'description', asList, 'a list'),
    {
      name: 'object',
      sentence: 'A role that is read shows its description as an object.',
      patch: changeBody('getRole', (role) => ({ ...role, description: { text: role['description'] } })),
    },
  ],
});
