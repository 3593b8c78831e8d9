import type { Actor } from '../../harness/client/actor.ts';
import type { Answer } from '../../harness/http/answer.ts';
import { sessionRequest } from '../../harness/things/embed-sessions.ts';
import type { Where } from '../../harness/check/valid-calls.ts';
import type { Check } from '../../harness/test.ts';
import { untested } from '../../harness/failures/untested.ts';

function deploymentAt(check: Check, where: Where): string {
  return check.provided(where === 'home' ? 'DEPLOYMENT_ID' : 'OTHER_DEPLOYMENT_ID');
}

/**
 * What a request for an embed session on a branch answers: a success on one that is running, 400 on another, and 404
 * where the deployment has no such branch. Nothing else that is printed tells which branches there are.
 */
export function sessionOn(check: Check, admin: Actor, branchName: string, where: Where = 'home'): Promise<Answer> {
  const body = sessionRequest(check, { deploymentId: deploymentAt(check, where), branchName });
  return admin.raw('generateEmbedSession', { body });
}

export const NO_BRANCH = 404;

/** The branch that is lent to be deleted, once: no printed operation makes another. */
export async function deletable(check: Check, admin: Actor, where: Where = 'home'): Promise<string> {
  await check.lock('spare branch');
  const setting = where === 'home' ? 'SPARE_BRANCH' : 'OTHER_SPARE_BRANCH';
  const branchName = check.provided(setting);
  const { status } = await sessionOn(check, admin, branchName, where);
  if (status === NO_BRANCH) untested(`there is no branch ${branchName} any more: lend ${setting} anew`);
  return branchName;
}

export function deleted(actor: Actor, branchName: string, more: { readonly removeOnUpstream?: boolean } = {}) {
  return actor.raw('deleteBranch', { query: { branchName, ...more } });
}
