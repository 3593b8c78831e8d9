import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { connect, placing } from '../../harness/things/reports.ts';
import { readUntil } from '../../harness/check/eventually.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { walk, type Page, type PageQuery } from '../../harness/client/paging.ts';

/** A placement in the list; the names of its members other than access and reportName are open. */
export type Entry = components['schemas']['ExternalPlacement'];

/** A page of the placements in a spreadsheet; the client has unwrapped the tenant's own envelope. */
export async function listPage(actor: Actor, externalWorkbookId: string, query: PageQuery): Promise<Page<Entry>> {
  return (await actor.listPlacements(externalWorkbookId, query)) as Page<Entry>;
}

/** Every placement in a spreadsheet; none where the list is refused, as a spreadsheet without any may be unknown. */
export async function listEntries(actor: Actor, externalWorkbookId: string): Promise<Entry[]> {
  return walk(async (query) => {
    const answer = await actor.ask('listPlacements', externalWorkbookId, query);
    return isRefusal(answer) ? {} : (granted(answer, 'the list of placements').body as Page<Entry>);
  });
}

/** The same once there are at least so many, because the list may show a new placement with a delay. */
export function entriesListed(check: Check, actor: Actor, externalWorkbookId: string, least = 1): Promise<Entry[]> {
  return readUntil(
    check,
    () => listEntries(actor, externalWorkbookId),
    (entries) => entries.length >= least,
  );
}

/** Places a provided report in a spreadsheet. */
export async function place(
  check: Check,
  admin: Actor,
  externalWorkbookId: string,
  report: PlainSetting = 'REPORT_ID',
): Promise<{
  readonly reportId: string;
  readonly address: { readonly externalWorkbookId: string; readonly sheetName: string; readonly anchorCell: unknown };
}> {
  const reportId = check.provided(report);
  const here = report === 'OTHER_REPORT_ID' ? admin.in(check.provided('OTHER_DEPLOYMENT_ID')) : admin;
  const body = placing(check, { externalWorkbookId });
  granted(await connect(here, reportId, body), 'the placement');
  const { sheetName, anchorCell } = body;
  return { reportId, address: { externalWorkbookId, sheetName, anchorCell } };
}

/** Places a provided report in a new spreadsheet, and lists it as the actor and as an administrator. */
export async function placeInNewSpreadsheet(check: Check, admin: Actor, actor: Actor, report: PlainSetting) {
  const spreadsheet = fresh('spreadsheet');
  const { reportId } = await place(check, admin, spreadsheet, report);
  const forAdmin = await entriesListed(check, admin, spreadsheet);
  const [full] = forAdmin;
  if (!full || forAdmin.length > 1)
    throw setupFailed(`the list shows an administrator ${forAdmin.length} placements instead of one`);
  return { spreadsheet, reportId, full, entries: await entriesListed(check, actor, spreadsheet) };
}

/** The single entry of such a spreadsheet. */
export function onlyEntry(entries: readonly Entry[]): Entry {
  const [entry] = entries;
  if (!entry || entries.length > 1)
    throw setupFailed(`the list shows the actor ${entries.length} placements instead of one`);
  return entry;
}
