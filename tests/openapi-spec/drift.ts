import { compareDocuments } from '../../contracts/drift/compare.ts';
import type { Drift } from '../../contracts/drift/drift.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { documentOf } from '../../harness/check/document.ts';
import { contract } from '../../harness/tenant/contract.ts';
import type { Check } from '../../harness/test.ts';

/** The drift of each document, because several checks of a worker compare the same one. */
const known = new WeakMap<object, { readonly resolved: object; readonly drift: readonly Drift[] }>();

/** The departures of the tenant's own document from the specification; all of them are recorded as evidence. */
export async function driftOf(check: Check, admin: Actor): Promise<readonly Drift[]> {
  const document = await documentOf(admin);
  const { resolved } = check.tenant.wire;
  const before = known.get(document);
  const drift = before?.resolved === resolved ? before.drift : compareDocuments(contract, resolved, document);
  known.set(document, { resolved, drift });
  check.recorder.drifts(drift);
  return drift;
}
