import type { components } from '../../contracts/generated/openapi.ts';
import type { SettingName } from '../../contracts/settings.ts';
import type { Actor } from './actor.ts';
import type { Answer } from './answer.ts';
import { fresh } from './fresh.ts';
import type { Check } from './test.ts';
import { setupFailed } from './trouble.ts';
import { walk } from './walk.ts';

export type Report = components['schemas']['Report'];
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
  if (!found) throw setupFailed(`the list does not show report ${id}`);
  return found;
}

/** A report that was lent, for this check alone as long as it runs. */
export async function lentReport(check: Check, setting: SettingName = 'REPORT_ID'): Promise<string> {
  await check.turn('reports');
  return check.lent(setting);
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
