import { LIMITS } from '../../contracts/limits.ts';
import { BINDINGS } from '../../contracts/bindings/index.ts';
import { ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import { pageOf, shown, compareKeys, type Key } from '../pages.ts';
import { slice } from '../slice.ts';
import type { Folder, Placement, Report } from '../world/content.ts';
import { mayEditFolder, mayEditReport, mayManageReport, mayReadReport, reportIn } from './report-access.ts';
import { connectReportToWorkbook, disconnectReportFromWorkbook, refreshReport } from './report-placements.ts';
import { viewOf } from './report-view.ts';
import type { FamilyBehaviour } from './family.ts';
import { canonicalText, patched, textRules } from './texts.ts';

const SORTS = ['name', 'createdAt', 'updatedAt', 'lastViewedAt'] as const;
type Sort = (typeof SORTS)[number];

interface Address {
  readonly externalWorkbookId: unknown;
  readonly sheetName: unknown;
  readonly anchorCell: unknown;
}

/** Rules of reports, as data. */
export const reportsRules = () => ({
  name: { ...LIMITS.reportName },
  title: { ...LIMITS.reportTitle },
  first: { ...LIMITS.firstOnReports },
  checksumPayload: { ...LIMITS.resultChecksumPayload },
  hosts: BINDINGS['reports.hosts'].default as readonly string[],
  mayRead: (isAllowed: boolean): boolean => isAllowed,
  mayMove: (managesReport: boolean, editsDestination: boolean): boolean => managesReport && editsDestination,
  isExpected: (expected: unknown, version: number): boolean => expected === undefined || expected === version,
  nextVersion: (version: number): number => version + 1,
  matches: (report: Report, search: string): boolean =>
    [report.name, report.title].some((text) => text.toLowerCase().includes(search.toLowerCase())),
  isIn: (report: Report, folderId: number | undefined): boolean =>
    folderId === undefined || report.folderId === folderId,
  isPlacedIn: (report: Report, externalWorkbookId: string | undefined): boolean =>
    externalWorkbookId === undefined || report.placements.some((one) => one.externalWorkbookId === externalWorkbookId),
  isAt: (placement: Placement, { externalWorkbookId, sheetName, anchorCell }: Address): boolean =>
    placement.externalWorkbookId === externalWorkbookId &&
    placement.sheetName === (sheetName ?? null) &&
    placement.anchorCell === (anchorCell ?? null),
  /** The legacy members beside items and pageInfo. */
  legacy: (items: readonly unknown[], count: number): Record<string, unknown> => ({ data: items, count }),
  file: textRules(),
});

interface Kept {
  readonly version: string;
  readonly list: readonly Report[];
}

/** What a caller may read, sorted: kept until something changes, so that a page of a long list costs no sort. */
const kept = slice('readable reports', () => new Map<string, Kept>());

function readableReports(
  call: Call,
  deploymentId: number,
  sort: Sort | 'id',
  isDescending: boolean,
): readonly Report[] {
  const { tenant, principal } = call;
  const { reports } = tenant.content;
  const { users, groups, roles } = tenant.account;
  const caller = principal.embed
    ? `embed ${principal.token}`
    : `${principal.user?.id ?? ''} ${String(principal.scope)}`;
  const key = `${deploymentId} ${sort} ${isDescending} ${caller}`;
  const version = [reports, users, groups, roles].map((one) => one.version).join(' ');
  const found = kept(tenant).get(key);
  if (found?.version === version) return found.list;
  const list = reports
    .filter(
      (one) => one.deploymentId === deploymentId && tenant.rules.reports.mayRead(mayReadReport(tenant, principal, one)),
    )
    .sort((a, b) => compareKeys(keyOf(sort, a), keyOf(sort, b)) * (isDescending ? -1 : 1));
  // Old versions are of no use to anybody.
  if (kept(tenant).size > 200) kept(tenant).clear();
  kept(tenant).set(key, { version, list });
  return list;
}

function keyOf(sort: Sort | 'id', report: Report): Key {
  return [report[sort], report.id];
}

function listReports(call: Call): Answer {
  const { tenant, principal, query } = call;
  const rules = tenant.rules.reports;
  query.integer('first', rules.first.min);
  const sort = query.oneOf('sortBy', SORTS);
  const direction = query.oneOf('sortDirection', ['ASC', 'DESC']);
  const isDescending = direction === undefined ? tenant.dialect.order === 'descending' : direction === 'DESC';
  const folderId = query.integer('folderId', 0);
  const [search, externalWorkbookId] = [query.text('search'), query.text('externalWorkbookId')];
  const deploymentId = Number(call.path['deploymentId']);

  const readable = readableReports(call, deploymentId, sort ?? 'id', isDescending);
  const isFiltered = folderId !== undefined || search !== undefined || externalWorkbookId !== undefined;
  const fitting = isFiltered
    ? readable.filter(
        (one) =>
          rules.isIn(one, folderId) &&
          rules.isPlacedIn(one, externalWorkbookId) &&
          (search === undefined || rules.matches(one, search)),
      )
    : readable;
  const page = pageOf(call, fitting, (one) => keyOf(sort ?? 'id', one), { descending: isDescending });
  const { items, pageInfo } = shown(page, (one) => viewOf(tenant, principal, one));
  // When reports were viewed changes with every view, so that a place in that order means nothing later.
  const cursors = sort === 'lastViewedAt' ? { ...pageInfo, startCursor: null, endCursor: null } : pageInfo;
  return ok({ items, pageInfo: cursors, ...rules.legacy(items, readable.length) });
}

/** What of a report its file holds and an update may change. */
function definitionOf({ name, title, description, jsonQuery, sqlQuery, meta, pivotItems }: Report) {
  return { name, title, description, jsonQuery, sqlQuery, meta, pivotItems };
}

const TEXTS = ['name', 'title', 'description', 'jsonQuery', 'sqlQuery'] as const;
const OBJECTS = ['meta', 'pivotItems'] as const;

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
  const present = [...TEXTS, ...OBJECTS].filter((name) => body[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, body[name]]));
}

function destinationIn(call: Call, folderId: unknown): Folder | null {
  if (folderId === null) return null;
  const folder = typeof folderId === 'number' ? call.tenant.content.folders.get(folderId) : undefined;
  const isHere = folder?.deploymentId === Number(call.path['deploymentId']);
  return folder && isHere ? folder : refuse('unknown', 'folderId names no folder of this deployment');
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
  if ((isEdit || !isMove) && !mayEditReport(tenant, principal, report)) {
    refuse('forbidden', 'the caller may not edit this report');
  }
  if (!rules.isExpected(expectedVersion, report.version)) refuse(409, `the stored version is ${report.version}`);
  const updated = tenant.content.reports.replace({
    ...report,
    ...change,
    ...(isMove && { folderId: folderId as number | null }),
    version: rules.nextVersion(report.version),
    updatedAt: tenant.clock.now(),
  });
  return ok(viewOf(tenant, principal, updated));
}

function file(call: Call, report: Report): Answer {
  const content = canonicalText(definitionOf(report));
  return ok({ content, hash: call.tenant.rules.reports.file.hash(content) });
}

function patchReportFile(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.reports;
  const report = reportIn(call);
  if (!mayEditReport(tenant, principal, report)) refuse('forbidden', 'the caller may not edit this report');
  const content = patched(rules.file, canonicalText(definitionOf(report)), bodyOf(call));
  const definition: unknown = JSON.parse(content);
  if (typeof definition !== 'object' || definition === null || Array.isArray(definition)) {
    refuse('invalid', 'the file would be no report any more');
  }
  const members = Object.keys(definitionOf(report));
  const strays = Object.keys(definition).filter((name) => !members.includes(name));
  if (strays.length > 0) refuse('invalid', ...strays.map((name) => `${name} is no part of a report`));
  const change = changeIn(call, definition as Body);
  const updated = tenant.content.reports.replace({
    ...report,
    ...change,
    version: rules.nextVersion(report.version),
    updatedAt: tenant.clock.now(),
  });
  return file(call, updated);
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
