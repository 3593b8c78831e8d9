import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { unset, untested } from '../../harness/failures/untested.ts';

function deploymentAt(check: Check, where: Where): string {
  return check.provided(where === 'home' ? 'DEPLOYMENT_ID' : 'OTHER_DEPLOYMENT_ID');
}

/**
 * Requests an embed session on a branch. The response is a success for a running branch, 400 for another branch and 404
 * for an unknown one. No other printed operation shows which branches exist.
 */
export function requestSession(check: Check, admin: Actor, branchName: string, where: Where = 'home'): Promise<Answer> {
  const body = sessionRequest(check, { deploymentId: deploymentAt(check, where), branchName });
  return admin.raw('generateEmbedSession', { body });
}

export const NO_BRANCH = 404;

/** The branch that is provided to be deleted. It can be used once: no printed operation creates a branch. */
export async function branchToDelete(check: Check, admin: Actor, where: Where = 'home'): Promise<string> {
  await check.lock('spare branch');
  const setting = where === 'home' ? 'SPARE_BRANCH' : 'OTHER_SPARE_BRANCH';
  const branchName = check.provided(setting);
  const { status } = await requestSession(check, admin, branchName, where);
  if (status === NO_BRANCH) untested(unset(`another ${setting}`, `the branch ${branchName} no longer exists`));
  // Another check or an earlier run may have deleted the branch, which only the status of an unknown branch can tell.
  if ((await requestSession(check, admin, fresh('branch'), where)).status !== NO_BRANCH)
    untested(`whether ${setting} still exists is not shown: a session on an unknown branch is not refused with 404`);
  return branchName;
}

export function deleteBranch(actor: Actor, branchName: string, more: { readonly removeOnUpstream?: boolean } = {}) {
  return actor.raw('deleteBranch', { query: { branchName, ...more } });
}
