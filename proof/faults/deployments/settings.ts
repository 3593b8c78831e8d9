import { bodyOf } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import type { Deployment } from '../../../mock/world/deployments.ts';
import { byOAuth, byPlainUser, byScopedKey } from '../../lib/access.ts';
import { storedIn } from '../../lib/deployments.ts';
import { faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { after, all, changeBody, changeBodySync, remembering, replace } from '../../lib/patches.ts';

const withTheSecrets = changeBodySync('getDeploymentSettings', (settings, call) => ({
  ...settings,
  environment: Object.entries(storedIn(call)?.secrets ?? {}).map(([name, value]) => ({ name, value })),
}));

/** Settings that show something more. */
function showing(more: (deployment: Deployment) => object): Patch {
  return ({ deployments }) => {
    const { settings } = deployments;
    deployments.settings = (deployment) => ({ ...settings(deployment), ...more(deployment) });
  };
}

const withSecrets = changeBodySync('getDeploymentSettings', (settings, call) => ({
  ...settings,
  connection: { ...storedIn(call)?.secrets },
}));

/** Faults of the settings of a deployment. */
export const settingsFaults = faults({
  'deployments.settings.no-secrets': [
    {
      name: 'once-variables-were-sent',
      sentence: 'The settings show the secrets once template variables have been updated.',
      patch: remembering(
        () => new Set<unknown>(),
        (updated) =>
          all(
            after('updateDeployment', (call) => {
              if ('templateVariables' in bodyOf(call)) updated.add(call.path['deploymentId']);
            }),
            changeBody('getDeploymentSettings', (body, call) =>
              updated.has(call.path['deploymentId']) ? { ...body, secrets: storedIn(call)?.secrets } : body,
            ),
          ),
      ),
    },
    {
      name: 'once-a-token-was-made',
      sentence: 'The settings of a deployment show its secrets once a token was made for it.',
      patch: remembering(
        () => new Set<unknown>(),
        (made) =>
          all(
            replace('createDeploymentToken', async (call, original) => {
              const answer = await original(call);
              made.add(call.path['id']);
              return answer;
            }),
            changeBodySync('getDeploymentSettings', (body, call) =>
              made.has(call.path['deploymentId']) ? { ...body, secrets: storedIn(call)?.secrets } : body,
            ),
          ),
      ),
    },
    {
      name: 'for-a-plain-user',
      sentence: 'The settings of a deployment show its secrets to users without the admin role.',
      patch: changeBodySync('getDeploymentSettings', (body, call) =>
        byPlainUser(call) ? { ...body, secrets: storedIn(call)?.secrets } : body,
      ),
    },
    {
      name: 'to-oauth',
      sentence: 'The settings show the secrets to an OAuth token.',
      patch: given('getDeploymentSettings', byOAuth, withTheSecrets),
    },
    {
      name: 'the-second-time',
      sentence: 'The settings show the secrets from the second read on.',
      patch: given('getDeploymentSettings', (_call, { done }) => done > 0, withTheSecrets),
    },
    {
      name: 'to-scoped-keys',
      sentence: 'The settings show the secrets to a key that is scoped to the deployment.',
      patch: given('getDeploymentSettings', byScopedKey, withTheSecrets),
    },
    {
      name: 'among-others',
      sentence: 'The settings show the secrets in a member of their own.',
      patch: showing(({ secrets }) => ({ environmentVariables: secrets })),
    },
    {
      name: 'within-an-address',
      sentence: 'The settings show the address of the database with the password within it.',
      patch: showing(({ slug, secrets }) => ({
        dataSource: { url: `postgres://${slug}:${secrets['databasePassword'] ?? ''}@db.internal/warehouse` },
      })),
    },
    {
      name: 'encoded',
      sentence: 'The settings show the password in base64.',
      patch: changeBodySync('getDeploymentSettings', (settings, call) => ({
        ...settings,
        connection: Buffer.from(storedIn(call)?.secrets['databasePassword'] ?? '').toString('base64'),
      })),
    },
    {
      name: 'after-an-update',
      sentence: 'The settings of a deployment that was updated contain its secrets.',
      patch: given('getDeploymentSettings', (_call, { done }) => done > 0, withSecrets, { past: 'updateDeployment' }),
    },
    {
      name: 'after-a-refused-update',
      sentence: 'The settings of a deployment whose last update was refused contain its secrets.',
      patch: given('getDeploymentSettings', (_call, { wasRefused }) => wasRefused, withSecrets, {
        past: 'updateDeployment',
      }),
    },
  ],
});
