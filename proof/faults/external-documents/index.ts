import type { FaultTables } from '../../lib/fault.ts';
import { entryFaults } from './entry.ts';
import { listFaults } from './list.ts';

/** The faults of all requirements whose ids begin with `external-documents.`. */
export const externalDocumentsFaults: FaultTables = {
  'proof/faults/external-documents/entry.ts': entryFaults,
  'proof/faults/external-documents/list.ts': listFaults,
};
