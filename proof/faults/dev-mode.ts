import type { RequirementId } from '../../contracts/requirements/index.ts';
import type { Body, Call } from '../../mock/call.ts';
import { branchInDevMode } from '../../mock/families/dev-mode.ts';
import type { Patch } from '../../mock/index.ts';
import { faults } from '../lib/fault.ts';
import { replace } from '../lib/patches.ts';

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

function telling(change: (state: Body) => Body): Patch {
  return ({ devMode }) => {
    const { state } = devMode;
    devMode.state = (branch) => change(state(branch));
  };
}

export const devModeFaults = faults({
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
  'dev-mode.enter.activates': {
    name: 'inactive',
    sentence: 'The answer tells of the state before the switch, in which active is false.',
    patch: replace('enterDevMode', async (call, original) => {
      const active = standing(call) !== undefined;
      const answer = await original(call);
      return answer.kind === 'ok' ? { ...answer, body: { ...(answer.body as Body), active } } : answer;
    }),
  },
  'dev-mode.enter.on-that-branch': {
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
  'dev-mode.enter.switches-branch': {
    name: 'first-stays',
    sentence: 'Whoever is in dev mode on a branch stays on it, whichever branch is asked for.',
    also: [{ id: 'dev-mode.enter.on-that-branch', because: 'one who asks for a second branch is not on it' }],
    patch: ({ devMode }) => {
      devMode.switched = (before, asked) => before ?? asked;
    },
  },
  'dev-mode.state.active': {
    name: 'text',
    sentence: 'The active of the state is a word.',
    also: [{ id: 'dev-mode.enter.activates', because: 'a word is not true' }],
    patch: telling((state) => ({ ...state, active: String(state['active']) })),
  },
  'dev-mode.state.branch-name': {
    name: 'object',
    sentence: 'The branchName of the state is an object around the name.',
    also: [
      { id: 'dev-mode.enter.on-that-branch', because: 'an object is not the name that was asked for' },
      { id: 'dev-mode.enter.switches-branch', because: 'an object is not the name that was asked for' },
    ],
    patch: telling((state) => ({ ...state, branchName: { name: state['branchName'] } })),
  },
  'dev-mode.state.parent-branch': [
    {
      name: 'null',
      sentence: 'The parentBranch of the state is null.',
      patch: telling((state) => ({ ...state, parentBranch: null })),
    },
    {
      name: 'absent',
      sentence: 'The state comes without parentBranch.',
      patch: telling(({ parentBranch, ...state }) => state),
    },
  ],
});
