import { succeeded, type Leased } from './leased.ts';

export interface Listed {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly folderId: number | null;
  readonly externalWorkbookPlacements: readonly {
    readonly id: string;
    readonly workbookId: string;
    readonly syncStatus: string;
  }[];
}

export async function list(
  tenant: Leased,
  query: Record<string, string | number> = {},
  as: 'ADMIN_TOKEN' | 'MEMBER_TOKEN' = 'ADMIN_TOKEN',
) {
  return succeeded(await tenant.as(as)('listReports', { query })).body as {
    items: Listed[];
    data: Listed[];
    count: number;
    pageInfo: { hasNextPage: boolean; endCursor: string };
  };
}

export const at = (tenant: Leased) => ({ reportId: tenant.id('REPORT_ID') });

export async function read(tenant: Leased, id: string | number): Promise<Listed | undefined> {
  return (await list(tenant)).items.find((one) => String(one.id) === String(id));
}
