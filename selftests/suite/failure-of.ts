import type { Failure } from '../../evidence/failure.ts';
import { CheckFailure } from '../../harness/failures/failure.ts';

export function failureOf(work: () => void): Failure | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof CheckFailure) return error.failure;
    throw error;
  }
}
