import type { BindingId } from '../../contracts/bindings/index.ts';
import type { Check } from '../check/check.ts';
import { isSuccess, type Answer } from '../http/answer.ts';
import { idWithin } from '../http/created-id.ts';
import { isId } from '../../contracts/lossless-json.ts';

export function idOf(value: unknown): string | undefined {
  return isId(value) ? String(value) : undefined;
}

/** By tenant, the bindings of the things whose creation is known to answer their id as `id`. */
const answeredAsId = new WeakMap<object, Set<BindingId>>();

/**
 * The id of a new thing in the response to its creation, whose content is open: under the name that reads have, as `id` if the
 * tenant then knows it, or in the address of the thing.
 */
export async function createdIdIn(
  check: Check,
  binding: BindingId,
  { wire, located }: Answer,
  read: (id: string) => Promise<Answer>,
): Promise<string | undefined> {
  const named = idOf(check.tenant.wire.idIn(binding, wire));
  if (named !== undefined) return named;
  const usual = idOf(idWithin(wire, 'id'));
  if (usual === undefined) return located;
  const known = answeredAsId.get(check.tenant.wire) ?? new Set();
  if (!known.has(binding) && !isSuccess(await read(usual))) return located;
  answeredAsId.set(check.tenant.wire, known.add(binding));
  return usual;
}
