import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  enterDevMode: (check, _admin, where) => ({
    body: { branchName: check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH') },
  }),
};
