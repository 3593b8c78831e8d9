import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { inOneLine, isSuccess } from '../../harness/http/answer.ts';
import { requireDeploymentIn } from '../../harness/check/served.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import { addressOf } from '../../harness/rules/declared-reads.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { untested } from '../../harness/failures/untested.ts';
import { declaredRead, NAMED } from './named.ts';

/**
 * The responses to the given actor before and after a read in which an administrator succeeds. Where there is nothing for an
 * administrator either, such as a connection that nobody has made, the expected refusal is one all the same, and any other tells
 * nothing.
 */
async function responsesTo(
  { check, admin, binding }: { check: Check; admin: Actor; binding: string },
  actor: Actor,
  { where, status }: { where: Where; status: number },
) {
  const { document, declared } = await declaredRead(check, admin, binding);
  if (where === 'elsewhere') requireDeploymentIn(declared.path);
  const address = await addressOf(check, admin, document, declared, where);
  if (address === undefined) untested('its path has a parameter whose value is unknown');
  // What a key was answered at home may not be answered to it elsewhere.
  if (where === 'elsewhere') await readAtHome(check, admin, document, declared, actor);
  const answer = await actor.read(address);
  const neighbour = await admin.read(address);
  const isThere = isSuccess(neighbour) || (neighbour.status === 404 && answer.status === status);
  // Which thing of the other deployment such a path takes is not known where no setting names one.
  if (!isThere && where === 'elsewhere')
    untested(`no value is known for its path in the other deployment: ${inOneLine(neighbour)}`);
  if (!isThere) throw setupFailed(`the same request by an administrator was refused: ${inOneLine(neighbour)}`);
  return { 'before a read': answer, 'after a read': await actor.read(address) };
}

/** Reads the same at home, where the tenant has a known address for it; what it answers is about other requirements. */
async function readAtHome(
  check: Check,
  admin: Actor,
  document: TenantDocument,
  declared: DeclaredOperation,
  actor: Actor,
): Promise<void> {
  const address = await addressOf(check, admin, document, declared, 'home');
  if (address !== undefined) await actor.read(address);
}

const RULES = {
  'no-credential': [401, 'home', (check: Check) => check.showing(undefined, 'nobody')],
  'scoped-key-elsewhere': [403, 'elsewhere', (check: Check) => check.as('SCOPED_TOKEN', 'scoped')],
} as const;

for (const [rule, [status, where, actorFor]] of Object.entries(RULES)) {
  for (const { id, binding } of NAMED.filter((requirement) => requirement.id.endsWith(`.${rule}`))) {
    test(...verifies(id), async ({ check, admin }) => {
      const answers = await responsesTo({ check, admin, binding }, actorFor(check), { where, status });
      await inEach(check, answers, (answer) => {
        expect(answer.status, `response: ${inOneLine(answer)}`).toBe(status);
      });
    });
  }
}
