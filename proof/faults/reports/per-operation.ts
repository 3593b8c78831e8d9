import { keyAskedOnce } from '../../lib/asked-again.ts';
import { faults } from '../../lib/fault.ts';
import { refusedAfterElsewhere } from '../../lib/other-deployments.ts';

/** Faults of the access rules of single operations on reports. */
export const perOperationFaults = faults({
  'reports.listReports.scoped-key-at-home': {
    name: 'not-right-after-elsewhere',
    sentence: 'A scoped key that was refused the reports of another deployment is refused once those of its own.',
    patch: refusedAfterElsewhere('listReports'),
  },
  'reports.listReports.scoped-key-elsewhere': {
    name: 'asked-again',
    sentence: 'A key is refused the reports of a deployment outside its scope once, and listed them after that.',
    patch: keyAskedOnce('listReports'),
  },
});
