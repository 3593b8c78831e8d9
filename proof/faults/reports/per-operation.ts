import { faults } from '../../lib/fault.ts';
import { refusedAfterElsewhere } from '../../lib/other-deployments.ts';

/** Faults of the access rules of single operations on reports. */
export const perOperationFaults = faults({
  'reports.listReports.scoped-key-at-home': {
    name: 'not-right-after-elsewhere',
    sentence: 'A scoped key that was refused the reports of another deployment is refused once those of its own.',
    patch: refusedAfterElsewhere('listReports'),
  },
});
