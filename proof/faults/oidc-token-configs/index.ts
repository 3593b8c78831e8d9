import type { FaultTables } from '../../lib/fault.ts';
import { configFaults } from './config.ts';
import { getFaults } from './get.ts';

/** The faults of all requirements whose ids begin with `oidc-token-configs.`. */
export const oidcTokenConfigsFaults: FaultTables = {
  'proof/faults/oidc-token-configs/config.ts': configFaults,
  'proof/faults/oidc-token-configs/get.ts': getFaults,
};
