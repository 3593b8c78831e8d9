import { idIn } from '../../../mock/call.ts';
import { faults } from '../../lib/fault.ts';
import { all, changeBody } from '../../lib/patches.ts';
import { knowingRoles } from '../../lib/role-histories.ts';
import { deletedRoles, notFoundAs } from '../../lib/roles.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

/** Faults of reading a role. */
export const getFaults = faults({
  'roles.get.answers-role': {
    name: 'wrapped',
    sentence: 'A reading answers the role in a list.',
    patch: changeBody('getRole', (role) => [role]),
  },
  'roles.get.same-id': [
    {
      name: 'namesake',
      sentence: 'A reading shows the id of a deleted role that had the same name.',
      patch: knowingRoles((history) =>
        changeBody('getRole', (role) => ({
          ...role,
          id: history.deleted.findLast(({ name }) => name === role['name'])?.id ?? role['id'],
        })),
      ),
    },
    {
      name: 'next',
      sentence: 'A reading shows the id of the role after, where there is one.',
      patch: changeBody('getRole', (role, { tenant }) => {
        const next = Number(role['id']) + 1;
        return tenant.account.roles.get(next) ? { ...role, id: next } : role;
      }),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two readings at the same time the second answers the role of the first.',
      patch: sharedAnswer('getRole'),
    },
  ],
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
});
