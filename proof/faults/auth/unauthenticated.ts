import { doneYetRefused, isAnonymous, open } from '../../lib/access.ts';
import { LOOKS_TOO } from '../../lib/auth.ts';
import { faults } from '../../lib/fault.ts';
import { all } from '../../lib/patches.ts';

/** Faults of what a request without a credential changes. */
export const unauthenticatedFaults = faults({
  'auth.unauthenticated.changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A role update without a credential is refused with 401, and applied.',
    also: [{ id: 'roles.updateRole.no-credential', because: LOOKS_TOO }],
    patch: all(open('updateRole'), doneYetRefused('updateRole', isAnonymous, 401)),
  },
});
