import { faults } from '../../lib/fault.ts';
import { severalLetIn } from '../../lib/other-deployments.ts';

/** Faults of the access rules of single operations on users. */
export const perOperationFaults = faults({
  'users.bulkUserAction.scoped-key-refused': {
    name: 'several-let-in',
    sentence: 'A key that is scoped to more than one deployment may change users in bulk.',
    seenWith: 'TWO_SCOPE_TOKEN',
    patch: severalLetIn('bulkUserAction'),
  },
});
