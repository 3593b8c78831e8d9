import { faults } from '../../lib/fault.ts';
import { shownElsewhere } from '../../lib/other-deployments.ts';

/** Faults of who reaches the exports of which deployment. */
export const accessFaults = faults({
  'dashboard-exports.access.scoped-key-foreign-export': [
    shownElsewhere('status', 'getDashboardExport'),
    shownElsewhere('file', 'downloadDashboardExport'),
  ],
});
