import { compareDocuments } from '../../contracts/drift/compare.ts';
import type { Drift } from '../../contracts/drift/drift.ts';
import type { Actor } from './actor.ts';
import { documentOf } from './document.ts';
import { contract } from './tenant.ts';
import type { Check } from './test.ts';

/** In what the tenant's own document departs from what the specification prints; the evidence keeps all of it. */
export async function driftOf(check: Check, admin: Actor): Promise<readonly Drift[]> {
  const drift = compareDocuments(contract, check.tenant.wire.resolved, await documentOf(admin));
  check.recorder.drifts(drift);
  return drift;
}
