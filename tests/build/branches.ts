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

/** The branches that are provided to be deleted and that are still there. */
export async function sparesLeft(check: Check, admin: Actor): Promise<readonly string[]> {
  const left: string[] = [];
  for (const name of check.provided('SPARE_BRANCH').split(','))
    if (await exists(check, admin, name, 'home')) left.push(name);
  return left;
}

/** One of the branches that are provided to be deleted. Each can be used once: no printed operation creates a branch. */
export async function branchToDelete(check: Check, admin: Actor, where: Where = 'home'): Promise<string> {
  const setting = where === 'home' ? 'SPARE_BRANCH' : 'OTHER_SPARE_BRANCH';
  const branches = check.provided(setting).split(',');
  const branchName = await firstThat(branches, (name) => exists(check, admin, name, where));
  if (branchName === undefined)
    untested(unset(`another ${setting}`, `no branch of ${branches.join(', ')} exists any more`));
  // Another check or an earlier run may have deleted the branch, which only the status of an unknown branch can tell.
  if (await exists(check, admin, fresh('branch'), where))
    untested(`whether ${setting} still exists is not shown: a session on an unknown branch is not refused with 404`);
  return branchName;
}

async function exists(check: Check, admin: Actor, branchName: string, where: Where): Promise<boolean> {
  return (await requestSession(check, admin, branchName, where)).status !== NO_BRANCH;
}

async function firstThat<Item>(all: readonly Item[], is: (item: Item) => Promise<boolean>): Promise<Item | undefined> {
  for (const item of all) if (await is(item)) return item;
  return undefined;
}

export function deleteBranch(actor: Actor, branchName: string, more: { readonly removeOnUpstream?: boolean } = {}) {
  return actor.raw('deleteBranch', { query: { branchName, ...more } });
}
