import { doneYetRefused, immortal, recordIn } from '../../lib/access.ts';
import { LOOKS_TOO } from '../../lib/auth.ts';
import { faults } from '../../lib/fault.ts';
import { all } from '../../lib/patches.ts';

/** Faults of what an expired credential changes. */
export const expiredFaults = faults({
  'auth.expired.changes-nothing': {
    name: 'refused-yet-applied',
    sentence: 'A role update with an expired key is refused with 401, and applied.',
    also: [{ id: 'roles.updateRole.expired-credential', because: LOOKS_TOO }],
    patch: all(
      immortal('updateRole', 'api-key'),
      doneYetRefused(
        'updateRole',
        (call) => (recordIn(call)?.expiresAt ?? Number.MAX_SAFE_INTEGER) <= call.tenant.clock.now(),
        401,
      ),
    ),
  },
});
