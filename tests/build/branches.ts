import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import { fresh } from '../../harness/client/unique.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';
import { spareLeft, sparesLeft } from '../../harness/things/spares.ts';

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

/** The branches that are provided to be deleted and that are still there. */
export function branchesLeft(check: Check, admin: Actor): Promise<readonly string[]> {
  return sparesLeft(check, 'SPARE_BRANCH', (name) => exists(check, admin, name, 'home'));
}

/** One of the branches that are provided to be deleted. Each can be used once: no printed operation creates a branch. */
export async function branchToDelete(check: Check, admin: Actor, where: Where = 'home'): Promise<string> {
  const setting = where === 'home' ? 'SPARE_BRANCH' : 'OTHER_SPARE_BRANCH';
  const branchName = await spareLeft(check, setting, 'branch', (name) => exists(check, admin, name, where));
  // Another check or an earlier run may have deleted the branch, which only the status of an unknown branch can tell.
  if (await exists(check, admin, fresh('branch'), where))
    untested(`whether ${setting} still exists is not shown: a session on an unknown branch is not refused with 404`);
  return branchName;
}

async function exists(check: Check, admin: Actor, branchName: string, where: Where): Promise<boolean> {
  return (await requestSession(check, admin, branchName, where)).status !== NO_BRANCH;
}

export function deleteBranch(actor: Actor, branchName: string, more: { readonly removeOnUpstream?: boolean } = {}) {
  return actor.raw('deleteBranch', { query: { branchName, ...more } });
}
