import type { FaultTables } from '../../lib/fault.ts';
import { legacyFaults } from './legacy.ts';
import { pathsFaults } from './paths.ts';
import { removedFaults } from './removed.ts';

/** The faults of all requirements whose ids begin with `versioning.`. */
export const versioningFaults: FaultTables = {
  'proof/faults/versioning/legacy.ts': legacyFaults,
  'proof/faults/versioning/paths.ts': pathsFaults,
  'proof/faults/versioning/removed.ts': removedFaults,
};
