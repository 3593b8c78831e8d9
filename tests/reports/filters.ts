import type { Actor } from '../../harness/client/actor.ts';
import { walk } from '../../harness/client/paging.ts';
import { reportsOf, type Report } from './placements.ts';

export type Filter = NonNullable<Parameters<Actor['listReports']>[0]>;

/** What stands there more than once, the commonest first. */
function commonest<Value>(values: readonly Value[]): Value[] {
  const often = (value: Value) => values.filter((one) => one === value).length;
  return [...new Set(values)].filter((value) => often(value) > 1).sort((one, other) => often(other) - often(one));
}

/** Words that several names of reports share. */
export function sharedWords(reports: readonly Report[]): string[] {
  return commonest(reports.flatMap(({ name }) => [...new Set((name ?? '').match(/[A-Za-z]{3,}/g) ?? [])]));
}

/** A filter by a folder and one by a search that each fit several of these reports, as far as there are such. */
export function filtersFor(reports: readonly Report[]): Filter[] {
  const folders = commonest(reports.flatMap(({ folderId }) => folderId ?? []));
  return [
    ...folders.slice(0, 1).map((folderId) => ({ folderId })),
    ...sharedWords(reports)
      .slice(0, 1)
      .map((search) => ({ search })),
  ];
}

/** What of a list lies in the folder that is asked for, where one is. */
export function fitting({ items }: { readonly items: readonly Report[] }, { folderId }: Filter): Report[] {
  return items.filter((one) => folderId === undefined || one.folderId === folderId);
}

/** What a list in some order holds of reports once it is filtered: how a search shows a workbook is open, and where. */
export async function filtered(
  admin: Actor,
  order: Filter,
): Promise<{ readonly by: string; readonly found: Report[] }[]> {
  const reports = await reportsOf(admin);
  const names = new Map(reports.map(({ id, name }) => [id, name]));
  const lists: { by: string; found: Report[] }[] = [];
  for (const filter of filtersFor(reports)) {
    const list = await walk((page) => admin.listReports({ ...filter, ...order, ...page }));
    const found = fitting({ items: list }, filter).filter(({ id, name }) => names.get(id) === name);
    lists.push({ by: JSON.stringify(filter), found });
  }
  return lists;
}
