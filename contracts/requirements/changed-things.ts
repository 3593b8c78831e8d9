import type { AnyOperationId } from '../operations.ts';
import type { ActorSetting, ProvidedSetting } from '../settings.ts';

type Lent = readonly (ProvidedSetting | ActorSetting)[];

export const REPORTS: Lent = [
  'REPORT_ID',
  'OTHER_REPORT_ID',
  'UNREADABLE_REPORT_ID',
  'READ_ONLY_REPORT_ID',
  'EDITABLE_REPORT_ID',
  'MANAGED_REPORT_ID',
];
export const WORKBOOKS: Lent = ['WORKBOOK_ID', 'OTHER_WORKBOOK_ID'];
const BRANCHES: Lent = [
  'BRANCH',
  'OTHER_BRANCH',
  'SPARE_BRANCH',
  'OTHER_SPARE_BRANCH',
  'RUNNING_BRANCH',
  'STOPPED_BRANCH',
];
/** The data sources of a deployment: those that have an integration and those that have none. */
export const DATA_SOURCES = {
  DEPLOYMENT_ID: ['DATA_SOURCE_NAME', 'SPARE_DATA_SOURCE_NAME'],
  OTHER_DEPLOYMENT_ID: ['OTHER_DATA_SOURCE_NAME'],
} as const satisfies Partial<Record<ProvidedSetting, Lent>>;
const USERS: Lent = ['MEMBER_USER_ID', 'NO_ACCESS_USER_ID', 'DEACTIVATED_USER_ID'];
const EMBED_TENANTS: Lent = ['EMBED_TENANT', 'SPARE_EMBED_TENANT'];

/** A thing that an operation changes although the check did not make it. */
interface Changed {
  /** The member of the path, the query or the body that names it; absent where the body names several. */
  readonly named?: string;
  /** The settings that may hold such a thing. */
  readonly settings: Lent;
  /** The member of the body with which the operation changes nothing that was there before. */
  readonly unless?: { readonly member: string; readonly is: string };
}

const report: Changed = { named: 'reportId', settings: REPORTS };
const workbook: Changed = { named: 'workbookId', settings: WORKBOOKS };
const branch: Changed = { named: 'branchName', settings: BRANCHES };
const dataSource: Changed = { named: 'dataSourceName', settings: Object.values(DATA_SOURCES).flat() };
const user: Changed = { named: 'userId', settings: USERS };
const deployment: Changed = { named: 'deploymentId', settings: ['DEPLOYMENT_ID', 'OTHER_DEPLOYMENT_ID'] };

/**
 * Operations that change a thing which was there before the check. What the run found, rather than made or was lent, is
 * changed only with BORROW=1.
 */
export const CHANGED_BY: Readonly<Partial<Record<AnyOperationId, Changed>>> = {
  updateDeployment: deployment,
  updateReport: report,
  patchReportFile: report,
  connectReportToWorkbook: report,
  disconnectReportFromWorkbook: report,
  refreshReport: report,
  patchDashboardFile: workbook,
  publishWorkbook: workbook,
  // No printed operation removes the copy of a workbook; the run removes copies of its own.
  duplicateWorkbook: workbook,
  createAiWidgetThread: workbook,
  applyPromotion: workbook,
  setStagingEnvironment: branch,
  deleteBranch: branch,
  // A sync that keeps its files commits nothing to its branch.
  startTransformSync: { ...branch, unless: { member: 'output', is: 'files' } },
  putMetricViewIntegration: dataSource,
  updateRole: { named: 'roleId', settings: ['GROUP_ROLE_ID', 'OTHER_GROUP_ROLE_ID'] },
  grantRole: user,
  revokeRole: user,
  bulkUserAction: { settings: USERS },
  deleteEmbedTenant: { named: 'embedTenantName', settings: EMBED_TENANTS },
};

/** Operations that change a report or its placements. */
export const CHANGE_REPORTS = [
  'updateReport',
  'patchReportFile',
  'connectReportToWorkbook',
  'disconnectReportFromWorkbook',
  'refreshReport',
] as const satisfies readonly AnyOperationId[];

/** Operations that copy a workbook. No printed operation removes the copy; the run finds those of its own workbooks by their names. */
export const LEAVES_COPIES: readonly AnyOperationId[] = ['applyPromotion', 'duplicateWorkbook'];

/** Operations that change the caller: its settings, or the branch that it works on. */
export const CHANGE_CALLER: readonly AnyOperationId[] = ['updateMySettings', 'enterDevMode'];

/** The deployment whose settings are changed where those of DEPLOYMENT_ID may not be, because the run only found it. */
export const SPARE_DEPLOYMENT = 'SPARE_DEPLOYMENT_ID' satisfies ProvidedSetting;

/** The key that is scoped to that deployment. */
export const SPARE_KEY = 'SPARE_SCOPED_TOKEN' satisfies ActorSetting;

/** The data source of that deployment. */
export const SPARE_SOURCE = 'SPARE_DEPLOYMENT_SOURCE_NAME' satisfies ProvidedSetting;

/** The user in whose name they are sent where any user will do and the administrator may not be changed. */
export const STAND_IN = 'ALL_ACTIONS_TOKEN' satisfies ActorSetting;
