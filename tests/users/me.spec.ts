import { answerOf, documentOf, membersWithin } from '../../harness/check/document.ts';
import { checkEveryOperation, checkShapes } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import { usersOn } from './lists.ts';

checkEveryOperation('users', calls);
checkShapes('users', calls, ['users.user.user-policies', 'users.settings.changelog-id-deprecated']);

test(...verifies('users.me.own-user'), async ({ check, admin, member }) => {
  const asked = (await admin.preparing.getMe()).id ?? untested('state users.id in BINDINGS');
  const { id } = await member.getMe();
  expect(String(id)).toBe(check.provided('MEMBER_USER_ID'));
  expect(id, 'the id that the administrator reads').not.toBe(asked);
  expect((await admin.preparing.getMe()).id, 'the id that the administrator reads afterwards').toBe(asked);
});

test.describe('members of a user', () => {
  /** Members that a user is said to have: some answer shows them, or the document declares them. */
  for (const [id, member] of [
    ['users.user.user-policies', 'userPolicies'],
    ['users.user.settings', 'settings'],
  ] as const) {
    test(...verifies(id), async ({ check, admin }) => {
      const items = (await usersOn(admin)).items ?? [];
      const shown = [await admin.preparing.getMe(), ...items].flatMap((user) => Object.keys(user));
      if (shown.includes(member)) return;
      const document = await documentOf(admin);
      const declared = (['getMe', 'listUsers'] as const).flatMap((operation) => [
        ...membersWithin(document, answerOf(check, document, operation)),
      ]);
      expect([...new Set([...shown, ...declared])], 'what answers show and the document declares').toContain(member);
    });
  }
});
