import { LIMITS } from '../../contracts/limits.ts';
import { reads } from '../authority.ts';
import { ok, refuse, type Answer } from '../answer.ts';
import type { Call } from '../call.ts';
import { dateOf } from '../clock.ts';
import { pageOf, shown } from '../pages.ts';
import type { Tenant } from '../tenant.ts';
import type { Placement, Report } from '../world/content.ts';
import { placed } from '../world/seed-content.ts';
import type { FamilyBehaviour } from './family.ts';
import { mayReadReport } from './report-access.ts';

/** One placement of a report in a spreadsheet. */
interface Entry {
  readonly report: Report;
  readonly placement: Placement;
}

/** Spreadsheets with as many explorations and placements as it takes to stand at a limit or past it. */
const CROWDS: Readonly<Record<string, { readonly explorations: number; readonly placements: number }>> = {
  'spreadsheet-full': { explorations: LIMITS.placedExplorations.max, placements: LIMITS.placedExplorations.max },
  'spreadsheet-crowded': {
    explorations: LIMITS.placedExplorations.max + 1,
    placements: LIMITS.placedExplorations.max + 1,
  },
  'spreadsheet-packed': { explorations: 100, placements: LIMITS.placements.max },
  'spreadsheet-overfull': { explorations: 100, placements: LIMITS.placements.max + 1 },
};

/** Rules of external documents, as data. */
export const externalDocumentsRules = () => ({
  explorations: { ...LIMITS.placedExplorations },
  placements: { ...LIMITS.placements },
  access: (isReadable: boolean): 'GRANTED' | 'DENIED' => (isReadable ? 'GRANTED' : 'DENIED'),
  isListed: (_isReadable: boolean): boolean => true,
  reportName: (name: string, isReadable: boolean): string | null => (isReadable ? name : null),
});

function entriesOf(tenant: Tenant, externalWorkbookId: string): Entry[] {
  const reports = tenant.content.reports.all();
  const crowd = Object.hasOwn(CROWDS, externalWorkbookId) ? CROWDS[externalWorkbookId] : undefined;
  const [pattern] = reports;
  if (crowd && pattern) {
    // Explorations that stand for as many reports: the reports themselves would weigh down every other list.
    return Array.from({ length: crowd.placements }, (_, index) => ({
      report: { ...pattern, id: 90_000 + (index % crowd.explorations) },
      placement: placed(externalWorkbookId, index, pattern.createdBy, pattern.createdAt),
    }));
  }
  return reports.flatMap((report) =>
    report.placements
      .filter((placement) => placement.externalWorkbookId === externalWorkbookId)
      .map((placement) => ({ report, placement })),
  );
}

function listPlacements(call: Call): Answer {
  const { tenant, principal, path } = call;
  const rules = tenant.rules.externalDocuments;
  const entries = entriesOf(tenant, path['externalWorkbookId'] ?? '');
  const explorations = new Set(entries.map(({ report }) => report.id)).size;
  if (explorations > rules.explorations.max || entries.length > rules.placements.max) {
    refuse(422, `the document holds ${explorations} explorations and ${entries.length} placements`);
  }
  const readable = new Map<number, boolean>();
  const isReadable = ({ report }: Entry) => {
    const known = readable.get(report.id);
    if (known !== undefined) return known;
    const isScoped = principal.scope === 'all' || principal.scope.includes(report.deploymentId);
    const found = isScoped && reads(tenant, principal, report.deploymentId) && mayReadReport(tenant, principal, report);
    readable.set(report.id, found);
    return found;
  };
  const keyed = entries
    .map((entry) => ({ ...entry, key: [entry.report.id, entry.placement.id] as const }))
    .filter((entry) => rules.isListed(isReadable(entry)))
    .sort((a, b) => a.key[0] - b.key[0] || (a.key[1] < b.key[1] ? -1 : 1));
  const list = shown(
    pageOf(call, keyed, ({ key }) => key),
    (entry) => {
      const { report, placement } = entry;
      const { id, sheetName, anchorCell, workbookName, host, placedAt } = placement;
      return {
        placementId: id,
        reportId: report.id,
        deploymentId: report.deploymentId,
        reportName: rules.reportName(report.name, isReadable(entry)),
        access: rules.access(isReadable(entry)),
        host,
        workbookName,
        sheetName,
        anchorCell,
        placedAt: dateOf(placedAt),
      };
    },
  );
  return ok(list);
}

export const externalDocuments: FamilyBehaviour = {
  handlers: { listPlacements },
  lend: () => ({
    FULL_WORKBOOK_ID: 'spreadsheet-full',
    CROWDED_WORKBOOK_ID: 'spreadsheet-crowded',
    PACKED_WORKBOOK_ID: 'spreadsheet-packed',
    OVERFULL_WORKBOOK_ID: 'spreadsheet-overfull',
  }),
};
