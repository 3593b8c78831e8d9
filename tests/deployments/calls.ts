import type { Setting } from '../../harness/undo/deployment-settings.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import { there, type ValidCalls } from '../../harness/check/valid-calls.ts';

/** Settings whose shown value may be sent back. */
const HARMLESS: readonly Setting[] = ['launchpadTabs', 'defaultLaunchpadViewGroup', 'template', 'region'];

export const calls: ValidCalls = {
  listDeployments: () => ({}),
  // Sends the current value, so that even a request that wrongly succeeds changes nothing.
  async updateDeployment(check, admin, where) {
    const settings = await settingsOf(there(check, admin, where));
    const name = HARMLESS.find((setting) => (settings[setting] ?? null) !== null);
    return { body: name === undefined ? {} : { [name]: settings[name] } };
  },
  getDeploymentSettings: () => ({}),
  listDeploymentVersions: () => ({}),
  createDeploymentToken: (check, _admin, where) => ({
    path: { id: check.provided(where === 'home' ? 'DEPLOYMENT_ID' : 'OTHER_DEPLOYMENT_ID') },
    body: { expiresIn: 600 },
  }),
  getAgentDefaults: () => ({}),
  listAgentSuggestions: () => ({}),
};
