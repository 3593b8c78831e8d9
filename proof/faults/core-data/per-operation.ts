import type { JWTPayload } from 'jose';
import { faults } from '../../lib/fault.ts';
import { remembering } from '../../lib/patches.ts';

/** Faults of the access rules of single operations of the Core Data API. */
export const perOperationFaults = faults({
  'core-data.coreDataSql.expired-credential': {
    name: 'after-a-good-one',
    sentence: 'An expired API token runs an SQL query once a token in force has run one.',
    patch: remembering(
      () => ({ claims: undefined as JWTPayload | undefined }),
      (known) =>
        ({ access }) => {
          const { claimsOf } = access;
          access.claimsOf = async (tenant, token, id) => {
            try {
              const claims = await claimsOf(tenant, token, id);
              if (id === 'coreDataSql') known.claims = claims;
              return claims;
            } catch (error) {
              if (id === 'coreDataSql' && known.claims && tenant.signed.has(token)) return known.claims;
              throw error;
            }
          };
        },
    ),
  },
});
