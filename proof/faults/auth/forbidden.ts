import { doneYetRefused, isAdministrator } from '../../lib/access.ts';
import { LOOKS_TOO } from '../../lib/auth.ts';
import { faults } from '../../lib/fault.ts';
import { all } from '../../lib/patches.ts';
import { anybody } from '../../lib/refused.ts';

/** Faults of what somebody without the right changes. */
export const forbiddenFaults = faults({
  'auth.forbidden.changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A role update by a user who is no administrator is refused with 403, and applied.',
    also: [{ id: 'roles.updateRole.administrator-only', because: LOOKS_TOO }],
    patch: all(
      anybody('updateRole'),
      doneYetRefused('updateRole', (call) => !isAdministrator(call), 403),
    ),
  },
});
