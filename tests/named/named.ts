import type { Route } from '../../contracts/bindings/binding.ts';
import type { DeclaredOperation, TenantDocument } from '../../contracts/bindings/tenant-document.ts';
import { documentIfServed } from '../../harness/check/document.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { registry } from '../../harness/tenant/contract.ts';
import type { Check } from '../../harness/test.ts';
import { unstated, untested } from '../../harness/failures/untested.ts';

/** The requirements of the families that the specification only names, each with the binding of its read. */
export const NAMED = [...registry.values()].flatMap(({ id, family, needs }) =>
  family === 'named' ? (needs.bindings ?? []).slice(0, 1).map((binding) => ({ id, binding })) : [],
);

const DOCUMENT = {};

/** The read of a named family as the tenant's own document declares it, and this document. */
export async function declaredRead(
  check: Check,
  admin: Actor,
  binding: string,
): Promise<{ readonly document: TenantDocument; readonly declared: DeclaredOperation }> {
  // It is about a read that the document declares: one document does for all of them.
  const document = await check.shared(DOCUMENT, () => documentIfServed(admin), { isKept: (one) => one !== undefined });
  const route = check.tenant.wire.value(binding) as Route | undefined;
  const declared = route && document?.find(route.method, route.path);
  if (!document || !declared) untested(unstated(binding, "the tenant's document declares no read of it"));
  return { document, declared };
}
