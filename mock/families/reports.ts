import { ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import type { Key } from '../dialects/dialect.ts';
import { pageOf, shown, compareKeys } from '../pages.ts';
import { SORTS, TEXTS, OBJECTS, MEMBERS, type Sort, type Definition } from '../rules/reports.ts';
import type { Folder, Report } from '../world/content.ts';
import type { FamilyBehaviour } from './family.ts';
import { readable } from './readable.ts';
import {
  mayEditFolder,
  mayEditReport,
  mayManageReport,
  mayReadFolder,
  mayReadReport,
  reportIn,
  reportsWith,
} from './report-access.ts';
import { asListed, connectReportToWorkbook, disconnectReportFromWorkbook, refreshReport } from './report-placements.ts';
import { viewOf } from './report-view.ts';
import { hashShown, patched } from './patched-file.ts';

/** What a caller may read of a deployment, sorted. */
function readableReports(call: Call, deploymentId: number, sort: Sort | 'id', isDescending: boolean) {
  const { tenant, principal } = call;
  const rules = tenant.rules.reports;
  const all = reportsWith(tenant, deploymentId);
  return readable(call, `reports ${deploymentId} ${sort} ${isDescending}`, all, () =>
    all
      .filter((one) => rules.isOf(one, deploymentId) && rules.mayRead(mayReadReport(tenant, principal, one)))
      .sort((a, b) => compareKeys(keyOf(sort, a), keyOf(sort, b)) * (isDescending ? -1 : 1)),
  );
}

function keyOf(sort: Sort | 'id', report: Report): Key {
  return [report[sort], report.id];
}

function listReports(call: Call): Answer {
  const { tenant, principal, query } = call;
  const rules = tenant.rules.reports;
  query.integer('first', rules.first.min);
  const sort = rules.sortedBy(query.oneOf('sortBy', SORTS));
  const direction = query.oneOf('sortDirection', ['ASC', 'DESC']);
  const isDescending = rules.isDescending(direction, tenant.dialect.order === 'descending');
  const folderId = query.integer('folderId', 0);
  const [search, externalWorkbookId] = [query.text('search'), query.text('externalWorkbookId')];
  const deploymentId = Number(call.path['deploymentId']);

  const mayBeRead = readableReports(call, deploymentId, sort, isDescending);
  const known = tenant.dialect.late.lists > 0 ? mayBeRead.map((one) => asListed(call, one)) : mayBeRead;
  const isFiltered = folderId !== undefined || search !== undefined || externalWorkbookId !== undefined;
  const fitting = isFiltered
    ? known.filter(
        (one) =>
          rules.isIn(one, folderId) &&
          rules.isPlacedIn(one, externalWorkbookId) &&
          (search === undefined || matches(call, one, search)),
      )
    : known;
  const page = pageOf(call, fitting, (one) => keyOf(sort, one), { descending: isDescending });
  const { items, pageInfo } = shown(page, (one) => viewOf(tenant, principal, one));
  const cursors = rules.hasCursors(sort) ? pageInfo : { ...pageInfo, startCursor: null, endCursor: null };
  const { legacyData, legacyCount } = tenant.dialect.outcomes;
  const data =
    legacyData === 'page' ? items : known.slice(0, items.length).map((one) => viewOf(tenant, principal, one));
  const counted = legacyCount === 'all' ? known : fitting;
  return ok({ items, pageInfo: cursors, ...rules.legacy(data, counted.length) });
}

function matches({ tenant }: Call, report: Report, search: string): boolean {
  const isAsWritten = [report.name, report.title].some((text) => text.includes(search));
  return (
    tenant.rules.reports.matches(report, search) && (tenant.dialect.outcomes.reportSearch === 'any case' || isAsWritten)
  );
}

function definitionOf({ name, title, description, jsonQuery, sqlQuery, meta, pivotItems }: Report): Definition {
  return { name, title, description, jsonQuery, sqlQuery, meta, pivotItems };
}

/** The members of a definition that are present, checked; a text that is too long has a printed status. */
function changeIn(call: Call, body: Body): Partial<Report> {
  const rules = call.tenant.rules.reports;
  const problems: string[] = [];
  const tooLong: string[] = [];
  for (const name of TEXTS) {
    const value = body[name];
    if (value !== undefined && typeof value !== 'string') problems.push(`${name} is no text`);
  }
  for (const name of OBJECTS) {
    const value = body[name];
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      problems.push(`${name} is no object`);
    }
  }
  for (const name of ['name', 'title'] as const) {
    const value = body[name];
    if (typeof value === 'string' && value.length > rules[name].max) {
      tooLong.push(`${name} has ${value.length} characters, expected at most ${rules[name].max}`);
    }
  }
  if (tooLong.length > 0) refuse(400, ...tooLong, ...problems);
  if (problems.length > 0) refuse('invalid', ...problems);
  const present = MEMBERS.filter((name) => body[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, body[name]]));
}

function destinationIn(call: Call, folderId: unknown): Folder | null {
  const { tenant, principal } = call;
  if (folderId === null) return null;
  if (!Number.isInteger(folderId)) refuse('invalid', 'folderId is no id');
  const folder = tenant.content.folders.get(folderId as number);
  const isHere = folder?.deploymentId === Number(call.path['deploymentId']);
  // A folder that the caller may not read is as good as none.
  const isKnown = folder !== undefined && isHere && mayReadFolder(tenant, principal, folder);
  return isKnown ? folder : refuse('unknown', 'folderId names no folder of this deployment');
}

function updateReport(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.reports;
  const report = reportIn(call);
  const body = bodyOf(call);
  const change = changeIn(call, body);
  const { folderId, expectedVersion } = body;
  if (expectedVersion !== undefined && !Number.isInteger(expectedVersion))
    refuse('invalid', 'expectedVersion is no version');
  const isMove = folderId !== undefined && folderId !== report.folderId;
  if (isMove) {
    const destination = destinationIn(call, folderId);
    const editsDestination = destination === null || mayEditFolder(tenant, principal, destination);
    if (!rules.mayMove(mayManageReport(tenant, principal, report), editsDestination)) {
      refuse('forbidden', 'a move needs management of the report and editing of the destination');
    }
  }
  const isEdit = Object.keys(change).length > 0;
  if ((isEdit || !isMove) && !rules.mayEdit(mayEditReport(tenant, principal, report))) {
    refuse('forbidden', 'the caller may not edit this report');
  }
  if (!rules.isExpected(expectedVersion, report.version)) refuse(409, `the stored version is ${report.version}`);
  const moved = isMove ? { folderId: folderId as number | null } : {};
  const updated = changed(call, report, { ...change, ...moved });
  return ok(viewOf(tenant, principal, updated));
}

/** A changed report in the place of the one that is stored: a version later, and updated now. */
function changed({ tenant }: Call, report: Report, change: Partial<Report>): Report {
  const rules = tenant.rules.reports;
  const next = rules.merged(report, change);
  const version = rules.nextVersion(report.version);
  return tenant.content.reports.replace({ ...next, version, updatedAt: tenant.clock.now() });
}

function file(call: Call, report: Report): Answer {
  const rules = call.tenant.rules.reports.file;
  const content = rules.content(definitionOf(report));
  return ok({ content, hash: hashShown(call, rules.hash(content)) });
}

function patchReportFile(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.reports;
  const report = reportIn(call);
  if (!rules.mayEdit(mayEditReport(tenant, principal, report)))
    refuse('forbidden', 'the caller may not edit this report');
  const content = patched(call, rules.file, rules.file.content(definitionOf(report)));
  const definition = JSON.parse(content) as Body;
  // A report without one of these would come back with the old one, so that the text was not replaced after all.
  const missing = MEMBERS.filter((name) => definition[name] === undefined);
  const strays = Object.keys(definition).filter((name) => !MEMBERS.some((member) => member === name));
  const problems = [
    ...missing.map((name) => `${name} would be missing`),
    ...strays.map((name) => `${name} is no part of a report`),
  ];
  if (problems.length > 0) refuse('invalid', ...problems);
  return file(call, changed(call, report, changeIn(call, definition)));
}

export const reports: FamilyBehaviour = {
  handlers: {
    listReports,
    updateReport,
    connectReportToWorkbook,
    disconnectReportFromWorkbook,
    refreshReport,
    getReportFile: (call) => file(call, reportIn(call)),
    patchReportFile,
  },
};
