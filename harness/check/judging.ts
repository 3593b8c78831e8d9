import type { RequirementId } from '../../contracts/requirements/index.ts';
import { isAssertion } from './property.ts';

const MARK = 'Blames: ';

/** Says whose promise an assertion is about, where a check goes through those of several. */
export async function judging(id: RequirementId, assert: () => Promise<void> | void): Promise<void> {
  try {
    await assert();
  } catch (error) {
    if (!isAssertion(error) || error.message.includes(MARK)) throw error;
    throw new Error(`${error.message}\n\n${MARK}${id}`);
  }
}

/** The promise that a failure names, where it names one. */
export function blamedIn(message: string | undefined): string | undefined {
  return message === undefined ? undefined : new RegExp(`^${MARK}(\\S+)$`, 'm').exec(message)?.[1];
}
