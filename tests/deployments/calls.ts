import type { Setting } from '../../harness/undo/deployment-settings.ts';
import { settingsOf } from '../../harness/undo/deployment-settings.ts';
import type { ValidCalls } from '../../harness/check/valid-calls.ts';

/** Settings that may be sent back as they are shown. */
const HARMLESS: readonly Setting[] = ['launchpadTabs', 'defaultLaunchpadViewGroup', 'template', 'region'];

export const calls: ValidCalls = {
  listDeployments: () => ({}),
  // The value that stands there: even a tenant that lets in whom it must not is not changed by it.
  async updateDeployment(check, admin, where) {
    const settings = await settingsOf(where === 'home' ? admin : admin.in(check.provided('OTHER_DEPLOYMENT_ID')));
    const name = HARMLESS.find((one) => (settings[one] ?? null) !== null);
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
