import type { Samples } from './sample.ts';

export const devMode: Samples = {
  DevModeState: {
    conforming: [
      { active: true, branchName: 'feature', parentBranch: 'main' },
      { active: false, branchName: 'feature', parentBranch: 'main' },
    ],
    free: [
      { point: 'U104', value: { active: true, branchName: 'feature', parentBranch: 'main', since: '2026-01-01' } },
    ],
    defects: [
      {
        defect: 'active is a string',
        lines: '120',
        value: { active: 'true', branchName: 'feature', parentBranch: 'main' },
        blames: 'dev-mode.state.active',
      },
      {
        defect: 'active is missing',
        lines: '120, 168',
        value: { branchName: 'feature', parentBranch: 'main' },
        blames: 'dev-mode.state.active',
      },
      {
        defect: 'the branchName is a number',
        lines: '120',
        value: { active: true, branchName: 7, parentBranch: 'main' },
        blames: 'dev-mode.state.branch-name',
      },
      {
        defect: 'the branchName is missing',
        lines: '120, 168',
        value: { active: true, parentBranch: 'main' },
        blames: 'dev-mode.state.branch-name',
      },
      {
        defect: 'the parentBranch is missing',
        lines: '141',
        value: { active: true, branchName: 'feature' },
        blames: 'dev-mode.state.parent-branch',
      },
      {
        defect: 'the parentBranch is null',
        lines: '141',
        value: { active: true, branchName: 'feature', parentBranch: null },
        blames: 'dev-mode.state.parent-branch',
      },
    ],
  },
  EnterDevModeBody: {
    conforming: [{ branchName: 'feature' }],
    defects: [{ defect: 'the branchName is a number', lines: '168', value: { branchName: 7 } }],
  },
};
