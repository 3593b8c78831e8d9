import { refuse } from '../../../mock/answer.ts';
import type { Patch } from '../../../mock/index.ts';
import { alsoOn, recognising, untaken } from '../../lib/access.ts';
import { careless, hasKnownBeginning, NO_TOKEN_TAKEN, wordOfToken } from '../../lib/auth.ts';
import { likened } from '../../lib/credentials.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { all, replace } from '../../lib/patches.ts';

/** Takes whatever token on one resource of SCIM. */
function anyTokenOn(resource: string): Patch {
  return all(
    recognising('probeScim', (known, { tokens }) => known ?? [...tokens.values()].find(({ kind }) => kind === 'scim')),
    replace('probeScim', (call, original) => {
      const isKnown = call.tenant.tokens.has(call.principal.token);
      return isKnown || call.path['resource'] === resource ? original(call) : refuse(401, 'the token is unknown');
    }),
  );
}

/** Faults of the credentials of SCIM. */
export const scimFaults = faults({
  'auth.scim.bearer-token': [
    {
      name: 'not-once-sent-as-api-key',
      toldBy: 'scim.credential.api-key-accepted',
      sentence: 'SCIM takes a token after Bearer no more once it came after Api-Key.',
      patch: wordOfToken('probeScim', 'Bearer'),
    },
    {
      name: 'other-prefix',
      sentence: 'SCIM takes its token after the prefix Api-Key alone.',
      also: alsoOn('probeScim', NO_TOKEN_TAKEN, [
        'scim.probeScim.is-served',
        'scim.probeScim.answers-as-documented',
        'scim.probeScim.no-credential',
        'scim.probeScim.malformed-credential',
        'scim.probeScim.expired-credential',
      ]).filter(
        ({ id }) => !['auth.scim.bearer-token', 'scim.credential.api-key-accepted', 'auth.https.scim'].includes(id),
      ),
      patch: untaken('probeScim', 'Bearer'),
    },
  ],
  'auth.scim.altered-token': [
    {
      name: 'known-beginning',
      sentence: 'SCIM takes a token that differs from one that was issued in its last quarter alone.',
      patch: likened('probeScim', 'scim', hasKnownBeginning),
    },
    {
      name: 'any-on-groups',
      sentence: 'SCIM lists groups to whatever token.',
      patch: anyTokenOn('Groups'),
    },
    {
      name: 'any-on-users',
      sentence: 'SCIM lists users to whatever token.',
      also: alsoThese(
        'users are what is read there, too',
        'scim.credential.api-key-unknown',
        'scim.probeScim.malformed-credential',
      ),
      patch: anyTokenOn('Users'),
    },
    {
      name: 'one-character',
      sentence: 'SCIM takes a token though one of its characters is another.',
      also: [{ id: 'scim.credential.api-key-unknown', because: 'the token that nobody has issued is an altered one' }],
      patch: careless('probeScim', 'scim'),
    },
  ],
});
