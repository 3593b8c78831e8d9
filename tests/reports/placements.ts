import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, type Answer } from '../../harness/http/answer.ts';
import { connect, idsOf, placedReportIn, placing, reportsOf } from '../../harness/things/reports.ts';
import { readUntil, withinSeconds } from '../../harness/check/eventually.ts';
import type { Page } from '../../harness/client/paging.ts';
import { expect, type Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { isId } from '../../contracts/lossless-json.ts';

export { connect, idsOf, placing, reportIn, reportsOf, shownOf, type Report } from '../../harness/things/reports.ts';
export type Placement = components['schemas']['ReportPlacement'];

/** A sheet of a spreadsheet, in the names of the body that places a report there. */
export interface Sheet {
  readonly externalWorkbookId?: unknown;
  readonly sheetName: string;
}

function missing(reason: string): never {
  throw setupFailed(reason);
}

/** Places a report as a setup step and returns the placement as the list shows it. */
export async function placeReport(
  check: Check,
  actor: Actor,
  reportId: string,
  body: Sheet,
): Promise<Placement & { readonly id: string | number }> {
  granted(await connect(actor, reportId, body), 'the placement');
  return placementOf(check, actor, reportId, body);
}

/** The placement of a report on a sheet as the list shows it. */
export async function placementOf(
  check: Check,
  actor: Actor,
  reportId: string,
  body: Sheet,
): Promise<Placement & { readonly id: string | number }> {
  const placement = (await placementsListed(check, actor, reportId, body))[0];
  const { id } = placement ?? missing('the list shows no placements');
  return { ...placement, id: isId(id) ? id : missing('a placement has no id') };
}

/**
 * The placements of a report on the given sheet, as the list of reports shows them: those in its spreadsheet, where they tell of
 * that.
 */
export async function placementsOn(actor: Actor, reportId: string, sheet: Sheet): Promise<Placement[]> {
  const externalWorkbookId = String(sheet.externalWorkbookId);
  const { externalWorkbookPlacements } = await placedReportIn(actor, reportId, externalWorkbookId);
  const onSheet = (externalWorkbookPlacements ?? []).filter(({ sheetName }) => sheetName === sheet.sheetName);
  const inSpreadsheet = onSheet.filter(({ workbookId }) => workbookId === externalWorkbookId);
  return inSpreadsheet.length > 0 ? inSpreadsheet : onSheet;
}

/** The same once there are any, because the list may show a new placement with a delay. */
export function placementsListed(check: Check, actor: Actor, reportId: string, sheet: Sheet) {
  return readUntil(
    check,
    () => placementsOn(actor, reportId, sheet),
    (placements) => placements.length > 0,
  );
}

/** The names of the sheets in a spreadsheet where a report is shown to be placed, without the signs around them. */
export async function sheetsIn(admin: Actor, reportId: string, externalWorkbookId: string): Promise<string[]> {
  const { externalWorkbookPlacements: placements } = await placedReportIn(admin, reportId, externalWorkbookId);
  return (placements ?? []).flatMap(({ workbookId, sheetName }) =>
    workbookId === externalWorkbookId && typeof sheetName === 'string' ? [sheetName.replaceAll("'", '')] : [],
  );
}

/** Places and refreshes a report, so that the list shows who refreshed it; other requirements cover both requests. */
export async function placeAndRefresh(check: Check, { preparing }: Actor, reportId: string): Promise<void> {
  const body = placing(check);
  await connect(preparing, reportId, body);
  const { externalWorkbookId, sheetName, anchorCell } = body;
  await preparing.raw('refreshReport', { path: { reportId }, body: { externalWorkbookId, sheetName, anchorCell } });
}

/** Whether the list filtered by a spreadsheet shows a report. */
export async function isListedIn(actor: Actor, reportId: string, externalWorkbookId: unknown): Promise<boolean> {
  return idsOf(await reportsOf(actor, { externalWorkbookId: String(externalWorkbookId) })).includes(reportId);
}

/** The same for a new placement, which the list may show with a delay. */
export function isSoonListedIn(
  check: Check,
  actor: Actor,
  reportId: string,
  externalWorkbookId: unknown,
): Promise<boolean> {
  return readUntil(
    check,
    () => isListedIn(actor, reportId, externalWorkbookId),
    (isListed) => isListed,
  );
}

export const addressOf = ({ externalWorkbookId, sheetName, anchorCell }: Record<string, unknown>) => ({
  externalWorkbookId,
  sheetName,
  anchorCell,
});

/** Whether a spreadsheet that is new, so that any placement there is the one of a report, has a placement. */
export async function hasPlacement(admin: Actor, externalWorkbookId: string): Promise<boolean> {
  const { status, body } = await admin.raw('listPlacements', { path: { externalWorkbookId } });
  return status < 300 && ((body as { readonly items?: readonly unknown[] }).items?.length ?? 0) > 0;
}

export function placementsIn(who: Actor, externalWorkbookId: string): Promise<Answer> {
  return who.raw('listPlacements', { path: { externalWorkbookId } });
}

/** What the placements in a spreadsheet say of access to their reports, where they are listed. */
export async function accessesIn(who: Actor, externalWorkbookId: string): Promise<unknown[]> {
  const { body } = await placementsIn(who, externalWorkbookId);
  const { items = [] } = (body ?? {}) as Page<{ readonly access?: unknown }>;
  return items.map(({ access }) => access);
}

/** How a request names a placement, in each of the two ways. */
export const ADDRESSES = {
  'by-placement-id': ({ id }: { readonly id: string | number }) => ({ placementId: id }),
  'by-address': (_placement: object, { externalWorkbookId, sheetName, anchorCell }: Record<string, unknown>) => ({
    externalWorkbookId,
    sheetName,
    anchorCell,
  }),
} as const;

/** Expects a report to be in a new spreadsheet. */
export async function expectPlaced(check: Check, admin: Actor, reportId: string, spreadsheet: unknown): Promise<void> {
  const externalWorkbookId = String(spreadsheet);
  await withinSeconds(check, async () => {
    const isFound =
      (await isListedIn(admin, reportId, externalWorkbookId)) || (await hasPlacement(admin, externalWorkbookId));
    expect(isFound, 'the report is listed in the spreadsheet').toBe(true);
  });
}

/** Two reports of the run, whose names it may change; undefined where there are none. */
export function ownReports(check: Check): readonly [string, string] | undefined {
  const names = ['REPORT_ID', 'EDITABLE_REPORT_ID'] as const;
  const [one, other] = names.flatMap((name) => (check.mayChange(name) ? (check.optional(name) ?? []) : []));
  return one !== undefined && other !== undefined && one !== other ? [one, other] : undefined;
}
