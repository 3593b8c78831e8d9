import { ok, refuse } from '../../../mock/answer.ts';
import { isAnonymous, open, recognising } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { all, replaceSync } from '../../lib/patches.ts';

/** Faults of the access rules of single operations of SCIM. */
export const perOperationFaults = faults({
  'scim.probeScim.no-credential': {
    name: 'what-it-can',
    sentence: 'What SCIM says of itself is read without a credential.',
    patch: all(
      open('probeScim'),
      replaceSync('probeScim', (call, original) => {
        if (call.path['resource'] === 'ServiceProviderConfig') return ok({ patch: { supported: false } });
        return isAnonymous(call) ? refuse(401, 'a credential is needed') : original(call);
      }),
    ),
  },
  'scim.probeScim.expired-credential': {
    name: 'after-api-key',
    sentence: 'After the prefix Api-Key SCIM takes keys that have expired.',
    patch: (rules) => {
      let prefix = '';
      const { takes } = rules.access;
      rules.access.takes = (schemes, scheme, id) => {
        prefix = scheme;
        return takes(schemes, scheme, id);
      };
      recognising('probeScim', (known, { clock }) => {
        const hasExpired = known?.expiresAt !== undefined && known.expiresAt <= clock.now();
        return known && hasExpired && prefix === 'Api-Key' ? { ...known, kind: 'scim', expiresAt: undefined } : known;
      })(rules);
    },
  },
});
