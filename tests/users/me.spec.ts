import { secondOf } from '../../harness/check/at-once.ts';
import { expectKnownMember } from '../../harness/check/shown.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';
import { calls } from './calls.ts';
import { listUsersPage } from './lists.ts';

checkEveryOperation('users', calls, { except: ['users.user.user-policies', 'users.settings.changelog-id-deprecated'] });

test(...verifies('users.me.own-user'), async ({ check, admin, member }) => {
  const administratorId = (await admin.preparing.getMe()).id ?? untested(unstated('users.id'));
  await inEach(check, { 'the first time': member, 'a second time': member }, async (reader) => {
    const { id } = await reader.getMe();
    expect(String(id)).toBe(check.provided('MEMBER_USER_ID'));
    expect(id, 'the id that the administrator reads').not.toBe(administratorId);
  });
  // Whether the two credentials belong to the same plain user is not known.
  await inEach(check, { 'with an OAuth token': check.asOptional('MEMBER_OAUTH_TOKEN') }, async (reader) => {
    expect((await reader.getMe()).id, 'the id that the administrator reads').not.toBe(administratorId);
  });
  expect((await admin.preparing.getMe()).id, 'the id that the administrator reads afterwards').toBe(administratorId);
  await inEach(check, { 'while the administrator reads its own': [admin.preparing, member] }, async (readers) => {
    const read = await secondOf(readers, (reader) => reader.getMe());
    expect(read.id, 'the id that the administrator reads').not.toBe(administratorId);
  });
});

test.describe('members of a user', () => {
  /** Members that the specification prints for a user: a response shows them, or the tenant's document declares them. */
  for (const [id, member] of [
    ['users.user.user-policies', 'userPolicies'],
    ['users.user.settings', 'settings'],
  ] as const) {
    test(...verifies(id), async ({ check, admin }) => {
      const items = (await listUsersPage(admin)).items ?? [];
      const shown = [await admin.preparing.getMe(), ...items].flatMap((user) => Object.keys(user));
      await expectKnownMember(check, admin, member, { shown, in: ['getMe', 'listUsers'] });
    });
  }
});
