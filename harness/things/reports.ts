import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../client/actor.ts';
import type { Answer } from '../http/answer.ts';
import { fresh } from '../client/unique.ts';
import type { Check } from '../check/check.ts';
import { attempt, setupFailed } from '../failures/failure.ts';
import { untested } from '../failures/untested.ts';
import { firstOf, walkLarge, type Page, type PageQuery } from '../client/paging.ts';

export type Report = components['schemas']['Report'];
type Query = NonNullable<Parameters<Actor['listReports']>[0]>;

/** All reports of a list, from all of its pages. */
export function reportsOf(actor: Actor, query: Query = {}): Promise<Report[]> {
  return walkLarge((page) => actor.preparing.listReports({ ...query, ...page }));
}

/** The ids of reports. The check is untested without them, because the specification does not require a list to have ids. */
export function idsOf(reports: readonly Report[]): string[] {
  return reports.map(({ id }) => String(id ?? untested('the list shows reports without ids')));
}

/** The pages behind a cursor on which an actor of a check found reports. Such a page is asked for first when one is read again. */
const pagesFound = new WeakMap<Actor, Map<string, PageQuery>>();

function pagesFoundBy(actor: Actor): Map<string, PageQuery> {
  const known = pagesFound.get(actor) ?? new Map<string, PageQuery>();
  pagesFound.set(actor, known);
  return known;
}

/** A report as a list shows it, which is read no further; undefined if it has none with that id. */
async function reportAmong(actor: Actor, id: string, query: Query = {}): Promise<Report | undefined> {
  const isIt = (one: Report) => String(one.id) === id;
  const key = JSON.stringify([id, query]);
  const known = pagesFoundBy(actor);
  let asked: PageQuery = {};
  const ask = (page: PageQuery): Promise<Page<Report>> => {
    asked = page;
    return actor.preparing.listReports({ ...query, ...page });
  };
  const place = known.get(key);
  // It may stand elsewhere by now, and a cursor may count for a while only.
  const tried = place && (await attempt(() => ask(place)));
  const there = tried && !tried.failure ? tried.value.items?.find(isIt) : undefined;
  if (there) return there;
  const found = await firstOf(ask, isIt);
  if (found && asked.after !== undefined) known.set(key, asked);
  return found;
}

/** A report as the list of those that are placed in a spreadsheet shows it: a deployment may have thousands of others. */
export async function placedReportIn(actor: Actor, id: string, externalWorkbookId: string): Promise<Report> {
  return (await reportAmong(actor, id, { externalWorkbookId })) ?? reportIn(actor, id);
}

/** A report as the list shows it. */
export async function reportIn(actor: Actor, id: string): Promise<Report> {
  const found = await reportAmong(actor, id);
  if (!found) throw setupFailed(`the list does not show report ${id}`);
  return found;
}

/** A member of a report in the list. Untested if no report has it: the specification does not require it there. */
export async function shownOf<Name extends keyof Report>(actor: Actor, id: string, name: Name): Promise<Report[Name]> {
  const shown = await reportAmong(actor, id);
  if ((shown?.[name] ?? null) !== null) return shown?.[name] as Report[Name];
  const reports = await reportsOf(actor);
  if (reports.every((one) => (one[name] ?? null) === null)) untested(`no report in the list has ${name}`);
  const found = reports.find((one) => String(one.id) === id);
  if (!found) throw setupFailed(`the list does not show report ${id}`);
  return found[name];
}

/** A body that places a report in a spreadsheet, in a sheet of its own. */
export function placing(check: Check, more: object = {}): Record<string, unknown> & { readonly sheetName: string } {
  return {
    ...(check.tenant.wire.value('reports.connect') as object),
    externalWorkbookId: check.provided('EXTERNAL_WORKBOOK_ID'),
    sheetName: fresh('sheet'),
    anchorCell: 'B2',
    ...more,
  };
}

export function connect(actor: Actor, reportId: string, body: object): Promise<Answer<Report>> {
  return actor.raw('connectReportToWorkbook', { path: { reportId }, body }) as Promise<Answer<Report>>;
}
