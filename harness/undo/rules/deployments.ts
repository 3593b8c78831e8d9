import { SETTINGS, settingsOf, wayBack, type Settings } from '../deployment-settings.ts';
import { isSuccess } from '../../http/answer.ts';
import { setupFailed } from '../../failures/failure.ts';
import { at, isId, type UndoRule, type UndoRules } from './rule.ts';

const deployment: UndoRule = {
  async note({ path = {} }, { admin, known }) {
    const { deploymentId } = path;
    if (known.some((one) => one['deploymentId'] === (deploymentId ?? null))) return undefined;
    return { deploymentId: deploymentId ?? null, before: await settingsOf(at(admin, deploymentId)) };
  },
  async undo({ deploymentId, before }, { admin }) {
    const here = at(admin, deploymentId);
    const left = async () => wayBack(before as Settings, await settingsOf(here));
    const body = await left();
    if (Object.keys(body).length === 0) return;
    // Some settings hang together and go back at once alone, others are refused and must not keep these back.
    if (!isSuccess(await here.raw('updateDeployment', { body }))) {
      for (const name of SETTINGS) {
        if (name in body) await here.raw('updateDeployment', { body: { [name]: body[name] } });
      }
    }
    const names = Object.keys(await left());
    if (names.length > 0) throw setupFailed(`${names.join(', ')} could not be put back`);
  },
  says: ({ deploymentId }) =>
    `settings of ${isId(deploymentId) ? `deployment ${deploymentId}` : 'the lent deployment'}`,
};

/** What expires by itself and has no way back. */
function passing(what: string, member: string): UndoRule {
  return {
    note: ({ path = {} }) => ({ [member]: path[member] ?? null }),
    says({ [member]: id }) {
      return isId(id) ? `${what} of ${id}` : what;
    },
  };
}

export const deploymentRules: UndoRules = {
  updateDeployment: deployment,
  createDeploymentToken: passing('deployment token', 'id'),
  createEnvironmentToken: passing('environment token', 'environmentId'),
  createMetaSyncToken: passing('meta-sync token', 'environmentId'),
  startDashboardExport: passing('dashboard export, for 5 minutes', 'deploymentId'),
};
