import { faults } from '../../lib/fault.ts';
import { shownElsewhere } from '../../lib/other-deployments.ts';

/** Faults of who reaches the syncs of which deployment. */
export const accessFaults = faults({
  'transform-sync.access.scoped-key-foreign-sync': [
    {
      ...shownElsewhere('status', 'getTransformSync', () => true),
      sentence: 'The status of a sync is answered under the path of any deployment.',
    },
    shownElsewhere('result', 'getTransformSyncResult'),
    shownElsewhere('logs', 'getTransformSyncLogs'),
    shownElsewhere('files', 'listGeneratedFiles'),
  ],
});
