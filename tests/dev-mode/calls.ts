import type { ValidCalls } from '../../harness/check/valid-calls.ts';

export const calls: ValidCalls = {
  async enterDevMode(check, _admin, where) {
    await check.turn('dev mode');
    return { body: { branchName: check.lent(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH') } };
  },
};
