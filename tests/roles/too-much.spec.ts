import { LIMITS } from '../../contracts/limits.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { freshOfLength } from '../../harness/client/unique.ts';
import { isSuccess } from '../../harness/http/answer.ts';
import { BY_OAUTH, otherAdministrators } from '../../harness/things/administrators.ts';
import { roleBody } from '../../harness/things/roles.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { manyPolicies } from './policies.ts';

/** What is too much in a creation with a key is too much in one with an OAuth token. */
const TOO_MUCH = {
  'name-too-long': (more: number) => ({ name: freshOfLength('role', LIMITS.roleName.max + more) }),
  'description-too-long': (more: number) => ({ description: 'd'.repeat(LIMITS.roleDescription.max + more) }),
  'policies-too-many': (more: number) => ({ policies: manyPolicies(LIMITS.policiesPerRole.max + more) }),
} as const;

for (const [rule, membersWith] of Object.entries(TOO_MUCH)) {
  test(...verifies(`roles.create.${rule as keyof typeof TOO_MUCH}`), async ({ check }) => {
    await inEach(check, { [BY_OAUTH]: otherAdministrators(check)[BY_OAUTH] }, async (oauth) => {
      const create = (more: number) => oauth.raw('createRole', { body: roleBody(membersWith(more)) });
      leaveOutUnless(isSuccess(await create(0)));
      expect(await create(1)).toBeRefused();
    });
  });
}
