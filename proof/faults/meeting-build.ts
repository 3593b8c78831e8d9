import type { Body, Call } from '../../mock/call.ts';
import { branchInDevMode } from '../../mock/families/dev-mode.ts';
import { storedIn } from '../lib/deployments.ts';
import { alsoThese, faults } from '../lib/fault.ts';
import { bodyIn, once, onItems, who } from '../lib/meeting.ts';
import { all, changeBodySync, remembering, replace, replaceSync } from '../lib/patches.ts';
import { changeRequest, isAsked } from '../lib/reports.ts';

/** Faults of deployments, branches, environments and jobs that show where two of their features meet. */

/** The branch on which the caller is in dev mode. */
function workedOn(call: Call): string | undefined {
  const deployment = storedIn(call);
  return deployment && branchInDevMode(call.tenant, deployment, call.principal.user?.id)?.name;
}

export const meetingBuildFaults = faults({
  'deployments.settings.no-secrets': {
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
  'deployments.list.shows-deployment': {
    name: 'not-on-pages-once-updated',
    toldBy: 'deployments.update.several-members',
    sentence: 'Lists with first leave out deployments that were updated.',
    patch: once(
      'updateDeployment',
      ({ path }) => path['deploymentId'],
      (updated) =>
        changeBodySync(
          'listDeployments',
          onItems((items, call) =>
            isAsked(call, 'first') ? items.filter(({ id }) => !updated.has(String(id))) : items,
          ),
        ),
    ),
  },
  'environments.tokens.own-shown': {
    name: 'until-a-meta-sync',
    toldBy: 'environments.tokens.others-hidden',
    sentence: 'The tokens that a caller minted before are not listed once the caller has minted one for a meta sync.',
    patch: remembering(
      () => new Map<string, number>(),
      (last) => {
        const keyOf = (call: Call) => `${who(call)} ${call.path['environmentId']}`;
        return all(
          replaceSync('createMetaSyncToken', (call, original) => {
            const answer = original(call);
            last.set(keyOf(call), Number((bodyIn(answer)['data'] as Body)['id']));
            return answer;
          }),
          changeBodySync(
            'listEnvironmentTokens',
            onItems((items, call) => items.filter(({ id }) => Number(id) >= (last.get(keyOf(call)) ?? 0))),
          ),
        );
      },
    ),
  },
  'dev-mode.enter.activates': {
    name: 'inactive-where-staging',
    sentence: 'Entering a branch that has a staging environment answers that active is false.',
    patch: ({ devMode }) => {
      const { state } = devMode;
      devMode.state = (branch) => ({ ...state(branch), active: !branch.staging });
    },
  },
  'dev-mode.enter.on-that-branch': {
    name: 'the-main-one-once-a-branch-was-deleted',
    toldBy: 'build.delete-branch.only-named',
    sentence: 'Entering any branch tells of the main branch once a branch of the deployment was deleted.',
    patch: once(
      'deleteBranch',
      ({ path }) => path['deploymentId'],
      (deleted) =>
        changeBodySync('enterDevMode', (body, call) =>
          deleted.has(call.path['deploymentId'] ?? '') ? { ...body, branchName: storedIn(call)?.mainBranch } : body,
        ),
    ),
  },
  'build.delete-branch.only-named': {
    name: 'and-the-one-worked-on',
    sentence: 'The deletion of a branch deletes the one as well on which the caller is in dev mode.',
    patch: replaceSync('deleteBranch', (call, original) => {
      const name = workedOn(call);
      const answer = original(call);
      const deployment = storedIn(call);
      if (!deployment || name === undefined || name === deployment.mainBranch) return answer;
      const branches = new Map([...deployment.branches].filter(([one]) => one !== name));
      call.tenant.deployments.deployments.replace({ ...deployment, branches });
      return answer;
    }),
  },
  'build.create.listed': {
    name: 'not-on-pages',
    sentence: 'Lists with first leave out deployments that the API created.',
    patch: once(
      'createDeployment',
      (_call, answer) => Number(bodyIn(answer)['id']),
      (created) =>
        changeBodySync(
          'listDeployments',
          onItems((items, call) =>
            isAsked(call, 'first') ? items.filter(({ id }) => !created.has(Number(id))) : items,
          ),
        ),
    ),
  },
  'transform-sync.files.uncommitted-listed': {
    name: 'committed-with-a-branch-name',
    also: alsoThese('a sync that commits has no files to list', 'transform-sync.listGeneratedFiles.is-served'),
    sentence: 'A sync whose request names a branch commits what it makes, also where its output is files.',
    patch: changeRequest('startTransformSync', (body) =>
      body['branchName'] !== undefined && body['output'] === 'files' ? { ...body, output: 'branch' } : body,
    ),
  },
});
