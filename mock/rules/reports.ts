import { BINDINGS } from '../../contracts/bindings/index.ts';
import { LIMITS } from '../../contracts/limits.ts';
import type { Report, Placement } from '../world/content.ts';
import { textRules, canonicalText } from './files.ts';

export const SORTS = ['name', 'createdAt', 'updatedAt', 'lastViewedAt'] as const;

export type Sort = (typeof SORTS)[number];

/** What a report asks for and looks like: its file holds this, and an update may change it. */
export type Definition = Pick<Report, (typeof MEMBERS)[number]>;

export const TEXTS = ['name', 'title', 'description', 'jsonQuery', 'sqlQuery'] as const;

export const OBJECTS = ['meta', 'pivotItems'] as const;

export const MEMBERS = [...TEXTS, ...OBJECTS];

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
