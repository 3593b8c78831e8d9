import { LIMITS } from '../../contracts/limits.ts';
import { BINDINGS } from '../../contracts/bindings/index.ts';
import { ok, refuse, type Answer } from '../answer.ts';
import { bodyOf, type Body, type Call } from '../call.ts';
import { pageOf, shown, compareKeys, type Key } from '../pages.ts';
import type { Folder, Placement, Report } from '../world/content.ts';
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
import { connectReportToWorkbook, disconnectReportFromWorkbook, refreshReport } from './report-placements.ts';
import { viewOf } from './report-view.ts';
import type { FamilyBehaviour } from './family.ts';
import { canonicalText, patched, textRules } from './texts.ts';

const SORTS = ['name', 'createdAt', 'updatedAt', 'lastViewedAt'] as const;
type Sort = (typeof SORTS)[number];

/** What a report asks for and looks like: its file holds this, and an update may change it. */
type Definition = Pick<Report, (typeof MEMBERS)[number]>;
const TEXTS = ['name', 'title', 'description', 'jsonQuery', 'sqlQuery'] as const;
const OBJECTS = ['meta', 'pivotItems'] as const;
const MEMBERS = [...TEXTS, ...OBJECTS];

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
  isOf: (report: Report, deploymentId: number): boolean => report.deploymentId === deploymentId,
  mayRead: (isAllowed: boolean): boolean => isAllowed,
  mayEdit: (isAllowed: boolean): boolean => isAllowed,
  /** Whoever reads a report may place it, whether or not they may edit it. */
  mayConnect: (_mayEdit: boolean): boolean => true,
  mayMove: (managesReport: boolean, editsDestination: boolean): boolean => managesReport && editsDestination,
  isExpected: (expected: unknown, version: number): boolean => expected === undefined || expected === version,
  nextVersion: (version: number): number => version + 1,
  /** What an update makes of a report: only members that are present change. */
  merged: (report: Report, change: Partial<Report>): Report => ({ ...report, ...change }),
  /** What a list is sorted by where it is asked for that. */
  sortedBy: (asked: Sort | undefined): Sort | 'id' => asked ?? 'id',
  isDescending: (asked: 'ASC' | 'DESC' | undefined, otherwise: boolean): boolean =>
    asked === undefined ? otherwise : asked === 'DESC',
  /** When reports were viewed changes with every view, so that a place in that order means nothing later. */
  hasCursors: (sort: Sort | 'id'): boolean => sort !== 'lastViewedAt',
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
  /** All placements of a report after one was connected or refreshed, and after one was disconnected. */
  withPlacement: (placements: readonly Placement[], placement: Placement): readonly Placement[] =>
    placements.some(({ id }) => id === placement.id)
      ? placements.map((one) => (one.id === placement.id ? placement : one))
      : [...placements, placement],
  withoutPlacement: (placements: readonly Placement[], id: string): readonly Placement[] =>
    placements.filter((one) => one.id !== id),
  /** The result checksum as it is kept: nobody but its client looks into it. */
  resultChecksum: (given: Placement['resultChecksum']): Placement['resultChecksum'] => given,
  /** The legacy members beside items and pageInfo. */
  legacy: (items: readonly unknown[], count: number): Record<string, unknown> => ({ data: items, count }),
  file: { ...textRules(), content: (definition: Definition): string => canonicalText(definition) },
});

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

  const known = readableReports(call, deploymentId, sort, isDescending);
  const isFiltered = folderId !== undefined || search !== undefined || externalWorkbookId !== undefined;
  const fitting = isFiltered
    ? known.filter(
        (one) =>
          rules.isIn(one, folderId) &&
          rules.isPlacedIn(one, externalWorkbookId) &&
          (search === undefined || rules.matches(one, search)),
      )
    : known;
  const page = pageOf(call, fitting, (one) => keyOf(sort, one), { descending: isDescending });
  const { items, pageInfo } = shown(page, (one) => viewOf(tenant, principal, one));
  const cursors = rules.hasCursors(sort) ? pageInfo : { ...pageInfo, startCursor: null, endCursor: null };
  return ok({ items, pageInfo: cursors, ...rules.legacy(items, known.length) });
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
  return ok({ content, hash: rules.hash(content) });
}

function patchReportFile(call: Call): Answer {
  const { tenant, principal } = call;
  const rules = tenant.rules.reports;
  const report = reportIn(call);
  if (!rules.mayEdit(mayEditReport(tenant, principal, report)))
    refuse('forbidden', 'the caller may not edit this report');
  const content = patched(rules.file, rules.file.content(definitionOf(report)), bodyOf(call));
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
