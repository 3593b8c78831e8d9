import { refuse } from '../../../mock/answer.ts';
import type { Patch } from '../../../mock/index.ts';
import type { TokenRecord } from '../../../mock/principal.ts';
import { recognising, untaken } from '../../lib/access.ts';
import { isAlikeButForItsEnd, likened } from '../../lib/credentials.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { remembering, replace, replaceSync } from '../../lib/patches.ts';

const prefixOfOne: Patch = remembering(
  () => new Set<string>(),
  (byBearer) =>
    replaceSync('probeScim', (call, original) => {
      const isBearer = (call.headers.authorization ?? '').startsWith('Bearer');
      if (isBearer) byBearer.add(call.principal.token);
      else if (byBearer.has(call.principal.token)) refuse(401, 'this token comes after Bearer');
      return original(call);
    }),
);

/** What one operation makes of tokens after one prefix. */
function afterPrefix(prefix: string, operation: string, patch: Patch): Patch {
  return (rules) => {
    const { access } = rules;
    const { takes, recordOf: own } = access;
    let last = '';
    access.takes = (schemes, scheme, id) => {
      if (id === operation) last = scheme;
      return takes(schemes, scheme, id);
    };
    patch(rules);
    const { recordOf: broken } = access;
    access.recordOf = (tenant, token, id) => (id === operation && last === prefix ? broken : own)(tenant, token, id);
  };
}

/** What SCIM takes for its own token after the prefix Api-Key. */
function afterApiKey(isTaken: (token: string, own: string) => boolean): Patch {
  return (rules) => {
    let prefix = '';
    const { takes } = rules.access;
    rules.access.takes = (schemes, scheme, id) => {
      prefix = scheme;
      return takes(schemes, scheme, id);
    };
    recognising('probeScim', (known, { tokens }, token) => {
      const own = [...tokens].find(([, { kind }]) => kind === 'scim');
      return known ?? (own && prefix === 'Api-Key' && isTaken(token, own[0]) ? own[1] : undefined);
    })(rules);
  };
}

/** Faults of the credential of SCIM. */
export const credentialFaults = faults({
  'scim.credential.api-key-accepted': [
    {
      name: 'not-after-a-refusal',
      toldBy: 'scim.credential.api-key-unknown',
      sentence: 'SCIM takes its token after the prefix Api-Key until it has refused another one there.',
      patch: ({ access }) => {
        const { recordOf, takes } = access;
        let [isApiKey, isShut] = [false, false];
        access.takes = (schemes, scheme, id) => {
          isApiKey = id === 'probeScim' && scheme === 'Api-Key';
          return takes(schemes, scheme, id) && !(isApiKey && isShut);
        };
        access.recordOf = (tenant, token, id) => {
          const record = recordOf(tenant, token, id);
          if (isApiKey && record === undefined) isShut = true;
          return record;
        };
      },
    },
    {
      name: 'after-bearer',
      sentence: 'A SCIM token that came after Bearer is refused after Api-Key from then on.',
      patch: prefixOfOne,
    },
    {
      name: 'users-alone',
      sentence: 'After the prefix Api-Key SCIM takes its token on users alone.',
      patch: replace('probeScim', (call, original) => {
        const isPrefixed = /^Api-Key /.test(String(call.headers.authorization));
        if (isPrefixed && (call.path['resource'] ?? 'Users') !== 'Users') refuse(401, 'the credential is malformed');
        return original(call);
      }),
    },
    {
      name: 'once-known',
      sentence: 'A SCIM token is taken after Api-Key once it has been sent after Bearer.',
      patch: remembering(
        () => ({ scheme: '', known: new Set<string>() }),
        (memory) =>
          ({ access }) => {
            const { takes, recordOf } = access;
            access.takes = (schemes, scheme, id) => {
              memory.scheme = scheme;
              return takes(schemes, scheme, id);
            };
            access.recordOf = (tenant, token, id) => {
              if (id !== 'probeScim') return recordOf(tenant, token, id);
              if (memory.scheme === 'Bearer') memory.known.add(token);
              return memory.known.has(token) ? recordOf(tenant, token, id) : undefined;
            };
          },
      ),
    },
    {
      name: 'bearer-only',
      sentence: 'SCIM takes its token after the prefix Bearer alone.',
      patch: untaken('probeScim', 'Api-Key'),
    },
    {
      name: 'only-for-reads',
      seenIn: 'for a change',
      sentence: 'SCIM takes its token after the prefix Api-Key for reads alone.',
      patch: untaken('deleteScimUser', 'Api-Key'),
    },
  ],
  'scim.credential.api-key-unknown': [
    {
      name: 'last-characters',
      sentence: 'SCIM does not compare the last four characters of its token after Api-Key.',
      patch: afterPrefix('Api-Key', 'probeScim', likened('probeScim', 'scim', isAlikeButForItsEnd)),
    },
    {
      name: 'taken',
      sentence: 'SCIM takes whatever token stands after the prefix Api-Key.',
      patch: afterApiKey(() => true),
    },
    {
      name: 'long-enough',
      sentence: 'After the prefix Api-Key SCIM takes every token that begins as one of its own does.',
      patch: afterApiKey((token, own) => token.slice(0, 8) === own.slice(0, 8)),
    },
    {
      name: 'after-a-known-one',
      also: [
        ...alsoThese('its own token is taken there first, too', 'scim.probeScim.malformed-credential'),
        ...alsoThese('an altered key is one that nobody knows', 'auth.scim.altered-token'),
      ],
      sentence: 'Once SCIM has taken its own token, it takes every token.',
      patch: remembering(
        () => new Map<string, TokenRecord>(),
        (taken) =>
          recognising('probeScim', (known) => {
            if (known) taken.set('last', known);
            return known ?? taken.get('last');
          }),
      ),
    },
  ],
});
