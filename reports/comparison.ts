import type { PastRun } from './history.ts';
import { changeOf, type Change } from './page/script/changes.js';

/** The runs of each tenant, oldest first. */
export function byTenant(runs: readonly PastRun[]): ReadonlyMap<string, readonly PastRun[]> {
  const tenants = new Map<string, PastRun[]>();
  for (const run of [...runs].sort((a, b) => (a.at < b.at ? -1 : 1))) {
    const known = tenants.get(run.tenant);
    if (known) known.push(run);
    else tenants.set(run.tenant, [run]);
  }
  return tenants;
}

/** The requirements whose verdict changed from one run to the next, by change. */
export function changesBetween(before: PastRun, now: PastRun): ReadonlyMap<Change, readonly string[]> {
  const changes = new Map<Change, string[]>();
  for (const id of new Set([...now.verdicts.keys(), ...before.verdicts.keys()])) {
    const change = changeOf(before.verdicts.get(id), now.verdicts.get(id));
    if (change !== 'same') changes.set(change, [...(changes.get(change) ?? []), id]);
  }
  return changes;
}
