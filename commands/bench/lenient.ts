import { loadContract } from '../../contracts/bundle.ts';
import { loadRegistry } from '../../contracts/requirements/index.ts';
import type { Patch } from '../../mock/index.ts';
import { loadFaults, type Fault } from '../../proof/index.ts';
import { REFUSED_YET_DONE } from '../../proof/lib/refused.ts';
import { shuffled } from '../../proof/trials.ts';

/** Requirements of each operation that its refusals fulfil: whoever may use the operation notices nothing where one is broken. */
const REFUSALS: ReadonlySet<string> = new Set([
  'no-credential',
  'malformed-credential',
  'expired-credential',
  'administrator-only',
  'scoped-key-refused',
  'scoped-key-elsewhere',
  'embed-session-refused',
]);

/** What makes one tenant break so many requirements at once and leaves it as usable as it was: it lets in whom it should refuse. */
export async function lenient(count: number): Promise<readonly Patch[]> {
  const faults = new Map<string, Fault>();
  for (const fault of loadFaults(loadRegistry(await loadContract()))) {
    const { id, requirement, seenWith } = fault;
    const [, , what = ''] = requirement.split('.');
    if (!REFUSALS.has(what) || seenWith !== undefined || id.endsWith(`/${REFUSED_YET_DONE}`)) continue;
    if (!faults.has(requirement)) faults.set(requirement, fault);
  }
  return shuffled([...faults.values()], 1)
    .slice(0, count)
    .map(({ patch }) => patch);
}
