import { BY_PLAIN } from '../../lib/plain-users.ts';
import type { RequirementId } from '../../../contracts/requirements/index.ts';
import { bodyOf, type Body, type Call } from '../../../mock/call.ts';
import { branchInDevMode } from '../../../mock/families/dev-mode.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth, byScopedKey, byPlainUser } from '../../lib/access.ts';
import { storedIn } from '../../lib/deployments.ts';
import { alsoThese, faults } from '../../lib/fault.ts';
import { byCaller } from '../../lib/earlier-calls.ts';
import { once } from '../../lib/other-operations.ts';
import { changedIf } from '../../lib/conditions.ts';
import { byTimes, changeBodySync, during, remembering, replace, replaceSync, withBody } from '../../lib/patches.ts';
import { sharedAnswer } from '../../lib/under-way.ts';

const STATE = [
  'dev-mode.enter.activates',
  'dev-mode.enter.on-that-branch',
  'dev-mode.enter.switches-branch',
  'dev-mode.state.active',
  'dev-mode.state.branch-name',
  'dev-mode.state.parent-branch',
] as const satisfies readonly RequirementId[];

/** The branch on which the caller stands before the call. */
function standing({ tenant, path, principal }: Call): string | undefined {
  const deployment = tenant.deployments.deployments.get(Number(path['deploymentId']));
  return deployment && branchInDevMode(tenant, deployment, principal.user?.id)?.name;
}

/** The state that some entries answer, by where the caller stood before. */
function entering(change: (state: Body, before: string | undefined, call: Call) => Body): Patch {
  return replaceSync('enterDevMode', (call, original) => {
    const before = standing(call);
    return withBody(original(call), (state) => change(state, before, call));
  });
}

/** Where a user entered first. */
interface Entry {
  readonly deploymentId: string | undefined;
  readonly branchName: unknown;
}

/** Faults of entering dev mode. */
export const enterFaults = faults({
  'dev-mode.enter.answers-state': [
    {
      name: 'empty',
      sentence: 'Entering dev mode succeeds with an empty body.',
      also: STATE.map((id) => ({ id, because: 'there is no state to look at' })),
      patch: replace('enterDevMode', async (call, original) => {
        await original(call);
        return { kind: 'bytes', bytes: new Uint8Array(), type: 'text/plain' };
      }),
    },
    {
      name: 'page',
      sentence: 'Entering dev mode answers with a page in the place of the state.',
      also: STATE.map((id) => ({ id, because: 'there is no state to look at' })),
      patch: replace('enterDevMode', async (call, original) => {
        await original(call);
        return { kind: 'bytes', bytes: Buffer.from('<!doctype html><title>Dev mode</title>'), type: 'text/html' };
      }),
    },
  ],
  'dev-mode.enter.activates': [
    {
      name: 'inactive-where-staging',
      sentence: 'Entering a branch that has a staging environment answers that active is false.',
      patch: ({ devMode }) => {
        const { state } = devMode;
        devMode.state = (branch) => ({ ...state(branch), active: !branch.staging });
      },
    },
    {
      name: 'inactive-for-scoped-keys',
      sentence: 'Entering dev mode with a key that is scoped to the deployment answers that active is false.',
      seenIn: 'by a scoped key',
      patch: replaceSync('enterDevMode', (call, original) =>
        withBody(original(call), (body) => (byScopedKey(call) ? { ...body, active: false } : body)),
      ),
    },
    {
      name: 'inactive',
      sentence: 'The answer tells of the state before the switch, in which active is false.',
      patch: replace('enterDevMode', async (call, original) => {
        const active = standing(call) !== undefined;
        const answer = await original(call);
        return answer.kind === 'ok' ? { ...answer, body: { ...(answer.body as Body), active } } : answer;
      }),
    },
    {
      name: 'left-by-entering-again',
      sentence: 'Entering the branch on which the caller works already leaves dev mode.',
      patch: entering((state, before) => ({ ...state, active: before !== state['branchName'] })),
    },
    {
      name: 'inactive-on-another',
      sentence: 'Entering another branch than the one before answers that active is false.',
      also: alsoThese('the state of the second branch is not active', 'dev-mode.enter.switches-branch'),
      patch: entering((state, before) => ({
        ...state,
        active: before === undefined || before === state['branchName'],
      })),
    },
    {
      name: 'inactive-for-oauth',
      sentence: 'Entering dev mode with an OAuth token answers that active is false.',
      seenIn: 'by an OAuth token',
      patch: changedIf('enterDevMode', byOAuth, (state) => ({ ...state, active: false })),
    },
  ],
  'dev-mode.enter.on-that-branch': [
    {
      name: 'behind-the-slash',
      also: alsoThese('one of its branches has a slash in its name', 'dev-mode.enter.switches-branch'),
      sentence: 'The branchName of a branch with a slash in its name is what stands behind it.',
      patch: changeBodySync('enterDevMode', (state) => ({
        ...state,
        branchName: String(state['branchName']).replace(/^.*\//, ''),
      })),
    },
    {
      name: 'where-another-user-is',
      sentence: 'Whoever enters while another user is on a branch is told of that branch.',
      seenIn: 'by another user',
      patch: (rules) => {
        const last: { userId?: number; branch?: unknown } = {};
        replaceSync('enterDevMode', (call, original) => {
          const answer = original(call);
          const userId = call.principal.user?.id;
          const { userId: other, branch } = last;
          Object.assign(last, { userId, branch: bodyOf(call)['branchName'] });
          const isOthers = other !== undefined && other !== userId && 'body' in answer;
          return isOthers ? { ...answer, body: { ...(answer.body as Body), branchName: branch } } : answer;
        })(rules);
      },
    },
    {
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
    {
      name: 'where-the-user-is-elsewhere',
      sentence: 'Whoever is in dev mode on a branch of one deployment is told of it on entering another deployment.',
      seenIn: 'in another deployment',
      patch: remembering(
        () => new Map<number | undefined, Entry>(),
        (entries) =>
          replaceSync('enterDevMode', (call, original) => {
            const answer = original(call);
            const { deploymentId } = call.path;
            const key = call.principal.user?.id;
            const first = entries.get(key) ?? { deploymentId, branchName: bodyOf(call)['branchName'] };
            entries.set(key, first);
            const isElsewhere = first.deploymentId !== deploymentId;
            return isElsewhere ? withBody(answer, (body) => ({ ...body, branchName: first.branchName })) : answer;
          }),
      ),
    },
    {
      name: 'parent',
      sentence: 'The branchName of the state is that of the parent when dev mode was inactive before.',
      patch: replace('enterDevMode', async (call, original) => {
        const wasInactive = standing(call) === undefined;
        const answer = await original(call);
        if (answer.kind !== 'ok' || !wasInactive) return answer;
        const state = answer.body as Body;
        return { ...answer, body: { ...state, branchName: state['parentBranch'] } };
      }),
    },
    {
      name: 'after-a-refusal',
      sentence: 'The entry after one that was refused tells the branch on which the caller was before.',
      seenIn: 'after a refused entry',
      patch: remembering(
        () => new Map<unknown, { branch: unknown; wasRefused: boolean }>(),
        (states) =>
          replaceSync('enterDevMode', (call, original) => {
            const key = `${call.path['deploymentId']} ${call.principal.user?.id ?? ''}`;
            const former = states.get(key);
            try {
              return withBody(original(call), (body: Body) => {
                states.set(key, { branch: body['branchName'], wasRefused: false });
                return former?.wasRefused === true ? { ...body, branchName: former.branch } : body;
              });
            } catch (error) {
              if (former) states.set(key, { ...former, wasRefused: true });
              throw error;
            }
          }),
      ),
    },
    {
      name: 'the-second-for-good',
      sentence: 'Who goes back to a branch is told of the branch before.',
      also: [{ id: 'dev-mode.enter.switches-branch', because: 'the branch that a switch is told with is another one' }],
      patch: remembering(
        () => new Set<unknown>(),
        (visited) =>
          entering((state, before) => {
            const branch = state['branchName'];
            const isBack = visited.has(branch) && before !== undefined && before !== branch;
            visited.add(branch);
            return isBack ? { ...state, branchName: before } : state;
          }),
      ),
    },
    {
      name: 'parent-for-oauth',
      sentence: 'The branchName that an OAuth token is answered is that of the parent.',
      also: [{ id: 'dev-mode.enter.switches-branch', because: 'the branch that a switch is told with is another one' }],
      seenIn: 'by an OAuth token',
      patch: changedIf('enterDevMode', byOAuth, (state) => ({ ...state, branchName: state['parentBranch'] })),
    },
    {
      name: 'parent-when-again',
      sentence: 'Who enters the same branch again is told the name of its parent.',
      patch: entering((state, before) =>
        before === state['branchName'] ? { ...state, branchName: state['parentBranch'] } : state,
      ),
    },
    {
      name: 'that-of-another-at-once',
      sentence: 'Of two users who enter dev mode at the same time the second is answered the branch of the first.',
      patch: sharedAnswer('enterDevMode'),
    },
  ],
  'dev-mode.enter.switches-branch': [
    {
      name: 'first-stays',
      sentence: 'Whoever is in dev mode on a branch stays on it, whichever branch is asked for.',
      also: [{ id: 'dev-mode.enter.on-that-branch', because: 'one who asks for a second branch is not on it' }],
      patch: ({ devMode }) => {
        devMode.switched = (before, asked) => before ?? asked;
      },
    },
    {
      name: 'first-stays-for-oauth',
      sentence: 'Whoever is in dev mode on a branch stays on it when they ask with an OAuth token.',
      also: [
        { id: 'dev-mode.enter.on-that-branch', because: 'one who enters with an OAuth token was on a branch before' },
      ],
      seenIn: 'by an OAuth token',
      patch: during('enterDevMode', 'devMode', () => ({ switched: (standing, asked) => standing ?? asked }), byOAuth),
    },
    {
      name: 'switched-once',
      sentence: 'Whoever has moved to a second branch in dev mode stays there.',
      also: [{ id: 'dev-mode.enter.on-that-branch', because: 'the way back to the first branch is one to a third' }],
      patch: byTimes('enterDevMode', byCaller, (times, call, original) => {
        const { devMode } = call.tenant.rules;
        const { switched } = devMode;
        if (times > 2) devMode.switched = (standing, asked) => standing ?? asked;
        try {
          return original(call);
        } finally {
          devMode.switched = switched;
        }
      }),
    },
    {
      name: 'not-back',
      sentence: 'Nobody gets back to a branch that they left for another.',
      also: [
        { id: 'dev-mode.enter.on-that-branch', because: 'one of those who are looked at was on the branch before' },
      ],
      patch: remembering(
        () => new Set<string>(),
        (left) =>
          replaceSync('enterDevMode', (call, original) => {
            const { tenant, path, principal } = call;
            const deployment = tenant.deployments.deployments.get(Number(path['deploymentId']));
            const standing = deployment && branchInDevMode(tenant, deployment, principal.user?.id)?.name;
            const keyOf = (name: unknown) => `${path['deploymentId']} ${principal.user?.id} ${String(name)}`;
            const { branchName } = (call.body ?? {}) as Body;
            if (standing !== undefined && standing !== branchName) {
              if (left.has(keyOf(branchName))) return original({ ...call, body: { branchName: standing } });
              left.add(keyOf(standing));
            }
            return original(call);
          }),
      ),
    },
    {
      name: 'first-stays-for-plain-users',
      sentence: 'A user without the admin role who is in dev mode on a branch stays on it.',
      seenIn: BY_PLAIN,
      patch: during(
        'enterDevMode',
        'devMode',
        () => ({ switched: (standing, asked) => standing ?? asked }),
        byPlainUser,
      ),
    },
  ],
});
