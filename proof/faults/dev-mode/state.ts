import type { Body } from '../../../mock/call.ts';
import type { Patch } from '../../../mock/index.ts';
import { byOAuth } from '../../lib/access.ts';
import { faults } from '../../lib/fault.ts';
import { given } from '../../lib/earlier-calls.ts';
import { asList, forOAuth } from '../../lib/mistyped.ts';
import { changedIf } from '../../lib/conditions.ts';
import { changeBodySync } from '../../lib/patches.ts';

function telling(change: (state: Body) => Body): Patch {
  return ({ devMode }) => {
    const { state } = devMode;
    devMode.state = (branch) => change(state(branch));
  };
}

/** Faults of the state of dev mode that is shown. */
export const stateFaults = faults({
  'dev-mode.state.active': [
    {
      name: 'text-for-oauth',
      sentence: 'The active of the state is a word for an OAuth token.',
      seenWith: 'OAUTH_TOKEN',
      patch: changedIf('enterDevMode', byOAuth, (state) => ({ ...state, active: String(state['active']) })),
    },
    {
      name: 'text',
      sentence: 'The active of the state is a word.',
      also: [{ id: 'dev-mode.enter.activates', because: 'a word is not true' }],
      patch: telling((state) => ({ ...state, active: String(state['active']) })),
    },
  ],
  'dev-mode.state.branch-name': [
    forOAuth('enterDevMode', 'branchName', asList, 'a list'),
    {
      name: 'object',
      sentence: 'The branchName of the state is an object around the name.',
      also: [
        { id: 'dev-mode.enter.on-that-branch', because: 'an object is not the name that was asked for' },
        { id: 'dev-mode.enter.switches-branch', because: 'an object is not the name that was asked for' },
      ],
      patch: telling((state) => ({ ...state, branchName: { name: state['branchName'] } })),
    },
  ],
  'dev-mode.state.parent-branch': [
    {
      name: 'null-the-second-time',
      sentence: 'The parentBranch of the state is null where the caller is in dev mode already.',
      patch: given(
        'enterDevMode',
        (_call, { done }) => done > 0,
        changedIf(
          'enterDevMode',
          () => true,
          (state) => ({ ...state, parentBranch: null }),
        ),
        { of: ({ path, principal }) => `${path['deploymentId']} ${principal.user?.id}` },
      ),
    },
    {
      name: 'absent-with-a-slash',
      sentence: 'The state of a branch whose name has a slash comes without parentBranch.',
      patch: changeBodySync('enterDevMode', ({ parentBranch, ...others }) =>
        String(others['branchName']).includes('/') ? others : { ...others, parentBranch },
      ),
    },
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
