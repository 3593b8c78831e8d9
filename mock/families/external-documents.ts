import { ok, refuse, type Answer } from '../answer.ts';
import { reads } from '../authority.ts';
import type { Call } from '../call.ts';
import { dateOf } from '../clock.ts';
import type { Key } from '../dialects/dialect.ts';
import { compareKeys, pageOf, shown } from '../pages.ts';
import { slice } from '../state.ts';
import type { Tenant } from '../tenant.ts';
import type { Placement, Report } from '../world/content.ts';
import { isCrowded, crowdSettings, seedCrowds } from '../world/seed-crowds.ts';
import type { FamilyBehaviour } from './family.ts';
import { mayReadReport } from './report-access.ts';
import { isEarlyPlacement } from './report-placements.ts';

/** One placement of a report in a spreadsheet. */
interface Entry {
  readonly report: Report;
  readonly placement: Placement;
}

interface Index {
  version: number;
  readonly byWorkbook: Map<string, Entry[]>;
}

const index = slice('placements by spreadsheet', (): Index => ({ version: -1, byWorkbook: new Map() }));

/** Every placement in a spreadsheet, whatever deployment its report is of; looked up in an index of them all. */
function entriesOf(tenant: Tenant, externalWorkbookId: string): readonly Entry[] {
  if (isCrowded(externalWorkbookId)) seedCrowds(tenant);
  const { reports } = tenant.content;
  const known = index(tenant);
  if (known.version !== reports.version) {
    known.byWorkbook.clear();
    for (const report of reports.all()) {
      for (const placement of report.placements) {
        const entries = known.byWorkbook.get(placement.externalWorkbookId) ?? [];
        if (entries.length === 0) known.byWorkbook.set(placement.externalWorkbookId, entries);
        entries.push({ report, placement });
      }
    }
    known.version = reports.version;
  }
  return known.byWorkbook.get(externalWorkbookId) ?? [];
}

function keyOf({ report, placement }: Entry): Key {
  return [report.id, placement.id];
}

/** Whether the caller may read a report of any deployment, worked out once for each report of a list. */
function readerOf({ tenant, principal }: Call): (report: Report) => boolean {
  const known = new Map<number, boolean>();
  return (report) => {
    const { id, deploymentId } = report;
    const before = known.get(id);
    if (before !== undefined) return before;
    const isScoped = principal.scope === 'all' || principal.scope.includes(deploymentId);
    const found = isScoped && reads(tenant, principal, deploymentId) && mayReadReport(tenant, principal, report);
    known.set(id, found);
    return found;
  };
}

function listPlacements(call: Call): Answer {
  const { tenant, path } = call;
  const rules = tenant.rules.externalDocuments;
  const entries = entriesOf(tenant, path['externalWorkbookId'] ?? '');
  const explorations = rules.countExplorations(entries.map(({ report }) => report.id));
  if (explorations > rules.explorations.max || entries.length > rules.placements.max) {
    refuse(422, `the document holds ${explorations} explorations and ${entries.length} placements`);
  }
  const isReadable = readerOf(call);
  const descending = tenant.dialect.order === 'descending';
  const listed = entries
    .filter(({ report, placement }) => rules.isListed(report, isReadable(report)) && !isEarlyPlacement(call, placement))
    .sort((a, b) => compareKeys(keyOf(a), keyOf(b)) * (descending ? -1 : 1));
  const page = pageOf(call, listed, keyOf, { descending });
  return ok(
    shown(page, ({ report, placement }) => {
      const { id, sheetName, anchorCell, workbookName, host, placedAt } = placement;
      const members = { sheetName, anchorCell, workbookName, host, placedAt: dateOf(placedAt) };
      return {
        placementId: id,
        reportId: report.id,
        deploymentId: report.deploymentId,
        reportName: rules.reportName(report.name, isReadable(report)),
        access: rules.access(isReadable(report)),
        ...rules.details(members, isReadable(report)),
      };
    }),
  );
}

export const externalDocuments: FamilyBehaviour = { handlers: { listPlacements }, settings: crowdSettings };
