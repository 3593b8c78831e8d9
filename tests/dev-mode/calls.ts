import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  async enterDevMode(check, _admin, where) {
    await check.lock('dev mode');
    return { body: { branchName: check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH') } };
  },
};
