import { granted } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { expect, test, verifies } from '../../harness/test.ts';
import { calls, scimRequest } from './calls.ts';

checkEveryOperation('scim', calls);

test(...verifies('scim.credential.api-key-accepted'), async ({ check }) => {
  const request = await scimRequest(check);
  // The call with the other prefix shows that the token is valid and may read this resource.
  granted(await check.as('SCIM_TOKEN').raw('probeScim', request), 'the same call with the prefix Bearer');
  const prefixed = check.showing(
    check.secret(`Api-Key ${check.secretOf('SCIM_TOKEN').reveal()}`, 'SCIM token'),
    'SCIM token with the prefix Api-Key',
  );
  expect(await prefixed.raw('probeScim', request)).toSucceed();
});
