import type { Members } from '../../generators/members.ts';
import { isOpenToAll } from './embedding.ts';
import { textIn } from './shown-things.ts';
import type { Sourcing } from './source.ts';
import { BRANCH, DATA_SOURCE, reportsOf, shownDeployments, WORKBOOK } from './ways.ts';

/** How many deployments are compared with each other, and how many are asked for their reports at most to find those. */
const MOST_COMPARED = 5;
const MOST_LOOKED_AT = 20;
/** Orders and pages of a list are told by several reports. */
const ENOUGH_REPORTS = 6;
/** Kinds that cannot be made everywhere, so that a deployment which has some serves best. */
const KINDS_NOT_MADE_EVERYWHERE = [WORKBOOK, DATA_SOURCE, BRANCH];

/** What a list says of a deployment that is there no longer, or stands still. */
const RETIRED =
  /(^|[^a-z])(delet(?!abl)|remov(?!abl)|suspend|archiv|disabl|inactive|deactivat|terminat|retir|decommission|hibernat)/i;

const known = new WeakMap<Sourcing['things'], Promise<readonly string[]>>();

/** The deployments of the account, those first that have most: of several that have as much, in the order of the list. */
export function fullest(sourcing: Sourcing): Promise<readonly string[]> {
  const before = known.get(sourcing.things);
  if (before) return before;
  const found = rank(sourcing);
  known.set(sourcing.things, found);
  return found;
}

/** Of those, what is there no longer. */
const DELETED = /(^|[^a-z])(delet|remov)(?!abl)/i;

/** Whether the list shows a deployment as one of the past, by a state or by a flag or a date; only which one is chosen hangs on it. */
export const isRetired = (shown: Members): boolean => isShownAs(RETIRED, shown);

/** Whether the list shows a deployment as deleted, so that nothing of it counts any more. */
export const isDeleted = (shown: Members): boolean => isShownAs(DELETED, shown);

function isShownAs(kind: RegExp, shown: Members): boolean {
  return Object.entries(shown).some(([name, value]) => {
    if (typeof value === 'string' && kind.test(value) && /stat|life|phase|condition|mode/i.test(name)) return true;
    const words = name.replace(/([a-z])([A-Z])/g, '$1 $2');
    const isFlag = value === true || (typeof value === 'string' && /^\d{4}-/.test(value)) || typeof value === 'number';
    return isFlag && Boolean(value) && kind.test(words) && !/protect|policy|after|days/i.test(words);
  });
}

async function rank(sourcing: Sourcing): Promise<readonly string[]> {
  const shown = await shownDeployments(sourcing);
  const idsOf = (some: readonly Members[]) => some.flatMap((one) => textIn(one, /^(deployment_?)?id$/i) ?? []);
  const there = shown.filter((one) => !isDeleted(one));
  const ids = idsOf([...there.filter((one) => !isRetired(one)), ...there.filter(isRetired)]);
  const rated: { readonly id: string; readonly rating: number }[] = [];
  const refused: string[] = [];
  while (rated.length < MOST_COMPARED && rated.length + refused.length < Math.min(ids.length, MOST_LOOKED_AT)) {
    const from = rated.length + refused.length;
    const next = ids.slice(from, Math.min(from + MOST_COMPARED - rated.length, MOST_LOOKED_AT));
    for (const { id, rating } of await Promise.all(next.map(async (id) => ({ id, rating: await rate(sourcing, id) }))))
      if (rating === undefined) refused.push(id);
      else rated.push({ id, rating });
  }
  const ranked = rated.sort((a, b) => b.rating - a.rating).map(({ id }) => id);
  return [...ranked, ...ids.slice(ranked.length + refused.length), ...refused, ...idsOf(shown.filter(isDeleted))];
}

/** How well a deployment serves; undefined where the administrator is refused its reports, as of one that was deleted. */
async function rate(sourcing: Sourcing, id: string): Promise<number | undefined> {
  const { things, admin } = sourcing;
  // What the run makes itself need not be there.
  const wanted = KINDS_NOT_MADE_EVERYWHERE.filter((kind) => things.canList(kind) && !things.canMake(kind));
  const answer = await reportsOf(sourcing, id);
  if (answer === undefined) return undefined;
  const others = await Promise.all(wanted.map((kind) => things.list(admin.preparing, kind, id)));
  // A list that is not understood says nothing of the deployment, and ends no more than this look.
  const isOpen = await isOpenToAll(sourcing, id).catch(() => undefined);
  const listed = others.filter((list) => (list ?? []).length > 0).length;
  return Math.min(answer.length, ENOUGH_REPORTS) + (isOpen === true ? 2 : 0) + listed;
}
