import type { PastRun } from './history.ts';
import { changeOf, type Change } from './page/script/changes.js';

/** The nights of each tenant, the oldest first. */
export function byTenant(runs: readonly PastRun[]): ReadonlyMap<string, readonly PastRun[]> {
  const nights = new Map<string, PastRun[]>();
  for (const run of [...runs].sort((a, b) => (a.at < b.at ? -1 : 1))) {
    const known = nights.get(run.tenant);
    if (known) known.push(run);
    else nights.set(run.tenant, [run]);
  }
  return nights;
}

/** The requirements that a run found otherwise than the one before it, by what became of them. */
export function newsOf(before: PastRun, now: PastRun): ReadonlyMap<Change, readonly string[]> {
  const news = new Map<Change, string[]>();
  for (const id of new Set([...now.verdicts.keys(), ...before.verdicts.keys()])) {
    const change = changeOf(before.verdicts.get(id), now.verdicts.get(id));
    if (change !== 'same') news.set(change, [...(news.get(change) ?? []), id]);
  }
  return news;
}
