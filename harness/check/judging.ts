import type { RequirementId } from '../../contracts/requirements/index.ts';
import { again, attempt } from '../failures/failure.ts';

/** Says which requirement an assertion is about, where a check goes through several. What is inside says so first. */
export async function judging(id: RequirementId, assert: () => Promise<void> | void): Promise<void> {
  const { failure } = await attempt(assert);
  if (!failure) return;
  const { kind, requirement } = failure.failure;
  throw kind === 'violation' && requirement === undefined ? failure.with({ requirement: id }) : again(failure);
}
