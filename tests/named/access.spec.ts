import type { Actor } from '../../harness/client/actor.ts';
import { inOneLine, isSuccess } from '../../harness/http/answer.ts';
import { documentOf } from '../../harness/check/document.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import { addressOf } from '../../harness/rules/declared-reads.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { declaredRead, NAMED } from './named.ts';

/** What somebody is answered where an administrator succeeds. */
async function answered(check: Check, admin: Actor, binding: string, who: Actor, where: Where) {
  const document = await documentOf(admin);
  const address = await addressOf(check, admin, document, declaredRead(check, document, binding), where);
  if (address === undefined) untested('its path has a parameter that nothing is known for');
  const answer = await who.read(address);
  const neighbour = await admin.read(address);
  if (!isSuccess(neighbour)) throw setupFailed(`an administrator was refused: ${inOneLine(neighbour)}`);
  return answer;
}

const RULES = {
  'no-credential': [401, 'home', (check: Check) => check.showing(undefined, 'nobody')],
  'scoped-key-elsewhere': [403, 'elsewhere', (check: Check) => check.as('SCOPED_TOKEN', 'scoped')],
} as const;

for (const [rule, [status, where, who]] of Object.entries(RULES)) {
  for (const { id, binding } of NAMED.filter((one) => one.id.endsWith(`.${rule}`))) {
    test(...verifies(id), async ({ check, admin }) => {
      const answer = await answered(check, admin, binding, who(check), where);
      expect(answer.status, `answered ${inOneLine(answer)}`).toBe(status);
    });
  }
}
