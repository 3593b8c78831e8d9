import { alsoOn, forgiving, jwtParts, untaken } from '../../lib/access.ts';
import { NO_TOKEN_TAKEN } from '../../lib/auth.ts';
import { faults } from '../../lib/fault.ts';
import { knownClaimsTaken, knownSignatureTaken, unsignedTaken } from '../../lib/forged.ts';

/** Faults of the credentials of the Core Data API. */
export const coreDataFaults = faults({
  'auth.core-data.plain-token': {
    name: 'prefix-wanted',
    sentence: 'The metadata are refused to a token that comes without a prefix.',
    also: alsoOn('coreDataMeta', NO_TOKEN_TAKEN, [
      'core-data.coreDataMeta.is-served',
      'core-data.coreDataMeta.answers-as-documented',
      'core-data.coreDataMeta.no-credential',
      'core-data.coreDataMeta.malformed-credential',
      'core-data.coreDataMeta.expired-credential',
      'deployments.token.chosen-lifetime-lasts',
      'deployments.token.chosen-lifetime-ends',
      'deployments.token.longest-lifetime-lasts',
      'deployments.token.default-lifetime-lasts',
      'deployments.token.default-lifetime-ends',
    ]).filter(({ id }) => !['auth.core-data.plain-token', 'auth.https.core-data'].includes(id)),
    patch: untaken('coreDataMeta', 'none'),
  },
  'auth.core-data.altered-payload': [
    {
      name: 'known-signature-of-a-query',
      sentence: 'A query is answered to a JWT whose signature the tenant has made, whatever was signed with it.',
      patch: knownSignatureTaken('coreDataLoad'),
    },
    {
      name: 'known-signature-of-an-sql-query',
      sentence: 'An SQL query is answered to a JWT whose signature the tenant has made, whatever was signed with it.',
      patch: knownSignatureTaken('coreDataSql'),
    },
    {
      name: 'known-signature',
      sentence: 'A JWT whose signature the tenant has made is taken, whatever was signed with it.',
      patch: knownSignatureTaken('coreDataMeta'),
    },
    {
      name: 'a-later-end',
      sentence: 'A token whose end alone was changed after signing is taken.',
      patch: forgiving('coreDataMeta', (token, tenant) => {
        const parts = jwtParts(token);
        if (!parts) return undefined;
        const { exp: _, ...others } = parts.claims;
        const known = [...tenant.signed].some((one) => {
          const { exp: _end, ...own } = jwtParts(one)?.claims ?? {};
          return JSON.stringify(own) === JSON.stringify(others) && one.endsWith(parts.signature);
        });
        return known ? parts.claims : undefined;
      }),
    },
  ],
  'auth.core-data.foreign-signature': [
    {
      name: 'known-claims-of-a-query',
      sentence: 'A query is answered to a JWT with claims that the tenant has signed once, whoever signed it now.',
      patch: knownClaimsTaken('coreDataLoad'),
    },
    {
      name: 'known-claims-of-an-sql-query',
      sentence: 'An SQL query is answered to a JWT with claims that the tenant has signed once, whoever signed it now.',
      patch: knownClaimsTaken('coreDataSql'),
    },
    {
      name: 'known-claims',
      sentence: 'A JWT with claims that the tenant has signed once is taken, whoever signed it now.',
      patch: knownClaimsTaken('coreDataMeta'),
    },
  ],
  'auth.core-data.no-signature': [
    {
      name: 'algorithm-none-of-a-query',
      sentence: 'A query is answered to a JWT with the algorithm none.',
      patch: unsignedTaken('coreDataLoad'),
    },
    {
      name: 'algorithm-none-of-an-sql-query',
      sentence: 'An SQL query is answered to a JWT with the algorithm none.',
      patch: unsignedTaken('coreDataSql'),
    },
    {
      name: 'none-in-other-letters',
      sentence: 'The metadata are answered to a JWT whose algorithm is none in other than small letters.',
      patch: unsignedTaken('coreDataMeta', (algorithm) => /^none$/i.test(algorithm) && algorithm !== 'none'),
    },
    {
      name: 'signature-not-asked-for',
      sentence: 'The metadata are answered to a JWT without its signature, whatever its algorithm.',
      patch: unsignedTaken('coreDataMeta', (algorithm) => algorithm !== 'none'),
    },
    {
      name: 'algorithm-none',
      sentence: 'A JWT with the algorithm none is taken by its claims.',
      patch: unsignedTaken('coreDataMeta'),
    },
  ],
});
