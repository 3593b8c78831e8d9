import type { FaultTables } from '../../lib/fault.ts';
import { applyFaults } from './apply.ts';
import { getFaults } from './get.ts';
import { linksFaults } from './links.ts';
import { listFaults } from './list.ts';
import { previewFaults } from './preview.ts';

/** The faults of all requirements whose ids begin with `promotions.`. */
export const promotionsFaults: FaultTables = {
  'proof/faults/promotions/apply.ts': applyFaults,
  'proof/faults/promotions/get.ts': getFaults,
  'proof/faults/promotions/links.ts': linksFaults,
  'proof/faults/promotions/list.ts': listFaults,
  'proof/faults/promotions/preview.ts': previewFaults,
};
