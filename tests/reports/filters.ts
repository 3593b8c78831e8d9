import type { Actor } from '../../harness/client/actor.ts';
import { walkLarge } from '../../harness/client/paging.ts';
import { largePage } from '../../harness/rules/lists.ts';
import { reportsOf, type Report } from './placements.ts';

export type Filter = NonNullable<Parameters<Actor['listReports']>[0]>;

/** A list as it is asked for, and by whom. */
export interface Asked {
  readonly who: Actor;
  readonly query: Filter;
}

/** The list as a user gets it who may be missing. */
export function asking(who: Actor | undefined): Asked | undefined {
  return who && { who, query: {} };
}

/** The values that occur more than once, the most frequent first. */
function repeatedValues<Value>(values: readonly Value[]): Value[] {
  const count = (value: Value) => values.filter((each) => each === value).length;
  return [...new Set(values)].filter((value) => count(value) > 1).sort((one, other) => count(other) - count(one));
}

/** Words that occur in the names of several reports, the most frequent first. */
export function sharedWords(reports: readonly Report[]): string[] {
  return repeatedValues(reports.flatMap(({ name }) => [...new Set((name ?? '').match(/[A-Za-z]{3,}/g) ?? [])]));
}

/** A folder filter and a search that each match several of the reports, as far as there are any. */
export function filtersFor(reports: readonly Report[]): Filter[] {
  const folders = repeatedValues(reports.flatMap(({ folderId }) => folderId ?? []));
  return [
    ...folders.slice(0, 1).map((folderId) => ({ folderId })),
    ...sharedWords(reports)
      .slice(0, 1)
      .map((search) => ({ search })),
  ];
}

/** The same in their places, undefined where there is none. */
export function filtersBy(
  reports: readonly Report[],
): readonly [folder: Filter | undefined, search: Filter | undefined] {
  const filters = filtersFor(reports);
  return [filters.find(({ folderId }) => folderId !== undefined), filters.find(({ search }) => search !== undefined)];
}

/** The reports of a list that are in the folder of the filter, or all if the filter has no folder. */
export function inFolder({ items }: { readonly items: readonly Report[] }, { folderId }: Filter): Report[] {
  return items.filter((one) => folderId === undefined || one.folderId === folderId);
}

/** Those of a list that are reports under their names. */
export function onlyReports(list: readonly Report[], reports: readonly Report[]): Report[] {
  const names = new Map(reports.map(({ id, name }) => [id, name]));
  return list.filter(({ id, name }) => names.get(id) === name);
}

/** The reports in filtered and sorted lists, without other entries: how and where a search shows workbooks is open. */
export async function filtered(
  admin: Actor,
  order: Filter,
): Promise<{ readonly by: string; readonly found: Report[] }[]> {
  const reports = await reportsOf(admin);
  const lists: { by: string; found: Report[] }[] = [];
  for (const filter of filtersFor(reports)) {
    const list = await walkLarge((page) => admin.listReports({ ...filter, ...order, ...page }));
    const found = onlyReports(inFolder({ items: list }, filter), reports);
    lists.push({ by: JSON.stringify(filter), found });
  }
  return lists;
}

/** A list in two pages: the first has one report, so that the second shows several behind a cursor. */
export async function behindTheFirst(actor: Actor, query: Filter): Promise<Report[]> {
  const { items, pageInfo } = await actor.listReports({ ...query, first: 1 });
  const after = pageInfo.endCursor;
  if (typeof after !== 'string' || pageInfo.hasNextPage === false) return [...items];
  const next = await largePage((page) => actor.listReports({ ...query, after, ...page }), ON_ONE_PAGE);
  return [...items, ...next.items];
}

/** A number of reports that fits on one page. */
export const ON_ONE_PAGE = 50;
