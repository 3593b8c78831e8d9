import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls } from './calls.ts';

checkEveryOperation('scim', calls);

test(...verifies('scim.credential.api-key-accepted'), async ({ check }) => {
  const asked = { path: { resource: String(check.tenant.wire.value('scim.resource')) } };
  // That the token is good and may read this, the other prefix shows.
  granted(await check.as('SCIM_TOKEN').raw('probeScim', asked), 'the same after Bearer');
  const prefixed = check.showing(
    check.secret(`Api-Key ${check.secretOf('SCIM_TOKEN').reveal()}`, 'SCIM token'),
    'SCIM token after Api-Key',
  );
  expect(await prefixed.raw('probeScim', asked)).toSucceed();
});
