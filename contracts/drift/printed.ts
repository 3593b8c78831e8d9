import type { AnyOperationId, OperationId } from '../operations.ts';

/**
 * What of the contract's document is printed, where the document says more so that a tenant can be asked at all, and
 * what is printed as something that may be left out. Everything else in it that bears no binding is printed.
 */

/** Lists that are printed to have pages, while nothing says what their parameters are called. */
const BOTH = ['first', 'after'];
export const ASSUMED_QUERY: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  listDeployments: ['after'],
  listEnvironments: BOTH,
  listScheduledTasks: ['after'],
  listScheduledTaskRuns: BOTH,
  listRoleHolders: BOTH,
  listEmbedTenantWorkbooks: BOTH,
  listTransformSyncs: BOTH,
  listGeneratedFiles: BOTH,
};

export const OPTIONAL_BODIES: readonly OperationId[] = ['updateRole', 'createDeploymentToken', 'duplicateWorkbook'];

/** Query parameters that may be left out. */
export const OPTIONAL_QUERY: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  listScheduledTasks: ['first'],
  listEmbedTenantWorkbooks: ['accessSource'],
  deleteBranch: ['removeOnUpstream'],
};

/** Members of requests that may be left out, each as a path from the body; `*` for every one of them. */
export const OPTIONAL_MEMBERS: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  createRole: ['description'],
  updateRole: ['*'],
  updateReport: ['expectedVersion'],
  connectReportToWorkbook: ['resultChecksum.payload'],
  updateDeployment: ['*'],
  createDeploymentToken: ['expiresIn'],
  startDashboardExport: ['layout', 'renderAs'],
  publishWorkbook: ['config'],
  createAiWidgetThread: ['checksum'],
  generateEmbedSession: ['branchName', 'tenantGroups', 'tenantGroupDefinitions', 'embedTenantProfile'],
  updateMySettings: ['*'],
  startTransformSync: ['output'],
};

/** Defaults that are printed where the contract's document does not state them, by the last name of the path. */
export const DEFAULTS: Readonly<Partial<Record<OperationId, Readonly<Record<string, unknown>>>>> = {
  getScheduledTask: { notificationEnabled: false },
  listScheduledTasks: { notificationEnabled: false },
  createDeploymentToken: { expiresIn: 86_400 },
  startTransformSync: { output: 'branch' },
};

/** The one parameter of a path whose type is printed. */
export const PATH_TYPES: Readonly<Partial<Record<OperationId, { readonly name: string; readonly type: string }>>> = {
  updateRole: { name: 'roleId', type: 'number' },
};

/** Operations behind a preview that a build may not have. */
export const GATED: readonly AnyOperationId[] = [
  'startMetricViewPreview',
  'getMetricViewPreview',
  'cancelMetricViewPreview',
  'getMetricViewPreviewResult',
  'getMetricViewIntegration',
  'putMetricViewIntegration',
];
