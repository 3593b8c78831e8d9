import { untested } from '../../harness/failures/untested.ts';
import type { Report } from './placements.ts';

export const SORTS = ['name', 'createdAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * The order of two names that all collations share: it is decided by the first different characters if both are ASCII
 * letters of the same case. Undefined for all other pairs, whose order is open.
 */
function nameOrder(one: string, other: string): number | undefined {
  const at = Array.from(one).findIndex((letter, index) => letter !== other[index]);
  const [a, b] = [one[at] ?? '', other[at] ?? ''];
  const isDecided = (/[a-z]/.test(a) && /[a-z]/.test(b)) || (/[A-Z]/.test(a) && /[A-Z]/.test(b));
  return isDecided ? Math.sign(a.charCodeAt(0) - b.charCodeAt(0)) : undefined;
}

function timeOrder(one: string, other: string): number | undefined {
  const [a, b] = [Date.parse(one), Date.parse(other)];
  return a === b || Number.isNaN(a) || Number.isNaN(b) ? undefined : Math.sign(a - b);
}

interface Disorder {
  readonly up: string[];
  readonly down: string[];
}

/** The pairs of a list that are out of order, for ascending (`up`) and for descending (`down`) order. */
export function requireMisplaced(reports: readonly Report[], sort: Sort): Disorder {
  const { up, down } = misplaced(reports, sort);
  if (up.length + down.length === 0) untested(`no two listed reports have a ${sort} that can be compared`);
  return { up, down };
}

/** The same for a list that may have no two comparable values. */
export function misplaced(reports: readonly Report[], sort: Sort): Disorder {
  const order = sort === 'name' ? nameOrder : timeOrder;
  const values = reports.flatMap((report) => report[sort] ?? []);
  const [up, down]: [string[], string[]] = [[], []];
  for (const [index, one] of values.entries()) {
    for (const other of values.slice(index + 1)) {
      const sign = order(one, other);
      if (sign === undefined) continue;
      (sign > 0 ? up : down).push(`${one} before ${other}`);
    }
  }
  return { up, down };
}
