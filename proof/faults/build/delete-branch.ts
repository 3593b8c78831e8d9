import { acknowledged } from '../../lib/conditions.ts';
import { BY_PLAIN } from '../../lib/plain-users.ts';
import { done, ok } from '../../../mock/answer.ts';
import { bodyOf, type Call } from '../../../mock/call.ts';
import { branchInDevMode } from '../../../mock/families/dev-mode.ts';
import type { Patch, Rules } from '../../../mock/index.ts';
import type { Branch } from '../../../mock/world/deployments.ts';
import { byOAuth, byPlainUser } from '../../lib/access.ts';
import { storedIn } from '../../lib/deployments.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { afterRefusal, given } from '../../lib/earlier-calls.ts';
import { afterSync, all, during, refusing, remembering, replace, replaceSync, withRules } from '../../lib/patches.ts';

const branchIn = ({ query }: Call): string => query.text('branchName') ?? '';

function removed(isRemoved: Rules['build']['isRemoved']): Patch {
  return ({ build }) => {
    build.isRemoved = isRemoved;
  };
}

const wantsUpstream = ({ query }: Call): boolean => query.text('removeOnUpstream') !== undefined;

/** The caller in a deployment. */
const userIn = ({ path, principal }: Call): string => `${path['deploymentId'] ?? ''} ${principal.user?.id ?? ''}`;

/** Deletions that are acknowledged alone, by the branch on which the caller is in dev mode. */
function keptInDevMode(isKept: (entered: unknown, deleted: string) => boolean): Patch {
  return remembering(
    () => new Map<string, unknown>(),
    (branches) =>
      all(
        replaceSync('enterDevMode', (call, original) => {
          const answer = original(call);
          branches.set(userIn(call), bodyOf(call)['branchName']);
          return answer;
        }),
        during(
          'deleteBranch',
          'build',
          () => ({ isRemoved: () => false }),
          (call) => isKept(branches.get(userIn(call)), call.query.text('branchName') ?? ''),
        ),
      ),
  );
}

/** The branch on which the caller is in dev mode. */
function workedOn(call: Call): string | undefined {
  const deployment = storedIn(call);
  return deployment && branchInDevMode(call.tenant, deployment, call.principal.user?.id)?.name;
}

/** Faults of deleting branches. */
export const deleteBranchFaults = faults({
  'build.delete-branch.removes': [
    {
      name: 'not-with-a-slash',
      sentence: 'The deletion of a branch whose name has a slash is acknowledged and does nothing.',
      patch: replaceSync('deleteBranch', (call, original) =>
        call.query.text('branchName')?.includes('/') ? { kind: 'done' } : original(call),
      ),
    },
    {
      name: 'not-for-sessions',
      sentence: 'A branch that was deleted is accepted as if it were still there.',
      patch: remembering(
        () => new Map<string, Branch>(),
        (deleted) =>
          all(
            replaceSync('deleteBranch', (call, original) => {
              const { path, tenant, query } = call;
              const name = query.text('branchName') ?? '';
              const branch = tenant.deployments.deployments.get(Number(path['deploymentId']))?.branches.get(name);
              const answer = original(call);
              if (branch) deleted.set(`${path['deploymentId']} ${name}`, branch);
              return answer;
            }),
            ({ embed }) => {
              const { branchNamed } = embed;
              embed.branchNamed = (deployment, name) =>
                branchNamed(deployment, name) ?? deleted.get(`${deployment.id} ${name}`);
            },
          ),
      ),
    },
    {
      name: 'not-upstream-not-at-all',
      sentence: 'The deletion of a branch whose removeOnUpstream is false is acknowledged and does nothing.',
      patch: replace('deleteBranch', (call, original) =>
        call.query.text('removeOnUpstream') === 'false' ? done() : original(call),
      ),
    },
    {
      name: 'not-with-a-staging-environment',
      sentence: 'The deletion of a branch that has a staging environment is acknowledged and does nothing.',
      patch: replaceSync('deleteBranch', (call, original) =>
        storedIn(call)?.branches.get(branchIn(call))?.staging === true
          ? withRules(call, 'build', { isRemoved: () => false }, () => original(call))
          : original(call),
      ),
    },
    {
      name: 'sessions-open',
      sentence: 'A session can be opened on a branch that was deleted.',
      patch: remembering(
        () => new Set<string>(),
        (deleted) =>
          all(
            afterSync('deleteBranch', ({ path, query }) => {
              deleted.add(`${path['deploymentId']}/${query.text('branchName')}`);
            }),
            during('generateEmbedSession', 'embed', ({ branchNamed }) => ({
              branchNamed: (deployment, name) =>
                branchNamed(deployment, deleted.has(`${deployment.id}/${name}`) ? deployment.mainBranch : name),
            })),
          ),
      ),
    },
    {
      name: 'not-by-oauth',
      sentence: 'The deletion of a branch with an OAuth token is acknowledged and does nothing.',
      patch: during('deleteBranch', 'build', () => ({ isRemoved: () => false }), byOAuth),
    },
    {
      name: 'acknowledged',
      sentence: 'The deletion of a branch is acknowledged, and the branch stays.',
      patch: removed(() => false),
    },
    {
      name: 'upstream-only',
      sentence: 'The deletion of a branch has an effect with removeOnUpstream alone.',
      patch: replaceSync('deleteBranch', (call, original) => {
        if (wantsUpstream(call)) return original(call);
        const { build } = call.tenant.rules;
        const { isRemoved } = build;
        build.isRemoved = () => false;
        try {
          return original(call);
        } finally {
          build.isRemoved = isRemoved;
        }
      }),
    },
    {
      name: 'kept-after-a-refusal',
      sentence: 'After the deletion of a branch that there is not, the next one is acknowledged alone.',
      patch: given(
        'deleteBranch',
        afterRefusal,
        replaceSync('deleteBranch', () => ok({})),
      ),
    },
    {
      name: 'kept-in-dev-mode',
      sentence: 'The deletion of the branch on which the caller is in dev mode is acknowledged, and it stays.',
      patch: keptInDevMode((entered, deleted) => entered === deleted),
    },
    {
      name: 'kept-once-in-dev-mode',
      sentence: 'Whoever is in dev mode deletes no branch, whatever is acknowledged.',
      patch: keptInDevMode((entered) => entered !== undefined),
    },
    {
      name: 'kept-by-a-part-of-its-name',
      sentence:
        'A branch stays, though its deletion is acknowledged, while the caller is in dev mode on one whose name begins so.',
      patch: keptInDevMode((entered, deleted) => typeof entered === 'string' && entered.startsWith(deleted)),
    },
    {
      name: 'acknowledged-to-plain-users',
      sentence: 'The deletion of a branch by a user without the admin role is acknowledged and does nothing.',
      seenIn: BY_PLAIN,
      patch: acknowledged('deleteBranch', byPlainUser),
    },
  ],
  'build.delete-branch.only-named': [
    {
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
    {
      name: 'in-every-deployment',
      sentence: 'The deletion of a branch deletes those of its name in other deployments as well.',
      patch: replaceSync('deleteBranch', (call, original) => {
        const answer = original(call);
        const { deployments } = call.tenant.deployments;
        for (const one of deployments.all()) {
          const branches = new Map([...one.branches].filter(([name]) => name !== call.query.text('branchName')));
          deployments.replace({ ...one, branches });
        }
        return answer;
      }),
    },
    {
      name: 'all-that-begin-so',
      sentence: 'The deletion of a branch deletes the branches whose names begin with its name.',
      patch: during('deleteBranch', 'build', () => ({ isRemoved: (branch, name) => branch.name.startsWith(name) })),
    },
    {
      name: 'with-upstream',
      toldBy: 'build.delete-branch.with-upstream',
      sentence: 'A deletion with removeOnUpstream removes every branch that is stopped.',
      patch: during(
        'deleteBranch',
        'build',
        ({ isRemoved }) => ({ isRemoved: (branch, name) => isRemoved(branch, name) || !branch.running }),
        ({ query }) => query.text('removeOnUpstream') === 'true',
      ),
    },
    {
      name: 'staging-ones-too',
      sentence: 'The deletion of a branch deletes every branch that has a staging environment.',
      patch: during('deleteBranch', 'build', () => ({
        isRemoved: (branch, name) => branch.name === name || branch.staging,
      })),
    },
    {
      name: 'same-prefix',
      sentence: 'The deletion of a branch deletes all whose names begin with the same word.',
      patch: removed((branch, name) => branch.name.split('-')[0] === name.split('-')[0]),
    },
    {
      name: 'others-stopped',
      sentence: 'The deletion of a branch stops all other branches of the deployment.',
      patch: replaceSync('deleteBranch', (call, original) => {
        const answer = original(call);
        const { deployments } = call.tenant.deployments;
        const deployment = deployments.get(Number(call.path['deploymentId']));
        if (deployment) {
          const stopped = [...deployment.branches].map(([name, one]) => [name, { ...one, running: false }] as const);
          deployments.replace({ ...deployment, branches: new Map(stopped) });
        }
        return answer;
      }),
    },
  ],
  'build.delete-branch.without-upstream': {
    name: 'wanted',
    sentence: 'The deletion of a branch is refused where removeOnUpstream is left out.',
    also: alsoThese('the check deletes a branch', 'build.delete-branch.removes', 'build.delete-branch.only-named'),
    patch: refusing('deleteBranch', (call) => !wantsUpstream(call), 'invalid'),
  },
  'build.delete-branch.with-upstream': {
    name: 'refused',
    sentence: 'The deletion of a branch is refused with removeOnUpstream.',
    patch: refusing('deleteBranch', wantsUpstream, 'invalid'),
  },
});
