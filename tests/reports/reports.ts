import type { components } from '../../contracts/generated/openapi.ts';
import type { SettingName } from '../../contracts/settings.ts';
import type { Actor } from '../support/actor.ts';
import { granted, type Answer } from '../support/answer.ts';
import { fresh } from '../support/fresh.ts';
import type { Check } from '../support/test.ts';
import { setupFailed } from '../support/trouble.ts';
import { walk } from '../support/walk.ts';

export type Report = components['schemas']['Report'];
export type Placement = components['schemas']['ReportPlacement'];
type Query = NonNullable<Parameters<Actor['listReports']>[0]>;

/** Everything that a list holds, however many pages it takes. */
export function reportsOf(actor: Actor, query: Query = {}): Promise<Report[]> {
  return walk((page) => actor.preparing.listReports({ ...query, ...page }));
}

export function idsOf(reports: readonly Report[]): string[] {
  return reports.map(({ id }) => String(id));
}

/** A report as the list shows it. */
export async function reportIn(actor: Actor, id: string): Promise<Report> {
  const found = (await reportsOf(actor)).find((one) => String(one.id) === id);
  return found ?? missing(`the list does not show report ${id}`);
}

/** A report that was lent, for this check alone as long as it runs. */
export async function lentReport(check: Check, setting: SettingName = 'REPORT_ID'): Promise<string> {
  await check.turn('reports');
  return check.lent(setting);
}

function missing(what: string): never {
  throw setupFailed(what);
}

/** A body that places a report in a spreadsheet, at an address that nothing else has. */
export function placing(check: Check, more: object = {}): Record<string, unknown> & { readonly sheetName: string } {
  return {
    ...(check.tenant.wire.value('reports.connect') as object),
    externalWorkbookId: check.lent('EXTERNAL_WORKBOOK_ID'),
    sheetName: fresh('sheet'),
    anchorCell: 'B2',
    ...more,
  };
}

export function connect(actor: Actor, reportId: string, body: object): Promise<Answer<Report>> {
  return actor.raw('connectReportToWorkbook', { path: { reportId }, body }) as Promise<Answer<Report>>;
}

/** A placement of a report that the check starts from. */
export async function placed(
  actor: Actor,
  reportId: string,
  body: { readonly sheetName: string },
): Promise<Placement & { readonly id: string | number }> {
  granted(await connect(actor, reportId, body), 'the placement');
  const placement = (await placementsOn(actor, reportId, body.sheetName))[0];
  const { id } = placement ?? missing('the list shows no placements');
  return { ...placement, id: typeof id === 'string' || typeof id === 'number' ? id : missing('a placement has no id') };
}

/** Where a report is placed on a sheet of this check's own, as far as the list shows placements. */
export async function placementsOn(actor: Actor, reportId: string, sheetName: string): Promise<Placement[]> {
  const { externalWorkbookPlacements } = await reportIn(actor, reportId);
  return (externalWorkbookPlacements ?? []).filter((one) => one.sheetName === sheetName);
}

/** Whether a report is found in a spreadsheet, by the filter of the list. */
export async function isListedIn(actor: Actor, reportId: string, externalWorkbookId: unknown): Promise<boolean> {
  return idsOf(await reportsOf(actor, { externalWorkbookId: String(externalWorkbookId) })).includes(reportId);
}
