import { COSTS } from '../generated/costs.ts';
import type { Registry, Requirement } from './index.ts';

/** The tag of the checks that `--quick` selects. */
export const QUICK = '@quick';

/**
 * How much a fault counts of another requirement that declares this one: a third of what is declared turns red, and of that the
 * selection tells a part by the other requirement.
 */
const SHARE_OF_DECLARED = 0.22;

/** The requests that all of them may cost: what a run sends in a minute at the default rate, without what precedes and follows. */
export const MOST_REQUESTS = 2_600;
/** What any of them may cost: one check is as long as its requests, and a run no shorter than its longest check. */
const MOST_OF_ALL = 30;
/** What the one requirement may cost that is taken of an operation with no cheaper one, and of each kind of an operation likewise. */
const [MOST_OF_OPERATION, MOST_OF_KIND] = [4, 2];

/**
 * The requirements that `--quick` selects: of each operation the cheapest, and the cheapest of each kind, and then those under which a request tells
 * most faults of the catalogue, until the requests are spent. One whose cost no live run has shown is left out: a tenant cannot be
 * judged by it without time or a lease.
 */
export function quickIds(registry: Registry): ReadonlySet<string> {
  const known = [...registry.values()].filter(
    (one) => one.untestable === undefined && one.id in COSTS && costOf(one) <= MOST_OF_ALL,
  );
  const cheapest = new Map<string, Requirement>();
  for (const one of known) {
    for (const [kind, most] of [
      ['', MOST_OF_OPERATION],
      [one.kind, MOST_OF_KIND],
    ] as const) {
      const key = JSON.stringify([subjectOf(one), kind]);
      const other = cheapest.get(key);
      if (costOf(one) <= most && (!other || costOf(one) < costOf(other))) cheapest.set(key, one);
    }
  }
  const selected = new Set<string>();
  let requests = 0;
  for (const one of [...cheapest.values(), ...known.sort((one, other) => worthOf(other) - worthOf(one))]) {
    if (selected.has(one.id) || requests + costOf(one) > MOST_REQUESTS) continue;
    selected.add(one.id);
    requests += costOf(one);
  }
  return selected;
}

/** The requests that a requirement costs on a live tenant; endless where no live run judges it. */
export function costOf({ id }: Pick<Requirement, 'id'>): number {
  return COSTS[id]?.[0] ?? Infinity;
}

/** How many faults a request of its check tells. */
function worthOf(one: Requirement): number {
  const [cost = Infinity, faults = 0, declared = 0] = COSTS[one.id] ?? [];
  return (faults + SHARE_OF_DECLARED * declared) / cost;
}

/** What a requirement is about: its first operation, or its family where it is about none. */
function subjectOf({ operations: [operation], family }: Requirement): string {
  return operation ?? family;
}
