import type { AnyOperationId } from '../operations.ts';
import { COSTS } from '../generated/costs.ts';
import type { Registry, Requirement } from './index.ts';

/** The tag of the checks that `--quick` selects. */
export const QUICK = '@quick';

/** The operations of which the specification gives full detail. */
const DETAILED: readonly AnyOperationId[] = ['updateRole', 'enterDevMode', 'listReports', 'getOidcTokenConfig'];

/** The requests that a requirement may cost for each class of input that it judges. */
const MOST_PER_CLASS = 2.5;
/** The same for a requirement of an operation that is given in full detail. */
const MOST_OF_DETAILED = 5;
/** What any of them may cost: one check is as long as its requests, and a run no shorter than its longest check. */
const MOST_OF_ALL = 12;
/** What the one requirement of its kind may cost that is taken of an operation with no cheaper one of that kind. */
const MOST_OF_KIND = 6;

/**
 * The requirements that `--quick` selects: those that cost few requests for what they judge, more of them where the specification
 * gives full detail, and of each operation the cheapest of each kind. One whose cost no live run has shown is left out: a tenant
 * cannot be judged by it without time or a lease.
 */
export function quickIds(registry: Registry): ReadonlySet<string> {
  const known = [...registry.values()].filter(({ id, untestable }) => untestable === undefined && id in COSTS);
  const cheapest = new Map<string, Requirement>();
  for (const one of known) {
    const key = JSON.stringify([subjectOf(one), one.kind]);
    const other = cheapest.get(key);
    if (!other || costOf(one) < costOf(other)) cheapest.set(key, one);
  }
  const ofKinds = [...cheapest.values()].filter((one) => costOf(one) <= MOST_OF_KIND);
  return new Set([...known.filter(isCheap), ...ofKinds].map(({ id }) => id));
}

/** The requests that a requirement costs on a live tenant; endless where no live run judges it. */
export function costOf({ id }: Pick<Requirement, 'id'>): number {
  return COSTS[id] ?? Infinity;
}

function isCheap(one: Requirement): boolean {
  const most = DETAILED.some((operation) => operation === subjectOf(one)) ? MOST_OF_DETAILED : MOST_PER_CLASS;
  return costOf(one) <= Math.min(MOST_OF_ALL, most * Math.max(1, one.classes.length));
}

/** What a requirement is about: its first operation, or its family where it is about none. */
function subjectOf({ operations: [operation], family }: Requirement): string {
  return operation ?? family;
}
