import type { Actor } from '../../harness/client/actor.ts';
import { there, type ValidCall, type ValidCalls, type Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import {
  bodiesOf,
  completedSync,
  startCancellable,
  startSync,
  UNCOMMITTED,
  UNCOMMITTED_ELSEWHERE,
  type SyncId,
} from './syncs.ts';

type CreateSync = (check: Check, actor: Actor, wanted: typeof UNCOMMITTED, branchName: string) => Promise<SyncId>;

function branchAt(check: Check, where: Where): string {
  return check.provided(where === 'home' ? 'BRANCH' : 'OTHER_BRANCH');
}

/** A call on a sync that is started in the deployment that `where` selects. */
function onSync(create: CreateSync): ValidCall {
  return async (check, admin, where) => {
    const actor = there(check, admin, where);
    const wanted = where === 'home' ? UNCOMMITTED : UNCOMMITTED_ELSEWHERE;
    return { path: { syncJobId: await create(check, actor, wanted, branchAt(check, where)) } };
  };
}

function startCall(form: 0 | 1): ValidCall {
  return (check, _admin, where) => ({ body: bodiesOf(check, UNCOMMITTED, branchAt(check, where))[form] });
}

export const calls: ValidCalls = {
  startTransformSync: [startCall(0), startCall(1)],
  listTransformSyncs: () => ({}),
  getTransformSync: onSync(startSync),
  getTransformSyncResult: onSync(completedSync),
  getTransformSyncLogs: onSync(completedSync),
  cancelTransformSync: onSync(startCancellable),
  listGeneratedFiles: onSync(completedSync),
};
