import type { BindingId } from '../../contracts/bindings/index.ts';
import { inOneLine, isRefusal, type Answer } from '../http/answer.ts';
import type { Check } from './check.ts';
import { untested } from '../failures/untested.ts';

/** Whether nobody stated the value of a binding and the document of a live tenant does not show it. */
export function isGuess({ tenant }: Check, id: BindingId): boolean {
  const resolution = tenant.wire.resolved.get(id);
  return tenant.isLive && resolution !== undefined && 'source' in resolution && resolution.source === 'default';
}

/** An answer to a request that was made with such a value: that a guess is refused breaks no promise. */
export function unlessGuessed<Body>(check: Check, id: BindingId, answer: Answer<Body>): Answer<Body> {
  if (isRefusal(answer) && isGuess(check, id)) untested(`state ${id} in BINDINGS: a guess got ${inOneLine(answer)}`);
  return answer;
}

/** A member that the tenant calls by a name that is open; where it is not found under a guess, nothing is said. */
export function found<Value>(check: Check, id: BindingId, value: Value | null | undefined): Value | undefined {
  if (value !== undefined && value !== null) return value;
  if (isGuess(check, id) || check.tenant.wire.value(id) === undefined) untested(`state ${id} in BINDINGS`);
  return undefined;
}
