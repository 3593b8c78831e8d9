import type { components } from '../../contracts/generated/openapi.ts';
import type { PlainSetting } from '../tenant/secret-settings.ts';
import type { Actor } from '../client/actor.ts';
import type { Answer } from '../http/answer.ts';
import { fresh } from '../client/unique.ts';
import type { Check } from '../check/check.ts';
import { setupFailed } from '../failures/failure.ts';
import { untested } from '../failures/untested.ts';
import { walk } from '../client/paging.ts';

export type Report = components['schemas']['Report'];
type Query = NonNullable<Parameters<Actor['listReports']>[0]>;

/** Everything that a list holds, however many pages it takes. */
export function reportsOf(actor: Actor, query: Query = {}): Promise<Report[]> {
  return walk((page) => actor.preparing.listReports({ ...query, ...page }));
}

/** The ids of reports, by which they are told apart; that a list shows them is not printed. */
export function idsOf(reports: readonly Report[]): string[] {
  return reports.map(({ id }) => String(id ?? untested('the list shows reports without their ids')));
}

/** A report as the list shows it. */
export async function reportIn(actor: Actor, id: string): Promise<Report> {
  const found = (await reportsOf(actor)).find((one) => String(one.id) === id);
  if (!found) throw setupFailed(`the list does not show report ${id}`);
  return found;
}

/** A member of a report as the list shows it; that it shows any of them is not printed. */
export async function shownOf<Name extends keyof Report>(actor: Actor, id: string, name: Name): Promise<Report[Name]> {
  const reports = await reportsOf(actor);
  if (reports.every((one) => (one[name] ?? null) === null)) untested(`the list shows no report with its ${name}`);
  const found = reports.find((one) => String(one.id) === id);
  if (!found) throw setupFailed(`the list does not show report ${id}`);
  return found[name];
}

/** A report that was lent, for this check alone as long as it runs. */
export async function providedReport(check: Check, setting: PlainSetting = 'REPORT_ID'): Promise<string> {
  await check.lock('reports');
  return check.provided(setting);
}

/** A body that places a report in a spreadsheet, at an address that nothing else has. */
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
