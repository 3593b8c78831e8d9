import { Collection } from '../collection.ts';
import type { Random } from '../random.ts';
import { canonicalText } from '../rules/files.ts';
import type { Account, Policy } from './account.ts';
import type { Content, Folder, Placement, Report, Workbook } from './content.ts';
import type { Deployments } from './deployments.ts';

const DAY = 86_400_000;

/** An external spreadsheet in which reports of the seed are placed, and one with a single placement. */
export const EXTERNAL_WORKBOOK = 'spreadsheet-quarterly';
export const OTHER_EXTERNAL_WORKBOOK = 'spreadsheet-board';

const TOPICS = ['Orders', 'Revenue', 'Churn', 'Returns', 'Margin', 'Leads', 'Stock', 'Visits', 'Support', 'Payments'];

/** The folders, workbooks and reports of a fresh tenant: a little of each, in two deployments. */
export function seedContent(random: Random, now: number, { home, other }: Deployments, account: Account): Content {
  const { cast } = account;
  const folders = new Collection<Folder>(301);
  const workbooks = new Collection<Workbook>(701);
  const reports = new Collection<Report>(1001);

  const folder = (name: string, deploymentId: number, ownerId: number | null) =>
    folders.add({ id: folders.nextId(), deploymentId, name, ownerId }).id;
  const quarterly = folder('Quarterly', home, cast.admin);
  const drafts = folder('Drafts', home, cast.admin);
  folder('From the main workspace', home, null);
  const editable = folder('Editable', home, cast.admin);
  folder('Elsewhere', other, cast.admin);

  const workbook = (name: string, deploymentId: number, folderId: number | null, shared: boolean) => {
    const id = workbooks.nextId();
    const draft = canonicalText({
      title: name,
      widgets: [
        { id: `w${id}-1`, type: 'chart', measure: 'orders.count' },
        { id: `w${id}-2`, type: 'table', measure: 'orders.total' },
        { id: `w${id}-3`, type: 'ai', prompt: 'What changed?' },
      ],
    });
    return workbooks.add({
      id,
      deploymentId,
      name,
      slug: `${name.toLowerCase().replace(/\W+/g, '-')}-${random.word(4)}`,
      userId: cast.admin,
      folderId,
      shared,
      publicId: random.word(10),
      draft,
      published: draft,
    }).id;
  };
  const sales = workbook('Sales overview', home, quarterly, true);
  workbook('Operations', home, null, true);
  workbook('Board', home, drafts, true);
  workbook('Embedded', home, null, true);
  workbook('Finance overview', other, null, true);

  const report = (name: string, deploymentId: number, more: Partial<Report> = {}) => {
    const id = reports.nextId();
    const age = reports.size + 1;
    const createdAt = now - age * 3 * DAY;
    return reports.add({
      id,
      publicId: random.word(10),
      deploymentId,
      name,
      title: `${name} by month`,
      description: `How ${name.toLowerCase()} went`,
      createdAt,
      updatedAt: createdAt + ((age * 7) % 5) * 3_600_000,
      lastViewedAt: now - ((age * 5) % 11) * 3_600_000,
      createdBy: cast.admin,
      refreshedBy: null,
      folderId: null,
      workbookId: null,
      jsonQuery: JSON.stringify({ measures: ['orders.count'], dimensions: ['orders.city'] }),
      sqlQuery: 'SELECT city, count(*) FROM orders GROUP BY 1',
      meta: { display: 'table' },
      pivotItems: {
        columns: ['orders.city'],
        filters: [],
        measures: ['orders.count'],
        rows: [],
        showRowTotals: true,
        showColumnTotals: false,
        showAppliedFilters: true,
        displayScale: 'thousands',
        measuresAxis: 'columns',
        measuresPosition: 'after',
      },
      version: 1,
      placements: [],
      ...more,
    });
  };
  const topics = TOPICS.map((topic, index) =>
    report(topic, home, {
      ...(index % 3 === 0 && { folderId: quarterly }),
      ...(index % 3 === 1 && { workbookId: sales }),
      ...(index % 4 === 0 && { placements: [placed(EXTERNAL_WORKBOOK, index, cast.admin, now)] }),
      ...(index === 1 && { placements: [placed(OTHER_EXTERNAL_WORKBOOK, index, cast.admin, now)] }),
    }),
  );
  report('Private to administrators', home);
  const readOnly = report('Read only for members', home);
  const edited = report('Editable by members', home);
  const managed = report('Managed by members', home);
  report('Finance orders', other, { placements: [placed(EXTERNAL_WORKBOOK, 40, cast.admin, now)] });
  report('Finance revenue', other);

  const about = (resourceType: string, actions: readonly string[], ids: readonly number[]): Policy => ({
    resourceType,
    actions,
    resources: ids.map(String),
  });
  const role = account.roles.add({
    id: account.roles.nextId(),
    name: 'Report people',
    description: 'Reads some reports, edits one and manages another',
    policies: [
      about('Report', ['ReportRead'], [...topics.map(({ id }) => id), readOnly.id]),
      about('Report', ['ReportRead', 'ReportEdit'], [edited.id]),
      about('Report', ['ReportRead', 'ReportEdit', 'ReportManage'], [managed.id]),
      about('ReportFolder', ['FolderRead'], [quarterly, drafts]),
      about('ReportFolder', ['FolderRead', 'FolderEdit'], [editable]),
    ],
  });
  const member = account.users.get(cast.member);
  if (member) account.users.replace({ ...member, roleIds: new Set([...member.roleIds, role.id]) });
  return { folders, reports, workbooks };
}

export function placed(externalWorkbookId: string, index: number, userId: number, at: number): Placement {
  return {
    id: `placement-${externalWorkbookId}-${index}`,
    externalWorkbookId,
    host: 'EXCEL',
    sheetId: 'sheet-1',
    sheetName: 'Sheet1',
    anchorCell: `A${index + 1}`,
    workbookName: 'Quarterly.xlsx',
    resultLocation: `Sheet1!A${index + 1}`,
    endResultCell: `D${index + 9}`,
    placedAt: at,
    placedByUserId: userId,
    refreshedAt: null,
    refreshedByUserId: null,
    queryChecksum: null,
    resultChecksum: null,
  };
}
