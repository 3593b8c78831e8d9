import { otherwise, sentenceOf, type Cause } from '../../evidence/causes.ts';
import { setupFailed } from './failure.ts';
import { currentLog, skipCheck } from './log.ts';

export { embedTokenEnded, notAllowed, notLeased, tooLong, unset, usedUp, unstated } from '../../evidence/causes.ts';

/** Ends the running check as untested. The causes, or the words if there are no others, say what to provide. */
export function untested(...causes: readonly (Cause | string)[]): never {
  const all = causes.map((one) => (typeof one === 'string' ? otherwise(one) : one));
  if (currentLog()?.isTentative === true) throw setupFailed(sentenceOf(all));
  currentLog()?.endUntested(all);
  skipCheck(sentenceOf(all));
}
