import { setupRequires } from '../failures/requires.ts';
import { isSuccess, type Answer } from '../http/answer.ts';

const NUMBER = /^\d+$/;

/**
 * Requires that an id of a thing of another deployment is no id of a thing of this one, for things that nothing lists. A number may be
 * both, which shows where an administrator reads something by it here.
 */
export async function requireNoneHere(id: string | number, readHere: () => Promise<Answer>): Promise<void> {
  if (!NUMBER.test(String(id))) return;
  setupRequires(!isSuccess(await readHere()), 'things of two deployments have the same ids, and nothing lists them');
}
