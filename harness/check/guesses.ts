import type { BindingId } from '../../contracts/bindings/index.ts';
import { granted, type Answer } from '../http/answer.ts';
import type { Check } from './check.ts';
import { unstated, untested } from '../failures/untested.ts';

/**
 * Whether a binding has only its default value, which is neither stated nor in the tenant's document, on a tenant whose names are
 * not known.
 */
export function isGuess({ tenant }: Check, id: BindingId): boolean {
  const resolution = tenant.wire.resolved.get(id);
  return !tenant.namesAreKnown && resolution !== undefined && 'source' in resolution && resolution.source === 'default';
}

/**
 * Ends the check as untested if the tenant answers 403 to an optional flag or member: no rule is printed for who may send it,
 * and a plan or a feature may be needed. Without the flag the same request must succeed.
 */
export async function unlessReserved<Body>(
  answer: Answer<Body>,
  what: string,
  without: () => Promise<Answer>,
): Promise<Answer<Body>> {
  if (answer.status !== FORBIDDEN) return answer;
  granted(await without(), `the same request without ${what}`);
  untested(`the tenant answers 403 to ${what}, for which no rule is printed: use a credential that may send it`);
}

const FORBIDDEN = 403;

/** A member whose name is open. Ends the check as untested if it is missing and its name is a guess. */
export function found<Value>(check: Check, id: BindingId, value: Value | null | undefined): Value | undefined {
  if (value !== undefined && value !== null) return value;
  if (isGuess(check, id) || check.tenant.wire.value(id) === undefined) untested(unstated(id));
  return undefined;
}
