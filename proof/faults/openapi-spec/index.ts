import type { FaultTables } from '../../lib/fault.ts';
import { documentFaults } from './document.ts';
import { getFaults } from './get.ts';
import { perOperationFaults } from './per-operation.ts';
import { servingFaults } from './serving.ts';

/** The faults of all requirements whose ids begin with `openapi-spec.`. */
export const openapiSpecFaults: FaultTables = {
  'proof/faults/openapi-spec/document.ts': documentFaults,
  'proof/faults/openapi-spec/get.ts': getFaults,
  'proof/faults/openapi-spec/per-operation.ts': perOperationFaults,
  'proof/faults/openapi-spec/serving.ts': servingFaults,
};
