import { faults } from '../../lib/fault.ts';
import { shownElsewhere } from '../../lib/other-deployments.ts';

/** Faults of who reaches the previews of which deployment. */
export const accessFaults = faults({
  'lakehouse.access.scoped-key-foreign-preview': [
    shownElsewhere('status', 'getMetricViewPreview'),
    shownElsewhere('result', 'getMetricViewPreviewResult'),
  ],
});
