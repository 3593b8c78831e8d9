import { granted } from '../../harness/http/answer.ts';
import { formsOf } from '../../harness/check/valid-calls.ts';
import { exchanged, openSession, sessionRequest } from '../../harness/things/embed-sessions.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { inEach } from '../../harness/check/in-each.ts';
import { EVERY_CALL } from '../calls.ts';

test(...verifies('auth.embed-session.whichever-session'), async ({ check, admin }) => {
  const [branch, tenant] = [check.optional('RUNNING_BRANCH'), check.optional('EMBED_TENANT')];
  const ofBranch = branch === undefined ? undefined : { branchName: branch };
  const cases = {
    'without an embed tenant': {},
    'of a running branch': ofBranch,
    'of an embed tenant and a running branch':
      tenant === undefined ? undefined : ofBranch && { ...ofBranch, embedTenantName: tenant },
  };
  const calls = check.requirement.operations.flatMap((operation) => {
    const [call] = formsOf(EVERY_CALL, operation);
    return call ? [{ operation, call }] : [];
  });
  await inEach<object>(check, cases, async (more) => {
    const sessionId = await openSession(check, admin.preparing, sessionRequest(check, more));
    const embedded = await exchanged(check, admin.preparing, sessionId);
    for (const { operation, call } of calls) {
      const answer = await embedded.raw(operation, await call(check, admin.preparing, 'home'));
      expect(answer, operation).toBeRefusedWith(403);
    }
  });
  for (const { operation, call } of calls) {
    granted(await admin.raw(operation, await call(check, admin.preparing, 'home')), 'the same by an administrator');
  }
});
