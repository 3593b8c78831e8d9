import type { Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { declaring, membersOf, undeclare, UNDECLARED } from '../../lib/document.ts';
import { faults } from '../../lib/fault.ts';
import { all, changeBodySync } from '../../lib/patches.ts';

/** Leaves out, or renames, a member of a user, in responses and in the document alike. */
function withoutMember(member: string, renamed?: string): Patch {
  const change = ({ [member]: value, ...rest }: Body): Body =>
    renamed === undefined ? rest : { ...rest, [renamed]: value };
  return all(
    changeBodySync('getMe', change),
    changeBodySync('updateMySettings', change),
    declaring((document) => {
      const declared = membersOf(document, 'User');
      if (renamed !== undefined) declared[renamed] = declared[member];
      undeclare(document, 'User', member);
    }),
  );
}

/** Faults of the members of a user. */
export const userFaults = faults({
  'users.user.user-policies': [
    {
      name: 'gone',
      sentence: 'A user neither shows nor declares userPolicies.',
      also: UNDECLARED,
      patch: withoutMember('userPolicies'),
    },
    {
      name: 'renamed',
      sentence: 'A user has policies and no userPolicies.',
      also: UNDECLARED,
      patch: withoutMember('userPolicies', 'policies'),
    },
  ],
  'users.user.settings': [
    {
      name: 'gone',
      sentence: 'A user neither shows nor declares settings.',
      also: UNDECLARED,
      patch: withoutMember('settings'),
    },
    {
      name: 'pairs',
      sentence: 'The settings of a user are a list of names and values.',
      patch: changeBodySync('getMe', (user) => ({
        ...user,
        settings: Object.entries(user['settings'] as Body).map(([name, value]) => ({ name, value })),
      })),
    },
  ],
});
