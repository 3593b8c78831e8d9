import { setupFailed } from '../../harness/failures/failure.ts';
import type { Report } from './placements.ts';

export const SORTS = ['name', 'createdAt', 'updatedAt'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * How two names stand to each other under every collation: by the first letter in which they differ, where both are
 * ASCII letters of one case. Of any other two the order is open.
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

/** Pairs of a list, a first one before a second, that stand the wrong way round for going up and for going down. */
export function disorder(reports: readonly Report[], sort: Sort): Disorder {
  const { up, down } = misplaced(reports, sort);
  if (up.length + down.length === 0) throw setupFailed(`no two reports have a ${sort} that orders them`);
  return { up, down };
}

/** The same of a list that may be too short to be in any order. */
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
