import { done, ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import { appears, isEarly } from '../late.ts';
import type { Placement, Report } from '../world/content.ts';
import { mayEditReport, reportIn } from './report-access.ts';
import { queryChecksum, viewOf } from './report-view.ts';

const TEXTS = [
  'externalWorkbookId',
  'resultLocation',
  'endResultCell',
  'sheetName',
  'anchorCell',
  'workbookName',
] as const;

const PLACEMENTS = 'placements';

/** Whether lists do not show a placement yet. */
export function isEarlyPlacement(call: Call, { id }: Placement): boolean {
  return isEarly(call, id, PLACEMENTS);
}

/** A report as lists show it: without the placements that they do not show yet. */
export function asListed(call: Call, report: Report): Report {
  if (!report.placements.some((one) => isEarlyPlacement(call, one))) return report;
  return { ...report, placements: report.placements.filter((one) => !isEarlyPlacement(call, one)) };
}

/** The placement that a body addresses: by its id, or by spreadsheet, sheet and cell. */
function addressed(call: Call, report: Report, body: Body): Placement | undefined {
  const { placementId, externalWorkbookId, sheetName, anchorCell } = body;
  const { isAt } = call.tenant.rules.reports;
  if (placementId !== undefined) return report.placements.find(({ id }) => id === placementId);
  return report.placements.find((one) => isAt(one, { externalWorkbookId, sheetName, anchorCell }));
}

function changed(call: Call, report: Report, placements: readonly Placement[], more: Partial<Report> = {}): Report {
  return call.tenant.content.reports.replace({ ...report, ...more, placements });
}

function textsIn(call: Call, body: Body): void {
  const { checksumPayload, hosts } = call.tenant.rules.reports;
  const problems = TEXTS.flatMap((name) => {
    const value = body[name];
    return value === undefined || value === null || (typeof value === 'string' && value !== '')
      ? []
      : [`${name} is no text`];
  });
  const { host, resultChecksum, sheetId } = body;
  if (host !== undefined && (typeof host !== 'string' || !hosts.includes(host))) {
    problems.push(`host is none of ${hosts.join(', ')}`);
  }
  if (sheetId !== undefined && typeof sheetId !== 'string' && typeof sheetId !== 'number')
    problems.push('sheetId is no id');
  if (resultChecksum !== undefined && resultChecksum !== null) {
    const payload = typeof resultChecksum === 'object' ? (resultChecksum as Body)['payload'] : null;
    const { min, max } = checksumPayload;
    const fits =
      payload === undefined || (typeof payload === 'string' && payload.length >= min && payload.length <= max);
    if (!fits || Array.isArray(resultChecksum))
      problems.push(`resultChecksum.payload is no text of ${min} to ${max} characters`);
  }
  if (problems.length > 0) refuse('invalid', ...problems);
}

/** The members of a body that a placement keeps. */
function placementIn(call: Call, body: Body): Partial<Placement> {
  const rules = call.tenant.rules.reports;
  const { host, sheetId, resultChecksum } = body;
  const texts = TEXTS.flatMap((name) => (typeof body[name] === 'string' ? [[name, body[name]] as const] : []));
  return {
    ...(Object.fromEntries(texts) as Partial<Placement>),
    ...(typeof host === 'string' && { host }),
    ...((typeof sheetId === 'string' || typeof sheetId === 'number') && { sheetId: String(sheetId) }),
    ...(resultChecksum !== undefined && { resultChecksum: rules.resultChecksum(resultChecksum) }),
  };
}

export function connectReportToWorkbook(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.reports;
  const report = reportIn(call);
  if (!rules.mayConnect(mayEditReport(tenant, principal, report))) refuse('forbidden', 'the caller may not do this');
  const body = bodyOf(call);
  textsIn(call, body);
  const given = placementIn(call, body);
  const existing = addressed(call, report, body);
  if (!existing && body['placementId'] !== undefined) refuse('unknown', 'the report has no such placement');
  if (!existing && given.externalWorkbookId === undefined) refuse('invalid', 'externalWorkbookId is missing');
  const now = tenant.clock.now();
  // A client that only moved a placement has no new result to tell of.
  const checksum = body['addressOnly'] === true ? {} : { queryChecksum: queryChecksum(report) };
  const placement: Placement = {
    id: `placement-${report.id}-${tenant.random.word(8)}`,
    externalWorkbookId: '',
    host: rules.hosts[0] ?? '',
    sheetId: null,
    sheetName: null,
    anchorCell: null,
    workbookName: null,
    resultLocation: null,
    endResultCell: null,
    placedAt: now,
    placedByUserId: principal.user?.id ?? 0,
    refreshedAt: null,
    refreshedByUserId: null,
    queryChecksum: null,
    resultChecksum: null,
    ...existing,
    ...given,
    ...checksum,
  };
  if (!existing) appears(tenant, PLACEMENTS, placement.id);
  return ok(viewOf(tenant, principal, changed(call, report, rules.withPlacement(report.placements, placement))));
}

function existingPlacement(call: Call, report: Report, body: Body): Placement {
  const isAddressed = body['placementId'] !== undefined || body['externalWorkbookId'] !== undefined;
  if (!isAddressed)
    refuse('invalid', 'neither placementId nor externalWorkbookId with sheetName and anchorCell is given');
  return addressed(call, report, body) ?? refuse('unknown', 'the report has no such placement');
}

export function disconnectReportFromWorkbook(call: Call): Answer {
  const report = reportIn(call);
  const { id } = existingPlacement(call, report, bodyOf(call));
  changed(call, report, call.tenant.rules.reports.withoutPlacement(report.placements, id));
  return done();
}

export function refreshReport(call: Call): Answer {
  const { tenant, principal } = call;
  const report = reportIn(call);
  const body = bodyOf(call);
  textsIn(call, { resultChecksum: body['resultChecksum'] });
  const placement = existingPlacement(call, report, body);
  const refreshedByUserId = principal.user?.id ?? null;
  const { resultChecksum } = placementIn(call, body);
  const refreshed: Placement = {
    ...placement,
    ...(resultChecksum !== undefined && { resultChecksum }),
    refreshedAt: tenant.clock.now(),
    refreshedByUserId,
    queryChecksum: queryChecksum(report),
  };
  const placements = tenant.rules.reports.withPlacement(report.placements, refreshed);
  return ok(viewOf(tenant, principal, changed(call, report, placements, { refreshedBy: refreshedByUserId })));
}
