import { randomUUID } from 'node:crypto';
import type { Actor } from '../../harness/client/actor.ts';
import { inEach, leaveOutUnless } from '../../harness/check/in-each.ts';
import { granted, isPage, isSuccess } from '../../harness/http/answer.ts';
import { checkEveryOperation } from '../../harness/rules/every-operation.ts';
import { judging } from '../../harness/check/judging.ts';
import { tampered, tamperedAtEnd } from '../../harness/check/tampered.ts';
import { fresh } from '../../harness/client/unique.ts';
import { expect, test, verifies, type Check } from '../../harness/test.ts';
import { calls, scimRequest } from './calls.ts';

checkEveryOperation('scim', calls);

test(...verifies('scim.credential.api-key-accepted'), async ({ check }) => {
  const request = await scimRequest(check);
  const prefixed = check.showing(
    check.secret(`Api-Key ${check.secretOf('SCIM_TOKEN').reveal()}`, 'SCIM token'),
    'SCIM token with the prefix Api-Key',
  );
  // A tenant that knows its tokens by the first prefix that they came with has not seen this one after the other.
  const answer = await prefixed.raw('probeScim', request);
  // The call with the other prefix shows that the token is valid and may read this resource.
  const usual = await check.as('SCIM_TOKEN').raw('probeScim', request);
  await judging('auth.scim.bearer-token', () => {
    expect(usual).toSucceed();
  });
  await inEach(check, { 'something that is served': answer }, (seen) => {
    expect(seen).toSucceed();
  });
  await inEach(check, { users: 'Users', groups: 'Groups' }, async (resource) => {
    const read = async (who: Actor) => isSuccess(await who.read(`/api/scim/v2/${resource}`));
    // What the token may read is open.
    leaveOutUnless(await read(check.as('SCIM_TOKEN')));
    expect(await read(prefixed), `whether ${resource} are read with the prefix Api-Key as well`).toBe(true);
  });
  await inEach(check, { 'for a change': removedUser(check) }, async (path) => {
    // Removing a user that is not there changes nothing: what is answered to it tells whether the token was taken.
    const isTaken = async (who: Actor) => ![401, 403].includes((await who.request('DELETE', path)).status);
    leaveOutUnless(await isTaken(check.as('SCIM_TOKEN')));
    expect(await isTaken(prefixed), 'whether the token is taken with the prefix Api-Key as well').toBe(true);
  });
});

test(...verifies('scim.credential.api-key-unknown'), async ({ check }) => {
  const request = await scimRequest(check);
  const token = check.secretOf('SCIM_TOKEN').reveal();
  const half = Math.floor(token.length / 2);
  const after = (wrong: string) =>
    check.showing(check.secret(`Api-Key ${wrong}`, 'wrong SCIM token'), 'wrong SCIM token');
  // The token itself comes first, because a tenant may remember what it has taken.
  granted(await check.as('SCIM_TOKEN').raw('probeScim', request), 'the same call with the SCIM token');
  await inEach(
    check,
    {
      'with one character changed': after(tampered(token)),
      'with its last characters changed': after(tamperedAtEnd(token)),
      'with its second half reversed': after(token.slice(0, half) + Array.from(token.slice(half)).reverse().join('')),
      'made up': after(fresh('token')),
    },
    async (stranger) => {
      // Which status such a token gets is open: it is neither missing nor malformed.
      expect(await stranger.raw('probeScim', request)).toBeRefused();
    },
  );
  // What was refused with the prefix does not close it.
  const own = await after(token).raw('probeScim', request);
  await judging('scim.credential.api-key-accepted', () => {
    expect(own).toSucceed();
  });
});

/** The path of a user that is not there, where the run may send more than reads and the document says that users can be removed. */
function removedUser({ onlyReads, tenant }: Check): string | undefined {
  const isDeclared = tenant.wire.document?.find('delete', '/api/scim/v2/Users/{id}') !== undefined;
  return isDeclared && !onlyReads ? `/api/scim/v2/Users/${randomUUID()}` : undefined;
}

/** What SCIM says of itself, which is as little for everybody as the rest. */
const OF_ITSELF = ['ServiceProviderConfig', 'ResourceTypes', 'Schemas'] as const;

test.describe('what SCIM says of itself', () => {
  test(...verifies('scim.probeScim.no-credential'), async ({ check }) => {
    const nobody = check.showing(undefined, 'no credential');
    const answers = await Promise.all(OF_ITSELF.map((resource) => nobody.read(`/api/scim/v2/${resource}`)));
    // Whether it is served is open, and so is what is answered where nothing is.
    const shown = answers.filter((answer) => isSuccess(answer) && !isPage(answer));
    expect(
      shown.map(({ text }) => text),
      'what is shown without a credential',
    ).toEqual([]);
  });
});
