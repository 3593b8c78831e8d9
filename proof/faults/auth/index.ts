import type { FaultTables } from '../../lib/fault.ts';
import { administratorFaults } from './administrator.ts';
import { aiFaults } from './ai.ts';
import { buildFaults } from './build.ts';
import { coreDataFaults } from './core-data.ts';
import { embedSessionFaults } from './embed-session.ts';
import { expiredFaults } from './expired.ts';
import { forbiddenFaults } from './forbidden.ts';
import { httpsFaults } from './https.ts';
import { platformFaults } from './platform.ts';
import { scimFaults } from './scim.ts';
import { scopedKeyFaults } from './scoped-key.ts';
import { unauthenticatedFaults } from './unauthenticated.ts';
import { unscopedKeyFaults } from './unscoped-key.ts';

/** The faults of all requirements whose ids begin with `auth.`. */
export const authFaults: FaultTables = {
  'proof/faults/auth/administrator.ts': administratorFaults,
  'proof/faults/auth/ai.ts': aiFaults,
  'proof/faults/auth/build.ts': buildFaults,
  'proof/faults/auth/core-data.ts': coreDataFaults,
  'proof/faults/auth/embed-session.ts': embedSessionFaults,
  'proof/faults/auth/expired.ts': expiredFaults,
  'proof/faults/auth/forbidden.ts': forbiddenFaults,
  'proof/faults/auth/https.ts': httpsFaults,
  'proof/faults/auth/platform.ts': platformFaults,
  'proof/faults/auth/scim.ts': scimFaults,
  'proof/faults/auth/scoped-key.ts': scopedKeyFaults,
  'proof/faults/auth/unauthenticated.ts': unauthenticatedFaults,
  'proof/faults/auth/unscoped-key.ts': unscopedKeyFaults,
};
