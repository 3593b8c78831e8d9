import type { Actor } from '../../harness/client/actor.ts';
import type { ValidCall, ValidCalls, Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { bodiesOf, completed, started, UNCOMMITTED, type SyncId } from './syncs.ts';

type Make = (check: Check, actor: Actor, wanted: typeof UNCOMMITTED, branchName: string) => Promise<SyncId>;

function branchAt(check: Check, where: Where): string {
  return check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH');
}

/** A call about a sync in the deployment that it is made in. */
function about(make: Make): ValidCall {
  return async (check, admin, where) => {
    const actor = where === 'home' ? admin : admin.in(check.provided('OTHER_DEPLOYMENT_ID'));
    return { path: { syncJobId: await make(check, actor, UNCOMMITTED, branchAt(check, where)) } };
  };
}

function starting(form: 0 | 1): ValidCall {
  return (check, _admin, where) => ({ body: bodiesOf(check, UNCOMMITTED, branchAt(check, where))[form] });
}

export const calls: ValidCalls = {
  startTransformSync: [starting(0), starting(1)],
  listTransformSyncs: () => ({}),
  getTransformSync: about(started),
  getTransformSyncResult: about(completed),
  getTransformSyncLogs: about(completed),
  cancelTransformSync: about(started),
  listGeneratedFiles: about(completed),
};
