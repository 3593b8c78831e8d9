import { test } from '@playwright/test';
import { otherwise, sentenceOf, type Cause } from '../../evidence/causes.ts';
import { ANNOTATIONS } from '../../evidence/evidence.ts';
import { currentLog } from './log.ts';

export { embedTokenEnded, notAllowed, notLeased, tooLong, unset, unstated } from '../../evidence/causes.ts';

/** Ends the running check as untested. The causes, or the words if there are no others, say what to provide. */
export function untested(...causes: readonly (Cause | string)[]): never {
  const all = causes.map((one) => (typeof one === 'string' ? otherwise(one) : one));
  currentLog()?.endUntested(all);
  const sentence = sentenceOf(all);
  test.info().annotations.push({ type: ANNOTATIONS.untested, description: sentence });
  test.skip(true, sentence);
  throw new Error('test.skip did not end the test');
}
