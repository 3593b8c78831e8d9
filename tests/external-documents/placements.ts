import type { PlainSetting } from '../../harness/tenant/secret-settings.ts';
import type { components } from '../../contracts/generated/openapi.ts';
import type { Actor } from '../../harness/client/actor.ts';
import { granted, isRefusal } from '../../harness/http/answer.ts';
import { fresh } from '../../harness/client/unique.ts';
import { connect, providedReport, placing } from '../../harness/things/reports.ts';
import type { Check } from '../../harness/test.ts';
import { setupFailed } from '../../harness/failures/failure.ts';
import { walk, type Page, type PageQuery } from '../../harness/client/paging.ts';

/** A placement as the list shows it: what it is called besides its access and the name of its report is open. */
export type Entry = components['schemas']['ExternalPlacement'];

/** A page of the placements in a spreadsheet, out of whatever the tenant keeps it in. */
export async function pageOf(actor: Actor, externalWorkbookId: string, query: PageQuery): Promise<Page<Entry>> {
  return (await actor.listPlacements(externalWorkbookId, query)) as Page<Entry>;
}

/** Every placement in a spreadsheet; none where it is refused: of one without placements a tenant may know nothing. */
export async function entriesIn(actor: Actor, externalWorkbookId: string): Promise<Entry[]> {
  return walk(async (query) => {
    const answer = await actor.ask('listPlacements', externalWorkbookId, query);
    return isRefusal(answer) ? {} : (granted(answer, 'the list of placements').body as Page<Entry>);
  });
}

/** Places a lent report in a spreadsheet. */
export async function place(
  check: Check,
  admin: Actor,
  externalWorkbookId: string,
  report: PlainSetting = 'REPORT_ID',
): Promise<{ readonly reportId: string; readonly address: object }> {
  const reportId = await providedReport(check, report);
  const here = report === 'OTHER_REPORT_ID' ? admin.in(check.provided('OTHER_DEPLOYMENT_ID')) : admin;
  const body = placing(check, { externalWorkbookId });
  granted(await connect(here, reportId, body), 'the placement');
  const { sheetName, anchorCell } = body;
  return { reportId, address: { externalWorkbookId, sheetName, anchorCell } };
}

/** A spreadsheet of this check's own with one placement of a lent report, as an actor and as an administrator see it. */
export async function placedAlone(check: Check, admin: Actor, actor: Actor, report: PlainSetting) {
  const spreadsheet = fresh('spreadsheet');
  const { reportId } = await place(check, admin, spreadsheet, report);
  const seen = await entriesIn(admin, spreadsheet);
  const [full] = seen;
  if (!full || seen.length > 1) throw setupFailed(`an administrator sees ${seen.length} placements instead of one`);
  return { spreadsheet, reportId, full, entries: await entriesIn(actor, spreadsheet) };
}

/** The one entry of such a spreadsheet. */
export function only(entries: readonly Entry[]): Entry {
  const [entry] = entries;
  if (!entry || entries.length > 1) throw setupFailed(`the caller sees ${entries.length} placements instead of one`);
  return entry;
}
