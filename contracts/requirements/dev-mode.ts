import { requirements } from './row.ts';
import type { Needs } from './row.ts';

/** What checks of the state use besides, where it is there. */
const BESIDE: NonNullable<Needs['mayUse']> = [
  'RUNNING_BRANCH',
  'OTHER_DEPLOYMENT_ID',
  'OTHER_BRANCH',
  'OAUTH_TOKEN',
  'SCOPED_TOKEN',
  'ALL_ACTIONS_TOKEN',
];
const BRANCH: Needs = { lent: ['DEPLOYMENT_ID', 'BRANCH'], anyCaller: true };

export const devMode = requirements('dev-mode', [
  // Enter. The specification does not say how dev mode is left.
  {
    id: 'dev-mode.enter.answers-state',
    kind: 'status',
    lines: '168',
    operations: ['enterDevMode'],
    needs: BRANCH,
    sentence: 'Entering dev mode with the name of a branch succeeds and answers with the dev-mode state.',
  },
  {
    id: 'dev-mode.enter.activates',
    kind: 'move',
    lines: '141',
    operations: ['enterDevMode'],
    needs: { ...BRANCH, mayUse: BESIDE, steps: ['setStagingEnvironment'] },
    sentence: 'After entering dev mode the state says that active is true.',
    classes: [
      'for the first time',
      'the same branch again',
      'another branch',
      'in another deployment',
      'back on the first',
      'by an OAuth token',
      'by a scoped key',
      'while another user is on another branch',
      'by another user',
    ],
  },
  {
    id: 'dev-mode.enter.on-that-branch',
    kind: 'move',
    lines: '141, 168',
    operations: ['enterDevMode'],
    needs: { ...BRANCH, mayUse: BESIDE },
    sentence: 'After entering dev mode the branchName of the state is the branch that was asked for.',
    classes: [
      'two users at the same time',
      'for the first time',
      'the same branch again',
      'another branch',
      'in another deployment',
      'back on the first',
      'by an OAuth token',
      'by a scoped key',
      'while another user is on another branch',
      'by another user',
      'after a refused entry',
    ],
  },
  {
    id: 'dev-mode.enter.switches-branch',
    kind: 'move',
    lines: '166, 168',
    operations: ['enterDevMode'],
    needs: {
      ...BRANCH,
      mayUse: ['OAUTH_TOKEN', 'ALL_ACTIONS_TOKEN'],
      lent: ['DEPLOYMENT_ID', 'BRANCH', 'RUNNING_BRANCH'],
    },
    sentence: 'Entering dev mode on a second branch moves the state from the first branch to the second.',
    classes: ['to another branch', 'back to the first', 'by an OAuth token', 'by a user without the admin role'],
  },

  // The state.
  {
    id: 'dev-mode.state.active',
    kind: 'shape',
    lines: '120, 168',
    operations: ['enterDevMode'],
    needs: BRANCH,
    sentence: 'The answer to entering dev mode carries active, a boolean.',
  },
  {
    id: 'dev-mode.state.branch-name',
    kind: 'shape',
    lines: '120, 168',
    operations: ['enterDevMode'],
    needs: BRANCH,
    sentence: 'The answer to entering dev mode carries branchName, a string.',
  },
  {
    id: 'dev-mode.state.parent-branch',
    kind: 'shape',
    lines: '120, 141, 168',
    operations: ['enterDevMode'],
    needs: BRANCH,
    sentence: 'The answer to entering dev mode carries parentBranch, a string.',
  },
]);
