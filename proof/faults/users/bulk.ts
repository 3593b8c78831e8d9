import { doneYetRefused, isOutOfScope, widened } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { all } from '../../lib/patches.ts';

/** Faults of bulk actions on users. */
export const bulkFaults = faults({
  'users.bulk.scoped-key-changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A bulk action by a key scoped to deployments is refused with 403, and applied.',
    patch: all(
      widened('bulkUserAction'),
      doneYetRefused('bulkUserAction', (call) => isOutOfScope(call), 403),
    ),
  },
});
