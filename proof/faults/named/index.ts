import type { FaultTables } from '../../lib/fault.ts';
import { noCredentialFaults } from './no-credential.ts';
import { scopedKeyElsewhereFaults } from './scoped-key-elsewhere.ts';
import { selfConsistentFaults } from './self-consistent.ts';

/** The faults of all requirements whose ids begin with `named.`. A file is named by the last part of the ids, since the faults of all things are alike. */
export const namedFaults: FaultTables = {
  'proof/faults/named/no-credential.ts': noCredentialFaults,
  'proof/faults/named/scoped-key-elsewhere.ts': scopedKeyElsewhereFaults,
  'proof/faults/named/self-consistent.ts': selfConsistentFaults,
};
