import type { FaultTables } from '../../lib/fault.ts';
import { agentDefaultsFaults } from './agent-defaults.ts';
import { agentSuggestionsFaults } from './agent-suggestions.ts';
import { listFaults } from './list.ts';
import { settingsFaults } from './settings.ts';
import { tokenFaults } from './token.ts';
import { updateFaults } from './update.ts';
import { updateKeepsFaults } from './update-keeps.ts';
import { updateStoresFaults } from './update-stores.ts';
import { updateTemplateVariablesFaults } from './update-template-variables.ts';
import { versionsFaults } from './versions.ts';

/** The faults of all requirements whose ids begin with `deployments.`. */
export const deploymentsFaults: FaultTables = {
  'proof/faults/deployments/agent-defaults.ts': agentDefaultsFaults,
  'proof/faults/deployments/agent-suggestions.ts': agentSuggestionsFaults,
  'proof/faults/deployments/list.ts': listFaults,
  'proof/faults/deployments/settings.ts': settingsFaults,
  'proof/faults/deployments/token.ts': tokenFaults,
  'proof/faults/deployments/update.ts': updateFaults,
  'proof/faults/deployments/update-keeps.ts': updateKeepsFaults,
  'proof/faults/deployments/update-stores.ts': updateStoresFaults,
  'proof/faults/deployments/update-template-variables.ts': updateTemplateVariablesFaults,
  'proof/faults/deployments/versions.ts': versionsFaults,
};
