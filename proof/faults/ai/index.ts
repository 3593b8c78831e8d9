import type { FaultTables } from '../../lib/fault.ts';
import { chatFaults } from './chat.ts';
import { perOperationFaults } from './per-operation.ts';

/** The faults of all requirements whose ids begin with `ai.`. */
export const aiFaults: FaultTables = {
  'proof/faults/ai/chat.ts': chatFaults,
  'proof/faults/ai/per-operation.ts': perOperationFaults,
};
