import { SETTINGS, settingsOf, wayBack, type Settings } from '../deployment-settings.ts';
import { isSuccess } from '../../http/answer.ts';
import { setupFailed } from '../../failures/trouble.ts';
import { at, isId, type Kind, type Kinds } from './kind.ts';

const deployment: Kind = {
  async note({ path = {} }, keeper, known) {
    const { deploymentId } = path;
    if (known.some((one) => one['deploymentId'] === (deploymentId ?? null))) return undefined;
    return { deploymentId: deploymentId ?? null, before: await settingsOf(at(keeper, deploymentId)) };
  },
  async undo({ deploymentId, before }, keeper) {
    const here = at(keeper, deploymentId);
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
function passing(what: string, member: string): Kind {
  return {
    note: ({ path = {} }) => ({ [member]: path[member] ?? null }),
    says({ [member]: id }) {
      return isId(id) ? `${what} of ${id}` : what;
    },
  };
}

export const deploymentKinds: Kinds = {
  updateDeployment: deployment,
  createDeploymentToken: passing('deployment token', 'id'),
  createEnvironmentToken: passing('environment token', 'environmentId'),
  createMetaSyncToken: passing('meta-sync token', 'environmentId'),
  startDashboardExport: passing('dashboard export, for 5 minutes', 'deploymentId'),
};
