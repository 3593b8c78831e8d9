import type { RequirementId } from '../../contracts/requirements/index.ts';
import { again, attempt } from '../failures/failure.ts';

/** Assigns the violations of an assertion to a requirement, for a check of several. An inner call takes precedence. */
export async function judging(id: RequirementId, assert: () => Promise<void> | void): Promise<void> {
  const { failure } = await attempt(assert);
  if (!failure) return;
  const { kind, requirement } = failure.failure;
  throw kind === 'violation' && requirement === undefined ? failure.with({ requirement: id }) : again(failure);
}
