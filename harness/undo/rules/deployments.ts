import { isVariables, revertingUpdate, SETTINGS, settingsOf, type Settings } from '../deployment-settings.ts';
import { isSuccess } from '../../http/answer.ts';
import { setupFailed } from '../../failures/failure.ts';
import { isId } from '../../../contracts/lossless-json.ts';
import { inDeployment, type UndoRule, type UndoRules } from './rule.ts';

/** The keys that could only be taken away, where nothing else is left to restore: whether a tenant does that is open. */
function addedVariables({ templateVariables, ...others }: Settings): readonly string[] {
  const left = Object.entries(isVariables(templateVariables) ? templateVariables : {});
  return Object.keys(others).length === 0 && left.every(([, value]) => value === null) ? left.map(([key]) => key) : [];
}

const GONE: readonly number[] = [404, 410];

const deployment: UndoRule = {
  async note({ path = {} }, { admin, known }) {
    const { deploymentId } = path;
    if (known.some((one) => one['deploymentId'] === (deploymentId ?? null))) return undefined;
    return { deploymentId: deploymentId ?? null, before: await settingsOf(inDeployment(admin, deploymentId)) };
  },
  async undo({ deploymentId, before }, { admin }) {
    const here = inDeployment(admin, deploymentId);
    // A deployment of the run may have been removed before a stopped check is undone.
    if (GONE.includes((await here.raw('getDeploymentSettings')).status)) return undefined;
    const remaining = async () => revertingUpdate(before as Settings, await settingsOf(here));
    const body = await remaining();
    if (Object.keys(body).length === 0) return undefined;
    // Some settings can only be restored together. If the update as a whole is refused, each is restored separately.
    if (!isSuccess(await here.raw('updateDeployment', { body }))) {
      for (const name of SETTINGS) {
        if (name in body) await here.raw('updateDeployment', { body: { [name]: body[name] } });
      }
    }
    const left = await remaining();
    const added = addedVariables(left);
    if (added.length > 0) return `the tenant does not take away again: templateVariables ${added.join(', ')}`;
    const names = Object.keys(left);
    if (names.length > 0) throw setupFailed(`${names.join(', ')} could not be restored`);
    return undefined;
  },
  describe: ({ deploymentId }) =>
    `settings of ${isId(deploymentId) ? `deployment ${deploymentId}` : 'the provided deployment'}`,
};

/** Something that cannot be deleted and expires by itself. */
function expiring(what: string, member: string): UndoRule {
  return {
    note: ({ path = {} }) => ({ [member]: path[member] ?? null }),
    describe({ [member]: id }) {
      return isId(id) ? `${what} of ${id}` : what;
    },
  };
}

export const deploymentRules: UndoRules = {
  updateDeployment: deployment,
  createDeploymentToken: expiring('deployment token', 'id'),
  createEnvironmentToken: expiring('environment token', 'environmentId'),
  createMetaSyncToken: expiring('meta-sync token', 'environmentId'),
  startDashboardExport: expiring('dashboard export, which expires after 5 minutes', 'deploymentId'),
};
