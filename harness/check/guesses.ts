import type { BindingId } from '../../contracts/bindings/index.ts';
import type { Check } from './check.ts';
import { untested } from '../failures/untested.ts';

/** Whether a binding has only its default value, which is neither stated nor in the tenant's document, on a tenant whose names are not known. */
export function isGuess({ tenant }: Check, id: BindingId): boolean {
  const resolution = tenant.wire.resolved.get(id);
  return !tenant.namesAreKnown && resolution !== undefined && 'source' in resolution && resolution.source === 'default';
}

/** A member whose name is open. Ends the check as untested if it is missing and its name is a guess. */
export function found<Value>(check: Check, id: BindingId, value: Value | null | undefined): Value | undefined {
  if (value !== undefined && value !== null) return value;
  if (isGuess(check, id) || check.tenant.wire.value(id) === undefined) untested(`state ${id} in BINDINGS`);
  return undefined;
}
