import { attempt } from '../failures/failure.ts';
import { isOpenToAll } from './embedding.ts';
import type { Sourcing } from './source.ts';
import { BRANCH, DATA_SOURCE, deploymentsOf, reportsOf, WORKBOOK } from './ways.ts';

const MOST_LOOKED_AT = 5;
/** Orders and pages of a list are told by several reports. */
const ENOUGH_REPORTS = 6;
/** Kinds that cannot be made everywhere, so that a deployment which has some serves best. */
const KINDS = [WORKBOOK, DATA_SOURCE, BRANCH];

const known = new WeakMap<Sourcing['things'], Promise<readonly string[]>>();

/** The deployments of the account, those first that have most: of several that have as much, in the order of the list. */
export function fullest(sourcing: Sourcing): Promise<readonly string[]> {
  const before = known.get(sourcing.things);
  if (before) return before;
  const found = rank(sourcing);
  known.set(sourcing.things, found);
  return found;
}

async function rank(sourcing: Sourcing): Promise<readonly string[]> {
  const { things, admin } = sourcing;
  const ids = await deploymentsOf(sourcing);
  // What the run makes itself need not be there.
  const wanted = KINDS.filter((kind) => things.canList(kind) && !things.canMake(kind));
  const rated = await Promise.all(
    ids.slice(0, MOST_LOOKED_AT).map(async (id) => {
      const lists = await Promise.all([
        reportsOf(sourcing, id),
        ...wanted.map((kind) => things.list(admin.preparing, kind, id)),
      ]);
      const [reports, ...others] = lists;
      const { value: isOpen } = await attempt(() => isOpenToAll(sourcing, id));
      const listed = others.filter((list) => (list ?? []).length > 0).length;
      const rating = Math.min(reports.length, ENOUGH_REPORTS) + (isOpen === true ? 2 : 0) + listed;
      return { id, rating };
    }),
  );
  const ranked = rated.sort((a, b) => b.rating - a.rating).map(({ id }) => id);
  return [...ranked, ...ids.slice(MOST_LOOKED_AT)];
}
