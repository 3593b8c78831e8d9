import { compareDocuments } from '../../contracts/drift/compare.ts';
import type { Drift } from '../../contracts/drift/drift.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { documentOf } from '../../harness/check/document.ts';
import { contract } from '../../harness/tenant/contract.ts';
import type { Check } from '../../harness/test.ts';

/** What was found of a document that several checks of one worker look at. */
const known = new WeakMap<object, { readonly resolved: object; readonly drift: readonly Drift[] }>();

/** In what the tenant's own document departs from what the specification prints; the evidence keeps all of it. */
export async function driftOf(check: Check, admin: Actor): Promise<readonly Drift[]> {
  const document = await documentOf(admin);
  const { resolved } = check.tenant.wire;
  const before = known.get(document);
  const drift = before?.resolved === resolved ? before.drift : compareDocuments(contract, resolved, document);
  known.set(document, { resolved, drift });
  check.recorder.drifts(drift);
  return drift;
}
