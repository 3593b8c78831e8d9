import type { Collection } from '../collection.ts';

export interface Folder {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  /** Nobody's where the folder is shared from the main workspace. */
  readonly ownerId: number | null;
}

export interface Placement {
  readonly id: string;
  readonly externalWorkbookId: string;
  readonly host: string;
  readonly sheetId: string | null;
  readonly sheetName: string | null;
  readonly anchorCell: string | null;
  readonly workbookName: string | null;
  readonly resultLocation: string | null;
  readonly endResultCell: string | null;
  readonly placedAt: number;
  readonly placedByUserId: number;
  readonly refreshedAt: number | null;
  readonly refreshedByUserId: number | null;
  readonly queryChecksum: string | null;
  readonly resultChecksum: { readonly payload?: string } | null;
}

export interface Report {
  readonly id: number;
  readonly publicId: string;
  readonly deploymentId: number;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly lastViewedAt: number;
  readonly createdBy: number;
  readonly refreshedBy: number | null;
  readonly folderId: number | null;
  readonly workbookId: number | null;
  readonly jsonQuery: string;
  readonly sqlQuery: string;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly pivotItems: Readonly<Record<string, unknown>>;
  readonly version: number;
  readonly placements: readonly Placement[];
}

export interface Workbook {
  readonly id: number;
  readonly deploymentId: number;
  readonly name: string;
  readonly slug: string;
  readonly userId: number;
  readonly folderId: number | null;
  readonly shared: boolean;
  /** The dashboard: its draft, and what of it is published. */
  readonly publicId: string;
  readonly draft: string;
  readonly published: string | null;
}

export interface Content {
  readonly folders: Collection<Folder>;
  readonly reports: Collection<Report>;
  readonly workbooks: Collection<Workbook>;
}
